import Synchronization

/// One program's changes in progress; notifications that they cause are sent after their answers.
final class ChangeOrder: Sendable {
    private struct State {
        /// The numbers of changing calls that have no answer yet.
        var changes: Set<UInt64> = []
        /// Work that waits until the changes in progress have their answers.
        var delayed: [(after: Set<UInt64>, work: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    /// Whether any change has no answer yet.
    var isUnderWay: Bool { state.withLock { !$0.changes.isEmpty } }

    /// Notes that a changing call has begun.
    func begin(_ number: UInt64) { state.withLock { _ = $0.changes.insert(number) } }

    /// Runs work once all changes in progress have their answers.
    func after(_ work: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            guard !state.changes.isEmpty else { return true }
            state.delayed.append((state.changes, work))
            return false
        }
        if isNow { work() }
    }

    /// Notes that a call has its answer, whether or not it changed anything.
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

    /// Discards the waiting work.
    func close() { state.withLock { $0.delayed = [] } }
}
