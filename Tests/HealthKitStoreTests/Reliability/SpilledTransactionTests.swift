import FaultDisk
import Foundation
import GRDB
import RandomTesting
import Testing

@testable import HealthKitStore

/// Transactions that do not fit into memory: SQLite writes pages of them to the log, reads them there again, writes them
/// again in their place, and makes the checksums of the frames anew when it commits.
@Suite struct SpilledTransactionTests {
    private struct Refusal: Error {}

    /// Values of a page or two, under keys that are written in any order.
    private static func write(_ writer: StoreWriter, round: Int, keys: Int = 40, step: Int = 1) throws {
        for index in stride(from: 0, to: keys, by: step) {
            let key = (index * 17 + round * 5) % keys
            let bytes = (0..<2500 + key * 60).map { UInt8(truncatingIfNeeded: $0 &* (round + 3) ^ key) }
            try writer.setValue(bytes, "spilled", "key \(key)")
        }
    }

    private static func values(_ reader: StoreReader) throws -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: try reader.values("spilled").map { ($0.key, $0.bytes) })
    }

    private static func options(_ disk: FaultyDisk, keptKilobytes: Int = StoreFixture.fewKilobytes) -> StoreOptions {
        var options = disk.options
        options.keptKilobytes = keptKilobytes
        options.checkpointPages = 200
        return options
    }

    private static func open(_ disk: FaultyDisk) throws -> SampleStore {
        try SampleStore(at: .file(disk.path), options: options(disk))
    }

    /// A disk whose log was begun a second time: the mark beside it is of the first.
    private static func disk(isLocked: Bool) throws -> FaultyDisk {
        let disk = FaultyDisk(isLocked: isLocked)
        let store = try open(disk)
        for round in 0..<8 { try store.write { try write($0, round: round, keys: 30) } }
        store.close()
        return disk
    }

    /// How many frames of a page and a header the log has.
    private static func frames(_ disk: FaultyDisk) -> Int {
        ((disk.size("-log") ?? 0) - disk.zerosBehindLog - 96) / 4120
    }

    @Test("A transaction reads and writes again what it wrote, goes back, and commits", arguments: [false, true])
    func rounds(_ isLocked: Bool) throws {
        let disk = try Self.disk(isLocked: isLocked)
        let store = try Self.open(disk)
        let inMemory = try SampleStore(at: .memory)
        for round in 0..<12 {
            let writes: (StoreWriter) throws -> Void = { writer in
                for pass in 0..<3 { try Self.write(writer, round: round * 3 + pass, step: 1 + pass) }
                if round % 3 == 1 { throw Refusal() }
            }
            let before = try disk.contents()
            if round % 3 == 1 {
                #expect(throws: Refusal.self) { try store.write(writes) }
                #expect(throws: Refusal.self) { try inMemory.write(writes) }
                #expect(try disk.contents() == before)
            } else {
                try store.write(writes)
                try inMemory.write(writes)
            }
            // What a killed program would leave, and what another program reads.
            #expect(try disk.copy().contents(checksIntegrity: true) == disk.contents(checksIntegrity: true))
            #expect(try store.read(Self.values) == inMemory.read(Self.values))
        }
        store.close()
        let again = try Self.open(disk)
        #expect(try again.inspect().findings == [])
        #expect(try again.read(Self.values) == inMemory.read(Self.values))
        again.close()
    }

    @Test(
        "What another connection writes over a transaction that was taken back is read as what it is",
        arguments: [false, true]
    )
    func others(_ isLocked: Bool) throws {
        let disk = try Self.disk(isLocked: isLocked)
        let first = try Self.open(disk)
        let second = try Self.open(disk)
        for round in 0..<10 {
            #expect(throws: Refusal.self) {
                try first.write { writer in
                    for pass in 0..<2 { try Self.write(writer, round: 100 + round + pass) }
                    throw Refusal()
                }
            }
            try second.write { try Self.write($0, round: round, step: 3) }
            let values = try second.read(Self.values)
            #expect(try first.read(Self.values) == values)
            // The writing connection itself reads them too.
            #expect(try first.write(Self.values) == values)
            try first.write { try Self.write($0, round: round, keys: 12) }
            #expect(try disk.copy().contents() == disk.contents())
        }
        first.close()
        second.close()
    }

    /// SQLite 3.40 loses such a commit in a crash.
    ///
    /// It forgets that frames lack their checksums.
    @Test("A commit after a return to a savepoint is on the disk, or refused", arguments: [false, true])
    func savepoints(_ isLocked: Bool) throws {
        for later in [1, 4, 40] {
            let disk = try Self.disk(isLocked: isLocked)
            let store = try Self.open(disk)
            let before = try disk.contents()
            var isRefused = false
            do {
                try store.write { writer in
                    let database = writer.connection.database
                    try Self.write(writer, round: 1, keys: 10)
                    try database.execute(sql: "SAVEPOINT before")
                    for pass in 0..<3 { try Self.write(writer, round: 20 + pass) }
                    try database.execute(sql: "ROLLBACK TO before; RELEASE before")
                    try Self.write(writer, round: 40, keys: later)
                }
            } catch let error as StoreError {
                #expect(error.code == .ioError)
                isRefused = true
            }
            let crashed = try disk.copy().contents(checksIntegrity: true)
            #expect(try crashed == disk.contents(checksIntegrity: true))
            #expect((crashed == before) == isRefused)
            try store.write { try Self.write($0, round: 50) }
            #expect(try disk.copy().contents() == disk.contents())
            store.close()
        }
    }

    private struct Flips: CustomStringConvertible {
        var refused = 0
        var damaged = 0
        var right = 0
        var wrong: [String] = []
        var description: String { "\(refused) refused, \(damaged) damaged, \(right) right, \(wrong.count) wrong" }
    }

    /// Flips a bit of what a transaction has written, in the middle of it, at many places in turn.
    private static func flip(isLocked: Bool, verifies: Bool) throws -> Flips {
        let beginning = try disk(isLocked: isLocked)
        // Something of the log is committed before.
        func prepared() throws -> (FaultyDisk, SampleStore) {
            let disk = beginning.copy()
            var options = options(disk)
            options.verifiesPages = verifies
            let store = try SampleStore(at: .file(disk.path), options: options)
            try store.write { try write($0, round: 60, keys: 5) }
            return (disk, store)
        }
        func run(_ store: SampleStore, between: () -> Void) throws {
            try store.write { writer in
                for pass in 0..<2 { try write(writer, round: 70 + pass) }
                between()
                // Some of the frames are read, some written again, some neither.
                for key in [3, 11, 25] { _ = try writer.value("spilled", "key \(key)") }
                try write(writer, round: 80, keys: 20, step: 4)
            }
        }
        let (disk, store) = try prepared()
        let committed = frames(disk)
        let before = try disk.contents()
        var spilled = 0
        try run(store) { spilled = frames(disk) }
        let after = try disk.contents()
        store.close()
        #expect(spilled > committed + 30)
        var flips = Flips()
        var generator = SeededGenerator(seed: 21)
        // In the soak every frame.
        let step = Soak.isRunning ? 1 : 5
        for frame in stride(from: 0, to: spilled, by: step) {
            // The page's number and the size, or the salts and the checksum; then a place in the page.
            let header = frame % 3 == 0 ? generator.int(8...23) : generator.int(0...7)
            for place in [header, 24 + generator.int(0...4095)] {
                let (disk, store) = try prepared()
                do {
                    try run(store) { disk.bytes("-log")[96 + frame * 4120 + place] ^= 1 << UInt8(generator.int(0...7)) }
                    switch try disk.copy().contents(checksIntegrity: true, verifies: verifies) {
                    case after: flips.right += 1
                    case .failure: flips.damaged += 1
                    default: flips.wrong.append("frame \(frame), byte \(place)")
                    }
                } catch let error as StoreError {
                    #expect(error.code == .damaged && error.message.contains("frame"), "\(error)")
                    flips.refused += 1
                    // What was flipped in the part that is committed stays so.
                    if frame >= committed {
                        #expect(try disk.contents(checksIntegrity: true) == before)
                        try run(store) {}
                        #expect(try disk.copy().contents() == after)
                    }
                }
                store.close()
            }
        }
        return flips
    }

    @Test("A bit that is flipped in the middle of a transaction is noticed", arguments: [false, true])
    func flips(_ isLocked: Bool) throws {
        let flips = try Self.flip(isLocked: isLocked, verifies: true)
        print("flips in a long transaction\(isLocked ? ", encrypted" : ""): \(flips)")
        #expect(flips.wrong == [])
        #expect(flips.refused > (Soak.isRunning ? 20 : 8))
    }

    /// The canary.
    @Test func withoutChecksTheSameFlipsGiveWrongAnswers() throws {
        let flips = try Self.flip(isLocked: false, verifies: false)
        print("flips in a long transaction without checks: \(flips)")
        #expect(flips.wrong.count > (Soak.isRunning ? 10 : 4))
    }

    @Test(
        "An import with a UUID for each of its samples is one transaction, however little memory it has",
        arguments: [false, true]
    )
    func importing(_ isLocked: Bool) throws {
        try ScratchFolder.with { folder in
            var options = StoreOptions()
            options.key = isLocked ? TestKey.secret : nil
            options.keptKilobytes = StoreFixture.fewKilobytes
            options.checkpointPages = 100
            options.recentIdentityLimit = 200
            var generator = SeededGenerator(seed: 3)
            let store = try SampleStore(at: .file(folder.path("health.store")), options: options)
            let words = try store.write { try Vocabulary($0) }
            let session = try store.beginImport()
            var count = 0
            for part in 0..<3 {
                let rows = (0..<1500)
                    .map { index -> NewSample in
                        let minute = (part * 1500 + index) * 7919 % 4500
                        return words.step(Double(minute) * 60, identity: .uuid(generator.uuid()))
                    }
                let records = (0..<200)
                    .map { index -> NewRecord in
                        let start = Double(index * 100)
                        return NewRecord(
                            type: words.workout,
                            source: words.watch,
                            start: start,
                            end: start + 50,
                            creation: 0,
                            payload: [UInt8](repeating: UInt8(part), count: 100 * index),
                            identity: .uuid(generator.uuid())
                        )
                    }
                try session.write { transaction in
                    _ = try transaction.add(rows)
                    for record in records { _ = try transaction.add(record) }
                }
                count += rows.count
            }
            try session.finish()
            #expect(try store.inspect().findings == [])
            #expect(try store.read { try $0.all(words.steps).count } == count)
            // Deleting half of them, and giving them to another store, are long transactions too.
            let all = try store.read { try $0.all(words.steps) }
            _ = try store.write { try $0.delete(samples: Array(all.prefix(count / 2)), at: 9) }
            let other = try SampleStore(at: .file(folder.path("other.store")), options: options)
            try store.read { reader in
                _ = try other.merge(reader, MergeOptions(importing: ImportOptions()))
            }
            #expect(try other.inspect().findings == [])
            let (merged, given) = try (StoreContents(other, namespaces: []), StoreContents(store, namespaces: []))
            #expect(Set(merged.samples.joined().map(\.uuid)) == Set(given.samples.joined().map(\.uuid)))
            #expect(Set(merged.records.map(\.uuid)) == Set(given.records.map(\.uuid)))
            other.close()
            store.close()
            let path = folder.path("health.store")
            #expect(try SampleStore.inspect(path: path, key: options.key).findings == [])
            let report = try SampleStore.repair(path, key: options.key, to: folder.path("repaired.store"))
            #expect(report.remaining == [] && report.samples == count - count / 2)
        }
    }
}
