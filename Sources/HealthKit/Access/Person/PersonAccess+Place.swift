extension PersonAccess {
    /// Watches what becomes of the store's file, until what is returned is let go; a store that takes its place is opened.
    ///
    /// - Parameter body: Called with what became of it, on a background queue.
    /// - Returns: The watch; `nil` for a store in memory.
    /// - Throws: `errorDatabaseInaccessible`.
    package func watchPlace(_ body: @escaping @Sendable (StorePlace) -> Void) throws -> AnyObject? {
        try store.port.work.watchPlaceForPerson(body)
    }
}
