import Foundation
import Synchronization

/// A call that goes on at the service, as the program sees it.
final class ServiceStream<Call: LiveCall>: CallStream, ServiceRequest {
    private struct State {
        var number: UInt64?
        /// Answers that came before ``ServiceStream/begin()`` returned, which tells them.
        var early: [ServiceFrame] = []
        /// Whether ``ServiceStream/begin()`` has told all that it tells.
        var hasBegun = false
        var isOver = false
        /// Whether the first answer of this connection was told over one before.
        var isAgain = false
        /// The call as it is opened again.
        var call: Call
        /// The last answer's bytes, to tell whether the next connection's first says anything new.
        var lastAnswer: [UInt8]?
        var obstacle: HKError?
    }

    let queue = DispatchQueue(label: "healthkit.query", target: .global())
    /// The call as it is opened at first.
    private let message: [UInt8]
    private let goesOn: Bool
    private let link: ServiceLink
    private let isWanted: @Sendable () -> Bool
    // Called for one answer at a time: by `begin`, and then on the queue.
    nonisolated(unsafe) private let handler: (StreamedAnswer<Call.Answer>) -> Void
    private let condition = NSCondition()
    // Touched with the condition's lock alone.
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

    /// Opens the call and tells its first answer.
    ///
    /// - Returns: Whether more can come.
    /// - Throws: `errorDatabaseInaccessible` when there is no connection.
    func begin() throws -> Bool {
        let number = try link.send(self)
        condition.withLock { state.number = number }
        while true {
            let (frames, isDone): ([ServiceFrame], Bool) = condition.withLock {
                while state.early.isEmpty, !state.isOver, !state.hasBegun {
                    if !condition.wait(until: Date(timeIntervalSinceNow: 0.02)) { break }
                }
                defer { state.early = [] }
                return (state.early, state.isOver || state.hasBegun)
            }
            for frame in frames { tell(frame, isFirst: frame.flags.contains(.first)) }
            if isDone, frames.isEmpty { break }
            if !isWanted() {
                stop()
                return false
            }
        }
        let (isOver, obstacle) = condition.withLock { (state.isOver, state.obstacle) }
        if let obstacle {
            handler(StreamedAnswer(result: .failure(obstacle), isFirst: true, isLast: true))
        }
        return !isOver
    }

    func stop() {
        let number = condition.withLock {
            defer { state.isOver = true }
            return state.isOver ? nil : state.number
        }
        if let number { link.cancel(number) }
    }

    // MARK: A request

    let survives = true

    func frame(_ number: UInt64) -> ServiceFrame {
        ServiceFrame(.open, goesOn ? .goesOn : [], call: number, message)
    }

    func frameAgain(_ number: UInt64) -> ServiceFrame {
        let call: Call? = condition.withLock {
            state.isAgain = state.hasBegun
            return state.isAgain ? state.call : nil
        }
        let message = call.flatMap { call in
            HealthLog.told("resume") { try AppCall.bytes(of: call, limit: CallBounds.sentBytes) }
        }
        return ServiceFrame(.open, goesOn ? .goesOn : [], call: number, message.map { [UInt8]($0) } ?? self.message)
    }

    func take(_ frame: ServiceFrame, _ link: ServiceLink) -> Bool {
        switch frame.kind {
        case .item:
            let isNow = condition.withLock {
                guard !state.hasBegun else { return true }
                state.early.append(frame)
                condition.broadcast()
                return false
            }
            if isNow { queue.async { self.tell(frame, isFirst: false) } }
            return false
        case .event:
            condition.withLock {
                state.hasBegun = true
                condition.broadcast()
            }
            return false
        case .end, .answer:
            // An answer to a call that goes on says why it can't.
            condition.withLock {
                if frame.kind == .answer, !state.hasBegun { state.early.append(frame) }
                state.isOver = true
                condition.broadcast()
            }
            return true
        default: return false
        }
    }

    func fail(_ error: HKError) {
        let hasBegun = condition.withLock {
            if !state.hasBegun { state.obstacle = error }
            state.isOver = true
            condition.broadcast()
            return state.hasBegun
        }
        guard hasBegun else { return }
        queue.async { [self] in
            guard isWanted() else { return }
            handler(StreamedAnswer(result: .failure(error), isFirst: false, isLast: true))
        }
    }

    private func tell(_ frame: ServiceFrame, isFirst: Bool) {
        if goesOn, frame.kind == .item { sendCredit(frame) }
        guard isWanted() else { return }
        let result = Result { try ServiceAnswer.answer(.success(frame.body), to: Call.self) }
        guard isNews(result, frame) else { return }
        let isLast = frame.flags.contains(.last) || frame.kind == .answer
        handler(StreamedAnswer(result: result, isFirst: isFirst || frame.kind == .answer, isLast: isLast))
    }

    /// Whether an answer says anything that the one before did not: the first of another connection may not.
    private func isNews(_ result: Result<Call.Answer, any Error>, _ frame: ServiceFrame) -> Bool {
        condition.withLock {
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
        let count = UInt64(frame.body.count)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * UInt64($0))) }
        link.send(ServiceFrame(.credit, call: condition.withLock { state.number } ?? 0, bytes))
    }
}
