import Foundation
import HealthKitStore

/// Writes to a store until it has done what it was told or is killed, and says of each commit that it has returned.
///
/// `StoreWriter PATH NAME COUNT [KEY-FILE]` writes COUNT transactions under NAME, and says "N\n" when the N-th has been stored. Each
/// holds some samples with the transaction's number as their value, how many of them being decided by the number, and a
/// value in a namespace of its own. In between it reads what it wrote and stops with status 2 when that is wrong.
///
/// `StoreWriter --read PATH KEY-FILE` reads all samples of an encrypted store and says "read\n"; when something was written to
/// the file `PATH.lock` it locks the store, says "locked\n", and waits to be killed.
@main struct StoreWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "--read" { try readAndLock(arguments[2], arguments[3]) }
        guard [4, 5].contains(arguments.count), let count = Int(arguments[3]) else { exit(64) }
        do {
            var options = StoreOptions()
            options.batchCapacity = 64
            options.recentIdentityLimit = 64
            options.checkpointPages = 100
            options.busyTimeout = 60
            if arguments.count == 5 {
                options.key = try key(arguments[4])
            }
            let store = try SampleStore(at: .file(arguments[1]), options: options)
            var writer = try SequenceWriter(store, name: arguments[2])
            for _ in 0..<count { try writer.step() }
            store.close()
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}

extension StoreWriter {
    /// Reads a key to where keys lie, and nowhere else.
    private static func key(_ path: String) throws -> SecretBytes {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        return try SecretBytes(count: 32) { bytes in
            guard read(file, bytes.baseAddress, 32) == 32 else { exit(65) }
        }
    }

    private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    /// Opens a store, and keeps nothing of its key.
    private static func opened(_ path: String, _ keyFile: String) throws -> SampleStore {
        var options = StoreOptions()
        options.key = try key(keyFile)
        // So that what was decoded with help stays at hand.
        options.leastBatchesForHelp = 1
        options.coreCount = 2
        return try SampleStore(at: .file(path), options: options)
    }

    private static func readAndLock(_ path: String, _ keyFile: String) throws -> Never {
        let store = try opened(path, keyFile)
        var (count, sum) = (0, 0.0)
        try store.read { reader in
            guard let type = try reader.entryID(.type, Array("noise".utf8)) else { return }
            // Both ways of reading: batch by batch with help, and row by row.
            try reader.scan(ScanRequest(type: type, columns: [.times, .values])) { block in
                for value in block.values { sum += value }
                return .continue
            }
            try reader.forEachSample(ScanRequest(type: type)) { sample in
                count += 1
                sum += sample.value
                return .continue
            }
        }
        say("read \(count)")
        while !FileManager.default.fileExists(atPath: path + ".lock") { usleep(10_000) }
        store.lock()
        say("locked")
        while sum != .infinity { sleep(3600) }
        exit(0)
    }
}

/// The transactions of one process under one name, one after the other.
struct SequenceWriter {
    private let store: SampleStore
    private let name: String
    private var next: Int
    private var isFirst = true

    /// Goes on after the last transaction that the store holds under the name.
    init(_ store: SampleStore, name: String) throws {
        self.store = store
        self.name = name
        next = try store.read { reader in
            let last = try reader.value("sequence", name)
            return last.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 } ?? 0
        }
    }

    mutating func step() throws {
        next += 1
        let number = next
        let (type, source) = try store.write { writer in
            let type = try writer.intern(.type, Array("sequence".utf8))
            let source = try writer.intern(.source, Array(name.utf8))
            let rows = (0..<(1 + number % 7))
                .map { index in
                    NewSample(
                        type: type,
                        source: source,
                        start: Double(number * 10 + index),
                        end: Double(number * 10 + index),
                        value: Double(number),
                        creation: Double(number),
                        identity: index % 2 == 0 ? .uuid(UUID()) : .derived
                    )
                }
            try writer.insert(rows)
            try writer.setValue(Array(String(number).utf8), "sequence", name)
            try writer.setValue([1], "\(name) \(number)", "done")
            return (type, source)
        }
        FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        if isFirst || number % 16 == 0 { try check(type, source) }
        isFirst = false
    }

    /// Reads what was written under the name: all of it, and each row once.
    private func check(_ type: TypeID, _ source: SourceID) throws {
        var counts: [Int: Int] = [:]
        try store.read { reader in
            try reader.forEachSample(ScanRequest(type: type, sources: [source])) { sample in
                counts[Int(sample.value), default: 0] += 1
                return .continue
            }
        }
        for number in 1...next where counts[number] != 1 + number % 7 {
            FileHandle.standardError.write(Data("\(name): transaction \(number) is not whole\n".utf8))
            exit(2)
        }
    }
}
