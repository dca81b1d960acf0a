import Foundation

/// Finds the samples of one or more types, once.
open class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// The maximum number of samples to find; ``HKObjectQueryNoLimit`` for all.
    public let limit: Int
    /// The order of the samples; `nil` for the order of their starts.
    public let sortDescriptors: [NSSortDescriptor]?

    private let selections: [SampleSelection]
    private let order: SampleOrder
    private let handler: (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// Makes a query for the samples of one type.
    ///
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: A predicate that selects the samples; `nil` for all.
    ///   - limit: The maximum number of samples; ``HKObjectQueryNoLimit`` for all.
    ///   - sortDescriptors: Their order, by start or end date, or by a total of workouts; `nil` for the order of starts.
    ///   - resultsHandler: Called once, on a background queue, with the samples or an error.
    @preconcurrency
    public init(
        sampleType: HKSampleType,
        predicate: NSPredicate?,
        limit: Int,
        sortDescriptors: [NSSortDescriptor]?,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        selections = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate).selection]
        order = raisingExceptions(ExceptionName.invalidArgument) { try SampleOrder(sortDescriptors ?? []) }
        handler = resultsHandler
        super.init(type: sampleType, predicate: predicate)
    }

    /// Makes a query for the samples that match any of several descriptors.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - limit: The maximum number of samples; ``HKObjectQueryNoLimit`` for all.
    ///   - resultsHandler: Called once, on a background queue, with the samples or an error.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        sortDescriptors = []
        selections = queryDescriptors.map(\.selection)
        order = raisingExceptions(ExceptionName.invalidArgument) { try SampleOrder([]) }
        handler = resultsHandler
        super.init(type: queryDescriptors.count == 1 ? queryDescriptors[0].sampleType : nil, predicate: nil)
    }

    /// Makes a query for the samples that match any of several descriptors, in an order.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - limit: The maximum number of samples; ``HKObjectQueryNoLimit`` for all.
    ///   - sortDescriptors: Their order, by start or end date, or by a total of workouts.
    ///   - resultsHandler: Called once, on a background queue, with the samples or an error.
    @preconcurrency
    public init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        sortDescriptors: [NSSortDescriptor],
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit
        self.sortDescriptors = sortDescriptors
        selections = queryDescriptors.map(\.selection)
        order = raisingExceptions(ExceptionName.invalidArgument) { try SampleOrder(sortDescriptors) }
        handler = resultsHandler
        super.init(type: queryDescriptors.count == 1 ? queryDescriptors[0].sampleType : nil, predicate: nil)
    }

    /// For the Swift descriptor, which sorts by key paths.
    init(
        selections: [SampleSelection],
        order: SampleOrder,
        limit: Int?,
        handler: @escaping (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit ?? HKObjectQueryNoLimit
        sortDescriptors = nil
        self.selections = selections
        self.order = order
        self.handler = handler
        super.init(type: selections.count == 1 ? selections[0].type : nil, predicate: nil)
    }

    override func start(_ store: HKHealthStore) {
        let most = limit > 0 ? limit : nil
        // A custom order is a closure, so results are sorted here.
        let call =
            order.isCustom
            ? SamplesCall(selections: selections, order: .byStart(ascending: true), limit: nil)
            : SamplesCall(selections: selections, order: order, limit: most)
        ask(store, call) { result in
            let samples = result.value
            self.handler(self, order.isCustom ? samples.map { self.ordered($0, most) } : samples, result.failure)
        }
        run.end()
    }

    private func ordered(_ samples: [HKSample], _ most: Int?) -> [HKSample] {
        var samples = samples
        order.sort(&samples)
        return most.map { Array(samples.prefix($0)) } ?? samples
    }
}
