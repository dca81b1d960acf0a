import HealthStore

/// The agent, for the program that is it.
package enum StoreAgent {
    /// Keeps keys until there are none to keep.
    ///
    /// - Returns: Whether it did: not when another agent is there already.
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
    /// Opens the store file at a path as a process has it that follows an agent.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isReadOnly: Whether it is only read.
    ///   - agent: Where the agent is.
    /// - Returns: The database.
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package static func shared(path: String, isReadOnly: Bool, agent: AgentAddress) throws -> HealthDatabase {
        try HealthDatabase.shared(
            path: path,
            isReadOnly: isReadOnly,
            agent: agent,
            carryOut: HealthDatabase.throughGate
        )
    }
}
