import Foundation

extension HKHealthStore {
    /// The result of ``earliestPermittedSampleDate()``, ignoring subclass overrides.
    var earliestSampleDate: Date { port.earliestSampleDate }

    /// Runs work off the caller's thread and hands its result, or its error, to a completion.
    func perform<T>(
        _ work: @escaping @Sendable () throws -> T,
        _ completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        queue.async { completion(Result { try work() }) }
    }

    /// Runs work off the caller's thread and waits for it without blocking one.
    func perform<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Runs async work for a completion form; it is cancelled with the task of the calling async form, if there is one.
    func run(
        _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ work: @escaping @Sendable () async throws -> Void
    ) {
        // A handler's queue knows its test; a task has to be given it.
        let test = TestProcess.hasStores ? HKHealthStoreConfiguration.ofTest : nil
        let queue = queue
        let task = Task {
            do {
                try await HKHealthStoreConfiguration.$scoped.withValue(test, operation: work)
                queue.async { completion(true, nil) }
            } catch {
                queue.async { completion(false, error) }
            }
        }
        CallersTask.current?.set(task)
    }
}
