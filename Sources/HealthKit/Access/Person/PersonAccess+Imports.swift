import Foundation

extension PersonAccess {
    /// Visits the samples of a type that HealthKit does not know, in order of start.
    ///
    /// - Parameters:
    ///   - query: The type, an ``UnknownSampleType``, and the filter for its samples.
    ///   - ascending: Whether the oldest come first.
    ///   - body: Receives each sample and returns whether to continue.
    /// - Throws: `HKError`, and any error thrown by `body`.
    package func unknownSamples(
        _ query: SampleListQuery,
        ascending: Bool = false,
        _ body: (UnknownSample) throws -> Bool
    ) throws {
        try store.port.work.visit(OwnerUnknownSamplesCall(selection: query.selection, ascending: ascending), body)
    }

    /// The sample with a UUID of a type that HealthKit does not know; `nil` when there is none.
    ///
    /// - Throws: `HKError`.
    package func unknownSample(_ uuid: UUID) throws -> UnknownSample? { try ask(OwnerUnknownSampleCall(uuid: uuid)) }

    /// The type of stored samples that HealthKit has no type for.
    ///
    /// - Parameter text: The type's identifier, or its name, ignoring case.
    /// - Returns: The type, or `nil` if the store holds none with that name.
    /// - Throws: `HKError`.
    package func storedType(_ text: String) throws -> HKSampleType? {
        let unknown = try types().map(\.identifier).filter { HKObjectType.type(identifier: $0) == nil }
        if unknown.contains(text) { return HKSampleType.ofStored(text) }
        return unknown.lazy.compactMap { HKSampleType.ofStored($0) }
            .first { $0.entry.englishName.lowercased() == text.lowercased() }
    }

    /// The daily summaries from imports and builders, by day.
    ///
    /// - Throws: `HKError`.
    package func activitySummaries() throws -> [ActivitySummaryContent] {
        try ask(OwnerDaySummariesCall())
    }
}
