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
    // Accessed only with the waiter's lock.
    nonisolated(unsafe) private var result: Result<[UInt8], HKError>?
    // Likewise: the pieces of the answer that weren't read yet, and the number of times that the call was repeated.
    nonisolated(unsafe) private var pieces: [[UInt8]] = []
    nonisolated(unsafe) private var count = 0

    /// A part of an answer, and the connection that it came over.
    enum Part {
        case piece([UInt8], Int)
        case answer(Result<[UInt8], HKError>, Int)
    }

    /// - Parameters:
    ///   - message: The call.
    ///   - survives: Whether it can be repeated over another connection without a further effect.
    ///   - key: The key of a change, which makes it repeatable.
    ///   - isSecret: Whether it holds the person's secret, which only the service may receive.
    ///   - answered: Called with the answer, on the reading thread; `nil` if ``next(_:seconds:)`` is used instead.
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
    ///   - link: The connection of the call.
    ///   - seconds: The time to wait.
    /// - Returns: The part that came, or `nil` if nothing has by then.
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

/// A call whose answer may take long, awaited without blocking a thread.
enum AsyncRequest {
    /// Sends a call and waits for its answer; cancelling the task ends the call at the service.
    ///
    /// - Parameters:
    ///   - message: The call.
    ///   - survives: Whether it can be repeated over another connection without a further effect.
    ///   - key: The key of a change, which makes it repeatable.
    ///   - link: The connection.
    /// - Returns: The answer, or the reason that there is none.
    /// - Throws: `CancellationError`, and any error of connecting.
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
                // Connecting may take a moment, as may sending, and tasks have few threads.
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

/// A request that observes changes.
final class ListenRequest: ServiceRequest {
    private let message: [UInt8]
    private let body: @Sendable (_ body: [UInt8]) -> Void
    private let answer: AnswerRequest
    private let isAgain = Mutex(false)

    /// - Parameters:
    ///   - message: The call.
    ///   - body: Called with the service's description of a change, which is empty after a reconnection.
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
            // Changes made while there was no connection are reported now.
            if isAgain.withLock({ $0 }) { body([]) }
        }
        return false
    }

    func fail(_ error: HKError) { answer.fail(error) }

    let isWaitedFor = true

    func wait(_ link: ServiceLink) -> Result<[UInt8], HKError> { answer.wait(link) }
}
