import Foundation
import Synchronization

/// What has work for ``ServiceWorkers``.
protocol ServiceWork: AnyObject, Sendable {
    /// Does the next piece of work.
    ///
    /// - Returns: Whether there was one that could begin.
    func work() -> Bool
}

/// The threads that work on calls: as many as are needed at once, up to a limit, each for the connection that waited longest.
///
/// They are not the system's shared threads: what works on a call may wait for some of those.
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
    // Touched with the condition's lock alone.
    nonisolated(unsafe) private var state = State()

    /// - Parameter limit: The most threads.
    init(limit: Int = 32) { self.limit = limit }

    /// Has a thread look for work of a connection.
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

    /// Ends the threads; what they work on they end first.
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
