import Foundation
import GRDB
import HealthKitStore
import RandomTesting
import Synchronization
import Testing

/// Scans that other cores help with: the same batches, bits, order and errors as without help.
@Suite struct ReadAheadTests {
    /// One store, opened to be scanned with help and without.
    private struct Stores {
        let helped: StoreFixture
        let alone: SampleStore
        let words: Vocabulary

        init(seed: UInt64, rows: Int) throws {
            helped = try StoreFixture(.file) { options in
                options.batchCapacity = 16
                options.leastBatchesForHelp = 3
                options.coreCount = 4
            }
            var generator = SeededGenerator(seed: seed)
            let words = try helped.write { try Vocabulary($0) }
            self.words = words
            try helped.write { writer throws in
                try writer.insert(
                    (0..<rows)
                        .map { row in
                            var sample = words.step(
                                Double(generator.int(0...40_000)),
                                Double(generator.int(0...900)),
                                value: Double(generator.int(0...5_000)) / 10,
                                source: generator.chance(50) ? words.phone : words.watch,
                                identity: generator.chance(30) ? .uuid(generator.uuid()) : .derived
                            )
                            sample.metadata = generator.chance(50) ? 0 : words.metadata[row % words.metadata.count]
                            return sample
                        }
                )
            }
            var options = StoreOptions()
            options.coreCount = 1
            alone = try SampleStore(at: .file(helped.path), options: options)
        }
    }

    /// The columns of all batches, one after the other.
    private static func contents(_ store: SampleStore, _ request: ScanRequest, limit: Int = .max) throws -> [[Double]] {
        try store.read { reader throws in
            var batches: [[Double]] = []
            try reader.scan(request) { block in
                var numbers = [Double(block.source.number), Double(block.count)]
                numbers += Array(block.starts) + Array(block.ends) + Array(block.values)
                numbers += block.revisions.map { Double($0.number) } + block.metadata.map { Double($0.number) }
                batches.append(numbers)
                return batches.count < limit ? .continue : .stop
            }
            return batches
        }
    }

    @Test("A scan with help gives what a scan without gives, whatever is asked for")
    func helpChangesNothing() throws {
        let seed = SeededGenerator("scans with help").seed
        let stores = try Stores(seed: seed, rows: 3_000)
        var generator = SeededGenerator(seed: seed &+ 1)
        let columns: [ColumnSet] = [
            [.times], [.values], [.times, .values], [.times, .values, .provenance], [.creation, .anchor], .all,
        ]
        for _ in 0..<60 {
            var request = ScanRequest(type: stores.words.steps)
            request.columns = columns[generator.int(0...5)]
            if generator.chance(30) { request.sources = [stores.words.watch] }
            if generator.chance(50) { request.startLower = Double(generator.int(0...20_000)) }
            if generator.chance(50) { request.endUpper = Double(generator.int(20_000...40_000)) }
            if generator.chance(20) { request.after = Int64(generator.int(0...3_000)) }
            let limit = generator.chance(20) ? generator.int(1...30) : Int.max
            let expected = try Self.contents(stores.alone, request, limit: limit)
            #expect(try Self.contents(stores.helped.store, request, limit: limit) == expected)
        }
    }

    @Test("Cursors that walk side by side, each with help, give their own samples; UUIDs come when asked for")
    func cursorsSideBySide() throws {
        let seed = SeededGenerator("scans with help").seed
        let stores = try Stores(seed: seed, rows: 2_000)
        let request = ScanRequest(type: stores.words.steps)
        func walk(_ store: SampleStore) throws -> [SourceID: [StoredSample]] {
            try store.read { reader throws in
                var found: [SourceID: [StoredSample]] = [:]
                var generator = SeededGenerator(seed: seed &+ 2)
                var cursors = try reader.columnGroups(request).map { try reader.cursor($0, request) }
                while !cursors.isEmpty {
                    let index = generator.int(0...cursors.count - 1)
                    guard let block = try cursors[index].next() else {
                        cursors.remove(at: index)
                        continue
                    }
                    for row in 0..<block.count where row % 5 == 0 {
                        found[block.source, default: []].append(block.sample(at: row))
                    }
                }
                return found
            }
        }
        #expect(try walk(stores.helped.store) == walk(stores.alone))
    }

    @Test("A damaged batch is told when the scan comes to it, after all batches before it")
    func damageInItsPlace() throws {
        for place in [0, 1, 7, 20] {
            let stores = try Stores(seed: 5, rows: 700)
            let request = ScanRequest(type: stores.words.steps, sources: [stores.words.phone], columns: .times)
            let whole = try Self.contents(stores.alone, request)
            try #require(place < whole.count)
            stores.alone.close()
            stores.helped.store.close()
            let queue = try DatabaseQueue(path: StoreFileSystem.standard.uri(stores.helped.path))
            try queue.inDatabase { database in
                try database.execute(
                    sql: """
                        UPDATE batch_data SET bytes = zeroblob(length(bytes)) WHERE id = (
                            SELECT id FROM batch WHERE sample_group = (SELECT id FROM sample_group WHERE source = ?)
                            ORDER BY start_min, anchor_first LIMIT 1 OFFSET ?)
                        """,
                    arguments: [stores.words.phone.number, place]
                )
            }
            try queue.close()
            try stores.helped.reopen()
            var seen = 0
            let error = #expect(throws: StoreError.self) {
                try stores.helped.read { reader throws in
                    try reader.scan(request) { block in
                        #expect(whole[seen][2..<2 + block.count].elementsEqual(block.starts))
                        seen += 1
                        return .continue
                    }
                }
            }
            #expect(error?.code == .damaged)
            #expect(seen == place)
        }
    }

    @Test("Scans of many threads beside a writer each see one state of the store")
    func oneStateEach() throws {
        let stores = try Stores(seed: 9, rows: 1_500)
        let (store, words) = (stores.helped.store, stores.words)
        let isOver = Atomic(false)
        let mixed = Mutex<[Double]>([])
        inParallel(4) { worker in
            if worker == 0 {
                // Each commit takes as many steps from the phone as it gives to the watch.
                for round in 0..<20 {
                    try? store.write { writer throws in
                        let start = 50_000 + Double(round)
                        try writer.insert([
                            words.step(start, value: 1 + Double(round), source: words.phone),
                            words.step(start, value: -1 - Double(round), source: words.watch),
                        ])
                    }
                }
                isOver.store(true, ordering: .releasing)
                return
            }
            repeat {
                let sum = try? store.read { reader throws in
                    var sum = 0.0
                    try reader.scan(ScanRequest(type: words.steps)) { block in
                        for row in 0..<block.count where block.starts[row] >= 50_000 { sum += block.values[row] }
                        return .continue
                    }
                    return sum
                }
                mixed.withLock { $0.append(sum ?? .nan) }
            } while !isOver.load(ordering: .acquiring)
        }
        #expect(mixed.withLock { $0.allSatisfy { $0 == 0 } })
    }

    @Test("Walks in order, nested, cut short and beside each other, share no batch")
    func orderedWalks() throws {
        let stores = try Stores(seed: 12, rows: 1_000)
        let (store, words) = (stores.helped.store, stores.words)
        let request = ScanRequest(type: words.steps)
        let all = try store.read { reader in
            var all: [UUID] = []
            try reader.forEachSample(request) { sample in
                all.append(sample.uuid)
                return .continue
            }
            return all
        }
        #expect(all.count > 900)
        let wrong = Mutex(0)
        inParallel(4) { worker in
            for round in 0..<20 {
                let length = 1 + (worker * 20 + round) * 7 % 60
                let isRight = try? store.read { reader in
                    var (outer, isRight) = ([UUID](), true)
                    try reader.forEachSample(request) { sample in
                        outer.append(sample.uuid)
                        guard outer.count % 20 == 1 else { return outer.count < length ? .continue : .stop }
                        var inner: [UUID] = []
                        try reader.forEachSample(request, order: .descending) { sample in
                            inner.append(sample.uuid)
                            return inner.count < length ? .continue : .stop
                        }
                        if inner != all.suffix(length).reversed() { isRight = false }
                        return outer.count < length ? .continue : .stop
                    }
                    return isRight && outer == Array(all.prefix(length))
                }
                if isRight != true { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }
}
