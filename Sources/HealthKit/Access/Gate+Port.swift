import Foundation

extension Gate: CallPort {
    /// Calls that may have to wait must not run on the caller's thread.
    var isAtHand: Bool { test?.interception?.isIdle ?? true }

    var observers: ObserverRegistry? { test?.observers }

    /// The test's handler to run before a call passes, or `nil` if it passes immediately.
    func obstacle(of call: some StoreCall) -> (@Sendable () throws -> Void)? {
        test?.interception?.obstacle(of: call, by: app)
    }

    func send<Call: PassedCall>(_ call: Call, while isWanted: (() -> Bool)?) throws -> Call.Answer {
        try obstacle(of: call)?()
        return try call.pass(admitting(call), while: isWanted)
    }

    func sendAndWait<Call: AwaitedCall>(_ call: Call) async throws -> Call.Answer {
        if let obstacle = obstacle(of: call) {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                Self.waiting.async { continuation.resume(with: Result(catching: obstacle)) }
            }
        }
        return try await call.pass(admitting(call))
    }

    /// The queue for calls that a test holds up.
    static let waiting = DispatchQueue(label: "healthkit.waiting", attributes: .concurrent)

    func open<Call: LiveCall>(
        _ call: Call,
        goesOn: Bool,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) -> (any CallStream)? {
        do {
            try obstacle(of: call)?()
        } catch {
            if isWanted() { handler(StreamedAnswer(result: .failure(error), isFirst: true, isLast: true)) }
            return nil
        }
        let answers = AnswerStream(call, self, while: isWanted, handler)
        guard goesOn else {
            answers.next(isFirst: true)
            return nil
        }
        let stream = GateStream(self, answers)
        return stream.begin() ? stream : nil
    }

    func port(of principal: Principal, prompt: (any AuthorizationPrompting)?) -> any CallPort {
        Gate(principal, beside: self, prompt: prompt)
    }

    var filePath: String? { get throws { try personsPath } }

    var work: any OwnerWork { self }

    func local() -> Gate { self }
}

// MARK: Passing calls

extension ReadCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Answer {
        try gate.answer(self, while: isWanted)
    }
}

extension WriteCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Answer { try gate.answer(self) }
}

extension AnsweredOwnerReadCall {
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Answer { try gate.answer(self) }
}
