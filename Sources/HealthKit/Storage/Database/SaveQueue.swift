import Foundation
import Synchronization

/// What saves are stored in.
protocol SaveTarget: AnyObject, Sendable {
    /// Changes the store, wholly or not at all.
    func write<T>(_ body: (ObjectWriter) throws -> T) throws -> T
}

/// Saves that wait for their turn: those that wait at the same time share one transaction, and so one sync of the disk.
///
/// A save that comes alone is stored at once. Each succeeds or fails by itself, in the order in which they came.
final class SaveQueue: Sendable {
    /// Changes the store; called again when the transaction that it was part of is undone.
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

    /// The most saves in one transaction.
    private static let groupLimit = 256

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "healthkit.saves")

    /// Adds a save.
    ///
    /// - Parameters:
    ///   - database: Where it goes.
    ///   - body: Stores it.
    ///   - completion: Called when it is on the disk, or has failed, on the queue of the saves: it must not take long.
    func add(_ database: any SaveTarget, _ body: @escaping Body, _ completion: @escaping Completion) {
        if isFirst(Save(body, completion)) { queue.async { self.drain(database) } }
    }

    /// Adds a save, to be stored by the caller where it comes alone.
    ///
    /// - Parameters:
    ///   - database: Where it goes.
    ///   - body: Stores it.
    ///   - completion: Called when it is on the disk, or has failed: it must not take long.
    /// - Returns: Stores it, and leaves what came meanwhile to the queue; `nil` where the queue is at work.
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

    /// Stores something, together with whatever else is being saved.
    ///
    /// A save that comes alone is stored on the thread that is here: handing it to another and the answer back would cost
    /// a third of the time that the disk takes. Those that come meanwhile wait for the queue.
    ///
    /// - Parameters:
    ///   - database: Where it goes.
    ///   - body: Stores it.
    /// - Throws: What the store throws.
    func save(_ database: any SaveTarget, _ body: @escaping Body) async throws {
        guard beginAlone() else {
            return try await withCheckedThrowingContinuation { continuation in
                add(database, body) { continuation.resume(with: $0) }
            }
        }
        defer { handOver(database) }
        try database.write(body)
    }

    /// Leaves what came meanwhile to the queue.
    private func handOver(_ database: any SaveTarget) {
        let isOver = state.withLock { state in
            state.isDraining = !state.waiting.isEmpty
            return state.waiting.isEmpty
        }
        if !isOver { queue.async { self.drain(database) } }
    }

    /// Takes the place of the queue; false when it is at work.
    private func beginAlone() -> Bool {
        state.withLock { state in
            if state.isDraining { return false }
            state.isDraining = true
            return true
        }
    }

    /// How many saves wait for their transaction to begin.
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

    /// Stores saves in one transaction; when one of them fails, those before it, and then those after it.
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
