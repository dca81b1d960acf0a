import Foundation

/// Gives the quantities of series samples, one at a time (R4.22).
///
/// A sample that isn't a series counts as a series of one. Without matching quantities the handler is called once, with
/// `done` and nothing else.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = (
        HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
    ) -> Void

    /// Whether the handler gets the sample that a quantity belongs to; set it before the query is executed.
    open var includeSample = false
    /// Whether all quantities of one sample come before those of the next, instead of all by their own start; set it
    /// before the query is executed.
    open var orderByQuantitySampleStartDate = false

    private let type: HKQuantityType
    private let needsSample: Bool
    private let handler: Handler

    /// Makes a query for the quantities of all matching samples.
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    ///   - quantityHandler: Called on a background queue with each quantity, its interval, its sample if requested, and
    ///     whether it is the last; or with an error.
    @preconcurrency
    public init(
        quantityType: HKQuantityType,
        predicate: NSPredicate?,
        quantityHandler:
            @escaping @Sendable (
                HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
            ) -> Void
    ) {
        type = quantityType
        needsSample = false
        handler = quantityHandler
        super.init(type: quantityType, predicate: predicate)
    }

    /// Creates a query from checked arguments.
    init(
        quantityType: HKQuantityType,
        predicate: NSPredicate?,
        filter: SampleFilter,
        quantityHandler:
            @escaping @Sendable (
                HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
            ) -> Void
    ) {
        type = quantityType
        needsSample = false
        handler = quantityHandler
        super.init(type: quantityType, predicate: predicate, filter: filter)
    }

    /// Makes a query for the quantities of one sample.
    ///
    /// - Parameters:
    ///   - quantitySample: A sample of the store; one that does not exist results in `errorNoData`.
    ///   - quantityHandler: Called on a background queue with each quantity, its start, and whether it is the last; or with
    ///     an error.
    @preconcurrency
    public init(
        sample quantitySample: HKQuantitySample,
        quantityHandler:
            @escaping @Sendable (HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?) -> Void
    ) {
        type = quantitySample.quantityType
        needsSample = true
        handler = { query, quantity, interval, _, done, error in
            quantityHandler(query, quantity, interval?.start, done, error)
        }
        super.init(type: quantitySample.quantityType, predicate: HKQuery.predicateForObject(with: quantitySample.uuid))
    }

    override func start(_ store: HKHealthStore) {
        let call = SeriesCall(
            selection: SampleSelection(type, filter),
            reading: SeriesReading(includesSample: includeSample, isBySample: orderByQuantitySampleStartDate),
            needsSample: needsSample
        )
        ask(store, call) { result in
            switch result {
            case .success(let quantities): self.deliver(quantities)
            case .failure(let error): self.handler(self, nil, nil, nil, true, error)
            }
        }
        run.end()
    }

    private func deliver(_ quantities: [SeriesQuantity]) {
        if quantities.isEmpty { return handler(self, nil, nil, nil, true, nil) }
        for (index, quantity) in quantities.enumerated() {
            guard run.isActive else { return }
            handler(
                self,
                quantity.quantity,
                quantity.interval,
                quantity.sample,
                index == quantities.count - 1,
                nil
            )
        }
    }
}
