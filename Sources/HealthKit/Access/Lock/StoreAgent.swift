import HealthKitStore

/// The agent, for the program that runs as it.
package enum StoreAgent {
    /// Keeps keys until none is left.
    ///
    /// - Returns: Whether it ran; false when another agent is running already.
    /// - Throws: `errorDatabaseInaccessible` when it cannot listen.
    package static func run() throws -> Bool {
        try HKError.translating {
            guard let server = try AgentServer(KeyHolder.address) else { return false }
            server.run()
            return true
        }
    }
}

extension DatabaseHandle {
    /// Opens the store file at a path like a process that follows an agent.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isReadOnly: Whether it is only read.
    ///   - agent: The agent's address.
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` with a message that names the file and the problem.
    package static func shared(path: String, isReadOnly: Bool, agent: AgentAddress) throws -> HealthDatabase {
        try HealthDatabase.shared(
            path: path,
            isReadOnly: isReadOnly,
            agent: agent,
            carryOut: HealthDatabase.throughGate
        )
    }
}
