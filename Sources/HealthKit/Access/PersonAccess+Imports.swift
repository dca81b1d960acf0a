import Foundation

extension PersonAccess {
    /// Visits the samples of a type that HealthKit does not know, in the order of start.
    ///
    /// - Parameters:
    ///   - identifier: The type's raw identifier.
    ///   - from: Only samples that end after this time.
    ///   - to: Only samples that start before this time.
    ///   - ascending: Whether the oldest come first.
    ///   - body: Gets each sample and says whether to go on.
    /// - Throws: `HKError`, and what `body` throws.
    package func unknownSamples(
        _ identifier: String,
        from: Date? = nil,
        to: Date? = nil,
        ascending: Bool = false,
        _ body: (UnknownSample) throws -> Bool
    ) throws {
        let question = UnknownSamplesQuestion(type: identifier, from: from, to: to, ascending: ascending)
        try store.gate.answer(question, body)
    }

    /// Whether the store holds samples of a type that HealthKit does not know.
    ///
    /// - Parameter identifier: Any text.
    /// - Returns: Whether it does; `false` for a type that HealthKit knows.
    /// - Throws: `HKError`.
    package func holdsUnknownType(_ identifier: String) throws -> Bool {
        guard HKObjectType.type(identifier: identifier) == nil else { return false }
        return try types().contains { $0.identifier == identifier }
    }

    /// The summaries of days that imports brought and builders stored, by day.
    ///
    /// - Throws: `HKError`.
    package func activitySummaries() throws -> [ActivitySummaryContent] {
        try ask(DaySummariesQuestion())
    }
}
