import Foundation
import GRDB
import Testing

@testable import HealthKitStore

/// A way to damage a store, and what must be found.
struct Damage: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: String
    let kind: StoreFinding.Kind
    /// Whether a repair brings back everything.
    let isReparable: Bool

    init(_ name: String, _ kind: StoreFinding.Kind, isReparable: Bool = true, _ sql: String) {
        self.name = name
        self.kind = kind
        self.isReparable = isReparable
        self.sql = sql
    }

    var testDescription: String { name }

    static let all: [Damage] = [
        Damage(
            "columns altered",
            .samples,
            isReparable: false,
            "UPDATE batch_data SET bytes = zeroblob(length(bytes)) WHERE id = (SELECT min(id) FROM batch_data)"
        ),
        Damage(
            "columns gone",
            .samples,
            isReparable: false,
            "DELETE FROM batch_data WHERE id = (SELECT max(id) FROM batch_data)"
        ),
        Damage(
            "header altered",
            .header,
            "UPDATE batch SET header = zeroblob(104) WHERE id = (SELECT max(id) FROM batch)"
        ),
        Damage("header of another length", .header, "UPDATE batch SET header = x'00'"),
        Damage(
            "row of a batch gone",
            .stray,
            isReparable: false,
            "DELETE FROM batch WHERE id = (SELECT max(id) FROM batch)"
        ),
        Damage(
            "batch in another group",
            .header,
            """
            UPDATE batch SET sample_group = (SELECT max(id) FROM sample_group)
            WHERE id = (SELECT max(id) FROM batch WHERE sample_group = (SELECT min(sample_group) FROM batch))
            """
        ),
        Damage("wrong first start beside the header", .summary, "UPDATE batch SET start_min = start_min - 1"),
        Damage("wrong anchors beside the header", .summary, "UPDATE batch SET anchor_max = anchor_max + 1"),
        Damage("group counts too many", .group, "UPDATE sample_group SET count = count + 1"),
        Damage("group with a wrong last end", .group, "UPDATE sample_group SET last_end = last_end + 5"),
        Damage("group with too short a longest", .group, "UPDATE sample_group SET longest = 0"),
        Damage("group gone", .group, isReparable: false, "DELETE FROM sample_group WHERE id = 1"),
        Damage("provenance wrong", .provenance, "UPDATE provenance SET count = count + 1"),
        Damage("provenance gone", .provenance, "DELETE FROM provenance"),
        Damage(
            "entry altered",
            .dictionary,
            isReparable: false,
            "UPDATE dictionary SET bytes = x'FF' WHERE entry = (SELECT max(entry) FROM dictionary)"
        ),
        Damage(
            "hash of an entry altered",
            .dictionary,
            isReparable: false,
            "UPDATE dictionary SET hash = hash + 99 WHERE entry = (SELECT max(entry) FROM dictionary)"
        ),
        Damage("metadata gone", .reference, isReparable: false, "DELETE FROM dictionary WHERE entry = (6 << 32) + 1"),
        Damage("source gone", .reference, isReparable: false, "DELETE FROM dictionary WHERE entry = (3 << 32) + 1"),
        Damage("type gone", .reference, isReparable: false, "DELETE FROM dictionary WHERE entry = (1 << 32) + 1"),
        Damage(
            "UUIDs altered",
            .identity,
            isReparable: false,
            "UPDATE batch_identity SET bytes = zeroblob(length(bytes))"
        ),
        Damage("UUIDs gone", .identity, isReparable: false, "DELETE FROM batch_identity"),
        Damage("index lacks UUIDs", .index, "DELETE FROM identity_recent WHERE fingerprint % 3 = 0"),
        Damage("index names too many", .index, "INSERT INTO identity_recent VALUES (77, 1, 5, 1)"),
        Damage("record names no type", .reference, isReparable: false, "UPDATE record SET type = 99"),
        Damage(
            "record without UUID",
            .records,
            isReparable: false,
            "UPDATE record SET uuid = x'01' WHERE anchor = (SELECT min(anchor) FROM record)"
        ),
        Damage(
            "record with impossible times",
            .values,
            isReparable: false,
            "UPDATE record SET \"end\" = start - 5 WHERE anchor = (SELECT min(anchor) FROM record)"
        ),
        Damage(
            "record gone",
            .links,
            isReparable: false,
            "DELETE FROM record WHERE anchor = (SELECT min(anchor) FROM record)"
        ),
        Damage("link to nothing", .links, "INSERT INTO link VALUES (1, 1, zeroblob(16))"),
        Damage("link of nothing", .links, "INSERT INTO link VALUES (77, 1, (SELECT uuid FROM record))"),
        Damage("tombstone of no type", .tombstones, isReparable: false, "UPDATE tombstone SET type = 0"),
        Damage("tombstone without UUID", .tombstones, isReparable: false, "UPDATE tombstone SET uuid = x'00'"),
        Damage(
            "packed tombstones altered",
            .tombstones,
            isReparable: false,
            "UPDATE tombstone SET payload = zeroblob(length(payload)) WHERE length(uuid) = 12"
        ),
        Damage(
            "packed tombstones of another source",
            .tombstones,
            isReparable: false,
            "UPDATE tombstone SET source = 3 - source WHERE length(uuid) = 12"
        ),
        Damage(
            "packed tombstones of another extent",
            .tombstones,
            isReparable: false,
            "UPDATE tombstone SET uuid = zeroblob(11) || x'01' WHERE length(uuid) = 12"
        ),
        Damage(
            "packed tombstones at another place",
            .tombstones,
            isReparable: false,
            "UPDATE tombstone SET anchor = anchor - 1 WHERE length(uuid) = 12"
        ),
        Damage(
            "tombstone of the living",
            .tombstones,
            "INSERT INTO tombstone SELECT 1000000, uuid, type, source, 5, x'' FROM record LIMIT 1"
        ),
        Damage(
            "place taken twice",
            .anchors,
            """
            INSERT INTO record SELECT (SELECT anchor_first FROM batch LIMIT 1), zeroblob(15) || x'01', type, source,
            revision, device, metadata, start, "end", creation, payload FROM record LIMIT 1
            """
        ),
        Damage("counter too low", .anchors, "UPDATE state SET anchor = 3"),
        Damage("counter of batches too low", .counters, "UPDATE state SET batch = 0"),
        Damage("counter of commits too low", .counters, "UPDATE state SET commits = 0"),
        Damage("counters gone", .counters, "DELETE FROM state"),
        Damage("index dropped", .table, "DROP INDEX batch_anchor"),
        Damage("table dropped", .table, "DROP TABLE provenance"),
        Damage("strange table", .table, "CREATE TABLE stranger(x)"),
        Damage("mark gone", .file, "PRAGMA application_id = 0"),
    ]
}

@Suite struct InspectionTests {
    @Test(arguments: StoreKind.allCases)
    func aSoundStoreHasNoFindings(_ kind: StoreKind) throws {
        let rich = try RichStore(kind)
        let inspection = try rich.fixture.store.inspect()
        #expect(inspection.findings == [])
        let contents = try rich.contents()
        #expect(inspection.samples == contents.samples.count + contents.records.count)
        #expect(inspection.records == contents.records.count)
        #expect(inspection.types == 2)
    }

    @Test func anEmptyStoreHasNoFindings() throws {
        let fixture = try StoreFixture(.file)
        var nothing = StoreInspection()
        nothing.commits = 0
        #expect(try fixture.store.inspect() == nothing)
    }

    @Test(arguments: Damage.all)
    func damageIsFoundAndNamed(_ damage: Damage) throws {
        let rich = try RichStore()
        try rich.damage(damage.sql)
        let inspection = try SampleStore.inspect(path: rich.path)
        let kinds = Set(inspection.findings.map(\.kind))
        #expect(kinds.contains(damage.kind), "found \(inspection.findings)")
        #expect(inspection.findings.allSatisfy { !$0.text.isEmpty && !$0.text.hasSuffix(".") })
    }

    @Test func aLostBatchIsNamedWithItsCountOriginAndPeriod() throws {
        let fixture = try StoreFixture(.tinyBatches)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { writer in
            try writer.insert((0..<40).map { words.step(Double($0) * 100, source: words.watch) })
        }
        fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
        let ids = try queue.inDatabase { try Int64.fetchAll($0, sql: "SELECT id FROM batch ORDER BY start_min") }
        let counts = try SampleStore.inspect(path: fixture.path).samples
        #expect(counts == 40 && ids.count >= 8)
        // Two neighbours and a third apart from them.
        try queue.inDatabase { database in
            for id in [ids[1], ids[2], ids[5]] {
                try database.execute(sql: "UPDATE batch_data SET bytes = x'00' WHERE id = ?", arguments: [id])
            }
        }
        try queue.close()
        let inspection = try SampleStore.inspect(path: fixture.path)
        let lost = inspection.findings.filter { $0.kind == .samples }
        #expect(lost.map(\.text) == Array(repeating: "cannot be read: the block is too short", count: 2))
        #expect(lost.allSatisfy { $0.origin == StoreFinding.Origin(type: words.steps, source: words.watch) })
        #expect(lost.reduce(0) { $0 + ($1.count ?? 0) } == 40 - inspection.samples)
        #expect(lost.first?.period == 400...1100)
        #expect(inspection.findings.count == 2)
    }

    @Test func runsOfTheIndexAreHeldAgainstTheSamples() throws {
        let rich = try RichStore(.tinyBatches)
        try rich.damage(
            "UPDATE identity_block SET bytes = zeroblob(length(bytes)) WHERE id = (SELECT max(id) FROM identity_block)"
        )
        let inspection = try SampleStore.inspect(path: rich.path)
        #expect(inspection.findings.map(\.kind) == [.index])
        let second = try RichStore(.tinyBatches)
        try second.damage("DELETE FROM identity_run WHERE id = (SELECT min(id) FROM identity_run)")
        #expect(try SampleStore.inspect(path: second.path).findings.contains { $0.kind == .index })
    }

    @Test func samplesOutOfOrderAreFound() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { writer in
            try writer.insert([words.step(0), words.step(100)])
            let group = try #require(try writer.group(type: words.steps, source: words.phone, unit: words.count))
            let header = try #require(try writer.firstBatch(in: group.id))
            let rows = BatchRows()
            try writer.take(header, of: group, into: rows)
            swap(&rows.starts[0], &rows.starts[1])
            swap(&rows.ends[0], &rows.ends[1])
            try writer.change {
                try writer.removeHeader(header)
                writer.state.batch = header.id - 1
                try writer.writeBatches(rows, 0..<2, of: group, evenly: false)
            }
        }
        fixture.close()
        // Such a header makes no sense by itself, but the samples are there.
        let inspection = try SampleStore.inspect(path: fixture.path)
        #expect(inspection.findings.contains { $0.kind == .order }, "\(inspection.findings)")
        #expect(inspection.samples == 2)
    }

    @Test func duplicatesWithOneUUIDAreFound() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        try fixture.write { writer in
            try writer.insert([words.step(0), words.step(0)])
            let group = try #require(try writer.group(type: words.steps, source: words.phone, unit: words.count))
            let header = try #require(try writer.firstBatch(in: group.id))
            let rows = BatchRows()
            try writer.take(header, of: group, into: rows)
            rows.ordinals[1] = rows.ordinals[0]
            try writer.change {
                try writer.removeHeader(header)
                try writer.writeBatches(rows, 0..<2, of: group, reusing: header.id, evenly: false)
            }
        }
        #expect(try fixture.store.inspect().findings.map(\.kind) == [.identity])
    }

    @Test func whatIsNoStoreIsRefusedInWords() throws {
        let fixture = try StoreFixture(.file)
        fixture.close()
        func code(_ name: String, _ bytes: Data?) throws -> StoreError.Code? {
            let path = fixture.folder.appendingPathComponent(name).path
            if let bytes { try bytes.write(to: URL(fileURLWithPath: path)) }
            do {
                _ = try SampleStore.inspect(path: path)
                return nil
            } catch let error as StoreError {
                #expect(error.path == path)
                return error.code
            }
        }
        #expect(try code("nothing", nil) == .cannotOpen)
        #expect(try code("empty", Data()) == .notAStore)
        #expect(try code("text", Data(String(repeating: "This is no store. ", count: 999).utf8)) == .notAStore)
        #expect(try code("short", Data("SQLite format 3\0".utf8)) == .notAStore)
        let folder = fixture.folder.appendingPathComponent("folder").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(try code("folder", nil) == .cannotOpen)
        let foreign = fixture.folder.appendingPathComponent("foreign").path
        let queue = try DatabaseQueue(path: foreign)
        try queue.write { try $0.execute(sql: "CREATE TABLE t(x)") }
        try queue.close()
        #expect(try code("foreign", nil) == .notAStore)
    }

    @Test func inspectingChangesNothing() throws {
        let rich = try RichStore()
        rich.fixture.close()
        let before = try Data(contentsOf: URL(fileURLWithPath: rich.path))
        _ = try SampleStore.inspect(path: rich.path)
        #expect(try Data(contentsOf: URL(fileURLWithPath: rich.path)) == before)
    }
}
