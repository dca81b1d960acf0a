import Foundation

/// Gives the quantities of series samples, one at a time, as an asynchronous sequence.
public struct HKQuantitySeriesSampleQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The sequence of quantities.
    public typealias Sequence = HKQuantitySeriesSampleQueryDescriptor.Results

    /// The type, and the samples of it to include.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The additional values reported with each quantity, and the order of the quantities.
    public var options: HKQuantitySeriesSampleQueryDescriptor.Options

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: The type, and the samples of it to include.
    ///   - options: The additional values reported with each quantity, and the order of the quantities.
    public init(
        predicate: HKSamplePredicate<HKQuantitySample>,
        options: HKQuantitySeriesSampleQueryDescriptor.Options = []
    ) {
        self.predicate = predicate
        self.options = options
    }

    /// Reads the quantities.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that ends with the last quantity.
    public func results(for healthStore: HKHealthStore) -> HKQuantitySeriesSampleQueryDescriptor.Results {
        Results(descriptor: self, store: healthStore)
    }

    /// The additional values reported with each quantity, and the order of the quantities.
    public struct Options: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: Int

        /// Makes options of bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Each result has the sample that the quantity belongs to.
        public static let includeSample = HKQuantitySeriesSampleQueryDescriptor.Options(rawValue: 1)
        /// All quantities of one sample come before those of the next, instead of all by their own start.
        public static let orderByQuantitySampleStartDate = HKQuantitySeriesSampleQueryDescriptor.Options(rawValue: 2)
    }

    /// One quantity.
    public struct Result: Equatable, Hashable, Sendable {
        /// The quantity.
        public let quantity: HKQuantity
        /// When it was measured.
        public let dateInterval: DateInterval
        /// The sample that it belongs to; `nil` unless requested.
        public let sample: HKQuantitySample?
    }

    /// The quantities, one at a time.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = HKQuantitySeriesSampleQueryDescriptor.Result
        /// The iterator of the sequence.
        public typealias AsyncIterator = HKQuantitySeriesSampleQueryDescriptor.Results.Iterator

        fileprivate let descriptor: HKQuantitySeriesSampleQueryDescriptor
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the quantities; the query stops when it is released.
        public func makeAsyncIterator() -> HKQuantitySeriesSampleQueryDescriptor.Results.Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                let filter = try descriptor.predicate.selection().filter
                let query = HKQuantitySeriesSampleQuery(
                    quantityType: try descriptor.predicate.quantityType(),
                    predicate: descriptor.predicate.nsPredicate,
                    filter: filter
                ) { _, quantity, interval, sample, done, error in
                    if let quantity, let interval {
                        continuation.yield(Element(quantity: quantity, dateInterval: interval, sample: sample))
                    }
                    if let error { continuation.finish(throwing: error) } else if done { continuation.finish() }
                }
                query.includeSample = descriptor.options.contains(.includeSample)
                query.orderByQuantitySampleStartDate = descriptor.options.contains(.orderByQuantitySampleStartDate)
                return query
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the quantities.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator

            /// Waits for the next quantity.
            ///
            /// - Returns: The quantity; `nil` after the last, and when the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> HKQuantitySeriesSampleQueryDescriptor.Result? {
                try await base.next()
            }
        }
    }
}
