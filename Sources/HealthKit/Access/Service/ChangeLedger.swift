import Foundation
import HealthStore
import Synchronization

/// Keeps as many outcomes of each app's changes as are needed, and forgets older ones.
final class ChangeLedger: Sendable {
    /// The ledger of this process.
    static let shared = ChangeLedger()

    /// The most outcomes that are kept of one app.
    let limit: Int
    /// For how long an outcome is kept, in milliseconds.
    private let age: UInt64
    /// After how many changes of an app old ones are looked for.
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

    /// When the newest of those keys was made that may have been forgotten, in milliseconds since 1970.
    func dropped(_ owner: String, _ reader: ObjectReader) throws -> UInt64 {
        let now = UInt64(max(0, clock().timeIntervalSince1970 * 1_000))
        let old = now > age ? now - age : 0
        guard let bytes = try reader.store.value(StoreNamespace.droppedChangeKeys, owner) else { return old }
        return max(old, Self.number(bytes))
    }

    /// Notes that an outcome was stored, and forgets old ones now and then.
    func note(_ owner: String, _ writer: ObjectWriter) throws {
        let isDue = counts.withLock { counts in
            // The first of this process looks what others left.
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
