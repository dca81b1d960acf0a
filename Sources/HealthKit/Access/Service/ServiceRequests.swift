import Foundation
import Synchronization

/// A call that waits for its one answer.
final class AnswerRequest: ServiceRequest {
    private let message: [UInt8]
    let survives: Bool
    private let key: ChangeKey?
    let isSecret: Bool
    let awaited: SuspendingClock.Instant? = .now
    private let answered: (@Sendable (Result<[UInt8], HKError>) -> Void)?
    private let waiter = LinkWaiter()
    // Touched with the waiter's lock alone.
    nonisolated(unsafe) private var result: Result<[UInt8], HKError>?
    // Likewise: pieces of the answer that nobody took yet, and how often the call was made again.
    nonisolated(unsafe) private var pieces: [[UInt8]] = []
    nonisolated(unsafe) private var count = 0

    /// What came of an answer, and over which connection.
    enum Part {
        case piece([UInt8], Int)
        case answer(Result<[UInt8], HKError>, Int)
    }

    /// - Parameters:
    ///   - message: The call.
    ///   - survives: Whether it can be made again over another connection without another effect.
    ///   - key: What a change is known by, which then can be asked for again.
    ///   - isSecret: Whether it holds the person's secret, which only the service may get.
    ///   - answered: Told the answer, on the thread that reads; `nil` where ``next(_:seconds:)`` is.
    init(
        _ message: [UInt8],
        survives: Bool = true,
        key: ChangeKey? = nil,
        isSecret: Bool = false,
        answered: (@Sendable (Result<[UInt8], HKError>) -> Void)? = nil
    ) {
        self.message = message
        self.survives = survives
        self.key = key
        self.isSecret = isSecret
        self.answered = answered
    }

    func frame(_ number: UInt64) -> ServiceFrame { frame(number, []) }

    func frameAgain(_ number: UInt64) -> ServiceFrame {
        waiter.withLock {
            pieces = []
            count += 1
        }
        return frame(number, .again)
    }

    private func frame(_ number: UInt64, _ flags: ServiceFrame.Flags) -> ServiceFrame {
        guard let key else { return ServiceFrame(.call, call: number, message) }
        return ServiceFrame(.call, flags.union(.keyed), call: number, key.bytes + message)
    }

    func take(_ frame: ServiceFrame, _ link: ServiceLink) -> Bool {
        switch frame.kind {
        case .item where isWaitedFor:
            waiter.change { pieces.append(frame.body) }
            return false
        case .answer:
            settle(.success(frame.body))
            return true
        default: return false
        }
    }

    func fail(_ error: HKError) { settle(.failure(error)) }

    private func settle(_ result: Result<[UInt8], HKError>) {
        if let answered { return answered(result) }
        waiter.change { self.result = result }
    }

    var isWaitedFor: Bool { answered == nil }

    /// Waits for the answer, or a piece of it.
    ///
    /// - Parameters:
    ///   - link: Where the call was sent.
    ///   - seconds: How long to wait.
    /// - Returns: What came; `nil` when nothing has by then.
    func next(_ link: ServiceLink, seconds: Double) -> Part? {
        let end = Date(timeIntervalSinceNow: seconds)
        guard link.wait(waiter, until: end, for: { result != nil || !pieces.isEmpty }) else { return nil }
        return waiter.withLock {
            if !pieces.isEmpty { return .piece(pieces.removeFirst(), count) }
            return result.map { .answer($0, count) }
        }
    }

    /// Waits for the answer, however long it takes.
    func wait(_ link: ServiceLink) -> Result<[UInt8], HKError> {
        while true { if case .answer(let result, _)? = next(link, seconds: 60) { return result } }
    }
}

/// A call whose answer may take long, which is waited for without keeping a thread.
enum AsyncRequest {
    /// Sends a call and waits for its answer; a task that is cancelled has the service end it.
    ///
    /// - Parameters:
    ///   - message: The call.
    ///   - survives: Whether it can be made again over another connection without another effect.
    ///   - key: What a change is known by, which then can be asked for again.
    ///   - link: The connection.
    /// - Returns: The answer, or why there is none.
    /// - Throws: `CancellationError`, and what connecting throws.
    static func send(
        _ message: [UInt8],
        survives: Bool,
        key: ChangeKey?,
        _ link: ServiceLink
    ) async throws -> Result<[UInt8], HKError> {
        let sent = Mutex<(number: UInt64?, isCancelled: Bool)>((nil, false))
        let box = ContinuationBox()
        @Sendable func note(_ number: UInt64) {
            let isCancelled = sent.withLock { sent in
                sent.number = number
                return sent.isCancelled
            }
            if isCancelled { link.cancel(number) }
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                box.set(continuation)
                let request = AnswerRequest(message, survives: survives || key != nil, key: key) {
                    box.resume(.success($0))
                }
                // Connecting may take a moment, as may sending, and threads of tasks are few.
                if let number = link.sendNow(request) { return note(number) }
                DispatchQueue.global()
                    .async {
                        do {
                            note(try link.send(request))
                        } catch {
                            box.resume(.failure(error))
                        }
                    }
            }
        } onCancel: {
            let number = sent.withLock { sent in
                sent.isCancelled = true
                return sent.number
            }
            if let number { link.cancel(number) }
            box.resume(.failure(CancellationError()))
        }
    }

    private final class ContinuationBox: Sendable {
        typealias Answer = Result<[UInt8], HKError>

        private struct State {
            var continuation: CheckedContinuation<Answer, any Error>?
            var early: Result<Answer, any Error>?
            var isDone = false
        }

        private let state = Mutex(State())

        func set(_ continuation: CheckedContinuation<Answer, any Error>) {
            let early = state.withLock { state in
                if state.early == nil { state.continuation = continuation }
                return state.early
            }
            if let early { continuation.resume(with: early) }
        }

        func resume(_ result: Result<Answer, any Error>) {
            let continuation: CheckedContinuation<Answer, any Error>? = state.withLock { state in
                guard !state.isDone else { return nil }
                state.isDone = true
                if state.continuation == nil { state.early = result }
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(with: result)
        }
    }
}

/// A mark, which is taken again over the next connection.
final class MarkRequest: ServiceRequest {
    private let first: AnswerRequest

    init(_ message: [UInt8]) { first = AnswerRequest(message, survives: true) }

    let survives = true

    func frame(_ number: UInt64) -> ServiceFrame { first.frame(number) }

    func take(_ frame: ServiceFrame, _ link: ServiceLink) -> Bool {
        _ = first.take(frame, link)
        return false
    }

    func fail(_ error: HKError) { first.fail(error) }

    let isWaitedFor = true

    func wait(_ link: ServiceLink) -> Result<[UInt8], HKError> { first.wait(link) }
}

/// What hears of changes.
final class ListenRequest: ServiceRequest {
    private let message: [UInt8]
    private let body: @Sendable (_ body: [UInt8]) -> Void
    private let answer: AnswerRequest
    private let isAgain = Mutex(false)

    /// - Parameters:
    ///   - message: The call.
    ///   - body: Told what the service says of a change; nothing after there was another connection.
    init(_ message: [UInt8], _ body: @escaping @Sendable (_ body: [UInt8]) -> Void) {
        self.message = message
        self.body = body
        answer = AnswerRequest(message, survives: true)
    }

    let survives = true

    func frame(_ number: UInt64) -> ServiceFrame { ServiceFrame(.listen, call: number, message) }

    func frameAgain(_ number: UInt64) -> ServiceFrame {
        isAgain.withLock { $0 = true }
        return frame(number)
    }

    func take(_ frame: ServiceFrame, _ link: ServiceLink) -> Bool {
        if frame.kind == .event { body(frame.body) }
        if frame.kind == .answer {
            _ = answer.take(frame, link)
            // What changed while there was no connection is told now.
            if isAgain.withLock({ $0 }) { body([]) }
        }
        return false
    }

    func fail(_ error: HKError) { answer.fail(error) }

    let isWaitedFor = true

    func wait(_ link: ServiceLink) -> Result<[UInt8], HKError> { answer.wait(link) }
}
