extension PersonAccess {
    /// Writes a copy of the store as it is at one moment, while apps continue reading and writing.
    ///
    /// - Parameters:
    ///   - target: The path of the copy.
    ///   - replaces: Whether it may replace an existing file.
    ///   - progress: Called from time to time with the number of bytes copied and the total.
    /// - Returns: The size of the copy in bytes.
    /// - Throws: `errorDatabaseInaccessible`; then there is no copy.
    package func backUp(
        to target: String,
        replacing replaces: Bool,
        progress: @escaping (_ copied: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> Int {
        try store.port.work.backUp(BackUpCall(path: target, replaces: replaces), progress)
    }

    /// Reads everything in the store and verifies its checksums, wherever the store is open.
    ///
    /// - Parameter progress: Called from time to time with the number of samples read so far; not for a store that a service has
    ///   open.
    /// - Returns: The result of the check.
    /// - Throws: `errorDatabaseInaccessible`.
    package func check(progress: @escaping (Int) -> Void) throws -> StoreCheck {
        try store.port.work.check(progress: progress)
    }
}
