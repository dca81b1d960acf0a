import Foundation

/// Finds the samples of one or more types, once.
public class HKSampleQuery: HKQuery, @unchecked Sendable {
    /// The most samples to find; ``HKObjectQueryNoLimit`` for all.
    public let limit: Int
    /// The order of the samples; `nil` for the order of their starts.
    public let sortDescriptors: [NSSortDescriptor]?

    private let wanted: [(type: HKSampleType, filter: SampleFilter)]
    private let order: SampleOrder
    private let handler: (HKSampleQuery, [HKSample]?, (any Error)?) -> Void

    /// Makes a query for the samples of one type.
    ///
    /// - Parameters:
    ///   - sampleType: The type.
    ///   - predicate: Which samples of it; `nil` for all.
    ///   - limit: The most samples to find; ``HKObjectQueryNoLimit`` for all.
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
        wanted = [HKQueryDescriptor(sampleType: sampleType, predicate: predicate).wanted]
        order = raisingExceptions { try SampleOrder(sortDescriptors ?? []) }
        handler = resultsHandler
        super.init(type: sampleType, predicate: predicate)
    }

    /// Makes a query for the samples that match any of several descriptors.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - limit: The most samples to find; ``HKObjectQueryNoLimit`` for all.
    ///   - resultsHandler: Called once, on a background queue, with the samples or an error.
    @preconcurrency
    public convenience init(
        queryDescriptors: [HKQueryDescriptor],
        limit: Int,
        resultsHandler: @escaping @Sendable (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.init(
            queryDescriptors: queryDescriptors,
            limit: limit,
            sortDescriptors: [],
            resultsHandler: resultsHandler
        )
    }

    /// Makes a query for the samples that match any of several descriptors, in an order.
    ///
    /// - Parameters:
    ///   - queryDescriptors: Types and predicates.
    ///   - limit: The most samples to find; ``HKObjectQueryNoLimit`` for all.
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
        wanted = queryDescriptors.map(\.wanted)
        order = raisingExceptions { try SampleOrder(sortDescriptors) }
        handler = resultsHandler
        super.init(type: queryDescriptors.count == 1 ? queryDescriptors[0].sampleType : nil, predicate: nil)
    }

    /// For the Swift descriptor, which sorts by key paths.
    init(
        wanted: [(type: HKSampleType, filter: SampleFilter)],
        order: SampleOrder,
        limit: Int?,
        handler: @escaping (HKSampleQuery, [HKSample]?, (any Error)?) -> Void
    ) {
        self.limit = limit ?? HKObjectQueryNoLimit
        sortDescriptors = nil
        self.wanted = wanted
        self.order = order
        self.handler = handler
        super.init(type: wanted.count == 1 ? wanted[0].type : nil, predicate: nil)
    }

    override func start(_ store: HKHealthStore) {
        read(
            store,
            { reader in
                try reader.samples(
                    self.requests(reader, store, self.wanted),
                    order: self.order,
                    limit: self.limit > 0 ? self.limit : nil
                )
            },
            { result in self.handler(self, try? result.get(), result.failure) }
        )
        run.end()
    }
}
