import Foundation
import HealthKit
import HealthStore

/// What was done to a store since its changes were last told, as entries.
///
/// It is worked out from what the store has, not written down with each change: a store in no group pays nothing, no way of
/// changing a store can be forgotten, and what was saved and deleted in between is told to nobody.
struct LocalChanges {
    /// The store's objects that are new since then, by their own identities.
    private(set) var present: [SyncID: StoreContents.Object] = [:]
    /// The order in which they came.
    private var order: [SyncID] = []
    /// What was deleted, by when.
    private var deleted: [(id: SyncID, time: Double)] = []
    /// Which first version an edited sample has, and when it was edited last.
    private var edits: [SyncID: Edit] = [:]
    /// The same by any version's identity.
    private var edited: [SyncID: SyncID] = [:]

    private struct Edit {
        var root: SyncID
        var count: UInt64
        var time: Double
    }

    /// What a sample said before it was edited, as the store keeps it.
    private struct EarlierVersion: Decodable {
        var uuid: UUID
        var edited: Double
    }

    /// How many changes are read at a time.
    private static let page = 65_536

    /// Reads what is new after a place in the order of changes.
    init(_ reader: ObjectReader, after anchor: Int64) throws {
        let contents = StoreContents(reader.store)
        var after = anchor
        while true {
            let changes = try reader.store.changes(after: after, limit: Self.page)
            for item in changes.items {
                switch item {
                case .sample(let sample): add(try contents.object(sample))
                case .record(let record): add(try contents.object(record))
                case .tombstone(let tombstone): deleted.append((SyncID(tombstone.uuid), tombstone.deleted))
                }
            }
            if !changes.isLimited { break }
            after = changes.lastAnchor
        }
        for (key, versions) in try reader.values([EarlierVersion].self, StoreNamespace.versions) {
            guard let uuid = UUID(uuidString: key), let first = versions.first, let last = versions.last else {
                continue
            }
            edits[SyncID(uuid)] = Edit(root: SyncID(first.uuid), count: UInt64(versions.count), time: last.edited)
            for version in versions { edited[SyncID(version.uuid)] = SyncID(first.uuid) }
        }
    }

    private mutating func add(_ object: StoreContents.Object) {
        if present.updateValue(object, forKey: object.id) == nil { order.append(object.id) }
    }

    // MARK: Entries

    /// What the entries are worked out with.
    struct Context {
        var state: SyncState
        var shown: ShownState
        /// The first versions of those that aren't it.
        var roots: [SyncID: SyncID]
        var device: SyncID
        var now: Double
        /// Whether this store's changes were never told before.
        var isFirst: Bool

        init(_ state: SyncState, device: SyncID, now: Double, isFirst: Bool) {
            self.state = state
            shown = ShownState(state)
            roots = state.laterVersions
            self.device = device
            self.now = now
            self.isFirst = isFirst
        }

        var clock: Int64 { LocalChanges.milliseconds(now, or: 0) }
    }

    /// Milliseconds since 1970 of seconds since 2001.
    static func milliseconds(_ seconds: Double, or other: Int64) -> Int64 {
        let value = ((seconds + Date.timeIntervalBetween1970AndReferenceDate) * 1_000).rounded()
        return abs(value) < 9e15 ? Int64(value) : other
    }

    /// The first version of a sample.
    func root(_ id: SyncID, _ context: Context) -> SyncID {
        if let root = context.roots[id] { return root }
        if context.state.versions[id] != nil { return id }
        guard let first = edits[id]?.root ?? edited[id], first != id else { return id }
        return context.roots[first] ?? first
    }

    /// The entries, what was done together together.
    func entries(_ context: Context) -> [[Entry]] {
        let gone = Set(deleted.map(\.id))
        var saved: [Entry] = []
        var others: [Entry] = []
        var restored: Set<SyncID> = []
        var keys: Set<SyncedIdentifier.Key> = []
        var current: Set<SyncID> = []
        let live = LiveDeletions(context.state)
        for id in order {
            guard var object = present[id] else { continue }
            let root = root(id, context)
            current.insert(root)
            if let identifier = object.identifier {
                object.identifier?.incarnation = live.incarnation(identifier.key)
                keys.insert(identifier.key)
            }
            if context.isFirst, let versions = context.state.versions[root],
                versions.keys.contains(where: { $0.id == id }) || !live.deletions(of: root).isEmpty
            {
                // The group knows it, and what became of it.
                continue
            }
            if let shown = context.shown.samples[root] {
                if shown.id != id || !shown.content.isEqual(to: object.content) {
                    others.append(.sample(next(of: shown, object, context)))
                }
            } else if context.state.versions[root] == nil, live.deletions(of: root).isEmpty {
                saved.append(.sample(first(object, root, context)))
            } else if let versions = context.state.versions[root], !live.deletions(of: root).isEmpty {
                // It is back, and it was here when it was deleted: its deletion was undone, or an import was told to bring it.
                restored.insert(root)
                if let best = versions.values.max(by: { ($0.stamp, $0.id) < ($1.stamp, $1.id) }), best.id != id {
                    others.append(.sample(next(of: best, object, context)))
                }
            }
        }
        others = live.restores(of: restored, context.state) + others
        others += deletions(gone, current: current, keys: keys, live, context)
        return Self.chunks(saved) + (others.isEmpty ? [] : [others])
    }

    /// How many samples are told together.
    private static let chunk = 4_096

    private static func chunks(_ entries: [Entry]) -> [[Entry]] {
        stride(from: 0, to: entries.count, by: chunk).map { Array(entries[$0..<min($0 + chunk, entries.count)]) }
    }

    private func first(_ object: StoreContents.Object, _ root: SyncID, _ context: Context) -> SampleVersion {
        let edit = edits[object.id]
        var stamp = Stamp.imported
        if object.origin == .saved || edit != nil {
            stamp = Stamp(
                generation: 1 + (edit?.count ?? 0),
                clock: Self.milliseconds(edit?.time ?? object.content.creation, or: context.clock),
                device: context.device
            )
        }
        return SampleVersion(
            name: VersionName(root: root, stamp: stamp, id: object.id),
            origin: object.origin,
            identifier: object.identifier,
            content: object.content
        )
    }

    /// What an edit, or its undo, made of a version.
    private func next(of old: SampleVersion, _ object: StoreContents.Object, _ context: Context) -> SampleVersion {
        let time = edits[object.id].map { Self.milliseconds($0.time, or: context.clock) } ?? context.clock
        return SampleVersion(
            name: VersionName(
                root: old.root,
                stamp: old.stamp.next(clock: time, device: context.device),
                id: object.id
            ),
            origin: object.origin,
            identifier: object.identifier,
            content: object.content
        )
    }

    /// Deletions, those of one moment as one.
    private func deletions(
        _ gone: Set<SyncID>,
        current: Set<SyncID>,
        keys: Set<SyncedIdentifier.Key>,
        _ live: LiveDeletions,
        _ context: Context
    ) -> [Entry] {
        var byTime: [Double: Deletion] = [:]
        var times: [Double] = []
        var seen: Set<SyncID> = []
        for (id, time) in deleted {
            let root = root(id, context)
            guard !current.contains(root), seen.insert(root).inserted else { continue }
            if let shown = context.shown.samples[root] {
                // Of an edited sample the version that is shown counts.
                guard gone.contains(shown.id) else { continue }
                // A sample of the same sync identifier took its place: the highest version is shown anyway.
                if let key = shown.identifier?.key, keys.contains(key) { continue }
            } else {
                // What no other device can have, now or from an export, needs no deletion.
                guard context.state.versions[root] == nil, live.deletions(of: root).isEmpty,
                    context.isFirst || StoreContents.isComputed(root.uuid)
                else {
                    continue
                }
            }
            if byTime[time] == nil { times.append(time) }
            var deletion = byTime[time] ?? Deletion(id: .random(), roots: [], versions: [])
            deletion.roots.insert(root)
            if let versions = context.state.versions[root] { deletion.versions.formUnion(versions.keys) }
            if let identifier = context.shown.samples[root]?.identifier { deletion.floors.insert(identifier) }
            byTime[time] = deletion
        }
        return times.compactMap { byTime[$0] }.map(Entry.deletion)
    }

    /// The objects of the store by their first versions, where all of them were read.
    func objects(_ context: Context) -> [SyncID: StoreContents.Object] {
        var objects: [SyncID: StoreContents.Object] = [:]
        for (id, object) in present { objects[root(id, context)] = object }
        return objects
    }

    /// The samples, by first version, that were deleted.
    func deletedRoots(_ context: Context) -> Set<SyncID> {
        let here = Set(present.keys.map { root($0, context) })
        return Set(deleted.map { root($0.id, context) }).subtracting(here)
    }
}

extension SyncState {
    /// The first versions of all other versions, by their identities.
    var laterVersions: [SyncID: SyncID] {
        var roots: [SyncID: SyncID] = [:]
        for (root, versions) in versions where versions.only?.id != root {
            for name in versions.keys where name.id != root { roots[name.id] = root }
        }
        return roots
    }
}

extension SampleContent {
    /// Whether two say the same, with a payload in pieces or whole.
    func isEqual(to other: SampleContent) -> Bool {
        guard texts == other.texts, start == other.start, end == other.end, creation == other.creation else {
            return false
        }
        switch (body, other.body) {
        case (.pieces(let whole, let size), .record(let payload)), (.record(let payload), .pieces(let whole, let size)):
            return payload.count == size && Digest(of: payload) == whole
        default: return body == other.body
        }
    }
}
