import Foundation
import HealthKit
import HealthStore

/// Makes a store show what the group agrees on.
struct Arrivals {
    /// What came of it.
    struct Counts {
        var added = 0
        var changed = 0
        var deleted = 0
        var values = 0
        var links = 0
        /// Samples that can't be stored yet, or by this version.
        var left = 0
    }

    /// An object as the store has it.
    private struct Held {
        var id: SyncID
        var content: SampleContent
    }

    private let writer: ObjectWriter
    private let state: SyncState
    private let after: ShownState
    private let now: Double
    private var held: [SyncID: Held]
    private(set) var counts = Counts()
    private var texts: [[[UInt8]]: Numbers] = [:]

    /// This store's numbers of a sample's texts.
    private struct Numbers {
        var type: TypeID
        var unit: UnitID
        var source: SourceID
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID
        var identity: ComputedIdentity
        var identifier: StoredSyncIdentifier?
    }

    /// How many samples are stored at a time.
    private static let part = 8_192

    /// Begins with what a store shows.
    init(_ writer: ObjectWriter, showing before: ShownState, _ state: SyncState, _ after: ShownState, now: Double) {
        self.init(
            writer,
            held: before.samples.mapValues { Held(id: $0.id, content: $0.content) },
            state,
            after,
            now
        )
    }

    /// Begins with what was read of a store.
    init(
        _ writer: ObjectWriter,
        holding objects: [SyncID: StoreContents.Object],
        _ state: SyncState,
        _ after: ShownState,
        now: Double
    ) {
        self.init(
            writer,
            held: objects.mapValues { Held(id: $0.id, content: $0.content) },
            state,
            after,
            now
        )
    }

    private init(
        _ writer: ObjectWriter,
        held: [SyncID: Held],
        _ state: SyncState,
        _ after: ShownState,
        _ now: Double
    ) {
        self.writer = writer
        self.held = held
        self.state = state
        self.after = after
        self.now = now
    }

    /// The samples here that the group has deleted.
    var deletedHere: Int { held.keys.count(where: { after.samples[$0] == nil && after.hidden[$0] == nil }) }

    /// Carries everything out.
    ///
    /// - Parameters:
    ///   - links: The links that the store has.
    ///   - deletions: The deletions that were known before.
    /// - Returns: What came of it.
    /// - Throws: ``StoreError``; the transaction must then end.
    mutating func run(links: Set<Link.Name>, knowing deletions: Set<SyncID>) throws -> Counts {
        var (deleted, replaced): ([UUID], [UUID]) = ([], [])
        for (root, old) in held {
            guard let new = after.samples[root] else {
                if after.hidden[root] == nil { deleted.append(old.id.uuid) } else { replaced.append(old.id.uuid) }
                continue
            }
            if new.id != old.id || !new.content.isEqual(to: old.content) && !isUpdate(new, old) {
                replaced.append(old.id.uuid)
            }
        }
        counts.deleted = try writer.deleteForOtherDevices(
            deleted.sorted { SyncID($0) < SyncID($1) },
            now: Date(timeIntervalSinceReferenceDate: now)
        )
        if !replaced.isEmpty { try writer.delete(replaced.sorted { SyncID($0) < SyncID($1) }) }
        let changed = try insert()
        try keepDeletions(deletions)
        try link(links, changed)
        counts.values = try SharedValues.apply(state, writer)
        return counts
    }

    /// Whether only the payload of a record is another.
    private func isUpdate(_ new: SampleVersion, _ old: Held) -> Bool {
        guard case .record = old.content.body, new.id == old.id else { return false }
        return payload(new.content) != nil && new.content.texts == old.content.texts
            && new.content.start == old.content.start && new.content.end == old.content.end
    }

    private func payload(_ content: SampleContent) -> [UInt8]? {
        switch content.body {
        case .value: nil
        case .record(let payload): payload
        case .pieces(let whole, let size): state.payload(whole: whole, size: size)
        }
    }

    // MARK: Objects

    /// Stores what isn't there as it is shown.
    ///
    /// - Returns: The samples that came or changed.
    private mutating func insert() throws -> Set<SyncID> {
        var changed: Set<SyncID> = []
        var wanted: [SampleVersion] = []
        for (root, new) in after.samples {
            if let old = held[root], old.id == new.id {
                if new.content.isEqual(to: old.content) { continue }
                if isUpdate(new, old), let payload = payload(new.content) {
                    try writer.writer.update(record: new.id.uuid, payload: payload)
                    counts.changed += 1
                    continue
                }
            }
            if held[root] == nil { counts.added += 1 } else { counts.changed += 1 }
            changed.insert(root)
            wanted.append(new)
        }
        wanted.sort { ($0.content.start, $0.id) < ($1.content.start, $1.id) }
        try forgetTombstones(of: wanted)
        var first = 0
        while first < wanted.count {
            let part = wanted[first..<min(first + Self.part, wanted.count)]
            try store(part)
            first += part.count
        }
        return changed
    }

    private mutating func store(_ versions: ArraySlice<SampleVersion>) throws {
        // What is there already stays: nothing is stored twice whatever was thought to be there.
        let stored = try writer.store.samples(uuids: versions.map(\.id.uuid))
        var rows: [NewSample] = []
        for version in versions where stored[version.id.uuid] == nil {
            let numbers = try numbers(version.content.texts)
            let content = version.content
            if case .value(let value) = content.body {
                rows.append(
                    NewSample(
                        type: numbers.type,
                        source: numbers.source,
                        unit: numbers.unit,
                        revision: numbers.revision,
                        device: numbers.device,
                        metadata: numbers.metadata,
                        start: content.start,
                        end: content.end,
                        value: value,
                        creation: content.creation,
                        identity: identity(version, value, numbers)
                    )
                )
            } else if let payload = payload(content) {
                guard try writer.store.record(uuid: version.id.uuid) == nil else { continue }
                try writer.writer.insert(
                    NewRecord(
                        type: numbers.type,
                        source: numbers.source,
                        revision: numbers.revision,
                        device: numbers.device,
                        metadata: numbers.metadata,
                        start: content.start,
                        end: content.end,
                        creation: content.creation,
                        payload: payload,
                        identity: .uuid(version.id.uuid)
                    )
                )
            } else {
                counts.left += 1
                continue
            }
            if let identifier = numbers.identifier {
                let type = String(decoding: content.texts[0], as: UTF8.self)
                try writer.remember(identifier, type: type, as: version.id.uuid)
            }
        }
        try writer.writer.insert(rows)
    }

    /// An imported sample's UUID is computed here too, so that the store needn't keep it.
    private func identity(_ version: SampleVersion, _ value: Double, _ numbers: Numbers) -> SampleIdentity {
        let content = version.content
        guard version.origin == .imported(0) else { return .uuid(version.id.uuid) }
        let computed = numbers.identity.uuid(
            start: content.start,
            end: content.end,
            value: value,
            creation: content.creation,
            ordinal: 0
        )
        return computed == version.id.uuid ? .derived : .uuid(version.id.uuid)
    }

    private mutating func numbers(_ texts: [[UInt8]]) throws -> Numbers {
        if let known = self.texts[texts] { return known }
        let made = Numbers(
            type: try number(.type, texts[0]),
            unit: try number(.unit, texts[1]),
            source: try number(.source, texts[2]),
            revision: try number(.revision, texts[3]),
            device: try number(.device, texts[4]),
            metadata: try number(.metadata, texts[5]),
            identity: ComputedIdentity(texts: texts),
            identifier: StoredSyncIdentifier(source: texts[2], metadata: texts[5])
        )
        self.texts[texts] = made
        return made
    }

    private func number<Entry>(_ dictionary: StoreDictionary<Entry>, _ text: [UInt8]) throws -> EntryID<Entry> {
        text.isEmpty ? 0 : try writer.writer.intern(dictionary, text)
    }

    // MARK: Deletions

    /// What comes back isn't deleted any longer.
    private func forgetTombstones(of versions: [SampleVersion]) throws {
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
    private mutating func keepDeletions(_ known: Set<SyncID>) throws {
        var missing: [SyncID] = []
        for deletion in state.liveDeletions where !known.contains(deletion.id) {
            missing += deletion.roots.filter { held[$0] == nil }
        }
        if missing.isEmpty { return }
        var noted: Set<UUID> = []
        try forEachTombstone { noted.insert($0.uuid) }
        for root in missing.sorted() where !noted.contains(root.uuid) {
            guard let version = state.versions[root]?.values.first(where: \.isFirst) else { continue }
            let numbers = try numbers(version.content.texts)
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

    private mutating func link(_ before: Set<Link.Name>, _ changed: Set<SyncID>) throws {
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
