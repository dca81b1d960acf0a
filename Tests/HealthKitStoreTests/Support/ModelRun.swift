import Foundation
import HealthKitStore
import RandomTesting

/// A store, what it should hold, and a source of operations.
struct ModelRun {
    let fixture: StoreFixture
    var words: Vocabulary
    var generator: SeededGenerator
    var samples: [StoredSample] = []
    var records: [StoredRecord] = []
    var tombstones: [StoredTombstone] = []
    var links: Set<StoreLink> = []
    var values: [String: [UInt8]] = [:]
    var anchor: Int64 = 0
    /// What was done so far: each row saved, imported, replaced or deleted, each record, link and value, each query
    /// whose answer was compared, each refusal, opening and crash counts as one.
    private(set) var operations = 0
    private let isSmall: Bool

    init(_ kind: StoreKind, seed: UInt64) throws {
        try self.init(StoreFixture(kind), seed: seed)
    }

    /// Runs a model on a store; a small one saves few samples at a time.
    init(_ fixture: StoreFixture, seed: UInt64, isSmall: Bool = false) throws {
        self.isSmall = isSmall
        let kind = fixture.kind
        self.fixture = fixture
        words = try fixture.write { try Vocabulary($0) }
        generator = SeededGenerator(seed: seed &* 1000 &+ UInt64(kind.rawValue.count))
    }

    mutating func step() throws {
        switch generator.int(0...99) {
        case 0..<35:
            try insert(
                count: generator.chance(10)
                    ? generator.int(isSmall ? 15...30 : 60...300) : generator.int(1...(isSmall ? 4 : 12))
            )
        case 35..<50: try importRows()
        case 50..<65 where isSmall && samples.count > 120: try delete(count: 90)
        case 50..<65: try delete()
        case 65..<71: try addRecord()
        case 71..<74: try updateRecord()
        case 74..<80: try link()
        case 80..<84: try setValue()
        case 84: try addWord()
        case 85: try forgetDeletions()
        case 86..<91: try replace()
        case 91..<94: try refuse()
        case 94..<97: try crash()
        default: try reopen()
        }
    }

    private mutating func newSample() -> NewSample {
        let isHeartRate = generator.chance(50)
        let start = Double(generator.int(0...(generator.chance(50) ? 30 : 4000))) * 15
        return NewSample(
            type: isHeartRate ? words.heartRate : words.steps,
            source: generator.chance(50) ? words.phone : words.watch,
            unit: isHeartRate ? words.bpm : words.count,
            revision: words.revisions.randomElement(using: &generator) ?? 0,
            device: generator.chance(30) ? 0 : words.devices.randomElement(using: &generator) ?? 0,
            metadata: generator.chance(70) ? 0 : words.metadata.randomElement(using: &generator) ?? 0,
            start: start + (generator.chance(20) ? Double.random(in: 0...1, using: &generator) : 0),
            end: start + 1 + Double(generator.int(0...(generator.chance(10) ? 9000 : 60))),
            value: generator.chance(50) ? Double(generator.int(0...3)) : Double.random(in: 0...300, using: &generator),
            creation: start + 100,
            identity: generator.chance(50) ? .uuid(generator.uuid()) : .derived
        )
    }

    private mutating func insert(count: Int) throws {
        var new = (0..<count).map { _ in newSample() }
        if generator.chance(30), let duplicate = new.first { new += [duplicate].map { with($0, .derived) } }
        try fixture.write { try $0.insert(new) }
        operations += new.count
        try learn(new)
    }

    private mutating func reopen() throws {
        operations += 1
        try fixture.reopen()
    }

    private mutating func crash() throws {
        operations += 1
        try fixture.crash()
    }

    /// A new entry of a dictionary, alone in its transaction.
    private mutating func addWord() throws {
        let bytes = Array("metadata \(words.metadata.count + 1)".utf8)
        let id = try fixture.write { try $0.intern(.metadata, bytes) }
        guard try fixture.read({ try $0.dictionaryBytes(.metadata, id) }) == bytes, !words.metadata.contains(id) else {
            throw ModelFailure("an entry of a dictionary is lost")
        }
        words.metadata.append(id)
        operations += 1
    }

    /// A sample takes the place of others in one transaction, as a newer version of it does.
    private mutating func replace() throws {
        let victims = Set((0..<generator.int(1...3)).compactMap { _ in samples.randomElement(using: &generator) })
        let new = (0..<generator.int(1...3)).map { _ in newSample() }
        let deleted = try fixture.write { writer in
            try writer.insert(new)
            return try writer.delete(uuids: victims.map(\.uuid), at: 6)
        }
        guard deleted == victims.count else { throw ModelFailure("replaced \(deleted) of \(victims.count)") }
        operations += new.count + victims.count
        forget(Set(victims.map(\.uuid)))
        let before = anchor
        try learn(new)
        let changes = try fixture.read { try $0.changes(after: before) }
        for case .tombstone(let tombstone) in changes.items { tombstones.append(tombstone) }
    }

    private mutating func forget(_ gone: Set<UUID>) {
        samples.removeAll { gone.contains($0.uuid) }
        records.removeAll { gone.contains($0.uuid) }
        links = links.filter { !gone.contains($0.parent) && !gone.contains($0.child) }
    }

    private mutating func updateRecord() throws {
        guard let index = records.indices.randomElement(using: &generator) else { return }
        let payload = (0..<generator.int(0...(generator.chance(20) ? 9000 : 40))).map { UInt8(truncatingIfNeeded: $0) }
        let uuid = records[index].uuid
        try fixture.write { try $0.update(record: uuid, payload: payload) }
        records[index].payload = payload
        operations += 1
    }

    private func with(_ sample: NewSample, _ identity: SampleIdentity) -> NewSample {
        var sample = sample
        sample.identity = identity
        return sample
    }

    /// Imports new rows and rows that are stored; the model knows which is which by counting.
    private mutating func importRows() throws {
        var rows = (0..<generator.int(0...20)).map { _ in with(newSample(), .derived) }
        for _ in 0..<generator.int(0...20) {
            guard let sample = samples.randomElement(using: &generator) else { break }
            rows.append(NewSample(sample))
        }
        var stored = Dictionary(grouping: samples) { NewSample($0) }.mapValues(\.count)
        var fresh: [NewSample] = []
        for row in rows {
            let left = stored[row] ?? 0
            if left > 0 { stored[row] = left - 1 } else { fresh.append(row) }
        }
        let session = try fixture.store.beginImport()
        let split = rows.isEmpty ? 0 : generator.int(0...rows.count)
        var counts = try session.add(Array(rows.prefix(split)))
        try fixture.afterWrite?()
        try session.tidy()
        counts = try counts + session.add(Array(rows.dropFirst(split)))
        operations += rows.count
        guard counts == ImportCounts(added: fresh.count, duplicate: rows.count - fresh.count) else {
            throw ModelFailure("import said \(counts), expected \(fresh.count) of \(rows.count) new")
        }
        try fixture.settle()
        try learn(fresh)
    }

    /// Takes over what the store gave the new rows, and checks that they are the ones that were given.
    private mutating func learn(_ new: [NewSample]) throws {
        let changes = try fixture.read { try $0.changes(after: anchor) }
        var learned: [StoredSample] = []
        for case .sample(let sample) in changes.items { learned.append(sample) }
        let expected = Dictionary(grouping: new.map { with($0, .derived) }) { $0 }.mapValues(\.count)
        let found = Dictionary(grouping: learned.map { NewSample($0) }) { $0 }.mapValues(\.count)
        let given = Set(new.compactMap { if case .uuid(let uuid) = $0.identity { uuid } else { nil } })
        guard expected == found, given.isSubset(of: Set(learned.map(\.uuid))) else {
            throw ModelFailure("the new rows are not those that were given")
        }
        samples += learned
        anchor = changes.lastAnchor
    }

    private mutating func delete() throws {
        try delete(count: generator.chance(10) ? generator.int(20...100) : generator.int(1...6))
    }

    private mutating func delete(count: Int) throws {
        let first = samples.isEmpty ? 0 : generator.int(0...samples.count - 1)
        let ordered = samples.sorted { $0.start < $1.start }
        let victims =
            generator.chance(50)
            ? Array(ordered[first..<min(first + count, samples.count)])
            : (0..<count).compactMap { _ in samples.randomElement(using: &generator) }
        let unique = Dictionary(victims.map { ($0.uuid, $0) }) { first, _ in first }
        var uuids = Array(unique.keys)
        if generator.chance(20), let record = records.randomElement(using: &generator) { uuids.append(record.uuid) }
        let byRow = generator.chance(50) && uuids.count == unique.count
        let deleted = try fixture.write { writer in
            byRow
                ? try writer.delete(samples: victims, at: 5) { [UInt8(truncatingIfNeeded: $0.type.number)] }
                : try writer.delete(uuids: uuids, at: 5) { [UInt8(truncatingIfNeeded: $0.type.number)] }
        }
        guard deleted == uuids.count else { throw ModelFailure("deleted \(deleted) of \(uuids.count)") }
        let gone = Set(uuids)
        operations += gone.count
        forget(gone)
        let changes = try fixture.read { try $0.changes(after: anchor) }
        for case .tombstone(let tombstone) in changes.items { tombstones.append(tombstone) }
        guard changes.items.count == gone.count, Set(tombstones.suffix(gone.count).map(\.uuid)) == gone else {
            throw ModelFailure("tombstones are not of what was deleted")
        }
        anchor = changes.lastAnchor
    }

    /// Deletions are no longer told of, wherever they stand.
    private mutating func forgetDeletions() throws {
        guard let first = tombstones.randomElement(using: &generator)?.anchor else { return }
        let range = first...first + Int64(generator.int(0...20))
        try fixture.write { try $0.removeTombstones(range) }
        operations += tombstones.count { range.contains($0.anchor) }
        tombstones.removeAll { range.contains($0.anchor) }
    }

    private mutating func addRecord() throws {
        let start = Double(generator.int(0...3000))
        let record = NewRecord(
            type: words.workout,
            source: generator.chance(50) ? words.phone : words.watch,
            revision: words.revisions[0],
            start: start,
            end: start + Double(generator.int(0...500)),
            creation: start,
            payload: [UInt8(generator.int(0...3))],
            identity: generator.chance(50) ? .uuid(generator.uuid()) : .derived
        )
        let uuid = try fixture.write { try $0.insert(record) }
        guard let stored = try fixture.read({ try $0.record(uuid: uuid) }) else { throw ModelFailure("record lost") }
        records.append(stored)
        anchor = stored.anchor
        operations += 1
    }

    private mutating func link() throws {
        guard let parent = records.randomElement(using: &generator),
            let child = samples.randomElement(using: &generator)
        else { return }
        operations += 1
        let link = StoreLink(parent: parent.uuid, child: child.uuid, role: generator.int(1...2))
        if generator.chance(30), let old = links.randomElement(using: &generator) {
            try fixture.write { try $0.unlink(parent: old.parent, child: old.child, role: old.role) }
            links.remove(old)
        } else {
            try fixture.write { try $0.link(parent: link.parent, child: link.child, role: link.role) }
            links.insert(link)
        }
    }

    private mutating func setValue() throws {
        let key = "key \(generator.int(0...9))"
        let bytes = generator.chance(30) ? nil : [UInt8(generator.int(0...255))]
        operations += 1
        try fixture.write { try $0.setValue(bytes, "model", key) }
        values[key] = bytes
    }

    /// A refused save changes nothing.
    private mutating func refuse() throws {
        operations += 1
        var new = (0..<generator.int(1...5)).map { _ in newSample() }
        if let stored = samples.randomElement(using: &generator), generator.chance(50) {
            new.append(with(newSample(), .uuid(stored.uuid)))
        } else {
            new[0].value = .nan
        }
        do {
            try fixture.write { try $0.insert(new) }
            throw ModelFailure("a save that must be refused was accepted")
        } catch is StoreError {}
    }
}

extension ModelRun {
    /// What the store says differently from the model.
    mutating func compare() throws -> [String] {
        var differences: [String] = []
        let bounds = (0..<6).map { _ in request() }
        operations += 3 * bounds.count + min(samples.count, 20) + 8
        try fixture.read { reader in
            for request in bounds {
                let wanted = matching(request)
                var found: [StoredSample] = []
                try reader.forEachSample(request) { sample in
                    found.append(copy sample)
                    return .continue
                }
                if found != wanted { differences.append("samples in order: \(found.count) for \(wanted.count)") }
                var backwards: [StoredSample] = []
                try reader.forEachSample(request, order: .descending) { sample in
                    backwards.append(copy sample)
                    return .continue
                }
                if backwards != wanted.reversed() { differences.append("samples in reverse order") }
                if try scanned(reader, request) != Set(wanted) { differences.append("samples scanned") }
            }
            for sample in samples.shuffled(using: &generator).prefix(20) {
                if try reader.sample(uuid: sample.uuid) != sample { differences.append("sample by UUID") }
            }
            for tombstone in tombstones.suffix(10) where !samples.contains(where: { $0.uuid == tombstone.uuid }) {
                if try reader.object(uuid: tombstone.uuid) != nil { differences.append("a deleted object is there") }
            }
            if try reader.records(RecordRequest()).sorted(by: { $0.anchor < $1.anchor }) != records {
                differences.append("records")
            }
            if try Set(records.flatMap { try reader.children(of: $0.uuid) }) != links { differences.append("links") }
            let stored = try reader.values("model").map { ($0.key, $0.bytes) }
            if Dictionary(stored, uniquingKeysWith: { first, _ in first }) != values { differences.append("values") }
            let entries = (1...words.metadata.count).map { Array("metadata \($0)".utf8) }
            if try reader.dictionaryEntries(.metadata).map(\.bytes) != entries { differences.append("dictionary") }
            if try Set(reader.summaries()) != summaries() { differences.append("summaries") }
            if try Set(reader.provenance()) != provenance() { differences.append("provenance") }
            let after = Int64(generator.int(0...Int(anchor)))
            let limit = generator.int(1...60)
            let page = try reader.changes(after: after, limit: limit)
            if page.items != Array(log(after: after).prefix(limit)) { differences.append("changes") }
            let (type, source) = (generator.chance(50) ? words.steps : words.heartRate, words.phone)
            let part = try reader.changes(after: after, types: [type], sources: [source], limit: limit)
            let own = log(after: after).filter { $0.type == type && $0.source == source }
            if part.items != Array(own.prefix(limit)) { differences.append("changes of a type and source") }
        }
        return differences
    }

    private mutating func request() -> ScanRequest {
        var request = ScanRequest(type: generator.chance(50) ? words.steps : words.heartRate, columns: .all)
        if generator.chance(30) { request.sources = [words.phone] }
        if generator.chance(40) { request.startLower = Double(generator.int(0...5000)) }
        if generator.chance(40) { request.startUpper = Double(generator.int(0...60_000)) }
        if generator.chance(40) { request.endLower = Double(generator.int(0...30_000)) }
        if generator.chance(40) { request.endUpper = Double(generator.int(0...60_000)) }
        return request
    }

    private func matching(_ request: ScanRequest) -> [StoredSample] {
        samples.filter { sample in
            sample.type == request.type && request.sources?.contains(sample.source) != false
                && sample.start >= request.startLower && sample.start <= request.startUpper
                && sample.end >= request.endLower && sample.end <= request.endUpper
        }
        .sorted { ($0.start, $0.uuid) < ($1.start, $1.uuid) }
    }

    private func scanned(_ reader: StoreReader, _ request: ScanRequest) throws -> Set<StoredSample> {
        var found: Set<StoredSample> = []
        try reader.scan(request) { block in
            for row in 0..<block.count {
                let (start, end) = (block.starts[row], block.ends[row])
                guard start >= request.startLower, start <= request.startUpper else { continue }
                guard end >= request.endLower, end <= request.endUpper else { continue }
                found.insert(block.sample(at: row))
            }
            return .continue
        }
        return found
    }

    private func summaries() -> Set<GroupSummary> {
        struct Key: Hashable {
            var type: TypeID
            var source: SourceID
            var unit: UnitID
        }
        var spans: [Key: [(start: Double, end: Double)]] = [:]
        for sample in samples {
            spans[Key(type: sample.type, source: sample.source, unit: sample.unit), default: []]
                .append((sample.start, sample.end))
        }
        for record in records {
            spans[Key(type: record.type, source: record.source, unit: 0), default: []]
                .append((record.start, record.end))
        }
        return Set(
            spans.map { key, spans in
                GroupSummary(
                    type: key.type,
                    source: key.source,
                    unit: key.unit,
                    count: spans.count,
                    firstStart: spans.map(\.start).min() ?? 0,
                    lastStart: spans.map(\.start).max() ?? 0,
                    lastEnd: spans.map(\.end).max() ?? 0
                )
            }
        )
    }

    private func provenance() -> Set<ProvenanceCount> {
        var counts: [ProvenanceCount: Int] = [:]
        func add(_ type: TypeID, _ source: SourceID, _ revision: RevisionID, _ device: DeviceID) {
            let key = ProvenanceCount(type: type, source: source, revision: revision, device: device, count: 0)
            counts[key, default: 0] += 1
        }
        for sample in samples { add(sample.type, sample.source, sample.revision, sample.device) }
        for record in records { add(record.type, record.source, record.revision, record.device) }
        return Set(
            counts.map { key, count in
                var key = key
                key.count = count
                return key
            }
        )
    }

    private func log(after anchor: Int64) -> [StoreChanges.Item] {
        let items =
            samples.map { StoreChanges.Item.sample($0) } + records.map { .record($0) }
            + tombstones.map { .tombstone($0) }
        return items.filter { $0.anchor > anchor }.sorted { $0.anchor < $1.anchor }
    }
}

extension StoreChanges.Item {
    fileprivate var type: TypeID {
        switch self {
        case .sample(let sample): sample.type
        case .record(let record): record.type
        case .tombstone(let tombstone): tombstone.type
        }
    }

    fileprivate var source: SourceID {
        switch self {
        case .sample(let sample): sample.source
        case .record(let record): record.source
        case .tombstone(let tombstone): tombstone.source
        }
    }
}

struct ModelFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension NewSample {
    /// What a stored sample says, without its identity.
    fileprivate init(_ sample: StoredSample) {
        self.init(
            type: sample.type,
            source: sample.source,
            unit: sample.unit,
            revision: sample.revision,
            device: sample.device,
            metadata: sample.metadata,
            start: sample.start,
            end: sample.end,
            value: sample.value,
            creation: sample.creation
        )
    }
}
