import CoreLocation
import Foundation

/// Gives the locations of a route, one at a time, as an asynchronous sequence.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The sequence of locations.
    public typealias Sequence = HKWorkoutRouteQueryDescriptor.Results

    /// A route of the store.
    public var workoutRoute: HKWorkoutRoute

    /// Makes a descriptor.
    ///
    /// - Parameter workoutRoute: A route of the store.
    public init(_ workoutRoute: HKWorkoutRoute) { self.workoutRoute = workoutRoute }

    /// Reads the locations.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that ends with the last of them.
    public func results(for healthStore: HKHealthStore) -> HKWorkoutRouteQueryDescriptor.Results {
        Results(workoutRoute: workoutRoute, store: healthStore)
    }

    /// The locations, one at a time.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = CLLocation
        /// The iterator of the sequence.
        public typealias AsyncIterator = HKWorkoutRouteQueryDescriptor.Results.Iterator

        fileprivate let workoutRoute: HKWorkoutRoute
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the locations; the query stops when it is released.
        public func makeAsyncIterator() -> HKWorkoutRouteQueryDescriptor.Results.Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                HKWorkoutRouteQuery(route: workoutRoute) { _, locations, done, error in
                    if let error { return continuation.finish(throwing: error) }
                    for location in locations ?? [] { continuation.yield(location) }
                    if done { continuation.finish() }
                }
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the locations.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator

            /// Waits for the next location.
            ///
            /// - Returns: The location; `nil` after the last, and when the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> CLLocation? {
                try await base.next()
            }
        }
    }
}
