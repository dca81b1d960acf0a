import GRDB

extension DatabaseQueue {
    /// Closes the connection when nothing more is asked of it.
    ///
    /// SQLite refuses that only while a statement is in use; the connection then ends with the last of them. The file doesn't
    /// depend on it.
    func release() { try? close() }
}
