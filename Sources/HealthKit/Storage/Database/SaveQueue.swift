import Foundation
import Synchronization

/// The destination of saves.
protocol SaveTarget: AnyObject, Sendable {
    /// Changes the store atomically.
    func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T
}

/// A queue of saves: those that wait at the same time share one transaction, and so one disk sync.
///
/// A lone save is stored immediately. Each save succeeds or fails independently, in order of arrival.
final class SaveQueue: Sendable {
    /// Changes the store; called again if the transaction that it was part of is rolled back.
    typealias Body = @Sendable (ObjectWriter) throws -> Void
    typealias Completion = @Sendable (Result<Void, any Error>) -> Void

    private final class Save: Sendable {
        let body: Body
        let completion: Completion

        init(_ body: @escaping Body, _ completion: @escaping Completion) {
            self.body = body
            self.completion = completion
        }
    }

    private struct State {
        var waiting: [Save] = []
        var isDraining = false
    }

    /// The maximum number of saves in one transaction.
    private static let groupLimit = 256

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "healthkit.saves")

    /// Adds a save.
    ///
    /// - Parameters:
    ///   - database: The database to save in.
    ///   - body: Stores the save.
    ///   - completion: Called on the save queue once it is on disk or has failed; it must return quickly.
    func add(_ database: any SaveTarget, _ body: @escaping Body, _ completion: @escaping Completion) {
        if isFirst(Save(body, completion)) { queue.async { self.drain(database) } }
    }

    /// Adds a save that the caller stores itself if no others are waiting.
    ///
    /// - Parameters:
    ///   - database: The database to save in.
    ///   - body: Stores the save.
    ///   - completion: Called once it is on disk or has failed; it must return quickly.
    /// - Returns: A closure that stores the save and leaves later ones to the queue; `nil` if the queue is busy.
    func addHere(
        _ database: any SaveTarget,
        _ body: @escaping Body,
        _ completion: @escaping Completion
    ) -> (() -> Void)? {
        guard isFirst(Save(body, completion)) else { return nil }
        return { [self] in
            store(nextGroup()[...], database)
            handOver(database)
        }
    }

    private func isFirst(_ save: Save) -> Bool {
        state.withLock { state in
            state.waiting.append(save)
            defer { state.isDraining = true }
            return !state.isDraining
        }
    }

    private func nextGroup() -> [Save] {
        state.withLock { state in
            let group = Array(state.waiting.prefix(Self.groupLimit))
            state.waiting.removeFirst(group.count)
            return group
        }
    }

    /// Stores a save, together with any others that are waiting.
    ///
    /// A lone save is stored on the current thread: handing it to another thread and passing the result back would cost a third
    /// of the disk time. Saves that arrive meanwhile wait for the queue.
    ///
    /// - Parameters:
    ///   - database: The database to save in.
    ///   - body: Stores the save.
    /// - Throws: Any error from the store.
    func save(_ database: any SaveTarget, _ body: @escaping Body) async throws {
        guard beginAlone() else {
            return try await withCheckedThrowingContinuation { continuation in
                add(database, body) { continuation.resume(with: $0) }
            }
        }
        defer { handOver(database) }
        try database.write(body)
    }

    /// Leaves the saves that arrived meanwhile to the queue.
    private func handOver(_ database: any SaveTarget) {
        let isOver = state.withLock { state in
            state.isDraining = !state.waiting.isEmpty
            return state.waiting.isEmpty
        }
        if !isOver { queue.async { self.drain(database) } }
    }

    /// Acquires the queue's role; returns false if the queue is busy.
    private func beginAlone() -> Bool {
        state.withLock { state in
            if state.isDraining { return false }
            state.isDraining = true
            return true
        }
    }

    /// The number of saves that wait for their transaction to begin.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func drain(_ database: any SaveTarget) {
        while true {
            let group = state.withLock { state in
                let group = Array(state.waiting.prefix(Self.groupLimit))
                state.waiting.removeFirst(group.count)
                if group.isEmpty { state.isDraining = false }
                return group
            }
            if group.isEmpty { return }
            store(group[...], database)
        }
    }

    /// Stores saves in one transaction; if one of them fails, stores those before it and then those after it.
    private func store(_ group: ArraySlice<Save>, _ database: any SaveTarget) {
        var rest = group
        while !rest.isEmpty {
            var next = rest.startIndex
            let result = Result {
                try database.write { writer in
                    next = rest.startIndex
                    while next < rest.endIndex {
                        try rest[next].body(writer)
                        next += 1
                    }
                }
            }
            guard case .failure = result, next < rest.endIndex else {
                for save in rest { save.completion(result) }
                return
            }
            store(rest[..<next], database)
            rest[next].completion(result)
            rest = rest[(next + 1)...]
        }
    }
}
