extension HKHealthStore {
    /// The open database, regardless of the caller's rights, for the console's own tools and for tests.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a message that names the file and the problem.
    package func database() throws -> HealthDatabase { try port.local().handle.database() }
}
