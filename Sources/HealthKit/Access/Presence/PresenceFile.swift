import Glibc

/// The file beside a store in which those who are open on it, and those who ask, show that they live: each locks a byte.
enum PresenceFile {
    /// The byte that each console which can answer locks as long as it is open.
    static let consoles = 0
    /// The bytes of those that ask.
    static let callers = 1..<(1 << 62)
    /// The byte that is locked while a key at a console waits for its answer.
    static let attention = callers.upperBound

    static func path(beside store: String) -> String { store + "-console" }

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - store: The store's path.
    ///   - isMade: Whether it is made where it is not there.
    /// - Returns: The open file, to be closed by who asked for it; `nil` where there is none.
    static func open(beside store: String, isMade: Bool) -> Int32? {
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isMade ? O_CREAT : 0)
        let descriptor = Glibc.open(path(beside: store), flags, 0o600)
        return descriptor >= 0 ? descriptor : nil
    }
}
