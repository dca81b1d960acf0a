import Foundation
import HealthKitStore
import Synchronization

/// A change that a program may repeat because its answer was lost.
struct KeyedChange: Sendable {
    var key: ChangeKey
    /// Whether it is a repetition.
    var isRepeat = false
    var ledger = ChangeLedger.shared
    private let found = Found()

    init(key: ChangeKey, isRepeat: Bool = false, ledger: ChangeLedger = .shared) {
        (self.key, self.isRepeat, self.ledger) = (key, isRepeat, ledger)
    }

    /// Whether the change was made before, so that the audit doesn't count it again.
    var isKnown: Bool { found.isFound.withLock { $0 } }

    private final class Found: Sendable {
        let isFound = Mutex(false)
    }

    /// Makes the change, or returns the outcome of the one made under the same key.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - principal: The caller, so that no caller gets the outcome of another caller's change.
    ///   - writer: The transaction, in which the outcome is stored too.
    ///   - body: Makes the change.
    /// - Returns: The outcome.
    /// - Throws: `errorDatabaseInaccessible` for a change whose outcome may have been forgotten, and any error thrown by `body`.
    func settle<Call: AnsweredCall>(
        _ call: Call.Type,
        of principal: Principal,
        _ writer: ObjectWriter,
        _ body: () throws -> Call.Answer
    ) throws -> Call.Answer {
        let owner = Self.owner(principal)
        let name = Self.name(owner, key)
        if let stored = try stored(owner, name, writer) {
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
        // No one observes keys.
        try writer.writer.setValue(
            ChangeKey.bytes(of: key.made) + outcome,
            StoreNamespace.changeKeys,
            name,
            isNoted: false
        )
        try ledger.note(owner, writer)
        return answer
    }

    /// The outcome stored under a key; an earlier version stored the time only in the value.
    private func stored(_ owner: String, _ name: String, _ writer: ObjectWriter) throws -> [UInt8]? {
        if let stored = try writer.store.value(StoreNamespace.changeKeys, name) { return stored }
        return isRepeat
            ? try writer.store.value(StoreNamespace.changeKeys, owner + "\u{1F}" + key.random.uuidString) : nil
    }

    private static func outcome<Call: AnsweredCall>(_ stored: [UInt8], of call: Call.Type) throws -> Call.Answer {
        do {
            return try CallMessage(bytes: Array(stored.dropFirst(8)), isBounded: false).answer(to: call)
        } catch {
            throw HKError.invalid("The key of the change is that of another: \(error)")
        }
    }

    /// The owner of changes' keys: an app, or the person.
    static func owner(_ principal: Principal) -> String {
        switch principal {
        case .person: ""
        case .app(let app): app.bundleIdentifier
        }
    }

    /// The name under which an outcome is stored: outcomes of one time are adjacent, so that a new one doesn't touch
    /// another page.
    static func name(_ owner: String, _ key: ChangeKey) -> String {
        let time = String(key.made, radix: 16)
        let padding = String(repeating: "0", count: max(0, 16 - time.count))
        return owner + "\u{1F}" + padding + time + key.random.uuidString
    }
}
