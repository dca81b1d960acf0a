import Foundation
import GRDB
import HealthKitStore
import RandomTesting
import Testing

/// A store with something of everything, to damage and to repair.
struct RichStore {
    let fixture: StoreFixture
    let words: Vocabulary
    var path: String { fixture.path }

    init(_ kind: StoreKind = .file, samples: Int = 400) throws {
        let fixture = try StoreFixture(kind)
        let words = try fixture.write { try Vocabulary($0) }
        self.fixture = fixture
        self.words = words
        var generator = SeededGenerator(seed: 7)
        for round in 0..<4 {
            try fixture.write { writer in
                try writer.insert(
                    (0..<samples / 4)
                        .map { index in
                            let start = Double(generator.int(0...200_000))
                            var sample = words.step(start, Double(generator.int(1...600)), value: Double(index))
                            sample.source = index % 3 == 0 ? words.watch : words.phone
                            sample.metadata = index % 5 == 0 ? words.metadata[index % 5] : 0
                            sample.revision = words.revisions[round % 3]
                            sample.identity = index % 2 == 0 ? .uuid(UUID()) : .derived
                            return sample
                        }
                )
            }
        }
        try fixture.write { writer in
            // Duplicates, which only an ordinal tells apart.
            try writer.insert([words.step(5, value: 1), words.step(5, value: 1), words.step(5, value: 1)])
            for index in 0..<6 {
                let record = NewRecord(
                    type: words.workout,
                    source: words.watch,
                    revision: words.revisions[0],
                    start: Double(index) * 1000,
                    end: Double(index) * 1000 + 500,
                    creation: Double(index) * 1000,
                    payload: [UInt8](repeating: UInt8(index), count: 50),
                    identity: index % 2 == 0 ? .uuid(UUID()) : .derived
                )
                let parent = try writer.insert(record)
                for sample in try writer.all(words.steps).dropFirst(index * 3).prefix(3) {
                    try writer.link(parent: parent, child: sample.uuid, role: 1 + index % 2)
                }
            }
            for key in 0..<20 { try writer.setValue([UInt8](repeating: 9, count: 30), "settings", "key \(key)") }
            try writer.setValue([1, 2, 3], "sourceOrder", "steps")
        }
        let victims = try fixture.read {
            try $0.all(words.steps).enumerated().filter { $0.offset % 17 == 9 }.map(\.element)
        }
        try fixture.write { try $0.delete(uuids: victims.map(\.uuid), at: 99) { _ in [7] } }
        // Enough that they stand together.
        let many = (0..<150)
            .map { words.step(500_000 + Double($0) * 10, identity: $0 % 2 == 0 ? .uuid(UUID()) : .derived) }
        try fixture.write { try $0.insert(many) }
        let gone = try fixture.read { try $0.all(words.steps).filter { $0.start >= 500_000 } }
        try fixture.write { try $0.delete(samples: gone, at: 100) { _ in [8] } }
    }

    /// Changes the file behind the store's back.
    func damage(_ sql: String) throws {
        fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(path))
        try queue.inDatabase { try $0.execute(sql: sql) }
        try queue.close()
    }

    func contents() throws -> WholeContents { try fixture.read { try WholeContents($0) } }

    /// Where a repair of the store may go.
    var repaired: String { fixture.folder.appendingPathComponent("repaired.store").path }
}

extension StoreFixture {
    func close() { store.close() }
}

/// Everything that a caller can read of a store.
struct WholeContents: Equatable {
    var samples: Set<StoredSample> = []
    var records: Set<StoredRecord> = []
    var tombstones: Set<StoredTombstone> = []
    var links: Set<StoreLink> = []
    var values: [String: [UInt8]] = [:]
    var entries: [String] = []
    var summaries: Set<GroupSummary> = []
    var provenance: Set<ProvenanceCount> = []
    var anchor: Int64 = 0

    init(_ reader: StoreReader) throws {
        let changes = try reader.changes(after: 0)
        for item in changes.items {
            switch item {
            case .sample(let sample): samples.insert(sample)
            case .record(let record): records.insert(record)
            case .tombstone(let tombstone): tombstones.insert(tombstone)
            }
        }
        anchor = changes.lastAnchor
        for record in records { links.formUnion(try reader.children(of: record.uuid)) }
        for name in ["settings", "sourceOrder"] {
            for (key, bytes) in try reader.values(name) { values["\(name) \(key)"] = bytes }
        }
        for kind in DictionaryKind.allCases {
            entries += try reader.dictionaryEntries(of: kind).map { "\(kind) \($0.number) \($0.bytes)" }
        }
        summaries = Set(try reader.summaries())
        provenance = Set(try reader.provenance())
    }

    /// The differences from another, in a few words: sets of thousands make no message.
    func differences(from other: WholeContents) -> [String] {
        func set<T>(_ name: String, _ mine: Set<T>, _ others: Set<T>) -> String? {
            if mine == others { return nil }
            return "\(name): \(others.subtracting(mine).count) fewer, \(mine.subtracting(others).count) more"
        }
        return [
            set("samples", samples, other.samples), set("records", records, other.records),
            set("tombstones", tombstones, other.tombstones), set("links", links, other.links),
            set("summaries", summaries, other.summaries), set("provenance", provenance, other.provenance),
            values == other.values ? nil : "values", entries == other.entries ? nil : "entries",
            anchor == other.anchor ? nil : "anchor \(anchor) for \(other.anchor)",
        ]
        .compactMap { $0 }
    }

    init(path: String) throws {
        let store = try SampleStore(at: .file(path))
        defer { store.close() }
        self = try store.read { try WholeContents($0) }
    }
}
