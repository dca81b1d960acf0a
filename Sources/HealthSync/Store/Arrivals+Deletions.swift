import Foundation
import HealthKit
import HealthStore

/// Deletions and links of a group, carried out in the store.
extension Arrivals {
    /// What comes back isn't deleted any longer.
    func forgetTombstones(of versions: [SampleVersion]) throws {
        let named = state.deletions.values.reduce(into: Set<SyncID>()) { $0.formUnion($1.roots) }
        let back = Set(
            versions.filter { named.contains($0.root) || state.versions[$0.root].map { $0.count > 1 } ?? false }
                .map(\.id.uuid)
        )
        if back.isEmpty { return }
        var anchors: [Int64] = []
        try forEachTombstone { if back.contains($0.uuid) { anchors.append($0.anchor) } }
        for anchor in anchors { try writer.writer.removeTombstones(anchor...anchor) }
    }

    /// Notes deletions of what was never here, so that an import doesn't bring it.
    mutating func keepDeletions(_ known: Set<SyncID>) throws {
        var missing: [SyncID] = []
        for deletion in state.liveDeletions where !known.contains(deletion.id) {
            missing += deletion.roots.filter { held[$0] == nil }
        }
        if missing.isEmpty { return }
        var noted: Set<UUID> = []
        try forEachTombstone { noted.insert($0.uuid) }
        for root in missing.sorted() where !noted.contains(root.uuid) {
            guard let version = state.versions[root]?.values.first(where: \.isFirst) else { continue }
            let numbers = try texts.numbers(version, writer)
            let payload = TombstonePayload(
                start: version.content.start,
                end: version.content.end,
                metadata: Metadata(bytes: version.content.texts[5])
            )
            try writer.writer.takeOver(
                StoredTombstone(
                    uuid: root.uuid,
                    type: numbers.type,
                    source: numbers.source,
                    anchor: 0,
                    deleted: now,
                    payload: payload.bytes
                )
            )
            noted.insert(root.uuid)
        }
    }

    private func forEachTombstone(_ body: (StoredTombstone) -> Void) throws {
        var anchor: Int64 = 0
        while true {
            let part = try writer.store.tombstones(after: anchor, limit: Self.part)
            for tombstone in part { body(tombstone) }
            guard let last = part.last else { return }
            anchor = last.anchor
        }
    }

    // MARK: Links

    mutating func link(_ before: Set<Link.Name>, _ changed: Set<SyncID>) throws {
        for name in before.subtracting(after.links).sorted() {
            guard let link = stored(name) else { continue }
            try writer.writer.unlink(parent: link.parent, child: link.child, role: link.role)
            counts.links += 1
        }
        for name in after.links.sorted() {
            guard !before.contains(name) || changed.contains(name.parent) || changed.contains(name.child),
                let link = stored(name)
            else {
                continue
            }
            try writer.linkForOtherDevices(link)
            counts.links += 1
        }
    }

    private func stored(_ name: Link.Name) -> StoreLink? {
        guard let parent = after.samples[name.parent], let child = after.samples[name.child] else { return nil }
        return StoreLink(parent: parent.id.uuid, child: child.id.uuid, role: Int(name.role))
    }
}
