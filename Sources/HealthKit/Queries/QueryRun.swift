import Foundation
import Synchronization

/// Whether a query runs, and what it watches while it does.
final class QueryRun: Sendable {
    private enum Phase { case new, running, stoppedEarly, ended }

    /// What came of starting a query.
    enum Beginning {
        case begun
        /// It was stopped before it was started: it never runs.
        case stopped
        /// It was started before.
        case repeated
    }

    private struct State {
        var phase = Phase.new
        var token: ChangeToken?
        /// Where changes are told.
        var queue: DispatchQueue?
        var hasAnswered = false
    }

    private let state = Mutex(State())

    /// Starts the query.
    func begin() -> Beginning {
        state.withLock { state in
            switch state.phase {
            case .new:
                state.phase = .running
                return .begun
            case .stoppedEarly:
                state.phase = .ended
                return .stopped
            case .running, .ended: return .repeated
            }
        }
    }

    /// Whether handlers may be called.
    var isActive: Bool { state.withLock { $0.phase == .running } }

    /// Ends the query: it watches nothing any more.
    func end() {
        let token = state.withLock { state in
            state.phase = state.phase == .new || state.phase == .stoppedEarly ? .stoppedEarly : .ended
            defer { state.token = nil }
            return state.token
        }
        token?.cancel()
    }

    /// Ends the query with a last word, unless it was over already.
    func end(_ lastWord: () -> Void) {
        guard isActive else { return }
        end()
        lastWord()
    }

    /// Calls a closure after changes until the query ends: one call at a time, many changes at once in one call.
    ///
    /// While the machine is locked it is not called; when it is unlocked again, it is called once.
    ///
    /// The closure, and with it the query, lives until then, whether or not the app keeps the query.
    ///
    /// - Throws: What keeps the store from being watched; the closure is never called then.
    func watch(_ gate: Gate, _ interest: ChangeInterest, _ body: @escaping () -> Void) throws {
        // On the shared threads: a hundred queries that wake at once need no thread each.
        let queue = DispatchQueue(label: "healthkit.query", target: .global())
        gate.carryTest(to: queue)
        let waiting = PendingChange()
        // The queue calls it, one call at a time.
        let body = UncheckedSendable(body)
        let token = try gate.listen(interest) { [weak self] in
            guard waiting.add() else { return }
            queue.async { [weak self] in
                waiting.take()
                guard self?.isActive ?? false, !gate.isHolding else { return }
                body.value()
            }
        }
        let isKept = state.withLock { state in
            guard state.phase == .running else { return false }
            state.token = token
            state.queue = queue
            return true
        }
        if !isKept { token.cancel() }
    }

    /// Notes that the first answer was given.
    func noteAnswer() { state.withLock { $0.hasAnswered = true } }

    /// Whether there is nothing to wait for: the query is over, or its first answer was given.
    var hasAnswered: Bool { state.withLock { $0.phase == .ended || $0.hasAnswered } }

    /// Waits until what came up so far was told; not to be called by a handler.
    func drain() { state.withLock { $0.queue }?.sync {} }
}

/// Whether something changed since a query last looked.
private final class PendingChange: Sendable {
    private let isWaiting = Mutex(false)

    /// Notes a change; true when none waited before, so that somebody must be called.
    func add() -> Bool {
        isWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return !isWaiting
        }
    }

    func take() { isWaiting.withLock { $0 = false } }
}
/// The types that changed since a query last looked.
private final class PendingChanges: Sendable {
    private let types = Mutex<Set<String>?>(nil)

    /// Adds types; true when nothing waited before, so that somebody must be called.
    func add(_ more: Set<String>) -> Bool {
        types.withLock { types in
            let isFirst = types == nil
            types = (types ?? []).union(more)
            return isFirst
        }
    }

    func take() -> Set<String> {
        types.withLock { types in
            defer { types = nil }
            return types ?? []
        }
    }
}
