import Foundation

/// Finds correlations, by themselves and by their members, once.
open class HKCorrelationQuery: HKQuery, @unchecked Sendable {
    /// The type of the correlations.
    public let correlationType: HKCorrelationType
    /// The predicates that members of each type must match; a type without one always matches.
    public let samplePredicates: [HKSampleType: NSPredicate]?

    private let members: [SampleSelection]
    private let handler: (HKCorrelationQuery, [HKCorrelation]?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - correlationType: The type of the correlations.
    ///   - predicate: A predicate that selects them; `nil` for all.
    ///   - samplePredicates: The predicates that members of each type must match.
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
        members = raisingExceptions(ExceptionName.invalidArgument) {
            try (samplePredicates ?? [:]).map { SampleSelection($0.key, try SampleFilter($0.value)) }
        }
        handler = completion
        super.init(type: correlationType, predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        ask(store, CorrelationsCall(selection: SampleSelection(correlationType, filter), members: members)) { result in
            self.handler(self, result.value, result.failure)
        }
        run.end()
    }
}
