import Foundation
import Synchronization

/// The successive answers of a live call.
final class AnswerStream<Call: LiveCall>: Sendable {
    let call: Call
    /// Whether further answers are wanted.
    let isWanted: @Sendable () -> Bool
    private let gate: Gate
    // Called for one answer at a time.
    nonisolated(unsafe) private let handler: (StreamedAnswer<Call.Answer>) -> Void
    private let memory = Mutex<Call.Memory?>(nil)

    /// The state remembered from the last answer.
    var remembered: Call.Memory? { memory.withLock { $0 } }

    /// Forgets the last answer, so that the next one is reported as if it were the first.
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

    /// Repeats the call and reports any news.
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
            // Changes made while the machine was locked are reported when it is unlocked.
            if !isFirst, gate.isHolding { return true }
            // A type that was never requested, or an invalid call, is reported once and ends the query.
            let code = (error as? HKError)?.code
            let isLast = code == .errorAuthorizationNotDetermined || code == .errorInvalidArgument
            handler(StreamedAnswer(result: .failure(error), isFirst: isFirst, isLast: isLast))
            return false
        }
    }

    /// Reports the reason that no more answers come, and ends the stream.
    func end(_ obstacle: any Error) {
        guard isWanted() else { return }
        handler(StreamedAnswer(result: .failure(obstacle), isFirst: false, isLast: true))
    }
}
