import Foundation
import HealthKit
import HealthKitStore

/// The changes made to a store since they were last reported, as entries.
///
/// They are worked out from the store's contents, not recorded with each change: a store in no group pays nothing, no way of
/// changing a store can be forgotten, and objects saved and deleted in between are reported to nobody.
struct OutgoingChanges {
    private let reader: ObjectReader
    /// The first version of each edited sample, and the time of its last edit.
    private var edits: [SyncID: Edit] = [:]
    /// The same by any earlier version's identity.
    private var edited: [SyncID: SyncID] = [:]
    private(set) var successors = Successors()

    private struct Edit {
        var root: SyncID
        var count: UInt64
        var time: Double
    }

    /// An edited sample's earlier content, as the store keeps it.
    private struct EarlierVersion: Decodable {
        var uuid: UUID
        var edited: Double
    }

    /// A sample that was deleted, and when.
    struct Gone {
        var id: SyncID
        var moment: Moment
    }

    /// The time of a deletion, by which deletions are grouped: an undo is another deletion than one by the person at the same
    /// time.
    struct Moment: Hashable {
        var time: Double
        var isUndo: Bool
    }

    /// The number of changes read at a time.
    private let part: Int

    /// Begins with what the store knows of edits.
    init(_ reader: ObjectReader, part: Int) throws {
        self.reader = reader
        self.part = part
        for (key, versions) in try reader.values([EarlierVersion].self, StoreNamespace.versions) {
            guard let uuid = UUID(uuidString: key), let first = versions.first, let last = versions.last else {
                continue
            }
            let root = SyncID(first.uuid)
            edits[SyncID(uuid)] = Edit(root: root, count: UInt64(versions.count), time: last.edited)
            for version in versions {
                edited[SyncID(version.uuid)] = root
                successors.add(SyncID(uuid), after: SyncID(version.uuid))
            }
        }
    }

    /// A part of the order of changes.
    struct ChangeRange {
        /// Exclusive.
        var after: Int64
        /// Inclusive.
        var through: Int64
        /// The keys of its objects.
        var entryKeys: EntryKeyNumbers
    }

    /// A range ends with the page in which its objects reach so many keys: a quarter of a million.
    private var enoughEntryKeys: Int { part * 16 }

    /// Reads what the objects speak of that are new after a place in the order of changes; not what comes meanwhile.
    ///
    /// - Parameters:
    ///   - anchor: The place.
    ///   - body: Gets range after range, in order.
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachRange(after anchor: Int64, _ body: (ChangeRange) throws -> Void) throws {
        let contents = StoreContents(reader.store)
        let end = try reader.store.currentAnchor
        var range = ChangeRange(after: anchor, through: anchor, entryKeys: EntryKeyNumbers())
        while range.through < end {
            let changes = try reader.store.changes(after: range.through, limit: part)
            for item in changes.items where item.anchor <= end {
                try forEachEntryKey(item, contents) { range.entryKeys.add($0) }
            }
            range.through = changes.isLimited ? min(changes.lastAnchor, end) : end
            if range.through == end || range.entryKeys.count >= enoughEntryKeys {
                try body(range)
                range = ChangeRange(after: range.through, through: range.through, entryKeys: EntryKeyNumbers())
            }
        }
    }

    /// The whole store as one range, with the keys that several of its objects share, for when no other device has
    /// entries.
    ///
    /// - Returns: Everything that there is, with those keys; `nil` where they are too many to stay in memory.
    /// - Throws: ``StoreError``.
    func everything() throws -> (range: ChangeRange, common: CommonEntryKeys)? {
        let edits = edited.map { ($0.key, $0.value) } + edits.map { ($0.key, $0.value.root) }
        let common = try RepeatedEntryKeys.common(in: reader.store, edits: edits, most: enoughEntryKeys)
        let end = try reader.store.currentAnchor
        return common.map { (ChangeRange(after: 0, through: end, entryKeys: EntryKeyNumbers()), $0) }
    }

    /// Reads all objects, in the order of changes; not what comes meanwhile.
    ///
    /// - Parameters:
    ///   - end: The place in the order of changes up to which they are read; `nil` for all.
    ///   - body: Gets the objects of a page.
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachPage(through end: Int64? = nil, _ body: ([StoreContents.Object]) throws -> Void) throws {
        let contents = StoreContents(reader.store)
        let through = min(end ?? .max, try reader.store.currentAnchor)
        let everything = ChangeRange(after: 0, through: through, entryKeys: EntryKeyNumbers())
        try forEachPage(everything) { items in
            let objects = try items.compactMap { item -> StoreContents.Object? in
                switch item {
                case .sample(let sample): try contents.object(sample)
                case .record(let record): try contents.object(record)
                case .tombstone: nil
                }
            }
            if !objects.isEmpty { try body(objects) }
        }
    }

    /// Reads the objects of a range, in the order of changes.
    private func forEachPage(_ range: ChangeRange, _ body: ([StoreChanges.Item]) throws -> Void) throws {
        var after = range.after
        while after < range.through {
            let changes = try reader.store.changes(after: after, limit: part)
            let isPast = changes.items.last.map { $0.anchor > range.through } ?? false
            try body(isPast ? changes.items.filter { $0.anchor <= range.through } : changes.items)
            if !changes.isLimited { return }
            after = changes.lastAnchor
        }
    }

    /// Some objects of a range, by what is to be told of them.
    struct Page {
        /// Samples without entries of other devices that were never edited.
        var rows = NewRows()
        /// Other objects without entries of other devices.
        var new: [StoreContents.Object] = []
        /// Objects with entries of other devices.
        var others: [StoreContents.Object] = []
    }

    /// Reads the objects of a range, in the order of changes.
    ///
    /// - Parameters:
    ///   - range: The range.
    ///   - common: The keys in entries of other devices.
    ///   - context: What the stamps of new samples are made with.
    ///   - body: Gets the objects of a page.
    /// - Throws: ``StoreError``, and what `body` throws.
    func forEachPage(
        _ range: ChangeRange,
        _ common: CommonEntryKeys,
        _ context: Context,
        _ body: (Page) throws -> Void
    ) throws {
        let contents = StoreContents(reader.store)
        let (clock, device) = (context.clock, context.device)
        try forEachPage(range) { items in
            var page = Page()
            for item in items {
                let object: StoreContents.Object
                switch item {
                case .sample(let sample):
                    let isRow =
                        try isUnknown(sample, common)
                        && page.rows.add(sample, contents) { sample in
                            let clock = Self.milliseconds(sample.creation, or: clock)
                            return Stamp(generation: 1, clock: clock, device: device)
                        }
                    if isRow { continue }
                    object = try contents.object(sample)
                case .record(let record): object = try contents.object(record)
                case .tombstone: continue
                }
                if isCommon(object, common) { page.others.append(object) } else { page.new.append(object) }
            }
            try body(page)
        }
    }

    /// Whether a sample has no entries of other devices and was never edited.
    private func isUnknown(_ sample: StoredSample, _ common: CommonEntryKeys) -> Bool {
        let id = SyncID(sample.uuid)
        if !edits.isEmpty || !edited.isEmpty, edits[id] != nil || edited[id] != nil { return false }
        if common.isEmpty { return true }
        let outline = SampleContent.outline(sample.start, sample.end, value: sample.value)
        return !common.has(.sample(id)) && !common.has(.outline(outline))
    }

    /// The objects deleted after a change number.
    func deleted(after anchor: Int64) throws -> [Gone] {
        var gone: [Gone] = []
        var after = anchor
        while true {
            let part = try reader.store.tombstones(after: after, limit: part)
            gone += part.map { tombstone in
                let isUndo = tombstone.payload.withUnsafeBytes { TombstonePayload.isUndo($0) }
                return Gone(id: SyncID(tombstone.uuid), moment: Moment(time: tombstone.deleted, isUndo: isUndo))
            }
            guard let last = part.last else { return gone }
            after = last.anchor
        }
    }

    // MARK: Keys

    /// The keys needed from the group to determine the changes of an object.
    func entryKeys(of object: StoreContents.Object) -> [EntryKey] {
        var entryKeys = entryKeys(of: object.id)
        entryKeys.append(EntryKey.shared(object.content.outline, object.identifier))
        return entryKeys
    }

    /// The keys needed from the group to determine the changes of a deleted sample.
    func entryKeys(of id: SyncID) -> [EntryKey] { first(of: id).map { [.sample(id), .sample($0)] } ?? [.sample(id)] }

    /// Whether an object has entries of other devices.
    func isCommon(_ object: StoreContents.Object, _ common: CommonEntryKeys) -> Bool {
        common.has(.sample(object.id)) || first(of: object.id).map { common.has(.sample($0)) } ?? false
            || common.has(EntryKey.shared(object.content.outline, object.identifier))
    }

    /// The first version of a sample that was edited; `nil` for what never was.
    func first(of id: SyncID) -> SyncID? {
        let first = edits[id]?.root ?? edited[id]
        return first == id ? nil : first
    }

    private func forEachEntryKey(_ item: StoreChanges.Item, _ contents: StoreContents, _ body: (EntryKey) -> Void)
        throws
    {
        let (id, outline, identifier): (SyncID, UInt64, SyncedIdentifier?)
        switch item {
        case .sample(let sample):
            id = SyncID(sample.uuid)
            outline = SampleContent.outline(sample.start, sample.end, value: sample.value)
            identifier = try contents.identifier(of: sample)
        case .record(let record):
            id = SyncID(record.uuid)
            outline = SampleContent.outline(record.start, record.end, value: nil)
            identifier = try contents.identifier(of: record)
        case .tombstone: return
        }
        body(.sample(id))
        if let first = first(of: id) { body(.sample(first)) }
        body(EntryKey.shared(outline, identifier))
    }

    // MARK: Entries

    /// The context from which the entries are worked out.
    struct Context {
        var state: SyncState
        var merged: MergedView
        /// The first versions of those that aren't it.
        var roots: [SyncID: SyncID]
        var device: SyncID
        var now: Double
        /// Whether this store's changes were never told before.
        var isFirst: Bool

        init(_ state: SyncState, device: SyncID, now: Double, isFirst: Bool) {
            self.state = state
            merged = MergedView(state)
            roots = state.laterVersions
            self.device = device
            self.now = now
            self.isFirst = isFirst
        }

        var clock: Int64 { OutgoingChanges.milliseconds(now, or: 0) }
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

    /// The changes of objects, as entries; changes made in one operation stay together.
    func entries(_ objects: [StoreContents.Object], _ context: Context) -> [[Entry]] {
        var saved: [Entry] = []
        var edits: [Entry] = []
        let live = LiveDeletions(context.state)
        for var object in objects {
            let id = object.id
            let root = root(id, context)
            if let identifier = object.identifier { object.identifier?.incarnation = live.incarnation(identifier.key) }
            let (versions, isDeleted) = (context.state.versions[root], !live.deletions(of: root).isEmpty)
            // The group knows it, and what became of it.
            if context.isFirst, isDeleted || versions?.keys.contains(where: { $0.id == id }) ?? false { continue }
            if let shown = context.merged.samples[root] {
                if shown.id != id || !shown.content.isEqual(to: object.content) {
                    edits.append(.sample(next(of: shown, object, context)))
                }
            } else if versions == nil, !isDeleted {
                saved.append(.sample(first(object, root, context)))
            }
        }
        return Self.chunks(saved) + (edits.isEmpty ? [] : [edits])
    }

    /// The deletions that name objects which the store has all the same.
    ///
    /// These are back, and they were here when they were deleted: the deletion was undone, or an import was told to bring them.
    func deletions(of objects: [StoreContents.Object], _ context: Context) -> Set<SyncID> {
        let live = LiveDeletions(context.state)
        return Set(objects.flatMap { live.deletions(of: root($0.id, context)) })
    }

    /// The number of samples reported together.
    private static let chunk = 4_096

    private static func chunks(_ entries: [Entry]) -> [[Entry]] {
        stride(from: 0, to: entries.count, by: chunk).map { Array(entries[$0..<min($0 + chunk, entries.count)]) }
    }

    private func first(_ object: StoreContents.Object, _ root: SyncID, _ context: Context) -> SyncedVersion {
        let edit = edits[object.id]
        var stamp = Stamp.imported
        if object.origin == .saved || edit != nil {
            stamp = Stamp(
                generation: 1 + (edit?.count ?? 0),
                clock: Self.milliseconds(edit?.time ?? object.content.creation, or: context.clock),
                device: context.device
            )
        }
        return SyncedVersion(
            name: VersionName(root: root, stamp: stamp, id: object.id),
            origin: object.origin,
            identifier: object.identifier,
            content: object.content
        )
    }

    /// The next version, made by an edit or its undo.
    private func next(of old: SyncedVersion, _ object: StoreContents.Object, _ context: Context) -> SyncedVersion {
        let time = edits[object.id].map { Self.milliseconds($0.time, or: context.clock) } ?? context.clock
        return SyncedVersion(
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
    ///
    /// - Parameters:
    ///   - deleted: What was deleted.
    ///   - current: The samples of which the store has a version.
    ///   - kept: What apps know the samples by that came meanwhile, and the highest version of each.
    ///   - ids: The identities of deletions by their moments.
    ///   - context: What the group agrees on.
    /// - Returns: Entries.
    func deletions(
        _ deleted: ArraySlice<Gone>,
        current: Set<SyncID>,
        kept: [SyncedIdentifier.Key: Double],
        ids: inout [Moment: SyncID],
        _ context: Context
    ) -> [Entry] {
        let live = LiveDeletions(context.state)
        let gone = Set(deleted.map(\.id))
        var byMoment: [Moment: Deletion] = [:]
        var moments: [Moment] = []
        var seen: Set<SyncID> = []
        for sample in deleted {
            let root = root(sample.id, context)
            guard !current.contains(root), seen.insert(root).inserted else { continue }
            var floor: SyncedIdentifier?
            if let shown = context.merged.samples[root] {
                // For an edited sample the version that is shown counts.
                guard gone.contains(shown.id) else { continue }
                floor = shown.identifier
                if let identifier = shown.identifier, let version = kept[identifier.key] {
                    // A sample of the same sync identifier took its place: the highest version is shown anyway.
                    if version >= identifier.version { continue }
                    // A lower version is back, as its replacement was undone: it must not be covered.
                    floor = nil
                }
            } else {
                // A sample that no other device can have, now or from an export, needs no deletion. Nor does one that an undo
                // removed: importing it again brings it back.
                guard context.state.versions[root] == nil, live.deletions(of: root).isEmpty, !sample.moment.isUndo,
                    context.isFirst || StoreContents.isComputed(root.uuid)
                else {
                    continue
                }
            }
            let moment = sample.moment
            let id = ids[moment] ?? .ofDeletion(isUndo: moment.isUndo)
            ids[moment] = id
            if byMoment[moment] == nil { moments.append(moment) }
            // In its place: a copy for each sample would take time by the square of their number.
            func note(_ deletion: inout Deletion) {
                deletion.roots.insert(root)
                if let versions = context.state.versions[root] { deletion.versions.formUnion(versions.keys) }
                if let floor { deletion.floors.insert(floor) }
            }
            note(&byMoment[moment, default: Deletion(id: id, roots: [], versions: [])])
        }
        return moments.compactMap { byMoment[$0] }.map(Entry.deletion)
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
