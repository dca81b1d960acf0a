import Foundation
import Synchronization

/// A call that the gate repeats after each change of the store, until it is stopped.
final class GateStream<Call: LiveCall>: CallStream {
    // Uses the shared threads: a hundred queries that wake at once don't need a thread each.
    let queue = DispatchQueue(label: "healthkit.query", target: .global())

    private let gate: Gate
    private let answers: AnswerStream<Call>
    /// Held while an answer is delivered: one at a time, and none before the first.
    private let delivery = NSLock()
    private let hasChanged = Mutex(false)
    private let token = Mutex<ChangeToken?>(nil)

    init(_ gate: Gate, _ answers: AnswerStream<Call>) {
        self.gate = gate
        self.answers = answers
    }

    /// Delivers the first answer, and from now on one after each change.
    ///
    /// While the machine is locked nothing is delivered; when it is unlocked again, one answer is.
    ///
    /// - Returns: Whether more can come.
    func begin() -> Bool {
        delivery.lock()
        defer { delivery.unlock() }
        var obstacle: (any Error)?
        do {
            try listen()
        } catch {
            obstacle = error
        }
        let isAnswered = answers.next(isFirst: true)
        guard let obstacle else { return true }
        // Without a watch no update would come, and the app would wait for one.
        if isAnswered { answers.end(obstacle) }
        return false
    }

    func stop() {
        let token = token.withLock { token in
            defer { token = nil }
            return token
        }
        token?.cancel()
    }

    /// Repeats the call after changes: one call at a time, with many changes combined in one call.
    private func listen() throws {
        gate.carryTest(to: queue)
        // The stream, and with it the handler, lives until it is stopped, whether or not anyone retains it.
        let heard = try gate.listen(answers.call.interest) { [self] in
            guard note() else { return }
            queue.async { self.deliver() }
        }
        token.withLock { $0 = heard }
    }

    /// Notes a change and returns whether none was pending, so that a call must be scheduled.
    private func note() -> Bool {
        hasChanged.withLock { hasChanged in
            defer { hasChanged = true }
            return !hasChanged
        }
    }

    private func deliver() {
        hasChanged.withLock { $0 = false }
        guard answers.isWanted(), !gate.isHolding else { return }
        delivery.lock()
        defer { delivery.unlock() }
        answers.next(isFirst: false)
    }
}
