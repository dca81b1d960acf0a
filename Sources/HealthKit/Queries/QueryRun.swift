import Foundation
import Synchronization

/// The state of a query, with its observations while it runs.
final class QueryRun: Sendable {
    private enum Phase { case new, running, stoppedEarly, ended }

    /// The outcome of starting a query.
    enum Beginning {
        case begun
        /// It was stopped before it was started: it never runs.
        case stopped
        /// It was started before.
        case repeated
    }

    private struct State {
        var phase = Phase.new
        var stream: (any CallStream)?
        /// The queue on which results are delivered.
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
        let stream = state.withLock { state in
            state.phase = state.phase == .new || state.phase == .stoppedEarly ? .stoppedEarly : .ended
            defer { state.stream = nil }
            return state.stream
        }
        stream?.stop()
    }

    /// Ends the query with a last word, unless it was over already.
    func end(_ lastWord: () -> Void) {
        guard isActive else { return }
        end()
        lastWord()
    }

    /// Keeps the stream that requests updates, until the query ends.
    func keep(_ stream: any CallStream) {
        let isKept = state.withLock { state in
            state.queue = stream.queue
            guard state.phase == .running else { return false }
            state.stream = stream
            return true
        }
        if !isKept { stream.stop() }
    }

    /// Records that the first result was delivered.
    func noteAnswer() { state.withLock { $0.hasAnswered = true } }

    /// Whether there is nothing to wait for: the query is over, or its first answer was given.
    var hasAnswered: Bool { state.withLock { $0.phase == .ended || $0.hasAnswered } }

    /// Waits until all pending results were delivered; not to be called by a handler.
    func drain() { state.withLock { $0.queue }?.sync {} }
}
