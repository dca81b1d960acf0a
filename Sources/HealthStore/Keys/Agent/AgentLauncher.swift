import Foundation

/// Starts the agent as a process of its own, which outlives the one that starts it.
package struct AgentLauncher: Sendable {
    private let program: String
    private let arguments: [String]

    /// How long a new agent may take until it listens, in seconds.
    private static let patience = 10.0

    /// - Parameters:
    ///   - program: the program that is an agent.
    ///   - arguments: its arguments; nothing secret is among them.
    package init(program: String, arguments: [String] = ["agent"]) {
        self.program = program
        self.arguments = arguments
    }

    /// Makes sure that an agent listens.
    ///
    /// - Parameter address: where.
    /// - Throws: ``StoreError`` with code `cannotOpen` or `notPermitted`.
    package func ensure(at address: AgentAddress) throws {
        if try isListening(address) { return }
        try start()
        let deadline = Date().addingTimeInterval(Self.patience)
        while Date() < deadline {
            if try isListening(address) { return }
            usleep(10_000)
        }
        throw StoreError(.cannotOpen, "The agent that keeps the key did not start. Try: healthtui agent")
    }

    private func isListening(_ address: AgentAddress) throws -> Bool {
        guard let socket = try address.connect() else { return false }
        close(socket)
        return true
    }

    private func start() throws {
        guard let problem = DetachedProgram.start(program, arguments: arguments) else { return }
        throw StoreError(.cannotOpen, "The agent can't be started: \(problem).")
    }
}
