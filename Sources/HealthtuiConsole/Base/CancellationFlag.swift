import HealthKit
import Synchronization

/// A flag that cancels long-running work on the store.
package final class CancellationFlag: Sendable {
    private let cancelled = Mutex(false)

    init() {}

    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() { cancelled.withLock { $0 = true } }
}

extension ConsoleEnvironment {
    /// Runs long, cancellable work on the store; the work is notified when its task is cancelled.
    ///
    /// - Parameter work: The work; it looks now and then whether it is still wanted.
    /// - Returns: Its result, or the error as a line for a person.
    package func scan<T: Sendable>(
        _ work: @escaping @Sendable (PersonAccess, CancellationFlag) throws -> T
    ) async -> Answer<T> {
        let control = CancellationFlag()
        return await withTaskCancellationHandler {
            await ask { try work($0, control) }
        } onCancel: {
            control.cancel()
        }
    }
}
