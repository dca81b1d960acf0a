import CHealthKitStoreFileSystem
import Foundation

/// An anonymous file in memory: created when it is first written, and removed with its owner.
final class MemoryFile: Sendable {
    private let turn = NSLock()
    // Read and set by who has the turn.
    nonisolated(unsafe) private var file: Int32 = -1

    deinit { if file >= 0 { close(file) } }

    /// Lends the file exclusively.
    ///
    /// - Parameters:
    ///   - makes: Whether it is made where it is not there yet.
    ///   - body: Reads and writes it.
    /// - Returns: What `body` returns; nil when the file is not there, or empty, and is not made.
    /// - Throws: The errors of `body`, and ``StoreError`` without memory.
    func lend<T>(makes: Bool, _ body: (Int32) throws -> T) throws -> T? {
        try turn.withLock {
            if file < 0 {
                guard makes else { return nil }
                file = store_memory_file()
            }
            guard file >= 0 else { throw JournalFile.failure(doing: "keep saves in memory") }
            if !makes, try JournalFile.status(file).size == 0 { return nil }
            return try body(file)
        }
    }
}
