import Synchronization

/// Failures that don't end an operation: the store does without, or tries again later.
///
/// The store has no log; a program that has one listens here.
package enum Mishap {
    /// Called with the failed operation, as one word, and the reason.
    package typealias Listener = @Sendable (_ what: String, _ error: any Error) -> Void

    private static let listeners = Mutex<[Listener]>([])

    /// Adds a listener, which is called for them in this process from now on.
    package static func addListener(_ new: @escaping Listener) { listeners.withLock { $0.append(new) } }

    /// Runs a closure that the caller can do without, and reports its failure.
    ///
    /// - Parameters:
    ///   - what: The operation, as one word.
    ///   - body: does it.
    /// - Returns: what `body` returns; nil when it throws.
    @discardableResult
    static func attempt<T>(_ what: String, _ body: () throws -> T) -> T? {
        do {
            return try body()
        } catch {
            for listener in listeners.withLock({ $0 }) { listener(what, error) }
            return nil
        }
    }
}
