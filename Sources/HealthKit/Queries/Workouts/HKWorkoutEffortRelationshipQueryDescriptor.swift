import Foundation

/// Finds how hard workouts were with `await`; see ``HKWorkoutEffortRelationshipQuery`` for what it finds.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, HKAsyncSequenceQuery, Sendable {
    /// The relationships and the anchor to continue from.
    public typealias Output = HKWorkoutEffortRelationshipQueryDescriptor.Result
    /// The relationships again and again, as they change.
    public typealias Sequence = HKWorkoutEffortRelationshipQueryDescriptor.Results

    /// A predicate that selects the workouts; `nil` for all.
    public var predicate: NSPredicate? {
        get { fixed.value }
        set { fixed = FixedPredicate(newValue) }
    }
    /// The anchor to start after; `nil` for everything.
    public var anchor: HKQueryAnchor?
    /// All samples, or only the most relevant one of each relationship.
    public var option: HKWorkoutEffortRelationshipQueryOptions

    private var fixed: FixedPredicate

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: A predicate that selects the workouts; `nil` for all.
    ///   - anchor: The anchor to start after; `nil` for everything.
    ///   - option: All samples, or only the most relevant one of each relationship.
    public init(predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions) {
        fixed = FixedPredicate(predicate)
        self.anchor = anchor
        self.option = option
    }

    /// Finds the relationships once.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The relationships that changed after the anchor, and the anchor to continue from.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` for an unsupported predicate,
    ///   `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result
    {
        try await runOnce(on: healthStore) { completion in
            try HKWorkoutEffortRelationshipQuery(predicate, anchor, option, isLongRunning: false) {
                completion(Self.result($1, $2, $3))
            }
        }
    }

    /// Finds the relationships continuously.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that starts with those after the anchor and continues with those that change.
    public func results(for healthStore: HKHealthStore) -> HKWorkoutEffortRelationshipQueryDescriptor.Results {
        Results(descriptor: self, store: healthStore)
    }

    private static func result(
        _ relationships: [HKWorkoutEffortRelationship]?,
        _ anchor: HKQueryAnchor?,
        _ error: (any Error)?
    ) -> Swift.Result<Result, any Error> {
        guard let relationships, let anchor else { return .failure(error ?? HKError(.unknownError)) }
        return .success(Result(relationships: relationships, newAnchor: anchor))
    }

    /// Relationships and the anchor to continue from.
    public struct Result: Sendable {
        /// The relationships.
        public let relationships: [HKWorkoutEffortRelationship]
        /// The anchor to continue from.
        public let newAnchor: HKQueryAnchor
    }

    /// The relationships continuously.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = HKWorkoutEffortRelationshipQueryDescriptor.Result
        /// The iterator of the sequence.
        public typealias AsyncIterator = HKWorkoutEffortRelationshipQueryDescriptor.Results.Iterator

        fileprivate let descriptor: HKWorkoutEffortRelationshipQueryDescriptor
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the results; the query stops when it is released.
        public func makeAsyncIterator() -> HKWorkoutEffortRelationshipQueryDescriptor.Results.Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                try HKWorkoutEffortRelationshipQuery(
                    descriptor.predicate,
                    descriptor.anchor,
                    descriptor.option,
                    isLongRunning: true
                ) {
                    switch HKWorkoutEffortRelationshipQueryDescriptor.result($1, $2, $3) {
                    case .success(let element): _ = continuation.yield(element)
                    case .failure(let error): continuation.finish(throwing: error)
                    }
                }
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the results.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator

            /// Waits for the next relationships.
            ///
            /// - Returns: The relationships; `nil` if the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result? {
                try await base.next()
            }
        }
    }
}
