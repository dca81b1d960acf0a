import Foundation

/// Finds the activity summaries of days with `await`.
public struct HKActivitySummaryQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The summaries, in order of days.
    public typealias Output = [HKActivitySummary]
    /// The summaries again and again, as they change.
    public typealias Sequence = HKActivitySummaryQueryDescriptor.Results

    /// A predicate that selects the days; `nil` for all.
    public var predicate: NSPredicate? {
        get { fixed.value }
        set { fixed = FixedPredicate(newValue) }
    }

    private var fixed: FixedPredicate

    /// Makes a descriptor.
    ///
    /// - Parameter predicate: A predicate that selects the days; `nil` for all.
    public init(predicate: NSPredicate?) { fixed = FixedPredicate(predicate) }

    /// Finds the summaries once.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The summaries, in order of days.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` for a predicate over anything but summaries,
    ///   `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> [HKActivitySummary] {
        let days = try SummaryFilter(predicate)
        return try await runOnce(on: healthStore) { completion in
            HKActivitySummaryQuery(days, predicate) { _, summaries, error in
                completion(summaries.map { .success($0) } ?? .failure(error ?? HKError(.unknownError)))
            }
        }
    }

    /// Finds the summaries continuously.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that starts with all summaries and continues with those that change.
    public func results(for healthStore: HKHealthStore) -> HKActivitySummaryQueryDescriptor.Results {
        Results(descriptor: self, store: healthStore)
    }

    /// The summaries continuously.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = [HKActivitySummary]
        /// The iterator of the sequence.
        public typealias AsyncIterator = HKActivitySummaryQueryDescriptor.Results.Iterator

        fileprivate let descriptor: HKActivitySummaryQueryDescriptor
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the results; the query stops when it is released.
        public func makeAsyncIterator() -> HKActivitySummaryQueryDescriptor.Results.Iterator {
            let results = QueryResults<UncheckedSendable<Element>>(on: store) { continuation in
                let days = try SummaryFilter(descriptor.predicate)
                let deliver = { @Sendable (summaries: [HKActivitySummary]?, error: (any Error)?) in
                    if let summaries {
                        // Created for this call and used nowhere else.
                        _ = continuation.yield(UncheckedSendable(summaries))
                    } else {
                        continuation.finish(throwing: error ?? HKError(.unknownError))
                    }
                }
                let query = HKActivitySummaryQuery(days, descriptor.predicate) { deliver($1, $2) }
                query.updateHandler = { deliver($1, $2) }
                return query
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the results.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<UncheckedSendable<[HKActivitySummary]>, any Error>.Iterator

            /// Waits for the next summaries.
            ///
            /// - Returns: The summaries; `nil` if the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> [HKActivitySummary]? { try await base.next()?.value }
        }
    }
}
