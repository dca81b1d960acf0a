import Foundation
import Synchronization

/// The question to the person before a service carries out a call.
package struct OwnerQuestion: Hashable, Sendable {
    package var challenge: OwnerChallenge
    /// The problem with the last answer, or `nil` for the first.
    package var problem: String?

    /// Creates a question.
    package init(challenge: OwnerChallenge, problem: String? = nil) {
        self.challenge = challenge
        self.problem = problem
    }
}

/// Asks the person for a secret.
package protocol OwnerAsking: Sendable {
    /// Asks and waits for the answer; called on the thread that makes the call.
    ///
    /// - Throws: The reason that there is no secret; the call fails with it.
    func ask(_ question: OwnerQuestion) throws -> StoreSecret

    /// Called when the answer waits to be checked, with the programs that it waits for.
    func waits(_ wait: OwnerWait)

    /// Called when the answer was accepted, or when the call needs no more answers.
    func settled()
}

extension OwnerAsking {
    package func waits(_ wait: OwnerWait) {}

    package func settled() {}
}

/// Asks the person for the secret that a service requires, once, however many calls wait for it.
package final class OwnerAsker: Sendable {
    private struct State {
        var asking: any OwnerAsking
        /// The number of times that a secret was proven.
        var round = 0
    }

    private let state: Mutex<State>
    /// Held while the person is asked.
    private let turn = NSLock()

    /// The maximum number of correct secrets that one call asks for before it gives up.
    private static let mostRounds = 8

    package init(_ asking: any OwnerAsking) { state = Mutex(State(asking: asking)) }

    /// Replaces the asking object.
    package func ask(by asking: any OwnerAsking) { state.withLock { $0.asking = asking } }

    /// Makes a call, and repeats it after the person has given the required secret.
    ///
    /// - Parameters:
    ///   - prove: Sends a secret to the service, and reports a long wait there.
    ///   - call: Makes the call.
    /// - Returns: The result of `call`.
    /// - Throws: Any error thrown by `call` or by asking.
    func during<T>(
        _ prove: (_ secret: StoreSecret, _ isForOne: Bool, _ tell: (OwnerWait) -> Void) throws -> Void,
        _ call: () throws -> T
    ) throws -> T {
        for _ in 0..<Self.mostRounds {
            let round = state.withLock { $0.round }
            do {
                return try call()
            } catch let error as HKError {
                guard let challenge = error.ownerChallenge, challenge.secret != .unset, !challenge.isRefused else {
                    throw error
                }
                try satisfy(challenge, since: round, prove)
            }
        }
        return try call()
    }

    private func satisfy(
        _ challenge: OwnerChallenge,
        since round: Int,
        _ prove: (_ secret: StoreSecret, _ isForOne: Bool, _ tell: (OwnerWait) -> Void) throws -> Void
    ) throws {
        turn.lock()
        defer { turn.unlock() }
        let (asking, isProven) = state.withLock { ($0.asking, $0.round != round) }
        // Another call has had the secret proven meanwhile.
        if challenge.need == .session, isProven { return }
        defer { asking.settled() }
        var question = OwnerQuestion(challenge: challenge)
        while true {
            let secret = try asking.ask(question)
            do {
                try prove(secret, challenge.need == .each) { asking.waits($0) }
                return state.withLock { $0.round += 1 }
            } catch let error as HKError where error.ownerChallenge?.isRefused == true {
                question.problem = error.text
            }
        }
    }
}
