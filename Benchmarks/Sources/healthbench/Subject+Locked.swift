import Foundation
import HealthKit
import HealthKitStore

/// The same work on a plain store and on an encrypted one, side by side, below HealthKit.
struct LockedPair {
    /// A store beside the subject's own, which stays open.
    final class TimedStore {
        let path: String
        let options: StoreOptions
        var store: SampleStore?
        var saved = 0

        init(_ path: String, key: SecretBytes?) {
            self.path = path
            var options = StoreOptions()
            options.key = key
            self.options = options
        }

        func open() throws -> SampleStore { try SampleStore(at: .file(path), options: options) }

        /// The store that stays open.
        func opened() throws -> SampleStore {
            if let store { return store }
            let new = try open()
            store = new
            return new
        }

        func close() {
            store?.close()
            store = nil
        }

        func remove() {
            close()
            for end in ["", "-log", "-mark", "-shm"] { unlink(path + end) }
        }
    }

    let plain: TimedStore
    let locked: TimedStore

    init(beside path: String) throws {
        plain = TimedStore(path + ".plain", key: nil)
        locked = TimedStore(path + ".locked", key: try .random(count: 32))
    }

    /// What is done, by its name without the one's.
    func run(_ name: Substring, _ one: TimedStore, count: Int) async throws -> Run {
        switch name {
        case "import":
            one.remove()
            return try await Run.measure({ try Self.importRows(one, count) }, found: { [Double($0)] })
        case "cold scan":
            one.close()
            return try await Run.measure {
                let store = try one.open()
                defer { store.close() }
                return try Self.sum(store)
            } found: {
                $0
            }
        case "cold statistics":
            one.close()
            return try await Run.measure {
                let store = try one.open()
                defer { store.close() }
                return try Self.statistics(store)
            } found: {
                $0
            }
        case "warm statistics":
            let store = try one.opened()
            return try await Run.measure({ try Self.statistics(store) }, found: { $0 })
        case "warm sum":
            let store = try one.opened()
            return try await Run.measure({ try Self.sum(store) }, found: { $0 })
        case "save":
            let store = try one.opened()
            one.saved += 1
            let time = 1e9 + Double(one.saved)
            return try await Run.measure({ try Self.save(store, time) }, found: { [] })
        default: throw UnknownWork(name: String(name))
        }
    }

    private static func words(_ writer: StoreWriter) throws -> (TypeID, SourceID) {
        (try writer.intern(.type, Array("rate".utf8)), try writer.intern(.source, Array("watch".utf8)))
    }

    private static func importRows(_ one: TimedStore, _ count: Int) throws -> Int {
        let store = try one.opened()
        let (type, source) = try store.write { try words($0) }
        let session = try store.beginImport()
        var added = 0
        for first in stride(from: 0, to: count, by: 20_000) {
            let rows = (first..<min(first + 20_000, count))
                .map { index in
                    let start = Double(index) * 60
                    return NewSample(
                        type: type,
                        source: source,
                        start: start,
                        end: start,
                        value: Double(50 + (index &* 7919) % 61),
                        creation: start
                    )
                }
            added += rows.count
            _ = try session.add(rows)
        }
        one.close()
        return added
    }

    private static func sum(_ store: SampleStore) throws -> [Double] {
        try store.read { reader in
            guard let type = try reader.entryID(.type, Array("rate".utf8)) else { return [] }
            var (count, sum) = (0.0, 0.0)
            try reader.forEachSample(ScanRequest(type: type)) { sample in
                count += 1
                sum += sample.value
                return .continue
            }
            return [count, sum]
        }
    }

    /// As statistics read: values and times, batch by batch.
    private static func statistics(_ store: SampleStore) throws -> [Double] {
        try store.read { reader in
            guard let type = try reader.entryID(.type, Array("rate".utf8)) else { return [] }
            var (count, sum) = (0.0, 0.0)
            try reader.scan(ScanRequest(type: type, columns: [.times, .values])) { block in
                count += Double(block.count)
                for value in block.values { sum += value }
                return .continue
            }
            return [count, sum]
        }
    }

    private static func save(_ store: SampleStore, _ time: Double) throws {
        try store.write { writer in
            let (type, source) = try words(writer)
            try writer.insert([
                NewSample(
                    type: type,
                    source: source,
                    start: time,
                    end: time,
                    value: 1,
                    creation: time,
                    identity: .uuid(UUID())
                )
            ])
        }
    }
}

extension Subject {
    /// Does work whose name begins with a one's: `plain save`, `locked cold scan`.
    ///
    /// - Parameter work: What, and on how many samples.
    /// - Returns: How long it took.
    /// - Throws: What the store throws, and ``UnknownWork``.
    func runTwin(_ work: Work) async throws -> Run {
        let pair = try pair ?? LockedPair(beside: path)
        self.pair = pair
        for (name, one) in [("plain ", pair.plain), ("locked ", pair.locked)]
        where work.name.hasPrefix(name) {
            return try await pair.run(work.name.dropFirst(name.count), one, count: Int(work.number))
        }
        throw UnknownWork(name: work.name)
    }
}
