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
    struct Held {
        var id: SyncID
        var content: SampleContent
    }

    let writer: ObjectWriter
    let state: SyncState
    let after: ShownState
    let now: Double
    var held: [SyncID: Held]
    var counts = Counts()
    var texts: ArrivingTexts

    /// How many samples are stored at a time.
    static let part = 8_192

    /// Begins with what a store shows.
    init(
        _ writer: ObjectWriter,
        showing before: ShownState,
        _ state: SyncState,
        _ after: ShownState,
        device: SyncID,
        now: Double
    ) {
        self.init(
            writer,
            held: before.samples.mapValues { Held(id: $0.id, content: $0.content) },
            state,
            after,
            device,
            now
        )
    }

    /// Begins with what was read of a store.
    init(
        _ writer: ObjectWriter,
        holding objects: [SyncID: StoreContents.Object],
        _ state: SyncState,
        _ after: ShownState,
        device: SyncID,
        now: Double
    ) {
        self.init(
            writer,
            held: objects.mapValues { Held(id: $0.id, content: $0.content) },
            state,
            after,
            device,
            now
        )
    }

    private init(
        _ writer: ObjectWriter,
        held: [SyncID: Held],
        _ state: SyncState,
        _ after: ShownState,
        _ device: SyncID,
        _ now: Double
    ) {
        self.writer = writer
        self.held = held
        self.state = state
        self.after = after
        self.now = now
        texts = ArrivingTexts(state, here: device)
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
                // A new version of what an app here saved stays this app's.
                try texts.noteSource(of: root, stored: old.id.uuid, writer)
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
            let numbers = try texts.numbers(version, writer)
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
    private func identity(_ version: SampleVersion, _ value: Double, _ numbers: ArrivingTexts.Numbers) -> SampleIdentity
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
}
