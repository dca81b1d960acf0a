import Synchronization

/// The updates reported to an observer, and those that its app has handled.
///
/// An app acknowledges an update by calling its completion handler. For a running app, reports don't depend on that; it only
/// acknowledges wakes.
package final class ObserverUpdates: Sendable {
    /// The counts at one moment.
    package struct Status: Sendable, Hashable {
        /// The number of updates reported to the app.
        package var reported = 0
        /// The number of updates that it has acknowledged.
        package var acknowledged = 0
        /// The number of consecutive updates, up to the latest, that it hasn't acknowledged.
        package var missed = 0

        /// Whether the app has acknowledged everything.
        package var isDone: Bool { reported == acknowledged }
    }

    /// One update, which the completion handler of the app's call refers to.
    final class Update: Sendable {
        private let updates: ObserverUpdates
        private let number: Int
        private let isDone = Mutex(false)

        fileprivate init(_ updates: ObserverUpdates, number: Int) {
            self.updates = updates
            self.number = number
        }

        /// Reports that the app is done with it; a second call has no effect.
        func acknowledge() {
            let isFirst = isDone.withLock { isDone in
                defer { isDone = true }
                return !isDone
            }
            if isFirst { updates.acknowledge(number) }
        }
    }

    private struct State {
        var status = Status()
        /// The latest update that was acknowledged.
        var latest = 0
        var listener: (@Sendable (Status) -> Void)?
    }

    private let state = Mutex(State())

    /// The current counts.
    package var status: Status { state.withLock { $0.status } }

    /// Sets the listener for each reported or acknowledged update; `nil` removes it.
    ///
    /// - Parameter listener: Called on the thread on which that happens.
    package func listen(_ listener: (@Sendable (Status) -> Void)?) { state.withLock { $0.listener = listener } }

    /// Begins the report of an update to the app.
    func begin() -> Update {
        let number = change { state in
            state.status.reported += 1
            state.status.missed += 1
            return state.status.reported
        }
        return Update(self, number: number)
    }

    private func acknowledge(_ number: Int) {
        change { state in
            state.status.acknowledged += 1
            state.latest = max(state.latest, number)
            state.status.missed = state.status.reported - state.latest
        }
    }

    @discardableResult
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, status, listener) = state.withLock { state in
            let result = body(&state)
            return (result, state.status, state.listener)
        }
        listener?(status)
        return result
    }
}
