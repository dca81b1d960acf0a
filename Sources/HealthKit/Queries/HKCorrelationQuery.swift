import Foundation

/// Finds correlations, by themselves and by their members, once.
public class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The type of the correlations.
    public let correlationType: HKCorrelationType
    /// What members of each type must match; a type that is missing matches always.
    public let samplePredicates: [HKSampleType: NSPredicate]?

    private let memberFilters: [HKSampleType: SampleFilter]
    private let handler: (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - correlationType: The type of the correlations.
    ///   - predicate: Which of them; `nil` for all.
    ///   - samplePredicates: What members of each type must match.
    ///   - completion: Called once, on a background queue, with the correlations or an error.
    @preconcurrency
    public init(
        type correlationType: HKCorrelationType,
        predicate: NSPredicate?,
        samplePredicates: [HKSampleType: NSPredicate]?,
        completion: @escaping @Sendable (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void
    ) {
        self.correlationType = correlationType
        self.samplePredicates = samplePredicates
        memberFilters = raisingExceptions { try (samplePredicates ?? [:]).mapValues { try SampleFilter($0) } }
        handler = completion
        super.init(type: correlationType, predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        read(
            store,
            { reader in
                let requests = try self.requests(reader, store, [(self.correlationType, self.filter)])
                return try reader.samples(requests, order: SampleOrder([NSSortDescriptor]()), limit: nil)
                    .compactMap { $0 as? HKCorrelation }
                    .filter { self.hasMatchingMembers($0, reader) }
            },
            { result in self.handler(self, try? result.get(), result.failure) }
        )
        run.end()
    }

    private func hasMatchingMembers(_ correlation: HKCorrelation, _ reader: ObjectReader) -> Bool {
        memberFilters.allSatisfy { type, filter in
            correlation.objects(for: type).contains { filter.matches(SampleRow($0)) }
        }
    }
}
