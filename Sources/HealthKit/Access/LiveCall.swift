import Foundation
import HealthKitStore

/// A call that may be answered more than once: at first, and then whenever objects that the caller may see are added or removed.
protocol LiveCall: ReadCall {
    /// The state remembered between two answers, below the gate.
    associatedtype Memory: Sendable

    /// The changes after which there may be another answer.
    var interest: ChangeInterest { get }

    /// Computes the next answer.
    ///
    /// - Parameters:
    ///   - reader: The reader with the caller's current visibility.
    ///   - memory: The remembered state; `nil` before the first answer.
    /// - Returns: The answer, or `nil` when nothing changed that the caller may know of.
    /// - Throws: Any error of reading.
    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> Answer?

    /// The call to open again when the remembered state is lost, as happens when a service ends.
    ///
    /// - Parameter answer: The last answer that was delivered.
    /// - Returns: The call, which continues from there as far as it can.
    func resumed(after answer: Answer) -> Self

    /// Whether the first answer of a reopened call is news; `nil` to decide that by comparing its bytes.
    func isNews(_ answer: Answer) -> Bool?

    /// Whether the caller acknowledges answers.
    static var isAcknowledged: Bool { get }
}

extension LiveCall {
    func answer(_ reader: ScopedReader) throws -> Answer {
        var memory: Memory?
        guard let answer = try next(reader, &memory) else { throw HKError(.unknownError) }
        return answer
    }

    func resumed(after answer: Answer) -> Self { self }

    func isNews(_ answer: Answer) -> Bool? { nil }

    static var isAcknowledged: Bool { false }
}

extension Gate {
    /// Repeats a call; returns `nil` when nothing changed that the caller may know of.
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
