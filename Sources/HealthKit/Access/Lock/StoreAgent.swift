import HealthStore

/// The agent, for the program that is it.
package enum StoreAgent {
    /// Keeps keys until there are none to keep.
    ///
    /// - Returns: Whether it did: not when another agent is there already.
    /// - Throws: `errorDatabaseInaccessible` when it cannot listen.
    package static func run() throws -> Bool {
        try HKError.translating {
            guard let server = try AgentServer(StoreKeeper.address) else { return false }
            server.run()
            return true
        }
    }
}
