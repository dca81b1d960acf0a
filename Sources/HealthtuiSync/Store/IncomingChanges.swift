import Foundation
import HealthKit
import HealthKitStore

/// Makes a store show what the group agrees on, part by part.
///
/// The store's contents are looked up, not remembered: whatever happened here since, the store then has the shown version of each
/// sample.
struct IncomingChanges {
    /// The outcome, in counts.
    struct Counts {
        var added = 0
        var changed = 0
        var deleted = 0
        var values = 0
        var links = 0
        /// Samples that can't be stored yet, or by this version.
        var left = 0

        /// Whether anything came of it.
        var isAny: Bool { added + changed + deleted + values + links > 0 }
    }

    let writer: ObjectWriter
    let now: Double
    /// Whether this is a store's first sync with its group.
    let isJoining: Bool
    /// The profile values that the first sync replaced.
    private(set) var replacedProfile: ReplacedProfile?
    private(set) var counts = Counts()
    var texts: IncomingTexts
    /// The samples that other devices deleted: they go at the end, in one operation that the person can undo, however large.
    private(set) var deleted: Set<UUID> = []
    /// Those of them that were removed by an undo, not deleted.
    private var undone: Set<UUID> = []
    /// Whether the store ever had an object.
    private let hadObjects: Bool
    /// The deletions that the store remembers; `nil` until needed, and if there are very many.
    private var tombstones: [UUID: Remembered]?

    /// A deletion that the store remembers.
    private struct Remembered {
        /// The place of the last.
        var anchor: Int64
        /// Whether an undo made it, and each before it.
        var isUndo: Bool

        mutating func add(_ anchor: Int64, isUndo: Bool) {
            self.anchor = max(self.anchor, anchor)
            self.isUndo = self.isUndo && isUndo
        }
    }

    /// The number of deletions whose places stay in memory.
    private static let mostTombstones = 1 << 18
    /// The number of samples stored at a time.
    static let part = 8_192

    init(_ writer: ObjectWriter, device: SyncID, now: Double, isJoining: Bool = false) throws {
        self.isJoining = isJoining
        self.writer = writer
        self.now = now
        hadObjects = try writer.store.currentAnchor > 0
        texts = IncomingTexts(here: device)
    }

    /// A part of the group's state, and the matching part of the store.
    struct Part {
        var state: SyncState
        var merged: MergedView
        /// The samples that the store may have and of which the state may have no version.
        var others: Set<SyncID> = []
        /// The successors of samples here, which the group may not know.
        var successors = Successors()
        /// The samples that deletions name which are new here.
        var deleted: Set<SyncID> = []
    }

    /// Carries a part out.
    ///
    /// - Parameter part: What a group agrees on.
    /// - Throws: ``StoreError``; the transaction must then end.
    mutating func apply(_ part: Part) throws {
        texts.begin(part.state)
        var changes = Changes()
        let held = try held(part)
        let live = LiveDeletions(part.state)
        for root in Set(part.state.versions.keys).union(part.others) {
            try note(root, held[root] ?? [], part, live, &changes)
        }
        if !changes.replaced.isEmpty {
            try writer.delete(changes.replaced.sorted { SyncID($0) < SyncID($1) })
            tombstones = nil
        }
        for (uuid, payload) in changes.updated { try writer.writer.update(record: uuid, payload: payload) }
        try insert(changes.wanted, part.state)
        try keepDeletions(part, held, live)
        try link(part)
        counts.values += try SharedValues.apply(part.state, deleted: deleted, device: texts.here, writer)
        let profile = try SharedProfile.apply(part.state, writer, joiningAt: isJoining ? now : nil)
        counts.values += profile.count
        replacedProfile = profile.replaced ?? replacedProfile
    }

    /// Stores samples that nothing else is known of, where the store lacks them.
    ///
    /// - Parameters:
    ///   - rows: Unedited samples that no app knows by an identifier.
    ///   - chosen: Which of them; only one file speaks of each, once.
    /// - Throws: ``StoreError``; the transaction must then end.
    mutating func add(_ rows: SampleRows, _ chosen: [Int]) throws {
        texts.begin(SyncState())
        var chosen = chosen
        if hadObjects {
            let held = try writer.store.samples(uuids: chosen.map { rows.ids[$0].uuid })
            if !held.isEmpty { chosen.removeAll { held[rows.ids[$0].uuid] != nil } }
        }
        counts.added += chosen.count
        chosen.sort { (rows.starts[$0], rows.ids[$0]) < (rows.starts[$1], rows.ids[$1]) }
        var known = [(origin: SyncID?, numbers: IncomingTexts.Numbers)?](repeating: nil, count: rows.texts.count)
        for first in stride(from: 0, to: chosen.count, by: Self.part) {
            let samples = try chosen[first..<min(first + Self.part, chosen.count)].map { try sample(rows, $0, &known) }
            try writer.writer.insert(samples)
        }
    }

    /// A row as the store takes it.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - row: Which of them.
    ///   - known: By the place of the rows' texts, their numbers as a row before had them.
    /// - Returns: The sample.
    /// - Throws: ``StoreError``.
    private mutating func sample(
        _ rows: SampleRows,
        _ row: Int,
        _ known: inout [(origin: SyncID?, numbers: IncomingTexts.Numbers)?]
    ) throws -> NewSample {
        let (id, place) = (rows.ids[row], rows.places[row])
        let origin = texts.origin(ofSaved: id, by: rows.stamps[row].device)
        let numbers: IncomingTexts.Numbers
        if let before = known[place], before.origin == origin {
            numbers = before.numbers
        } else {
            numbers = try texts.numbers(rows.texts[place], of: origin, writer)
            known[place] = (origin, numbers)
        }
        // An imported sample's UUID is computed here too, so that the store needn't keep it.
        let isDerived = rows.flags[row].contains(.computed) && rows.ordinals[row] == 0
        return numbers.sample(
            start: rows.starts[row],
            end: rows.ends[row],
            value: rows.values[row],
            creation: rows.creations[row],
            identity: isDerived ? .derived : .uuid(id.uuid)
        )
    }

    /// Ends the work by deleting the samples that other devices deleted.
    mutating func finish() throws {
        for (uuids, isUndo) in [(deleted.subtracting(undone), false), (undone, true)] {
            counts.deleted += try writer.deleteForOtherDevices(
                uuids.sorted { SyncID($0) < SyncID($1) },
                isUndo: isUndo,
                now: Date(timeIntervalSinceReferenceDate: now)
            )
        }
    }

    /// The changes to make to the store.
    private struct Changes {
        var replaced: [UUID] = []
        var updated: [(UUID, [UInt8])] = []
        var wanted: [SyncedVersion] = []
    }

    /// The versions of each sample that the store has; there may be two after an undo.
    private func held(_ part: Part) throws -> [SyncID: [SyncID]] {
        var held: [SyncID: [SyncID]] = [:]
        var samples: [(root: SyncID, id: SyncID)] = []
        func look(_ root: SyncID, _ id: SyncID, isRecord: Bool) throws {
            if isRecord {
                if try writer.store.record(uuid: id.uuid) != nil { held[root, default: []].append(id) }
            } else {
                samples.append((root, id))
            }
        }
        for (root, versions) in part.state.versions {
            let successors = part.successors.of(root, versions)
            if let only = versions.only, successors.isEmpty {
                try look(root, only.id, isRecord: only.content.isRecord)
                continue
            }
            for id in Set(versions.keys.map(\.id)) {
                try look(root, id, isRecord: versions.values.contains { $0.id == id && $0.content.isRecord })
            }
            for id in successors where !versions.keys.contains(where: { $0.id == id }) {
                try look(root, id, isRecord: versions.values.contains { $0.content.isRecord })
            }
        }
        for (root, ids) in unknown(part) {
            for id in ids.sorted() where try writer.store.object(uuid: id.uuid) != nil {
                held[root, default: []].append(id)
            }
        }
        if samples.isEmpty { return held }
        let stored = try writer.store.samples(uuids: samples.map(\.id.uuid))
        for (root, id) in samples where stored[id.uuid] != nil { held[root, default: []].append(id) }
        return held
    }

    /// The versions of deleted samples that the store may have although no file has them any more: folding drops what a
    /// deletion covers, and a device may read the folded file before it read all that the file replaces.
    private func unknown(_ part: Part) -> [SyncID: Set<SyncID>] {
        var unknown: [SyncID: Set<SyncID>] = [:]
        for root in part.others where part.state.versions[root] == nil {
            unknown[root] = part.successors.of(root, nil).union([root])
        }
        for deletion in part.state.liveDeletions {
            for name in deletion.versions {
                let versions = part.state.versions[name.root]
                let isNeeded = versions != nil || unknown[name.root] != nil
                guard isNeeded, !(versions?.keys.contains { $0.id == name.id } ?? false) else { continue }
                unknown[name.root, default: []].insert(name.id)
            }
        }
        return unknown
    }

    private mutating func note(
        _ root: SyncID,
        _ held: [SyncID],
        _ part: Part,
        _ live: LiveDeletions,
        _ changes: inout Changes
    ) throws {
        guard let new = part.merged.samples[root] else {
            // A replaced sample isn't recorded as deleted: an undo would restore it in addition to its replacement.
            if part.merged.hidden[root] == nil, !part.merged.replaced.contains(root) {
                deleted.formUnion(held.map(\.uuid))
                if live.isUndone(root) { undone.formUnion(held.map(\.uuid)) }
            } else {
                changes.replaced += held.map(\.uuid)
            }
            return
        }
        // An edit that no file of the group can hold stays here.
        let edits = part.successors.of(root, part.state.versions[root])
        if held.contains(where: { id in
            edits.contains(id) && !(part.state.versions[root]?.keys.contains { $0.id == id } ?? false)
        }) {
            return
        }
        var isThere = false
        for id in held {
            if id == new.id, try isKept(new, part.state, &changes) {
                isThere = true
                continue
            }
            changes.replaced.append(id.uuid)
            // A new version of what an app here saved stays this app's.
            try texts.noteSource(of: root, stored: id.uuid, writer)
        }
        if isThere { return }
        if held.isEmpty { counts.added += 1 } else { counts.changed += 1 }
        changes.wanted.append(new)
    }

    /// Whether an object of the store stays as it is, or with another payload: samples of one identity never differ.
    private mutating func isKept(_ new: SyncedVersion, _ state: SyncState, _ changes: inout Changes) throws -> Bool {
        guard new.content.isRecord, let stored = try writer.store.record(uuid: new.id.uuid) else { return true }
        let old = try StoreContents(writer.store).object(stored).content
        if new.content.isEqual(to: old) { return true }
        guard let payload = Self.payload(new.content, state), new.content.texts == old.texts,
            new.content.start == old.start, new.content.end == old.end
        else {
            return false
        }
        if payload != stored.payload {
            changes.updated.append((new.id.uuid, payload))
            counts.changed += 1
        }
        return true
    }

    private static func payload(_ content: SampleContent, _ state: SyncState) -> [UInt8]? {
        switch content.body {
        case .value: nil
        case .record(let payload): payload
        case .pieces(let whole, let size): state.payload(whole: whole, size: size)
        }
    }

    // MARK: Objects

    private mutating func insert(_ wanted: [SyncedVersion], _ state: SyncState) throws {
        if wanted.isEmpty { return }
        let sorted = wanted.sorted { ($0.content.start, $0.id) < ($1.content.start, $1.id) }
        try forgetTombstones(of: sorted, state)
        var first = 0
        while first < sorted.count {
            let part = sorted[first..<min(first + Self.part, sorted.count)]
            try store(part, state)
            first += part.count
        }
    }

    private mutating func store(_ versions: ArraySlice<SyncedVersion>, _ state: SyncState) throws {
        var rows: [NewSample] = []
        for version in versions {
            let numbers = try texts.numbers(version, writer)
            let content = version.content
            if case .value(let value) = content.body {
                rows.append(
                    numbers.sample(
                        start: content.start,
                        end: content.end,
                        value: value,
                        creation: content.creation,
                        identity: identity(version, value, numbers)
                    )
                )
            } else if let payload = Self.payload(content, state) {
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
    private func identity(_ version: SyncedVersion, _ value: Double, _ numbers: IncomingTexts.Numbers) -> SampleIdentity
    {
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

    // MARK: Deletions

    /// Removes the tombstones of samples that come back.
    private mutating func forgetTombstones(of versions: [SyncedVersion], _ state: SyncState) throws {
        let named = state.deletions.values.reduce(into: Set<SyncID>()) { $0.formUnion($1.roots) }
        let deleted = versions.filter { version in
            named.contains(version.root) || state.versions[version.root].map { $0.count > 1 } ?? false
        }
        let places = try places(ofDeleted: deleted.map(\.id.uuid))
        // In order, so that neighbours become one range.
        for (uuid, known) in places.sorted(by: { $0.value.anchor < $1.value.anchor }) {
            try writer.writer.removeTombstones(known.anchor...known.anchor)
            tombstones?[uuid] = nil
        }
    }

    /// Notes deletions of what was never here, or went by an undo here, so that an import doesn't bring it.
    private mutating func keepDeletions(_ part: Part, _ held: [SyncID: [SyncID]], _ live: LiveDeletions) throws {
        let unknown = part.deleted.sorted()
            .compactMap { root -> SyncedVersion? in
                guard held[root] == nil, part.merged.samples[root] == nil, !live.isUndone(root) else { return nil }
                return part.state.versions[root]?.values.first(where: \.isFirst)
            }
        let places = try places(ofDeleted: unknown.map(\.root.uuid))
        for version in unknown where places[version.root.uuid]?.isUndo ?? true {
            let root = version.root
            if let known = places[root.uuid] { try writer.writer.removeTombstones(known.anchor...known.anchor) }
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
            tombstones?[root.uuid] = Remembered(anchor: writer.writer.currentAnchor, isUndo: false)
        }
    }

    /// The deletions of some samples that the store remembers.
    private mutating func places(ofDeleted uuids: [UUID]) throws -> [UUID: Remembered] {
        if uuids.isEmpty { return [:] }
        let wanted = Set(uuids)
        if let tombstones {
            return wanted.reduce(into: [:]) { places, uuid in places[uuid] = tombstones[uuid] }
        }
        var places: [UUID: Remembered] = [:]
        var all: [UUID: Remembered] = [:]
        var areMany = false
        try writer.store.forEachDeletion(after: 0) { uuid, anchor, kept in
            let isWanted = wanted.contains(uuid)
            if areMany, !isWanted { return }
            let isUndo = TombstonePayload.isUndo(kept)
            if isWanted { places[uuid, default: Remembered(anchor: anchor, isUndo: true)].add(anchor, isUndo: isUndo) }
            if areMany { return }
            all[uuid, default: Remembered(anchor: anchor, isUndo: true)].add(anchor, isUndo: isUndo)
            areMany = all.count > Self.mostTombstones
            if areMany { all = [:] }
        }
        tombstones = areMany ? nil : all
        return places
    }

    // MARK: Links

    private mutating func link(_ part: Part) throws {
        var seen: Set<SyncedLink.Name> = []
        for link in part.state.links.values.sorted(by: { $0.name < $1.name }) {
            let name = SyncedLink.Name(
                parent: part.merged.end(link.name.parent),
                child: part.merged.end(link.name.child),
                role: link.name.role
            )
            guard seen.insert(name).inserted, let parent = part.merged.samples[name.parent],
                let child = part.merged.samples[name.child]
            else {
                continue
            }
            let stored = StoreLink(parent: parent.id.uuid, child: child.id.uuid, role: Int(name.role))
            let isThere = try writer.store.parents(of: stored.child, role: stored.role)
                .contains { $0.parent == stored.parent }
            let isMeant = part.merged.links.contains(name)
            if isMeant == isThere { continue }
            if isMeant {
                try writer.linkForOtherDevices(stored)
            } else {
                try writer.writer.unlink(parent: stored.parent, child: stored.child, role: stored.role)
            }
            counts.links += 1
        }
    }
}
