import Dispatch

/// Work that another thread starts before its result is needed.
final class Prefetch<Value: Sendable>: Sendable {
    // Written before the signal, read after it.
    nonisolated(unsafe) private var result: Result<Value, any Error> = .failure(CancellationError())
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts the work on a global queue.
    init(_ work: @escaping @Sendable () throws -> Value) {
        DispatchQueue.global(qos: .userInitiated)
            .async { [self] in
                result = Result { try work() }
                isDone.signal()
            }
    }

    /// Waits for the result.
    ///
    /// - Returns: The result.
    /// - Throws: What the work threw.
    func value() throws -> Value {
        isDone.wait()
        isDone.signal()
        return try result.get()
    }
}
