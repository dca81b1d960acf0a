import Foundation
import Synchronization

/// The requests that a program has to present to the person, over its connection.
final class ServicePrompts: Sendable {
    private struct State {
        var waiting: [UInt64: CheckedContinuation<Bool, any Error>] = [:]
        var last: UInt64 = 0
        var isClosed = false
    }

    private let output: ServiceOutput
    private let state = Mutex(State())

    init(_ output: ServiceOutput) { self.output = output }

    /// Makes the program present a request to the person.
    ///
    /// - Returns: Whether the person closed it without an answer.
    /// - Throws: The program's reason for not asking; `CancellationError` when it is gone.
    func present(_ request: AuthorizationRequest) async throws -> Bool {
        let body = try CallEncoder.value(of: request)
        let message = CallMessage(.call, name: "prompt", level: 1, value: body).bytes
        let number: UInt64 = state.withLock { state in
            state.last += 1
            return state.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOpen = state.withLock { state in
                    guard !state.isClosed, !Task.isCancelled else { return false }
                    state.waiting[number] = continuation
                    return true
                }
                guard isOpen else { return continuation.resume(throwing: CancellationError()) }
                output.send(ServiceFrame(.ask, call: number, message).bytes(limit: ServiceFrame.serviceLimit))
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(throwing: CancellationError())
        }
    }

    /// Takes the program's report of a request's outcome.
    func take(_ frame: ServiceFrame) {
        guard let waiting = state.withLock({ $0.waiting.removeValue(forKey: frame.call) }) else { return }
        waiting.resume(
            with: Result {
                let reply = try frame.message().call(PromptReplyCall.self)
                if let problem = reply.problem {
                    let code = reply.problemCode.flatMap { HKError.Code(rawValue: $0) }
                    throw HKError.error(code ?? .errorAuthorizationNotDetermined, problem)
                }
                return reply.isClosed
            }
        )
    }

    /// Ends all waiting requests when the program is gone.
    func close() {
        let waiting = state.withLock { state in
            defer { (state.isClosed, state.waiting) = (true, [:]) }
            return Array(state.waiting.values)
        }
        for prompt in waiting { prompt.resume(throwing: CancellationError()) }
    }
}

extension ServiceFrame {
    /// The call that a program sent.
    ///
    /// - Throws: `errorInvalidArgument` for an invalid call.
    func message() throws -> CallMessage {
        do {
            let message = try CallMessage(bytes: body)
            guard message.kind == .call else { throw CallCodingError.damaged("not a call") }
            return message
        } catch CallCodingError.damaged(let reason), CallCodingError.newer(let reason) {
            throw HKError.invalid("Invalid call: \(reason)")
        }
    }
}
