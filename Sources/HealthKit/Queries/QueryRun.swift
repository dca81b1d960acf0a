import Foundation
import Synchronization

/// Whether a query runs, and what it watches while it does.
final class QueryRun: Sendable {
    private enum Phase { case new, running, ended }

    private struct State {
        var phase = Phase.new
        var token: ChangeToken?
    }

    private let state = Mutex(State())

    /// Starts the query; false when it was started before.
    func begin() -> Bool {
        state.withLock { state in
            guard state.phase == .new else { return false }
            state.phase = .running
            return true
        }
    }

    /// Whether handlers may be called.
    var isActive: Bool { state.withLock { $0.phase == .running } }

    /// Ends the query: it watches nothing any more.
    func end() {
        let token = state.withLock { state in
            state.phase = .ended
            defer { state.token = nil }
            return state.token
        }
        token?.cancel()
    }

    /// Calls a closure after changes until the query ends: one call at a time, many changes at once in one call.
    ///
    /// The closure, and with it the query, lives until then, whether or not the app keeps the query.
    func watch(
        _ hub: ChangeHub,
        _ interest: ChangeInterest,
        _ body: @escaping @Sendable (Set<String>) -> Void
    ) {
        // On the shared threads: a hundred queries that wake at once need no thread each.
        let queue = DispatchQueue(label: "healthkit.query", target: .global())
        let waiting = PendingChanges()
        let token = hub.listen { [weak self] change in
            guard interest.includes(change), waiting.add(change.types) else { return }
            queue.async { [weak self] in
                let types = waiting.take()
                guard self?.isActive ?? false, !hub.hold(types) else { return }
                body(types)
            }
        }
        let isKept = state.withLock { state in
            guard state.phase == .running else { return false }
            state.token = token
            return true
        }
        if !isKept { token.cancel() }
    }
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

/// The changes that a query wants to hear of.
struct ChangeInterest: Sendable {
    /// Identifiers of types whose samples come or go.
    var types: Set<String>
    /// Namespaces of values that are set.
    var namespaces: Set<String> = []

    func includes(_ change: DatabaseChange) -> Bool {
        !types.isDisjoint(with: change.types) || !namespaces.isDisjoint(with: change.namespaces)
    }
}
