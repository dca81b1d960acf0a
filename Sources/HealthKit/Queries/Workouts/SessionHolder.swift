import Foundation
import Synchronization

/// A stored session with its current state, changed serially.
final class SessionHolder: Sendable {
    private struct State {
        var content: WorkoutSessionContent
        var port: (any CallPort)?
        /// The mark that shows other processes that this one is alive; `nil` before anything is stored.
        var mark: ByteMarks.Mark?
        /// The number of stored pieces of each kind.
        var parts: [WorkoutPart.Kind: Int] = [:]
    }

    private let state: Mutex<State>
    /// Held while a change is written, so that the session can be read meanwhile.
    private let turn = Mutex(())

    init(
        _ content: WorkoutSessionContent,
        _ port: (any CallPort)?,
        mark: ByteMarks.Mark? = nil,
        parts: [WorkoutPart] = []
    ) {
        var numbers: [WorkoutPart.Kind: Int] = [:]
        for part in parts { numbers[part.kind] = max(numbers[part.kind] ?? 0, part.number + 1) }
        state = Mutex(State(content: content, port: port, mark: mark, parts: numbers))
    }

    var content: WorkoutSessionContent { state.withLock { $0.content } }
    var identifier: UUID { content.identifier }
    var port: (any CallPort)? { state.withLock { $0.port } }

    /// Keeps the session in a store from now on: a session of old is made without one.
    func attach(_ port: any CallPort) { state.withLock { $0.port = $0.port ?? port } }

    /// The next part of a kind, for a call that keeps it itself.
    func nextPart(_ kind: WorkoutPart.Kind, _ bytes: Data) -> WorkoutPart {
        state.withLock { state in
            defer { state.parts[kind, default: 0] += 1 }
            return WorkoutPart(kind, state.parts[kind] ?? 0, bytes)
        }
    }

    /// Changes the session here and in the store; if the store can't save the change, nothing changes.
    func change(
        keeping parts: [WorkoutPart] = [],
        takesPlace: Bool? = nil,
        _ body: (inout WorkoutSessionContent) throws -> Void
    ) throws {
        try turn.withLock { _ in
            var content = content
            try body(&content)
            try keep(content, parts, takesPlace)
            let kept = content
            state.withLock { $0.content = kept }
        }
    }

    /// Changes the session by a call that keeps it itself.
    func change<T>(
        _ body: (inout WorkoutSessionContent) -> Void,
        through call: (WorkoutSessionContent) throws -> T
    ) throws -> T {
        try turn.withLock { _ in
            var content = content
            body(&content)
            let answer = try call(content)
            let kept = content
            state.withLock { $0.content = kept }
            return answer
        }
    }

    /// Stores more of the builder's content.
    func keep(_ parts: [WorkoutPart]) throws {
        try turn.withLock { _ in try keep(content, parts, nil) }
    }

    private func keep(_ content: WorkoutSessionContent, _ parts: [WorkoutPart], _ takesPlace: Bool?) throws {
        guard let port else { return }
        // An unused session isn't worth storing.
        guard content.isKept || state.withLock({ $0.mark != nil }) else { return }
        if state.withLock({ $0.mark == nil }) {
            let mark = try port.markSession(content.identifier)
            state.withLock { $0.mark = $0.mark ?? mark }
        }
        try port.send(KeepSessionCall(session: content, parts: parts, takesPlace: takesPlace))
    }

    /// Forgets the session once it is over and its workout was made or thrown away.
    func forgetIfOver() {
        turn.withLock { _ in
            guard let port, !content.isKept, state.withLock({ $0.mark != nil }) else { return }
            // If that fails, the app's next session removes it.
            let call = ForgetSessionCall(session: content.identifier)
            guard HealthLog.attempt("forget", { try port.send(call) }) != nil else { return }
            state.withLock { $0.mark = nil }
        }
    }
}

extension SessionHolder {
    /// Takes over the app's session from a process that ended, and removes outdated ones.
    ///
    /// - Returns: The session and the parts of its builder; `nil` if there is none.
    /// - Throws: `errorDatabaseInaccessible`.
    static func recovered(_ port: any CallPort) throws -> (holder: SessionHolder, parts: [WorkoutPart])? {
        for kept in try port.send(SessionsCall(withParts: nil)) {
            let session = kept.content
            guard let mark = try port.markSession(session.identifier) else { continue }
            guard session.isOpen, kept.isPrimary || session.state == .ended else {
                try port.send(ForgetSessionCall(session: session.identifier))
                continue
            }
            // Read again, as its process may have gone on until just now.
            let again = try port.send(SessionsCall(withParts: session.identifier))
            guard let whole = again.first(where: { $0.content.identifier == session.identifier }) else { continue }
            return (SessionHolder(whole.content, port, mark: mark, parts: whole.parts), whole.parts)
        }
        return nil
    }

    /// Removes the app's abandoned sessions, now that it has another.
    ///
    /// One that can't be forgotten now, and one whose process lives, is left to the next session.
    func forgetOthers() {
        guard let port, let kept = try? port.send(SessionsCall(withParts: nil)) else { return }
        for other in kept where other.content.identifier != identifier {
            guard let mark = try? port.markSession(other.content.identifier) else { continue }
            withExtendedLifetime(mark) { _ = try? port.send(ForgetSessionCall(session: other.content.identifier)) }
        }
    }
}
