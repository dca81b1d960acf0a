import Foundation
import HealthStore

/// A call that may be answered more than once: at first, and then whenever something came or went that the asker may see.
protocol LiveCall: ReadCall {
    /// What is remembered between two answers, below the gate.
    associatedtype Memory: Sendable

    /// The changes after which there may be another answer.
    var interest: ChangeInterest { get }

    /// Works out the next answer.
    ///
    /// - Parameters:
    ///   - reader: What the asker may see now.
    ///   - memory: What is remembered; `nil` before the first answer.
    /// - Returns: The answer; `nil` when nothing changed that the asker may know of.
    /// - Throws: What reading throws.
    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> Answer?
}

extension LiveCall {
    func answer(_ reader: ScopedReader) throws -> Answer {
        var memory: Memory?
        guard let answer = try next(reader, &memory) else { throw HKError(.unknownError) }
        return answer
    }
}

/// The changes that a query wants to hear of.
struct ChangeInterest: Sendable {
    /// Identifiers of types whose samples come or go.
    var types: Set<String>
    /// Namespaces of values that are set.
    var namespaces: Set<String> = []
    /// Whether the unlocking of the machine counts as a change.
    var whenReopened = true

    /// What the person decides changes what everybody sees.
    static let rights: Set<String> = [StoreNamespace.grants, StoreNamespace.objectGrants]

    func includes(_ change: DatabaseChange) -> Bool {
        (whenReopened && change.isReopened) || !types.isDisjoint(with: change.types)
            || !namespaces.isDisjoint(with: change.namespaces)
    }
}

extension Gate {
    /// Answers a call again; `nil` when nothing changed that the asker may know of.
    func next<Call: LiveCall>(
        _ call: Call,
        _ memory: inout Call.Memory?,
        while isWanted: @escaping () -> Bool
    ) throws -> Call.Answer? {
        if memory == nil { try call.check() }
        return try read(call.condition, while: isWanted) { reader in
            try noting(call, reader) { try call.next(reader, &memory) }
        }
    }
}
