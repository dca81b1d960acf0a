import Foundation
import Synchronization

/// The answers of a call that goes on, one after another.
final class AnswerStream<Call: LiveCall>: Sendable {
    let call: Call
    /// Says whether anything is still to be told.
    let isWanted: @Sendable () -> Bool
    private let gate: Gate
    // Called for one answer at a time.
    nonisolated(unsafe) private let handler: (StreamedAnswer<Call.Answer>) -> Void
    private let memory = Mutex<Call.Memory?>(nil)

    /// What is remembered of the last answer.
    var remembered: Call.Memory? { memory.withLock { $0 } }

    /// Has the next answer be told as if there had been none before.
    func forget() { memory.withLock { $0 = nil } }

    init(
        _ call: Call,
        _ gate: Gate,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) {
        self.call = call
        self.gate = gate
        self.isWanted = isWanted
        self.handler = handler
    }

    /// Asks again and tells what there is to tell.
    ///
    /// - Returns: Whether there was no error.
    @discardableResult
    func next(isFirst: Bool) -> Bool {
        guard isWanted() else { return true }
        var remembered = memory.withLock { $0 }
        let result = Result { try gate.next(call, &remembered, while: isWanted) }
        guard isWanted() else { return true }
        switch result {
        case .success(let answer):
            memory.withLock { $0 = remembered }
            if let answer { handler(StreamedAnswer(result: .success(answer), isFirst: isFirst)) }
            return true
        case .failure(let error):
            // What changed while the machine was locked is told when it is unlocked.
            if !isFirst, gate.isHolding { return true }
            // A type that was never asked for, and a call that asks for what cannot be: told once, and the query is over.
            let code = (error as? HKError)?.code
            let isLast = code == .errorAuthorizationNotDetermined || code == .errorInvalidArgument
            handler(StreamedAnswer(result: .failure(error), isFirst: isFirst, isLast: isLast))
            return false
        }
    }

    /// Tells why nothing more comes.
    func end(_ obstacle: any Error) {
        guard isWanted() else { return }
        handler(StreamedAnswer(result: .failure(obstacle), isFirst: false, isLast: true))
    }
}
