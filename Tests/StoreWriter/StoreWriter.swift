import Foundation
import HealthStore

/// Writes to a store until it has done what it was told or is killed, and says of each commit that it has returned.
///
/// `StoreWriter PATH NAME COUNT` writes COUNT transactions under NAME, and says "N\n" when the N-th has been stored. Each
/// holds some samples with the transaction's number as their value, how many of them being decided by the number, and a
/// value in a namespace of its own. In between it reads what it wrote and stops with status 2 when that is wrong.
@main struct StoreWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let count = Int(arguments[3]) else { exit(64) }
        do {
            var options = StoreOptions()
            options.batchCapacity = 64
            options.recentIdentityLimit = 64
            options.checkpointPages = 100
            options.busyTimeout = 60
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

/// What one process writes under one name, one transaction after the other.
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
