import Foundation

/// The distribution of a service's reading between two threads.
///
/// The thread that finds a call works on it, so that no other thread has to be woken first. If that takes longer, the
/// other thread replaces it. The other checks for that every millisecond while there are calls, and sleeps while there
/// are none.
final class ServiceTurns: Sendable {
    private struct State {
        var isTaken = false
        /// Whether the other thread waits for the turn.
        var isOtherWaiting = false
        /// Whether it waits until it is woken.
        var isOtherAsleep = false
        /// The time when a turn last ended.
        var lastEnd = ContinuousClock.now
        var isOver = false
    }

    /// The time that a call may take before the other thread looks for more, in seconds.
    private static let patience = 0.001
    /// The time that the other thread stays awake after the last call, in seconds.
    private static let attention = 0.01

    private let condition = NSCondition()
    // Accessed only with the condition's lock.
    nonisolated(unsafe) private var state = State()

    /// Waits for the turn.
    ///
    /// - Returns: Whether there are further turns.
    func take() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        if !state.isTaken, !state.isOver {
            state.isTaken = true
            return true
        }
        state.isOtherWaiting = true
        defer { state.isOtherWaiting = false }
        while !state.isOver {
            if state.isTaken, ContinuousClock.now - state.lastEnd > .seconds(Self.attention) {
                state.isOtherAsleep = true
                condition.wait()
                state.isOtherAsleep = false
            }
            let seen = state.lastEnd
            _ = condition.wait(until: Date(timeIntervalSinceNow: Self.patience))
            // A thread that gave the turn back a moment ago is likely to take it again.
            if !state.isOver, !state.isTaken, state.lastEnd == seen {
                state.isTaken = true
                return true
            }
        }
        return false
    }

    /// Whether the other thread would take the turn after this one.
    var canLeave: Bool { condition.withLock { state.isOtherWaiting } }

    /// Ends a turn.
    func end() {
        condition.withLock {
            state.isTaken = false
            state.lastEnd = .now
            if state.isOtherAsleep || state.isOver { condition.broadcast() }
        }
    }

    /// Ends all turns, and waits for the current one to end.
    func stop() {
        condition.withLock {
            state.isOver = true
            condition.broadcast()
            while state.isTaken { condition.wait() }
        }
    }
}
