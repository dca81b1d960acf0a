extension PersonAccess {
    /// Writes a copy of the store as it is at one moment, while apps go on reading and writing.
    ///
    /// - Parameters:
    ///   - target: Where the copy is to be.
    ///   - replaces: Whether it may take the place of a file that is there.
    ///   - progress: Called with the bytes that were copied and all there are, now and then.
    /// - Returns: The size of the copy in bytes.
    /// - Throws: `errorDatabaseInaccessible`; then there is no copy.
    package func backUp(
        to target: String,
        replacing replaces: Bool,
        progress: @escaping (_ copied: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Int {
        try store.port.work.backUp(BackUpCall(path: target, replaces: replaces), progress)
    }

    /// Reads everything in the store and holds it against its own checksums, wherever the store is open.
    ///
    /// - Parameter progress: Called with the samples read so far, now and then; not for one that a service has open.
    /// - Returns: What was found.
    /// - Throws: `errorDatabaseInaccessible`.
    package func check(progress: @escaping (Int) -> Void) throws -> StoreCheck {
        try store.port.work.check(progress: progress)
    }
}
