import Foundation
import Synchronization

/// Calls a method's completion form and waits for it, since a subclass may have overridden that form.
///
/// - Throws: The completion's error.
func waitForSuccess(_ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) async throws {
    try await waitForValue { done in call { isSuccess, error in done(isSuccess ? () : nil, error) } }
}

/// Calls a method's completion form and waits for its value.
///
/// - Throws: The completion's error; `unknownError` when it gave neither.
func waitForValue<T>(_ call: (@escaping @Sendable (T?, (any Error)?) -> Void) -> Void) async throws -> T {
    let callers = CallersTask()
    let box: UncheckedSendable<T> = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            CallersTask.$current.withValue(callers) {
                call { value, error in
                    switch (value, error) {
                    case (_, let error?): continuation.resume(throwing: error)
                    case (let value?, nil): continuation.resume(returning: UncheckedSendable(value))
                    case (nil, nil):
                        continuation.resume(throwing: HKError.error(.unknownError, "The call failed without an error"))
                    }
                }
            }
        }
    } onCancel: {
        callers.cancel()
    }
    return box.value
}

/// The task that a completion form runs for an async form, so that cancelling the one cancels the other.
final class CallersTask: Sendable {
    @TaskLocal static var current: CallersTask?

    private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

    func set(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }
}

extension Task where Success == Never, Failure == Never {
    /// Whether the caller chose the current task's executor, whose threads may not be ones that can block.
    static var hasChosenExecutor: Bool { withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil } }
}
