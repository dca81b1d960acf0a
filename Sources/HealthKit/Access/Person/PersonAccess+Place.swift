extension PersonAccess {
    /// Watches the store's file until the returned object is released, and opens a store that replaces it.
    ///
    /// - Parameter body: Called on a background queue with what happened to the file.
    /// - Returns: The watch; `nil` for a store in memory.
    /// - Throws: `errorDatabaseInaccessible`.
    package func watchPlace(_ body: @escaping @Sendable (StorePlace) -> Void) throws -> AnyObject? {
        try store.port.work.watchPlaceForPerson(body)
    }
}
