import Foundation
import GRDB
import RandomTesting
import Testing

@testable import HealthKitStore

/// Deletions are told of in their order, one by one and packed, whatever is deleted, brought back and asked for.
@Suite("Packed deletions")
struct PackedTombstoneTests {
    /// A store in which deletions come and go, and what it should say.
    private struct Run {
        let fixture: StoreFixture
        let words: Vocabulary
        var random: SeededGenerator
        var expected: [StoredTombstone] = []

        init(_ kind: StoreKind, seed: UInt64) throws {
            fixture = try StoreFixture(kind)
            words = try fixture.write { try Vocabulary($0) }
            random = SeededGenerator(seed: seed)
        }

        private mutating func tombstone() -> StoredTombstone {
            let start = Double(random.int(0...100_000))
            var payload: [UInt8] = []
            if random.chance(70) {
                for time in [start, start + 5] { withUnsafeBytes(of: time.bitPattern.littleEndian) { payload += $0 } }
            }
            if random.chance(10) { payload += Array("kept \(random.int(0...5))".utf8) }
            return StoredTombstone(
                uuid: random.uuid(),
                type: random.chance(60) ? words.steps : words.heartRate,
                source: random.chance(60) ? words.phone : words.watch,
                anchor: 0,
                deleted: Double(random.int(0...3)),
                payload: payload
            )
        }

        /// Deletions, and what takes the places between them.
        mutating func bury() throws {
            let sizes = [1, 1, 1, 2, 5, 30, 64, 100, 3_000]
            let count = sizes[random.int(0...(fixture.kind == .tinyBatches ? 6 : 8))]
            let isMixed = random.chance(50)
            var new = (0..<count).map { _ in tombstone() }
            if !isMixed, let first = new.first {
                for index in new.indices { (new[index].type, new[index].source) = (first.type, first.source) }
            }
            let gaps = Set((0..<random.int(0...5)).map { _ in random.int(0...count) })
            try fixture.write { writer in
                for index in new.indices {
                    if gaps.contains(index) { _ = try writer.takeAnchor() }
                    try writer.takeOver(new[index])
                    new[index].anchor = writer.currentAnchor
                }
            }
            expected += new
        }

        /// Takes some out again, wherever they stand, and perhaps deletes others in the same transaction.
        mutating func bringBack() throws {
            guard let last = expected.last else { return }
            var ranges: [ClosedRange<Int64>] = []
            for _ in 0..<random.int(1...40) {
                let first = Int64(random.int(1...Int(last.anchor)))
                ranges.append(first...min(first + Int64(random.int(0...(random.chance(10) ? 2_500 : 9))), last.anchor))
            }
            let new = tombstone()
            let (isBefore, isLastGone) = (random.chance(50), random.chance(30))
            var expected = expected
            try fixture.write { writer in
                func bury() throws {
                    try writer.takeOver(new)
                    expected.append(new)
                    expected[expected.count - 1].anchor = writer.currentAnchor
                }
                func remove(_ range: ClosedRange<Int64>) throws {
                    try writer.removeTombstones(range)
                    expected.removeAll { range.contains($0.anchor) }
                }
                if isBefore { try bury() }
                for range in ranges { try remove(range) }
                if isLastGone { try remove(writer.currentAnchor...writer.currentAnchor) }
                if !isBefore { try bury() }
            }
            self.expected = expected
        }

        mutating func step() throws {
            switch random.int(0...99) {
            case 0..<60: try bury()
            case 60..<90: try bringBack()
            case 90..<95: try fixture.reopen()
            default: try fixture.crash()
            }
        }

        /// The differences of the store.
        mutating func differences() throws -> [String] {
            var found: [String] = []
            let newest = Int(expected.last?.anchor ?? 0) + 1
            try fixture.read { reader in
                if try reader.tombstones(after: 0, limit: .max) != expected { found.append("all") }
                for _ in 0..<12 {
                    let after = Int64(random.int(0...newest))
                    let limit = random.chance(20) ? 5_000 : random.int(0...70)
                    let wanted = expected.filter { $0.anchor > after }
                    if try reader.tombstones(after: after, limit: limit) != Array(wanted.prefix(limit)) {
                        found.append("\(limit) after \(after)")
                    }
                    var visited: Set<UUID> = []
                    try reader.forEachDeletion(after: after) { uuid, _, _ in visited.insert(uuid) }
                    if visited != Set(wanted.map(\.uuid)) { found.append("visited after \(after)") }
                    let types = random.chance(50) ? [words.steps] : [words.steps, words.heartRate, words.workout]
                    let sources: Set<SourceID>? = random.chance(50) ? [words.watch] : nil
                    let page = try reader.changes(after: after, types: types, sources: sources, limit: limit)
                    let seen = wanted.filter { types.contains($0.type) && sources?.contains($0.source) != false }
                    if page.items != seen.prefix(limit).map({ .tombstone($0) }) {
                        found.append("of types after \(after)")
                    }
                    if page.isLimited != (seen.count > limit) { found.append("whether there are more after \(after)") }
                }
            }
            return found
        }
    }

    @Test(
        "A store tells of the same deletions as a plain list",
        arguments: StoreKind.allCases,
        1...UInt64(Soak.count(1, soak: 20))
    )
    func model(_ kind: StoreKind, _ seed: UInt64) throws {
        var run = try Run(kind, seed: seed)
        for step in 0..<60 {
            try run.step()
            if step % 6 == 5 {
                let differences = try run.differences()
                #expect(differences == [], "\(kind), seed \(seed), step \(step)")
                if !differences.isEmpty { return }
            }
        }
        #expect(try run.fixture.store.inspect().findings == [], "\(kind), seed \(seed)")
    }

    private func rows(_ fixture: StoreFixture) throws -> (single: Int, packed: Int) {
        try fixture.read { reader in
            let lengths = try Int.fetchAll(reader.connection.database, sql: "SELECT length(uuid) FROM tombstone")
            return (lengths.count { $0 == 16 }, lengths.count { $0 != 16 })
        }
    }

    private func bury(_ count: Int, _ fixture: StoreFixture, _ words: Vocabulary) throws {
        try fixture.write { writer in
            for _ in 0..<count {
                try writer.takeOver(
                    StoredTombstone(
                        uuid: UUID(),
                        type: words.steps,
                        source: words.phone,
                        anchor: 0,
                        deleted: 1,
                        payload: []
                    )
                )
            }
        }
    }

    @Test("A deletion stays in a row of its own until there are enough; one more then costs as few steps as ever")
    func amortised() throws {
        let fixture = try StoreFixture(.memory)
        let words = try fixture.write { try Vocabulary($0) }
        for _ in 0..<63 { try bury(1, fixture, words) }
        #expect(try rows(fixture) == (63, 0))
        try bury(1, fixture, words)
        #expect(try rows(fixture) == (0, 1))
        for _ in 0..<100 { try bury(1, fixture, words) }
        #expect(try rows(fixture) == (36, 1))
        try bury(5_000, fixture, words)
        #expect(try rows(fixture) == (0, 5))
        try bury(40, fixture, words)
        // Those of one transaction join the last that have room.
        try bury(30, fixture, words)
        #expect(try rows(fixture) == (0, 5))
        let steps = try (0..<63)
            .map { _ in
                try fixture.write { writer in
                    try writer.takeOver(
                        StoredTombstone(
                            uuid: UUID(),
                            type: words.steps,
                            source: words.phone,
                            anchor: 0,
                            deleted: 1,
                            payload: []
                        )
                    )
                    try writer.settleTombstones()
                    return writer.steps
                }
            }
        #expect(steps.allSatisfy { $0 < 1_000 }, "\(steps)")
    }

    @Test("A packed row is damaged as a whole, is named, and a repair saves the others")
    func damage() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        try bury(5_000, fixture, words)
        try bury(3, fixture, words)
        let all = try fixture.read { try $0.tombstones(after: 0, limit: .max) }
        fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
        let count = try queue.inDatabase { database in
            let bytes: Data = try #require(
                try Row.fetchOne(
                    database,
                    sql: "SELECT uuid FROM tombstone WHERE length(uuid) = 12 ORDER BY anchor LIMIT 1"
                )
            )[0]
            try database.execute(
                sql: """
                    UPDATE tombstone SET payload = substr(payload, 1, 500) || x'5A' || substr(payload, 502)
                    WHERE anchor = (SELECT min(anchor) FROM tombstone)
                    """
            )
            return Int(bytes.last ?? 0) + Int(bytes.dropLast().last ?? 0) << 8
        }
        try queue.close()
        let store = try SampleStore(at: .file(fixture.path))
        let error = #expect(throws: StoreError.self) { try store.read { try $0.tombstones(after: 0, limit: .max) } }
        #expect(error?.code == .damaged)
        // Entries after it can still be read.
        let later = all[count + 5].anchor
        #expect(try store.read { try $0.tombstones(after: later, limit: .max) } == Array(all[(count + 6)...]))
        store.close()
        let findings = try SampleStore.inspect(path: fixture.path).findings
        #expect(findings.map(\.text) == ["\(count) deletions can't be read: packed deletions fail their checksum"])
        #expect(findings.map(\.count) == [count])
        let repaired = fixture.folder.appendingPathComponent("repaired.store").path
        let report = try SampleStore.repair(fixture.path, to: repaired)
        #expect(report.lost.map(\.text) == ["the notes of \(count) deletions"] && report.remaining == [])
        #expect(report.tombstones == all.count - count)
        let saved = try SampleStore(at: .file(repaired))
        #expect(try saved.read { try $0.tombstones(after: 0, limit: .max) } == Array(all[count...]))
        saved.close()
    }

    @Test("Deletions out of order are named, and a repair puts them at the end")
    func disorder() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        try bury(100, fixture, words)
        try fixture.write { writer in
            for range in [10...19 as ClosedRange<Int64>, 30...30] { try writer.removeTombstones(range) }
        }
        let before = try fixture.read { try $0.tombstones(after: 0, limit: .max) }
        fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
        try queue.inDatabase {
            try $0.execute(
                sql: "INSERT INTO tombstone SELECT 15, randomblob(16), type, source, 7, x'' FROM tombstone LIMIT 1"
            )
        }
        try queue.close()
        let findings = try SampleStore.inspect(path: fixture.path).findings
        #expect(findings.map(\.text) == ["1 deletion is out of order"])
        let repaired = fixture.folder.appendingPathComponent("repaired.store").path
        let report = try SampleStore.repair(fixture.path, to: repaired)
        #expect(report.lost == [] && report.remaining == [])
        let saved = try SampleStore(at: .file(repaired))
        let after = try saved.read { try $0.tombstones(after: 0, limit: .max) }
        saved.close()
        #expect(after.dropLast() == before[...] && after.last?.deleted == 7)
    }

    @Test("A store of an earlier format has its deletions packed when it is taken over, and none before")
    func earlierFormat() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        fixture.close()
        let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(fixture.path))
        try queue.inDatabase { try $0.execute(sql: "PRAGMA user_version = 3") }
        // Somebody has it open, so that it stays what it is.
        try queue.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL; SELECT * FROM state") }
        var options = StoreOptions()
        options.busyTimeout = 0.1
        let store = try SampleStore(at: .file(fixture.path), options: options)
        let payloads = (0..<5_000).map { [UInt8](repeating: 1, count: $0 % 3) }
        try store.write { writer in
            for (index, payload) in payloads.enumerated() {
                let source = index % 3 == 0 ? words.watch : words.phone
                try writer.takeOver(
                    StoredTombstone(
                        uuid: UUID(),
                        type: words.steps,
                        source: source,
                        anchor: 0,
                        deleted: Double(index / 9),
                        payload: payload
                    )
                )
            }
        }
        let lengths = try queue.inDatabase { try Int.fetchAll($0, sql: "SELECT DISTINCT length(uuid) FROM tombstone") }
        #expect(lengths == [16])
        let before = try store.read { try $0.tombstones(after: 0, limit: .max) }
        #expect(before.map(\.payload) == payloads)
        store.close()
        try queue.close()
        let again = try SampleStore(at: .file(fixture.path))
        #expect(try again.read { try $0.tombstones(after: 0, limit: .max) } == before)
        #expect(try again.inspect().findings == [])
        let rows = try again.read {
            try Int.fetchOne($0.connection.database, sql: "SELECT count(*) FROM tombstone") ?? 0
        }
        #expect(rows < 10)
        again.close()
    }

    @Test("What was deleted is not told of by the bytes of packed rows once it is back")
    func broughtBack() throws {
        let fixture = try StoreFixture(.file)
        let words = try fixture.write { try Vocabulary($0) }
        let kept = Array("a text that was kept of a deleted object".utf8)
        try fixture.write { writer in
            for index in 0..<200 {
                let payload = index == 77 ? kept : [1]
                try writer.takeOver(
                    StoredTombstone(
                        uuid: UUID(),
                        type: words.steps,
                        source: words.phone,
                        anchor: 0,
                        deleted: 1,
                        payload: payload
                    )
                )
            }
        }
        let anchor = try #require(
            try fixture.read { try $0.tombstones(after: 0, limit: .max) }.first { $0.payload == kept }?.anchor
        )
        try fixture.write { try $0.removeTombstones(anchor...anchor) }
        fixture.close()
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)).range(of: Data(kept)) == nil)
    }
}
