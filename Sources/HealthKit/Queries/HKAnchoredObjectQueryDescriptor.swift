import Foundation

/// Finds additions and deletions since an anchor with `await`.
public struct HKAnchoredObjectQueryDescriptor<Sample>: HKAsyncQuery, HKAsyncSequenceQuery, Sendable
where Sample: HKSample {
    /// The additions and deletions.
    public typealias Output = HKAnchoredObjectQueryDescriptor<Sample>.Result
    /// The additions and deletions, continuously.
    public typealias Sequence = HKAnchoredObjectQueryDescriptor<Sample>.Results

    /// Types and predicates.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The anchor to start after; `nil` for everything.
    public var anchor: HKQueryAnchor?
    /// The maximum number of samples and deleted objects in total; `nil` for all.
    public var limit: Int?

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicates: Types and predicates.
    ///   - anchor: The anchor to start after; `nil` for everything.
    ///   - limit: The maximum number of samples and deleted objects in total; `nil` for all.
    public init(predicates: [HKSamplePredicate<Sample>], anchor: HKQueryAnchor?, limit: Int? = nil) {
        self.predicates = predicates
        self.anchor = anchor
        self.limit = limit
    }

    /// Finds additions and deletions once.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: Samples, deleted objects and the anchor to continue from.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` for an unsupported predicate,
    ///   `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> Result {
        try await runOnce(on: healthStore) { completion in
            try makeQuery(limit: limit ?? HKObjectQueryNoLimit) { result in completion(result) }
        }
    }

    /// Finds additions and deletions continuously.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that starts with everything since the anchor and continues with each change.
    public func results(for healthStore: HKHealthStore) -> Results { Results(descriptor: self, store: healthStore) }

    private func makeQuery(
        limit: Int,
        _ handler: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
    ) throws -> HKAnchoredObjectQuery {
        HKAnchoredObjectQuery(try predicates.map { try $0.selection() }, anchor, limit: limit) {
            handler(Self.result($1, $2, $3, $4))
        }
    }

    private static func result(
        _ samples: [HKSample]?,
        _ deleted: [HKDeletedObject]?,
        _ anchor: HKQueryAnchor?,
        _ error: (any Error)?
    ) -> Swift.Result<Result, any Error> {
        guard let samples, let deleted, let anchor else { return .failure(error ?? HKError(.unknownError)) }
        return .success(
            Result(addedSamples: samples.ofClass(Sample.self), deletedObjects: deleted, newAnchor: anchor)
        )
    }

    /// The additions and deletions since an anchor.
    public struct Result: Sendable {
        /// The samples that were added and are still there.
        public let addedSamples: [Sample]
        /// The objects that were deleted.
        public let deletedObjects: [HKDeletedObject]
        /// The anchor to continue from.
        public let newAnchor: HKQueryAnchor
    }

    /// The additions and deletions, continuously.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = HKAnchoredObjectQueryDescriptor<Sample>.Result
        /// The iterator of the sequence.
        public typealias AsyncIterator = Iterator

        fileprivate let descriptor: HKAnchoredObjectQueryDescriptor<Sample>
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the results; the query stops when it is released.
        public func makeAsyncIterator() -> Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                let deliver = { @Sendable (result: Swift.Result<Element, any Error>) in
                    switch result {
                    case .success(let element): _ = continuation.yield(element)
                    case .failure(let error): continuation.finish(throwing: error)
                    }
                }
                let query = try descriptor.makeQuery(limit: HKObjectQueryNoLimit, deliver)
                query.updateHandler = { deliver(HKAnchoredObjectQueryDescriptor.result($1, $2, $3, $4)) }
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
            public mutating func next() async throws -> HKAnchoredObjectQueryDescriptor<Sample>.Result? {
                try await base.next()
            }
        }
    }
}
