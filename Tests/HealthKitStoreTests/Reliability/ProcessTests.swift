import FaultDisk
import Foundation
import HealthKitStore
import RandomTesting
import Synchronization
import Testing
import WaitTesting

/// Processes that write to one store: some are killed, some run beside each other.
@Suite struct ProcessTests {
    /// The transactions of one writer in a store.
    struct Sequence {
        /// The rows of each transaction by its number.
        private(set) var counts: [Int: Int] = [:]
        private(set) var problems: [String] = []
        private var anchor: Int64 = 0
        private var seen: Set<UUID> = []

        /// Reads what is new: every transaction is whole, every row is there once.
        mutating func read(_ store: SampleStore, name: String) throws {
            let (changes, last) = try store.read { reader in
                let changes = try reader.changes(after: anchor)
                return (changes, try reader.value("sequence", name).map { String(decoding: $0, as: UTF8.self) })
            }
            let source = try store.read { try $0.entryID(.source, Array(name.utf8)) }
            anchor = changes.lastAnchor
            for case .sample(let sample) in changes.items where sample.source == source {
                counts[Int(sample.value), default: 0] += 1
                if !seen.insert(sample.uuid).inserted { problems.append("\(name): a row is there twice") }
            }
            let newest = Int(last ?? "") ?? 0
            if counts.count != newest {
                problems.append("\(name): \(counts.count) transactions, the last is \(newest)")
            }
            for (number, count) in counts where count != 1 + number % 7 || number > newest {
                problems.append("\(name): transaction \(number) has \(count) rows")
            }
        }
    }

    private static func inFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("health.store").path)
    }

    /// Whether SQLite finds the file sound and all of it can be read.
    private static func isSound(_ path: String, isLocked: Bool) throws -> Bool {
        var hash: UInt64 = 0
        let uri = try StoreFileSystem.standard.uri(path) + (isLocked ? TestKey.parameter : "")
        return fault_contents(uri, true, &hash) == 0
    }

    /// What a writer is told besides: where it finds the key, when its store is encrypted.
    private static func key(beside path: String, isLocked: Bool) throws -> [String] {
        guard isLocked else { return [] }
        try TestKey.secret.withBytes { try Data($0).write(to: URL(fileURLWithPath: path + ".key")) }
        return [path + ".key"]
    }

    private static func options(isLocked: Bool) -> StoreOptions {
        var options = StoreOptions()
        options.key = isLocked ? TestKey.secret : nil
        return options
    }

    @Test(arguments: [false, true]) func whatAKilledProcessSaidIsThere(_ isLocked: Bool) throws {
        try Self.inFolder { path in
            let key = try Self.key(beside: path, isLocked: isLocked)
            let options = Self.options(isLocked: isLocked)
            var generator = SeededGenerator("killed writers")
            let seed = generator.seed
            var sequence = Sequence()
            var (acknowledged, rounds, killed) = (0, 0, 0)
            while rounds < Soak.count(40, soak: 400) {
                rounds += 1
                let child = try Child("StoreWriter", [path, "writer", "1000000"] + key)
                // Mostly while it writes, else while it starts and opens the store.
                if generator.chance(80) { child.waitForOutput() }
                usleep(UInt32(generator.int(0...40_000)))
                let lines = child.kill()
                let numbers = lines.compactMap { Int($0) }
                // A last line may have been cut short.
                if numbers.count != lines.count { Issue.record("the writer said \(lines.suffix(2)), seed \(seed)") }
                if let last = numbers.last { killed += last > acknowledged ? 1 : 0 }
                acknowledged = max(acknowledged, numbers.last ?? 0)
                let store = try SampleStore(at: .file(path), options: options)
                try sequence.read(store, name: "writer")
                if rounds % 3 == 0 { store.close() }
                #expect(sequence.counts.count >= acknowledged, "round \(rounds), seed \(seed)")
                #expect(sequence.problems == [], "round \(rounds), seed \(seed)")
                #expect(try Self.isSound(path, isLocked: isLocked), "round \(rounds), seed \(seed)")
                if !sequence.problems.isEmpty { return }
            }
            let store = try SampleStore(at: .file(path), options: options)
            let contents = try StoreContents(store, namespaces: ["sequence"])
            #expect(try store.read { try contents.contradictions($0) } == [])
            print(
                "kills\(isLocked ? ", encrypted" : ""): \(rounds) rounds, \(killed) while writing, \(acknowledged) transactions acknowledged, seed \(seed)"
            )
            #expect(killed > rounds / 2)
        }
    }

    @Test(arguments: [2, 4], [false, true])
    func processesThatWriteAtOnceLoseAndDoubleNothing(_ processes: Int, _ isLocked: Bool) throws {
        try Self.inFolder { path in
            let count = 60
            let key = try Self.key(beside: path, isLocked: isLocked)
            let store = try SampleStore(at: .file(path), options: Self.options(isLocked: isLocked))
            let heard = Mutex<Set<String>>([])
            let observation = store.observe { change in
                heard.withLock { $0.formUnion(change.namespaces) }
            }
            let children = try (0..<processes)
                .map { try Child("StoreWriter", [path, "writer \($0)", "\(count)"] + key) }
            var early = Sequence()
            try eventuallyBlocking("a transaction of the first writer", seconds: 120) {
                try early.read(store, name: "writer 0")
                return !early.counts.isEmpty
            }
            for child in children {
                let (status, lines) = child.end()
                #expect(status == 0, "\(lines.suffix(3))")
                #expect(lines.compactMap { Int($0) } == Array(1...count))
            }
            for index in 0..<processes {
                var sequence = Sequence()
                try sequence.read(store, name: "writer \(index)")
                #expect(sequence.problems == [])
                #expect(sequence.counts.count == count)
            }
            let wanted = Set((0..<processes).flatMap { writer in (1...count).map { "writer \(writer) \($0)" } })
            eventuallyBlocking("word of every transaction", seconds: 120) {
                heard.withLock { $0.isSuperset(of: wanted) }
            }
            print("observed: \(heard.withLock { $0.count }) of \(wanted.count) transactions of \(processes) processes")
            #expect(wanted.subtracting(heard.withLock { $0 }) == [])
            observation.cancel()
            store.close()
            #expect(try Self.isSound(path, isLocked: isLocked))
        }
    }

    /// The canary: a transaction of which a row is missing isn't taken for whole.
    @Test func aHalfTransactionIsNoticed() throws {
        let fixture = try StoreFixture(.file)
        try fixture.write { writer in
            let type = try writer.intern(.type, Array("sequence".utf8))
            let source = try writer.intern(.source, Array("writer".utf8))
            try writer.insert([NewSample(type: type, source: source, start: 0, end: 0, value: 1, creation: 0)])
            try writer.setValue(Array("1".utf8), "sequence", "writer")
        }
        var sequence = Sequence()
        try sequence.read(fixture.store, name: "writer")
        #expect(sequence.problems == ["writer: transaction 1 has 1 rows"])
    }
}
