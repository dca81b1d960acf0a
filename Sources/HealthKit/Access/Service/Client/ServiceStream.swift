import Foundation
import Synchronization

/// A live call at the service, on the program's side.
final class ServiceStream<Call: LiveCall>: CallStream, ServiceRequest {
    private struct State {
        var number: UInt64?
        /// Answers that came before ``ServiceStream/begin()`` returned, which delivers them.
        var early: [(frame: ServiceFrame, index: UInt64)] = []
        /// Whether ``ServiceStream/begin()`` has delivered all of its answers.
        var hasBegun = false
        var isOver = false
        /// Whether the first answer of this connection was already delivered over an earlier one.
        var isAgain = false
        /// The call to open again.
        var call: Call
        /// The last answer's bytes, for deciding whether the next connection's first answer is news.
        var lastAnswer: [UInt8]?
        var obstacle: HKError?
        /// The number of answers received over this connection.
        var received: UInt64 = 0
    }

    let queue = DispatchQueue(label: "healthkit.query", target: .global())
    /// The call as first opened.
    private let message: [UInt8]
    private let goesOn: Bool
    private let link: ServiceLink
    private let isWanted: @Sendable () -> Bool
    // Called for one answer at a time: by `begin`, and then on the queue.
    nonisolated(unsafe) private let handler: (StreamedAnswer<Call.Answer>) -> Void
    private let waiter = LinkWaiter()
    // Accessed only with the waiter's lock.
    nonisolated(unsafe) private var state: State

    init(
        _ call: Call,
        _ message: [UInt8],
        goesOn: Bool,
        _ link: ServiceLink,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) {
        state = State(call: call)
        self.message = message
        self.goesOn = goesOn
        self.link = link
        self.isWanted = isWanted
        self.handler = handler
    }

    /// Opens the call and delivers its first answer.
    ///
    /// - Returns: Whether more can come.
    /// - Throws: `errorDatabaseInaccessible` if there is no connection.
    func begin() throws -> Bool {
        let number = try link.send(self)
        waiter.withLock { state.number = number }
        while true {
            _ = link.wait(waiter, until: Date(timeIntervalSinceNow: 0.02)) {
                !state.early.isEmpty || state.isOver || state.hasBegun
            }
            let (frames, isDone): ([(frame: ServiceFrame, index: UInt64)], Bool) = waiter.withLock {
                defer { state.early = [] }
                return (state.early, state.isOver || state.hasBegun)
            }
            for (frame, index) in frames { report(frame, index, isFirst: frame.flags.contains(.first)) }
            if isDone, frames.isEmpty { break }
            if !isWanted() {
                stop()
                return false
            }
        }
        let (isOver, obstacle) = waiter.withLock { (state.isOver, state.obstacle) }
        if let obstacle {
            handler(StreamedAnswer(result: .failure(obstacle), isFirst: true, isLast: true))
        }
        return !isOver
    }

    func stop() {
        let number = waiter.withLock {
            defer { state.isOver = true }
            return state.isOver ? nil : state.number
        }
        if let number { link.cancel(number) }
    }

    // MARK: A request

    let survives = true

    var isWaitedFor: Bool { waiter.withLock { !state.hasBegun } }

    func frame(_ number: UInt64) -> ServiceFrame {
        ServiceFrame(.open, goesOn ? .goesOn : [], call: number, message)
    }

    func frameAgain(_ number: UInt64) -> ServiceFrame {
        let call: Call? = waiter.withLock {
            state.isAgain = state.hasBegun
            state.received = 0
            return state.isAgain ? state.call : nil
        }
        let message = call.flatMap { call in
            HealthLog.attempt("resume") { try AppCall.bytes(of: call, limit: CallBounds.sentBytes) }
        }
        return ServiceFrame(.open, goesOn ? .goesOn : [], call: number, message.map { [UInt8]($0) } ?? self.message)
    }

    func take(_ frame: ServiceFrame, _ link: ServiceLink) -> Bool {
        switch frame.kind {
        case .item:
            let (isNow, index) = waiter.change {
                state.received += 1
                guard !state.hasBegun else { return (true, state.received) }
                state.early.append((frame, state.received))
                return (false, state.received)
            }
            if isNow { queue.async { self.report(frame, index, isFirst: false) } }
            return false
        case .event:
            waiter.change { state.hasBegun = true }
            return false
        case .end, .answer:
            // An answer to a live call gives the reason that it can't continue.
            waiter.change {
                if frame.kind == .answer, !state.hasBegun { state.early.append((frame, 0)) }
                state.isOver = true
            }
            return true
        default: return false
        }
    }

    func fail(_ error: HKError) {
        let hasBegun = waiter.change {
            if !state.hasBegun { state.obstacle = error }
            state.isOver = true
            return state.hasBegun
        }
        guard hasBegun else { return }
        queue.async { [self] in
            guard isWanted() else { return }
            handler(StreamedAnswer(result: .failure(error), isFirst: false, isLast: true))
        }
    }

    private func report(_ frame: ServiceFrame, _ index: UInt64, isFirst: Bool) {
        if goesOn, frame.kind == .item { sendCredit(frame) }
        guard isWanted() else { return }
        let result = Result { try ServiceAnswer.answer(.success(frame.body), to: Call.self) }
        let acknowledge: (@Sendable () -> Void)? =
            Call.isAcknowledged ? { @Sendable [weak self] in self?.acknowledge(index) } : nil
        // An answer that isn't delivered is already done with.
        guard isNews(result, frame) else {
            acknowledge?()
            return
        }
        let isLast = frame.flags.contains(.last) || frame.kind == .answer
        handler(
            StreamedAnswer(
                result: result,
                isFirst: isFirst || frame.kind == .answer,
                isLast: isLast,
                acknowledge: acknowledge
            )
        )
    }

    /// Acknowledges an answer.
    private func acknowledge(_ index: UInt64) {
        // An answer of an earlier connection is delivered again over this one.
        guard let number = waiter.withLock({ index <= state.received ? state.number : nil }) else { return }
        link.send(ServiceFrame(.acknowledge, call: number, Self.bytes(index)))
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }

    /// Whether an answer differs from the last one; the first of another connection may not.
    private func isNews(_ result: Result<Call.Answer, any Error>, _ frame: ServiceFrame) -> Bool {
        waiter.withLock {
            let last = state.lastAnswer
            state.lastAnswer = frame.body
            if case .success(let answer) = result { state.call = state.call.resumed(after: answer) }
            guard state.isAgain, frame.flags.contains(.first) else { return true }
            state.isAgain = false
            if case .success(let answer) = result, let isNews = state.call.isNews(answer) { return isNews }
            return last != frame.body
        }
    }

    private func sendCredit(_ frame: ServiceFrame) {
        let number = waiter.withLock { state.number } ?? 0
        link.send(ServiceFrame(.credit, call: number, Self.bytes(UInt64(frame.body.count))))
    }
}
