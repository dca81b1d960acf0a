extension HKHealthStore {
    /// The open database, whatever the caller may do: for the console's own tools and for tests.
    ///
    /// - Throws: `errorDatabaseInaccessible` with a text that says what is wrong with which file.
    package func database() throws -> HealthDatabase { try port.local().handle.database() }
}
