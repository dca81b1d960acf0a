import Foundation
import HealthKitStore
import Synchronization

/// Keeps as many outcomes of each app's changes as needed, and forgets older ones.
final class ChangeLedger: Sendable {
    /// The ledger of this process.
    static let shared = ChangeLedger()

    /// The maximum number of outcomes kept for one app.
    let limit: Int
    /// The time for which an outcome is kept, in milliseconds.
    private let age: UInt64
    /// The number of an app's changes between two removals of old outcomes.
    private let interval: Int
    private let clock: @Sendable () -> Date
    private let counts = Mutex<[String: Int]>([:])

    init(
        limit: Int = 10_000,
        age: Double = 86_400,
        interval: Int = 500,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limit = limit
        self.age = UInt64(age * 1_000)
        self.interval = interval
        self.clock = clock
    }

    /// The creation time of the newest key that may have been forgotten, in milliseconds since 1970.
    func dropped(_ owner: String, _ reader: ObjectReader) throws -> UInt64 {
        let now = UInt64(max(0, clock().timeIntervalSince1970 * 1_000))
        let old = now > age ? now - age : 0
        guard let bytes = try reader.store.value(StoreNamespace.droppedChangeKeys, owner) else { return old }
        return max(old, Self.number(bytes))
    }

    /// Notes that an outcome was stored, and forgets old ones from time to time.
    func note(_ owner: String, _ writer: ObjectWriter) throws {
        let isDue = counts.withLock { counts in
            // The first change in this process checks for outcomes left by others.
            let count = counts[owner, default: interval - 1] + 1
            counts[owner] = count % interval
            return count >= interval
        }
        if isDue { try forget(owner, writer) }
    }

    private func forget(_ owner: String, _ writer: ObjectWriter) throws {
        let start = owner + "\u{1F}"
        var known: [(made: UInt64, key: String)] = []
        for entry in try writer.store.values(StoreNamespace.changeKeys, prefix: start) {
            known.append((Self.number(entry.bytes), entry.key))
        }
        known.sort { $0.made > $1.made }
        let oldest = try dropped(owner, writer)
        let kept = known.prefix(limit).prefix { $0.made > oldest }.count
        guard kept < known.count else { return }
        for entry in known[kept...] {
            try writer.writer.setValue(nil, StoreNamespace.changeKeys, entry.key, isNoted: false)
        }
        let newest = max(oldest, known[kept].made)
        try writer.writer.setValue(ChangeKey.bytes(of: newest), StoreNamespace.droppedChangeKeys, owner)
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
