import Synchronization

/// What an observer was told and what of that its app is done with.
///
/// An app says that it is done with an update by calling the completion handler that came with it. Nothing that a running app
/// is told depends on that: it acknowledges a wake, for whoever woke the app.
package final class ObserverUpdates: Sendable {
    /// Where things stand at one moment.
    package struct Status: Sendable, Hashable {
        /// How many updates the app was told of.
        package var reported = 0
        /// How many of them it is done with.
        package var acknowledged = 0
        /// How many updates in a row, up to the latest, it has not said it is done with.
        package var missed = 0

        /// Whether the app is done with everything that it was told.
        package var isDone: Bool { reported == acknowledged }
    }

    /// One update: what the completion handler of the app's call refers to.
    final class Update: Sendable {
        private let updates: ObserverUpdates
        private let number: Int
        private let isDone = Mutex(false)

        fileprivate init(_ updates: ObserverUpdates, number: Int) {
            self.updates = updates
            self.number = number
        }

        /// The app is done with it; a second time says nothing new.
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

    /// Where things stand now.
    package var status: Status { state.withLock { $0.status } }

    /// Has somebody hear of each update that is told or acknowledged; `nil` for nobody any more.
    ///
    /// - Parameter listener: Called on the thread on which that happens.
    package func listen(_ listener: (@Sendable (Status) -> Void)?) { state.withLock { $0.listener = listener } }

    /// The app is about to be told of an update.
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
