/// Decoding of a service's answers.
enum ServiceAnswer {
    /// The answer to a call.
    ///
    /// - Parameters:
    ///   - result: The received bytes, or the reason that there are none.
    ///   - call: The type of the answered call.
    /// - Returns: The answer.
    /// - Throws: The call's error, and `errorDatabaseInaccessible` for invalid bytes.
    static func answer<Call: AnsweredCall>(_ result: Result<[UInt8], HKError>, to call: Call.Type) throws -> Call.Answer
    {
        try read(result, call) { try $0.answer(to: call) }
    }

    /// Adds a piece of the answer to a call to those before.
    ///
    /// - Parameters:
    ///   - result: The received bytes, or the reason that there are none.
    ///   - call: The type of the answered call.
    ///   - joiner: The joiner of the pieces.
    /// - Throws: The call's error, and `errorDatabaseInaccessible` for invalid bytes.
    static func add<Call: AnsweredCall>(
        _ result: Result<[UInt8], HKError>,
        to call: Call.Type,
        _ joiner: AnswerJoiner<Call.Answer>
    ) throws {
        try read(result, call) { try joiner.add($0.answerValue(to: call)) }
    }

    private static func read<Call: AnsweredCall, T>(
        _ result: Result<[UInt8], HKError>,
        _ call: Call.Type,
        _ body: (CallMessage) throws -> T
    ) throws -> T {
        let bytes = try result.get()
        do {
            let message = try CallMessage(bytes: bytes, isBounded: false)
            if let error = try message.error {
                // The only error of a call that isn't the store's.
                throw error
            }
            return try body(message)
        } catch CallCodingError.damaged(let reason), CallCodingError.newer(let reason) {
            throw unreadable(call.name, reason)
        }
    }

    /// The joiner of an answer's pieces.
    ///
    /// - Throws: `errorDatabaseInaccessible` for an answer that can't have pieces.
    static func joiner<Call: AnsweredCall>(_ call: Call.Type) throws -> AnswerJoiner<Call.Answer> {
        guard let joiner = call.joiner() else { throw unreadable(call.name, "it came in pieces") }
        return joiner
    }

    private static func unreadable(_ name: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "The answer of the service to “\(name)” can't be read: \(reason)")
    }
}
