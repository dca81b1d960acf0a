/// A call that says how it passes the gate.
protocol PassedCall: AnsweredCall {
    /// Has the gate answer the call.
    ///
    /// - Parameters:
    ///   - gate: The gate of who asks.
    ///   - isWanted: Asked now and then while the answer is worked out; `nil` for one that is wanted.
    /// - Returns: The answer.
    /// - Throws: What the call throws, and what opening the store throws.
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Answer
}

/// A call whose answer may take long, as a person gives it or others are stored with it.
protocol AwaitedCall: AnsweredCall {
    /// Has the gate answer the call.
    ///
    /// - Parameter gate: The gate of who asks.
    /// - Returns: The answer.
    /// - Throws: What the call throws, and what opening the store throws.
    func pass(_ gate: Gate) async throws -> Answer
}

/// A call that can be made again without another effect, though it isn't one that reads.
protocol RepeatableCall {}
