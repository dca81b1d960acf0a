import Foundation
import Synchronization

/// What the person is asked before a service carries out a call.
package struct OwnerQuestion: Hashable, Sendable {
    package var challenge: OwnerChallenge
    /// What was wrong with the last answer; `nil` for the first.
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
    /// - Throws: Why there is none; the call fails with that.
    func ask(_ question: OwnerQuestion) throws -> StoreSecret

    /// Hears that the answer waits to be checked, and on whom.
    func waits(_ wait: OwnerWait)

    /// Hears that the answer was taken, or that nothing more is asked for the call.
    func settled()
}

extension OwnerAsking {
    package func waits(_ wait: OwnerWait) {}

    package func settled() {}
}

/// Has the person asked where a service wants the secret: once, however many calls wait for it.
package final class OwnerAsker: Sendable {
    private struct State {
        var asking: any OwnerAsking
        /// How often a secret was proven.
        var round = 0
    }

    private let state: Mutex<State>
    /// Held while the person is asked.
    private let turn = NSLock()

    /// How often one call asks for a secret that is right, and still isn't carried out.
    private static let mostRounds = 8

    package init(_ asking: any OwnerAsking) { state = Mutex(State(asking: asking)) }

    /// Has somebody else ask from now on.
    package func ask(by asking: any OwnerAsking) { state.withLock { $0.asking = asking } }

    /// Makes a call, again after the person has proven what it asks for.
    ///
    /// - Parameters:
    ///   - prove: Sends a secret to the service, and says where it waits there for long.
    ///   - call: Makes the call.
    /// - Returns: What `call` returns.
    /// - Throws: What `call` and asking throw.
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
        // Another call has had it proven meanwhile.
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
