extension Gate {
    /// Makes a change within a transaction, only once however often the caller repeats it.
    func once<Call: AnsweredCall>(
        _ call: Call.Type,
        unless isPart: Bool = false,
        _ writer: ObjectWriter,
        _ body: () throws -> Call.Answer
    ) throws -> Call.Answer {
        guard let change, !isPart else { return try body() }
        return try change.settle(call, of: principal, writer, body)
    }
}
