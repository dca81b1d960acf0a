/// A call that defines how it passes the gate.
protocol PassedCall: AnsweredCall {
    /// Passes the call to the gate.
    ///
    /// - Parameters:
    ///   - gate: The caller's gate.
    ///   - isWanted: Checked from time to time while the answer is computed; `nil` if it is always wanted.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, and any error of opening the store.
    func pass(_ gate: Gate, while isWanted: (() -> Bool)?) throws -> Answer
}

/// A call whose answer may take long, because a person gives it or others are stored with it.
protocol AwaitedCall: AnsweredCall {
    /// Passes the call to the gate.
    ///
    /// - Parameter gate: The caller's gate.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, and any error of opening the store.
    func pass(_ gate: Gate) async throws -> Answer
}

/// A call that has no further effect when repeated, though it isn't a read call.
protocol RepeatableCall {}
