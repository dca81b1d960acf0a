import Foundation
import Synchronization

/// A query that gives its result once.
public protocol HKAsyncQuery {
    /// The result of the query.
    associatedtype Output

    /// Runs the query.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The result.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` or `errorDatabaseInaccessible`.
    func result(for healthStore: HKHealthStore) async throws -> Output
}

/// A query that gives results continuously.
public protocol HKAsyncSequenceQuery {
    /// The sequence of results.
    associatedtype Sequence: AsyncSequence

    /// Starts the query when the sequence is iterated, and stops it when the iteration ends.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The sequence of results.
    func results(for healthStore: HKHealthStore) -> Sequence
}

/// Runs a query that calls its handler once, as an async function; cancelling the task stops the query.
func runOnce<Output>(
    on store: HKHealthStore,
    _ makeQuery: (@escaping @Sendable (Result<Output, any Error>) -> Void) throws -> HKQuery
) async throws -> Output {
    let waiting = WaitingContinuation<Output>()
    let query = try makeQuery { waiting.resume($0) }
    let box: UncheckedSendable<Output> = try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            if waiting.wait(continuation) { store.executeHere(query) }
        }
    } onCancel: {
        store.stop(query)
        waiting.resume(.failure(CancellationError()))
    }
    return box.value
}

/// A continuation that only the first caller resumes.
private final class WaitingContinuation<Output>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<UncheckedSendable<Output>, any Error>)
        case done
    }

    private let state = Mutex(State.idle)

    /// Keeps a continuation; false when the task was cancelled before.
    func wait(_ continuation: CheckedContinuation<UncheckedSendable<Output>, any Error>) -> Bool {
        let isWaiting = state.withLock { state in
            guard case .idle = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWaiting { continuation.resume(throwing: CancellationError()) }
        return isWaiting
    }

    func resume(_ result: Result<Output, any Error>) {
        let waiting = state.withLock { state in
            let old = state
            state = .done
            return UncheckedSendable(old)
        }
        if case .waiting(let continuation) = waiting.value {
            continuation.resume(with: result.map { UncheckedSendable($0) })
        }
    }
}

/// The results of a query that runs until it is stopped.
struct QueryResults<Element: Sendable>: Sendable {
    private let stream: AsyncThrowingStream<Element, any Error>

    /// Executes the query at once; it is stopped when the iteration ends or is dropped.
    init(on store: HKHealthStore, _ makeQuery: (AsyncThrowingStream<Element, any Error>.Continuation) throws -> HKQuery)
    {
        let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
        self.stream = stream
        do {
            let query = try makeQuery(continuation)
            continuation.onTermination = { _ in store.stop(query) }
            store.execute(query)
        } catch {
            continuation.finish(throwing: error)
        }
    }

    func makeIterator() -> AsyncThrowingStream<Element, any Error>.Iterator { stream.makeAsyncIterator() }
}
