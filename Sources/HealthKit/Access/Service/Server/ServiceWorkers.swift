import Foundation
import Synchronization

/// A source of work for ``ServiceWorkers``.
protocol ServiceWork: AnyObject, Sendable {
    /// Does the next piece of work.
    ///
    /// - Returns: Whether there was one that could begin.
    func work() -> Bool
}

/// The threads that work on calls: as many as needed at once, up to a limit, each for the connection that waited longest.
///
/// They aren't the system's shared threads, as the work on a call may wait for some of those.
final class ServiceWorkers: Sendable {
    private struct State {
        var ready: [any ServiceWork] = []
        var start = 0
        var threads = 0
        var idle = 0
        var isOver = false
    }

    private let limit: Int
    private let condition = NSCondition()
    // Accessed only with the condition's lock.
    nonisolated(unsafe) private var state = State()

    /// - Parameter limit: The maximum number of threads.
    init(limit: Int = 32) { self.limit = limit }

    /// Schedules a connection's work on a thread.
    func schedule(_ connection: any ServiceWork) {
        condition.lock()
        defer { condition.unlock() }
        guard !state.isOver else { return }
        state.ready.append(connection)
        if state.idle >= state.ready.count - state.start {
            condition.signal()
        } else if state.threads < limit {
            state.threads += 1
            Thread.detachNewThread { [self] in run() }
        }
    }

    /// Ends the threads, after they complete their current work.
    func stop() {
        condition.lock()
        defer { condition.unlock() }
        state.isOver = true
        state.ready = []
        state.start = 0
        condition.broadcast()
    }

    private func run() {
        while let connection = next() { _ = connection.work() }
    }

    private func next() -> (any ServiceWork)? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if !state.isOver, state.start < state.ready.count {
                let connection = state.ready[state.start]
                state.start += 1
                if state.start == state.ready.count {
                    state.ready.removeAll(keepingCapacity: true)
                    state.start = 0
                }
                return connection
            }
            var isOver = state.isOver
            if !isOver {
                state.idle += 1
                isOver = !condition.wait(until: Date(timeIntervalSinceNow: 10)) && state.start == state.ready.count
                state.idle -= 1
            }
            if isOver || state.isOver {
                state.threads -= 1
                return nil
            }
        }
    }
}
