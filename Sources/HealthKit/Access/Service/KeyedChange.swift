import Foundation
import HealthStore
import Synchronization

/// A change that a program may ask for again as its answer was lost.
struct KeyedChange: Sendable {
    var key: ChangeKey
    /// Whether it was asked for before.
    var isRepeat = false
    var ledger = ChangeLedger.shared
    private let found = Found()

    init(key: ChangeKey, isRepeat: Bool = false, ledger: ChangeLedger = .shared) {
        (self.key, self.isRepeat, self.ledger) = (key, isRepeat, ledger)
    }

    /// Whether the change was made before: the audit doesn't count it again.
    var isKnown: Bool { found.isFound.withLock { $0 } }

    private final class Found: Sendable {
        let isFound = Mutex(false)
    }

    /// Makes the change, or gives the outcome of the one that was made under the same key.
    ///
    /// - Parameters:
    ///   - call: Which call it is.
    ///   - principal: Who makes it: nobody has the outcome of another's.
    ///   - writer: The transaction, in which the outcome is stored too.
    ///   - body: Makes the change.
    /// - Returns: The outcome.
    /// - Throws: `errorDatabaseInaccessible` for a change whose outcome may have been forgotten, and what `body` throws.
    func settle<Call: AnsweredCall>(
        _ call: Call.Type,
        of principal: Principal,
        _ writer: ObjectWriter,
        _ body: () throws -> Call.Answer
    ) throws -> Call.Answer {
        let owner = Self.owner(principal)
        let name = Self.name(owner, key.random)
        if let stored = try writer.store.value(StoreNamespace.changeKeys, name) {
            found.isFound.withLock { $0 = true }
            return try Self.outcome(stored, of: call)
        }
        if isRepeat, try key.made <= ledger.dropped(owner, writer) {
            throw HKError.error(
                .errorDatabaseInaccessible,
                "It isn't known any more whether the change was made; it wasn't made again"
            )
        }
        let answer = try body()
        let outcome = try CallMessage(answer: answer, to: call).bytes
        try writer.writer.setValue(ChangeKey.bytes(of: key.made) + outcome, StoreNamespace.changeKeys, name)
        try ledger.note(owner, writer)
        return answer
    }

    private static func outcome<Call: AnsweredCall>(_ stored: [UInt8], of call: Call.Type) throws -> Call.Answer {
        do {
            return try CallMessage(bytes: Array(stored.dropFirst(8)), isBounded: false).answer(to: call)
        } catch {
            throw HKError.invalid("The key of the change is that of another: \(error)")
        }
    }

    /// Whose changes are known by their keys: an app's, or the person's.
    static func owner(_ principal: Principal) -> String {
        switch principal {
        case .person: ""
        case .app(let app): app.bundleIdentifier
        }
    }

    static func name(_ owner: String, _ random: UUID) -> String { owner + "\u{1F}" + random.uuidString }
}

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
        for entry in known[kept...] { try writer.writer.setValue(nil, StoreNamespace.changeKeys, entry.key) }
        let newest = max(oldest, known[kept].made)
        try writer.writer.setValue(ChangeKey.bytes(of: newest), StoreNamespace.droppedChangeKeys, owner)
    }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Gate {
    /// Makes a change within a transaction: once, however often the caller asks for it.
    func once<Call: AnsweredCall>(
        _ call: Call.Type,
        unless isPart: Bool = false,
        _ writer: ObjectWriter,
        _ body: () throws -> Call.Answer
    ) throws -> Call.Answer {
        guard let change, !isPart else { return try body() }
        return try change.settle(call, of: principal, writer, body)
    }
}
