import Foundation
import HealthKit

/// A service's requests for the user's input while the console is open: the call that needs it waits, and the console shows the
/// question.
package final class SecretQuestions: OwnerAsking {
    /// The state changes of questions.
    package enum Event: Sendable {
        case asked(OwnerQuestion)
        /// The answer waits to be checked.
        case waits(OwnerWait)
        /// The answer was correct, or the question is no longer needed.
        case settled
    }

    private struct State {
        var answer: Result<StoreSecret, any Error>?
        var isAsking = false
        var isClosed = false
        /// Whether the person closed the last question, and has pressed no key since.
        var isDeclined = false
    }

    private let condition = NSCondition()
    // Touched with the condition's lock alone.
    nonisolated(unsafe) private var state = State()
    /// The state changes of questions, for the console.
    let events: AsyncStream<Event>
    private let continuation: AsyncStream<Event>.Continuation

    package init() { (events, continuation) = AsyncStream.makeStream(of: Event.self) }

    package func ask(_ question: OwnerQuestion) throws -> StoreSecret {
        condition.lock()
        defer { condition.unlock() }
        // Background reads don't immediately ask again.
        let isDeclined = state.isDeclined && question.challenge.need == .session
        guard !state.isClosed, !isDeclined else { throw Self.notAnswered(question) }
        (state.answer, state.isAsking) = (nil, true)
        continuation.yield(.asked(question))
        while state.answer == nil, !state.isClosed { condition.wait() }
        state.isAsking = false
        guard let answer = state.answer else { throw Self.notAnswered(question) }
        return try answer.get()
    }

    package func waits(_ wait: OwnerWait) { continuation.yield(.waits(wait)) }

    package func settled() { continuation.yield(.settled) }

    private static func notAnswered(_ question: OwnerQuestion) -> Failure {
        Failure(ProofStrings.missing(isPIN: question.challenge.secret == .pin))
    }

    /// Answers the question.
    func answer(_ secret: StoreSecret) { settle(.success(secret)) }

    /// Closes the question without an answer: the call fails.
    func decline(_ question: OwnerQuestion) {
        condition.withLock { state.isDeclined = true }
        settle(.failure(Self.notAnswered(question)))
    }

    private func settle(_ answer: Result<StoreSecret, any Error>) {
        condition.withLock {
            guard state.isAsking else { return }
            state.answer = answer
            condition.broadcast()
        }
    }

    /// Records a key press, after which the person may be asked again.
    func keyCame() { condition.withLock { state.isDeclined = false } }

    /// Stops asking; calls that wait for an answer fail.
    package func close() {
        condition.withLock {
            state.isClosed = true
            condition.broadcast()
        }
        continuation.finish()
    }
}
