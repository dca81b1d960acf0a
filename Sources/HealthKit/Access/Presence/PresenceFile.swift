import Glibc

/// The file next to a store in which open consoles and waiting callers mark their presence, each by locking a byte.
enum PresenceFile {
    /// The byte that each console that can answer locks while it is open.
    static let consoles = 0
    /// The bytes of waiting callers.
    static let callers = 1..<(1 << 62)
    /// The byte that is locked while a console is handling a key.
    static let attention = callers.upperBound

    static func path(beside store: String) -> String { store + "-console" }

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - store: The store's path.
    ///   - isMade: Whether to create it if it does not exist.
    /// - Returns: The open file, to be closed by the caller, or `nil` if there is none.
    static func open(beside store: String, isMade: Bool) -> Int32? {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isMade ? O_CREAT : 0)
        let descriptor = Glibc.open(path(beside: store), flags, 0o600)
        return descriptor >= 0 ? descriptor : nil
    }
}
