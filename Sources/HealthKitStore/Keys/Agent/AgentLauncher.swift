import Foundation
import Synchronization

/// Starts the agent as a separate process, which outlives this one.
package struct AgentLauncher: Sendable {
    private let program: String
    private let arguments: [String]
    private let patience: Duration
    private let patienceWithAnother: Duration

    /// - Parameters:
    ///   - program: the program that is an agent.
    ///   - arguments: its arguments; nothing secret is among them.
    ///   - patience: how long it may take until it listens, as long as it runs; a busy machine needs many seconds.
    ///   - patienceWithAnother: how long another agent, in whose favour this one quit, may take until it listens.
    package init(
        program: String,
        arguments: [String] = ["agent"],
        patience: Duration = .seconds(120),
        patienceWithAnother: Duration = .seconds(10)
    ) {
        self.program = program
        self.arguments = arguments
        self.patience = patience
        self.patienceWithAnother = patienceWithAnother
    }

    /// Makes sure that an agent listens.
    ///
    /// - Parameter address: where.
    /// - Throws: ``StoreError`` with code `cannotOpen` or `notPermitted`.
    package func ensure(at address: AgentAddress) throws {
        if try isListening(address) { return }
        let agent = try start()
        var deadline = SuspendingClock.now + patience
        var isRunning = true
        while SuspendingClock.now < deadline {
            let status = agent.status
            if try isListening(address) { return }
            if let status, isRunning {
                guard status == 0 else { throw Self.failure("quit with status \(status)") }
                // It has found another, which may not listen yet.
                deadline = min(deadline, SuspendingClock.now + patienceWithAnother)
                isRunning = false
            }
            usleep(10_000)
        }
        guard isRunning else { throw Self.failure("quit") }
        throw Self.failure("didn't answer within \(patience.components.seconds) seconds")
    }

    private static func failure(_ what: String) -> StoreError {
        StoreError(.cannotOpen, "The agent that keeps the key \(what). Try: healthtui agent")
    }

    private func isListening(_ address: AgentAddress) throws -> Bool {
        guard let socket = try address.connect() else { return false }
        close(socket)
        return true
    }

    private func start() throws -> Agent {
        let agent = Agent()
        guard let problem = DetachedProgram.start(program, arguments: arguments, whenEnded: { agent.end($0) }) else {
            return agent
        }
        throw StoreError(.cannotOpen, "The agent can't be started: \(problem).")
    }

    /// A process that was started.
    private final class Agent: Sendable {
        private let ended = Mutex<Int32?>(nil)

        /// The exit status; nil while it runs.
        var status: Int32? { ended.withLock { $0 } }

        func end(_ status: Int32) { ended.withLock { $0 = status } }
    }
}
