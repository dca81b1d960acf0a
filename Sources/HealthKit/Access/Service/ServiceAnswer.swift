/// What a service answered, read.
enum ServiceAnswer {
    /// The answer to a call.
    ///
    /// - Parameters:
    ///   - result: The bytes that came, or why none did.
    ///   - call: Which call was answered.
    /// - Returns: The answer.
    /// - Throws: What the call threw, and `errorDatabaseInaccessible` for bytes that make no sense.
    static func answer<Call: AnsweredCall>(_ result: Result<[UInt8], HKError>, to call: Call.Type) throws -> Call.Answer
    {
        let bytes = try result.get()
        do {
            let message = try CallMessage(bytes: bytes, isBounded: false)
            if let error = try message.error {
                // The one error of a call that isn't the store's.
                throw error
            }
            return try message.answer(to: call)
        } catch CallCodingError.damaged(let reason), CallCodingError.newer(let reason) {
            throw unreadable(call.name, reason)
        }
    }

    /// - Throws: `errorDatabaseInaccessible` for pieces of an answer that has none.
    static func unknown<Call: AnsweredCall>(_ call: Call.Type) throws -> Call.Answer {
        throw unreadable(call.name, "it came in pieces")
    }

    private static func unreadable(_ name: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "The answer of the service to “\(name)” can't be read: \(reason)")
    }
}
