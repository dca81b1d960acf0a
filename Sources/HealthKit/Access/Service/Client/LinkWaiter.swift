import Foundation

/// A waiting place for a thread that expects data from a connection.
///
/// A waiting thread reads from the connection itself if no other does: an answer passed on by another thread takes two thread
/// switches longer. See ``ServiceLink/wait(_:until:for:)``.
final class LinkWaiter: Sendable {
    private let condition = NSCondition()
    // Accessed only with the condition's lock.
    nonisolated(unsafe) private var isOffered = false

    /// Runs code while no thread checks whether its data is there.
    func withLock<T>(_ body: () throws -> T) rethrows -> T { try condition.withLock(body) }

    /// Changes state that threads may be waiting for.
    func change<T>(_ body: () -> T) -> T {
        condition.withLock {
            defer { condition.broadcast() }
            return body()
        }
    }

    /// Announces that this thread no longer reads.
    func offerTurn() {
        condition.withLock {
            isOffered = true
            condition.broadcast()
        }
    }

    /// Waits for the expected data, or the turn to read.
    ///
    /// - Returns: Whether the data is there.
    func wait(until end: Date, for isThere: () -> Bool) -> Bool {
        condition.withLock {
            defer { isOffered = false }
            while !isThere() { if isOffered || !condition.wait(until: end) { return isThere() } }
            return true
        }
    }
}
