import Dispatch
import Foundation
import Synchronization

/// Tells observers of commits: of this store at once, of others when their write to the log is noticed.
///
/// Everything happens on one serial queue. While no observer is registered nothing is watched.
final class ChangeNotifier: Sendable {
    typealias Body = @Sendable (StoreChange) -> Void
    typealias LogReader = @Sendable (Int64?) -> CommitLog?

    private struct State {
        var observers: [Int: Body] = [:]
        var nextObserver = 0
        var watcher: FileWatcher?
        var readLog: LogReader?
        /// The commit up to which observers know of everything.
        var known: Int64 = 0
        /// Later commits of our own, which observers were notified of.
        var own: Set<Int64> = []
        /// Counts the signs of writing; rechecks after an earlier one end.
        var turn = 0
        var isStopped = false
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "HealthStore.changes")
    private let walPath: String?
    /// The file next to the log that is written when a commit has reached the disk, just before others see it.
    private let markPath: String?

    /// The delays after a sign of writing at which the log is looked at again, in milliseconds: a commit becomes visible only
    /// when its sync has returned, and its writer may die before it can say so.
    private let rechecks: [Int]

    init(walPath: String?, markPath: String? = nil, rechecks: [Int] = [3, 12, 40, 150, 600, 2000]) {
        self.walPath = walPath
        self.markPath = markPath
        self.rechecks = rechecks
    }

    /// Registers an observer.
    func add(_ body: @escaping Body, readLog: @escaping LogReader) -> StoreObservation {
        let (id, isFirst) = state.withLock { state in
            let id = state.nextObserver
            state.nextObserver += 1
            let isFirst = state.observers.isEmpty && !state.isStopped
            if !state.isStopped { state.observers[id] = body }
            return (id, isFirst)
        }
        if isFirst, let walPath { startWatching(walPath, readLog) }
        return StoreObservation { [weak self] in self?.remove(id) }
    }

    /// Begins to watch, then reads the log's state, so that no commit in between is missed.
    private func startWatching(_ walPath: String, _ readLog: @escaping LogReader) {
        let watcher = FileWatcher(path: walPath, mark: markPath, queue: queue) { [weak self] event in
            self?.noticed(event)
        }
        let newest = readLog(nil)?.newest ?? 0
        let surplus = state.withLock { state in
            if state.isStopped || state.observers.isEmpty || state.watcher != nil { return watcher }
            state.watcher = watcher
            state.readLog = readLog
            state.known = newest
            state.own = state.own.filter { $0 > newest }
            return nil
        }
        surplus?.cancel()
    }

    private func remove(_ id: Int) {
        let watcher = state.withLock { state in
            state.observers[id] = nil
            guard state.observers.isEmpty else { return FileWatcher?.none }
            defer { state.watcher = nil }
            return state.watcher
        }
        watcher?.cancel()
    }

    func stop() {
        let watcher = state.withLock { state in
            state.isStopped = true
            state.observers = [:]
            state.readLog = nil
            defer { state.watcher = nil }
            return state.watcher
        }
        watcher?.cancel()
    }

    /// Notes a commit that this store is about to make: it isn't one of others.
    func commits(_ number: Int64) {
        state.withLock { if !$0.observers.isEmpty { $0.own.insert(number) } }
    }

    /// Forgets a commit that wasn't made.
    func failed(_ number: Int64) { state.withLock { _ = $0.own.remove(number) } }

    /// Tells observers of a commit of this store, and other processes that there is something to see.
    ///
    /// Watchers see the mark of a commit that is on the disk. The log is touched only without a mark: its times would be written
    /// to the disk with the next commit, which takes as long as another commit if the file system has no journal.
    ///
    /// - Parameters:
    ///   - change: the changed data.
    ///   - commit: the commit's number.
    ///   - isSynced: Whether it was synced to the disk.
    func committed(_ change: StoreChange, commit: Int64, isSynced: Bool) {
        let isObserved = state.withLock { state in
            if state.observers.isEmpty { return false }
            state.own.insert(commit)
            return true
        }
        let isMarked = isSynced && markPath.map { access($0, F_OK) == 0 } ?? false
        if !isMarked, let walPath { FileWatcher.touch(walPath) }
        if isObserved, !change.isEmpty { queue.async { self.deliver(change) } }
    }

    private func deliver(_ change: StoreChange) {
        let observers = state.withLock { $0.observers.sorted { $0.key < $1.key }.map(\.value) }
        for observer in observers { observer(change) }
    }

    /// Looks into the log upon a sign of writing.
    func noticed(_ event: FileWatcher.Event) {
        let turn = state.withLock { state in
            state.turn += 1
            return state.turn
        }
        switch readCommits() {
        case .new: return
        case .nothing where event == .touched: return
        case .nothing, .unreadable: recheck(turn, 0)
        }
    }

    /// Looks again and again, until there is something, a later sign takes over, or it has been long enough.
    ///
    /// A log that can't be read may hold a change: it is looked at until it can, or the store is closed.
    private func recheck(_ turn: Int, _ step: Int) {
        guard step < rechecks.count else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(rechecks[step])) { [weak self] in
            guard let self, state.withLock({ $0.turn }) == turn else { return }
            switch readCommits() {
            case .new: return
            case .nothing: recheck(turn, step + 1)
            case .unreadable: recheck(turn, min(step + 1, rechecks.count - 1))
            }
        }
    }

    /// The result of a look into the log.
    private enum Found { case new, nothing, unreadable }

    /// Reads the log and reports the commits of others.
    private func readCommits() -> Found {
        let (known, readLog) = state.withLock { ($0.known, $0.readLog) }
        guard let readLog else { return .nothing }
        guard let log = readLog(known) else { return .unreadable }
        guard log.newest > known else { return .nothing }
        let change = state.withLock { state in
            let types = log.types.filter { !state.own.contains($0.commit) }.map(\.type)
            let names = log.namespaces.filter { !state.own.contains($0.commit) }.map(\.name)
            state.known = max(state.known, log.newest)
            state.own = state.own.filter { $0 > log.newest }
            return StoreChange(types: Set(types), namespaces: Set(names), isLocal: false)
        }
        if !change.isEmpty { deliver(change) }
        return .new
    }
}
