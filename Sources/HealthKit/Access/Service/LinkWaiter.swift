import Foundation

/// Where a thread waits for what a connection brings it.
///
/// A thread that waits reads from the connection itself where no other does: an answer that another thread would have to pass on
/// comes two changes of threads later. See ``ServiceLink/wait(_:until:for:)``.
final class LinkWaiter: Sendable {
    private let condition = NSCondition()
    // Touched with the condition's lock alone.
    nonisolated(unsafe) private var isOffered = false

    /// Does something while nobody looks whether there is what is waited for.
    func withLock<T>(_ body: () throws -> T) rethrows -> T { try condition.withLock(body) }

    /// Changes something that may be waited for.
    func change<T>(_ body: () -> T) -> T {
        condition.withLock {
            defer { condition.broadcast() }
            return body()
        }
    }

    /// Says that nobody reads any more.
    func offerTurn() {
        condition.withLock {
            isOffered = true
            condition.broadcast()
        }
    }

    /// Waits until there is what is waited for, or the turn to read.
    ///
    /// - Returns: Whether there is what is waited for.
    func wait(until end: Date, for isThere: () -> Bool) -> Bool {
        condition.withLock {
            defer { isOffered = false }
            while !isThere() { if isOffered || !condition.wait(until: end) { return isThere() } }
            return true
        }
    }
}
