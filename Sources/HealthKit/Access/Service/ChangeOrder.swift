import Synchronization

/// The changes of one program that are under way: what they cause is told after their answers.
final class ChangeOrder: Sendable {
    private struct State {
        /// Calls that change something and have no answer yet.
        var changes: Set<UInt64> = []
        /// What waits until changes that were under way have their answers.
        var delayed: [(after: Set<UInt64>, work: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// Whether a change has no answer.
    var isUnderWay: Bool { state.withLock { !$0.changes.isEmpty } }

    /// Notes that a call which changes something has begun.
    func begin(_ number: UInt64) { state.withLock { _ = $0.changes.insert(number) } }

    /// Does something once all changes that are under way have their answers.
    func after(_ work: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            guard !state.changes.isEmpty else { return true }
            state.delayed.append((state.changes, work))
            return false
        }
        if isNow { work() }
    }

    /// Notes that a call has its answer, whether it changed something or not.
    func end(_ number: UInt64) {
        let ready: [@Sendable () -> Void] = state.withLock { state in
            guard state.changes.remove(number) != nil, !state.delayed.isEmpty else { return [] }
            for index in state.delayed.indices { state.delayed[index].after.remove(number) }
            let ready = state.delayed.filter(\.after.isEmpty).map(\.work)
            state.delayed.removeAll { $0.after.isEmpty }
            return ready
        }
        for work in ready { work() }
    }

    /// Forgets what waits: nobody hears of it.
    func close() { state.withLock { $0.delayed = [] } }
}
