import Foundation
import GRDB
import Synchronization
import Testing

@testable import HealthKitStore

/// What one source stored and deleted is found by indexes that a store of an earlier program gets when it is written to.
@Suite("Indexes by type and source")
struct OriginIndexTests {
    private func answers(_ store: SampleStore, _ words: Vocabulary) throws -> [[Int64]] {
        try store.read { reader in
            var answers: [[Int64]] = []
            for source in [words.watch, words.phone] {
                for order in [StoreOrder.ascending, .descending] {
                    let request = RecordRequest(
                        type: words.workout,
                        sources: [source],
                        startLower: 1_000,
                        startUpper: 4_000,
                        order: order
                    )
                    answers.append(try reader.records(request).map(\.anchor))
                }
                let places: [(after: Int64, limit: Int?)] = [(0, nil), (3, 5), (400, 4), (405, nil)]
                for (after, limit) in places {
                    let changes = try reader.changes(
                        after: after,
                        types: [words.steps, words.workout],
                        sources: [source],
                        limit: limit
                    )
                    answers.append(changes.items.map(\.anchor) + [changes.lastAnchor])
                }
            }
            let all = try reader.changes(after: 0, types: [words.steps, words.workout])
            return answers + [all.items.map(\.anchor)]
        }
    }

    @Test("With and without the indexes the answers are the same; opening for writing makes them")
    func same() throws {
        let rich = try RichStore()
        let whole = try answers(rich.fixture.store, rich.words)
        #expect((whole.last?.count ?? 0) > 400)
        #expect(try rich.fixture.read { try $0.hasOriginIndexes() })
        try rich.damage(
            """
            DROP INDEX record_origin; DROP INDEX record_origin_time; DROP INDEX batch_origin; DROP INDEX tombstone_origin
            """
        )
        var options = StoreOptions()
        options.isReadOnly = true
        let reading = try SampleStore(at: .file(rich.path), options: options)
        #expect(try reading.read { try $0.hasOriginIndexes() } == false)
        #expect(try answers(reading, rich.words) == whole)
        reading.close()
        #expect(try SampleStore.inspect(path: rich.path).findings == [])
        let writing = try SampleStore(at: .file(rich.path))
        #expect(try writing.read { try $0.hasOriginIndexes() })
        #expect(try answers(writing, rich.words) == whole)
        writing.close()
        #expect(try SampleStore.inspect(path: rich.path).findings == [])
    }

    @Test("Indexes that can't be made while somebody else writes are told of, and made with the next write")
    func later() throws {
        let rich = try RichStore()
        try rich.damage("DROP INDEX record_origin; DROP INDEX batch_origin")
        var options = StoreOptions()
        options.busyTimeout = 0.01
        let reported = Mutex<[String]>([])
        Mishap.addListener { what, _ in reported.withLock { $0.append(what) } }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let holder = try DatabaseQueue(path: StoreFileSystem.standard.uri(rich.path), configuration: configuration)
        try holder.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let writing = try SampleStore(at: .file(rich.path), options: options)
        #expect(try writing.read { try $0.hasOriginIndexes() } == false)
        #expect(reported.withLock { $0.contains("indexes") })
        try holder.inDatabase { try $0.execute(sql: "ROLLBACK") }
        try holder.close()
        try writing.write { try $0.setValue([1], "some", "value") }
        #expect(try writing.read { try $0.hasOriginIndexes() })
        writing.close()
    }

    @Test("What a source did is found without a step over what others did")
    func steps() throws {
        var steps: [Int] = []
        for others in [10, 2_000] {
            let fixture = try StoreFixture(.memory)
            let words = try fixture.write { try Vocabulary($0) }
            let strange = try fixture.write { writer in
                try writer.insert([words.step(0, source: words.watch), words.step(60, source: words.watch)])
                try writer.insert((0..<others).map { words.step(Double($0) * 100, source: words.phone) })
                return try writer.all(words.steps).filter { $0.source == words.phone }.map(\.uuid)
            }
            try fixture.write { try $0.delete(uuids: Array(strange.dropFirst(5)), at: 99) { _ in [] } }
            steps.append(
                try fixture.read { reader in
                    let changes = try reader.changes(after: 0, types: [words.steps], sources: [words.watch])
                    #expect(changes.items.count == 2)
                    return reader.steps
                }
            )
        }
        #expect(abs(steps[0] - steps[1]) < 50, "\(steps)")
    }

    @Test("What is new since an anchor is found without a step over the batches that were there before")
    func sinceAnAnchor() throws {
        var steps: [Int] = []
        for earlier in [10, 60_000] {
            let fixture = try StoreFixture(.memory)
            let words = try fixture.write { try Vocabulary($0) }
            try fixture.write { writer in
                try writer.insert((0..<earlier).map { words.step(Double($0) * 100, source: words.watch) })
            }
            let anchor = try fixture.read { try $0.currentAnchor }
            try fixture.write { try $0.insert([words.step(1e9, source: words.watch)]) }
            steps.append(
                try fixture.read { reader in
                    let changes = try reader.changes(after: anchor, types: [words.steps], sources: [words.watch])
                    #expect(changes.items.count == 1)
                    return reader.steps
                }
            )
        }
        #expect(abs(steps[0] - steps[1]) < 50, "\(steps)")
    }

    @Test("A source's records of one moment are found without a step over its other records, so an import is linear")
    func moment() throws {
        var steps: [Int] = []
        for count in [10, 1_000] {
            let fixture = try StoreFixture(.memory)
            let words = try fixture.write { try Vocabulary($0) }
            try fixture.write { writer in
                for number in 0..<count {
                    let start = Double(number) * 100
                    _ = try writer.insert(
                        NewRecord(
                            type: words.workout,
                            source: words.watch,
                            start: start,
                            end: start + 10,
                            creation: 20,
                            payload: [1]
                        )
                    )
                }
            }
            steps.append(
                try fixture.read { reader in
                    let request = RecordRequest(
                        type: words.workout,
                        sources: [words.watch],
                        startLower: 500,
                        startUpper: 500
                    )
                    let found = try reader.records(request)
                    #expect(found.count == 1)
                    return reader.steps
                }
            )
        }
        #expect(abs(steps[0] - steps[1]) < 50, "\(steps)")
    }
}
