import Foundation
import HealthStore
import Synchronization

/// Opens the database of a store when it is first used, so that making an `HKHealthStore` cannot fail.
package final class DatabaseHandle: Sendable {
    private struct State {
        var database: HealthDatabase?
        /// Whether the file is being written anew, and nobody may have it open.
        var isClosed = false
    }

    private let opening: @Sendable () throws -> HealthDatabase
    private let opened: Mutex<State>
    /// Where the agent is that keeps the key of the store; `nil` for the user's own.
    private let agentOfTest: AgentAddress?

    package init(_ location: HKHealthStoreConfiguration.Location, isReadOnly: Bool) {
        opening = {
            switch location {
            case .default: try Self.ofDefaultPath(isReadOnly: isReadOnly)
            case .file(let path): try Self.shared(path: path, isReadOnly: isReadOnly)
            case .memory: try HealthDatabase.inMemory()
            }
        }
        opened = Mutex(State())
        agentOfTest = nil
    }

    /// The handle of a database that is open.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - agent: Where the agent is that keeps its key; `nil` for the user's own.
    package init(_ database: HealthDatabase, agent: AgentAddress? = nil) {
        let (path, isReadOnly) = (database.path, database.encryption?.isReadOnly ?? false)
        opening = {
            guard let path else { return try HealthDatabase.inMemory() }
            return try Self.shared(path: path, isReadOnly: isReadOnly, agent: agent ?? KeyHolder.address)
        }
        opened = Mutex(State(database: database))
        agentOfTest = agent
    }

    /// The handle that a configuration brings, or a new one.
    static func of(_ configuration: HKHealthStoreConfiguration) -> DatabaseHandle {
        configuration.handle ?? DatabaseHandle(configuration.location, isReadOnly: configuration.isReadOnly)
    }

    /// Opens the store file at a path, or gives the instance that this process has open.
    static func shared(path: String, isReadOnly: Bool) throws -> HealthDatabase {
        KeyHolder.install()
        return try shared(path: path, isReadOnly: isReadOnly, agent: KeyHolder.address)
    }

    private static func ofDefaultPath(isReadOnly: Bool) throws -> HealthDatabase {
        try TestProcess.checkMayOpenDefaultStore()
        return try shared(path: HKHealthStoreConfiguration.defaultPath, isReadOnly: isReadOnly)
    }

    /// Where the agent is that keeps the key of the store.
    var agent: AgentAddress { agentOfTest ?? KeyHolder.address }

    /// The open database.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package func database() throws -> HealthDatabase {
        try opened.withLock { state in
            if state.isClosed { throw Self.closed }
            if let database = state.database { return database }
            let database = try opening()
            state.database = database
            return database
        }
    }

    /// Does something to the store's file that nobody may have open meanwhile; what asks for the store then fails. Afterwards it
    /// is opened as it is then, whatever came of the work.
    ///
    /// - Parameter work: The work, given the store's path.
    /// - Returns: What the work gives.
    /// - Throws: What the work throws, and `errorDatabaseInaccessible` for a store in memory, and while this is done already.
    func whileClosed<T>(_ work: (String) throws -> T) throws -> T {
        guard let path = try database().path else {
            throw HKError.error(.errorDatabaseInaccessible, "The store is kept in memory, and has no file.")
        }
        let database = try opened.withLock { state in
            if state.isClosed { throw Self.closed }
            defer { state = State(isClosed: true) }
            return state.database
        }
        defer { opened.withLock { $0 = State() } }
        database?.end()
        return try work(path)
    }

    private static var closed: HKError {
        HKError.error(.errorDatabaseInaccessible, "The store is being written anew. Try again when that is done.")
    }
}
