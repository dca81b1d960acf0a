import Foundation

/// Computes statistics for consecutive intervals with `await`.
public struct HKStatisticsCollectionQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The statistics of all intervals.
    public typealias Output = HKStatisticsCollection
    /// The statistics again and again, as samples come and go.
    public typealias Sequence = HKStatisticsCollectionQueryDescriptor.Results

    /// The type, and the samples of it to include.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The statistics to compute, and whether to separate them by source.
    public var options: HKStatisticsOptions
    /// A date at which an interval starts.
    public var anchorDate: Date
    /// The length of the intervals.
    public var intervalComponents: DateComponents
    /// Whether an owner's query adds sums in which instants that two sources report count once (R5.30).
    package var addsCounted = false

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: The type, and the samples of it to include.
    ///   - options: The statistics to compute, and whether to separate them by source.
    ///   - anchorDate: A date at which an interval starts.
    ///   - intervalComponents: The length of the intervals, in the calendar and time zone that the components name, or the
    ///     current ones.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>,
        options: HKStatisticsOptions,
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        self.predicate = predicate
        self.options = options
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
    }

    /// The query that asks for it.
    fileprivate func query() throws -> HKStatisticsCollectionQuery {
        let query = try HKStatisticsCollectionQuery(
            checking: predicate.quantityType(),
            predicate.nsPredicate,
            predicate.selection().filter,
            options,
            anchor: anchorDate,
            intervalComponents
        )
        query.addsCounted = addsCounted
        return query
    }

    /// Computes the statistics once.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The statistics of all intervals.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` for options that do not fit the type, intervals
    ///   without length or an unsupported predicate, `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatisticsCollection {
        try await runOnce(on: healthStore) { completion in
            let query = try self.query()
            query.initialResultsHandler = { _, collection, error in
                completion(collection.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
            }
            return query
        }
    }

    /// Computes the statistics continuously.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that starts with all statistics and continues with each change.
    public func results(for healthStore: HKHealthStore) -> Results { Results(descriptor: self, store: healthStore) }

    /// The statistics after a change.
    public struct Result: Sendable {
        /// The statistics of all intervals.
        public let statisticsCollection: HKStatisticsCollection
        /// The statistics of the intervals that changed; `nil` at first, and when several did.
        public let updatedStatistics: [HKStatistics]?
    }

    /// The statistics continuously.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = HKStatisticsCollectionQueryDescriptor.Result
        /// The iterator of the sequence.
        public typealias AsyncIterator = Iterator

        fileprivate let descriptor: HKStatisticsCollectionQueryDescriptor
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the results; the query stops when it is released.
        public func makeAsyncIterator() -> Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                let query = try descriptor.query()
                query.initialResultsHandler = { _, collection, error in
                    if let collection {
                        continuation.yield(Element(statisticsCollection: collection, updatedStatistics: nil))
                    } else {
                        continuation.finish(throwing: error ?? HKError(.unknownError))
                    }
                }
                query.statisticsUpdateHandler = { _, statistics, collection, error in
                    if let collection {
                        continuation.yield(
                            Element(statisticsCollection: collection, updatedStatistics: statistics.map { [$0] })
                        )
                    } else if let error {
                        continuation.finish(throwing: error)
                    }
                }
                return query
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the results.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator

            /// Waits for the next result.
            ///
            /// - Returns: The result; `nil` if the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> HKStatisticsCollectionQueryDescriptor.Result? {
                try await base.next()
            }
        }
    }
}
