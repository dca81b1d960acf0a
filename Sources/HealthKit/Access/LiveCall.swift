import Foundation
import HealthStore

/// A call that may be answered more than once: at first, and then whenever something came or went that the caller may see.
protocol LiveCall: ReadCall {
    /// What is remembered between two answers, below the gate.
    associatedtype Memory: Sendable

    /// The changes after which there may be another answer.
    var interest: ChangeInterest { get }

    /// Works out the next answer.
    ///
    /// - Parameters:
    ///   - reader: What the caller may see now.
    ///   - memory: What is remembered; `nil` before the first answer.
    /// - Returns: The answer; `nil` when nothing changed that the caller may know of.
    /// - Throws: What reading throws.
    func next(_ reader: ScopedReader, _ memory: inout Memory?) throws -> Answer?

    /// The call as it is opened again where what was remembered is lost, as a service forgets it with its end.
    ///
    /// - Parameter answer: The last answer that was told.
    /// - Returns: The call, which goes on from there as far as it can.
    func resumed(after answer: Answer) -> Self

    /// Whether the first answer of a call that was opened again says anything; `nil` where that is to be told by its bytes.
    func isNews(_ answer: Answer) -> Bool?

    /// Whether the caller says when it is done with an answer.
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
    /// Answers a call again; `nil` when nothing changed that the caller may know of.
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
