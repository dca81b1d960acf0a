import Foundation

/// Gives the heartbeats of a series, one at a time, as an asynchronous sequence.
public struct HKHeartbeatSeriesQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The sequence of heartbeats.
    public typealias Sequence = HKHeartbeatSeriesQueryDescriptor.Results

    /// A heartbeat series of the store.
    public var sample: HKHeartbeatSeriesSample

    /// Makes a descriptor.
    ///
    /// - Parameter sample: A heartbeat series of the store.
    public init(_ sample: HKHeartbeatSeriesSample) { self.sample = sample }

    /// Reads the heartbeats.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that ends with the last of them.
    public func results(for healthStore: HKHealthStore) -> HKHeartbeatSeriesQueryDescriptor.Results {
        Results(sample: sample, store: healthStore)
    }

    /// One heartbeat.
    public struct Heartbeat: Sendable {
        /// Seconds since the start of the series.
        public let timeIntervalSinceStart: TimeInterval
        /// Whether heartbeats before this one may be missing.
        public let precededByGap: Bool
    }

    /// The heartbeats, one at a time.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = HKHeartbeatSeriesQueryDescriptor.Heartbeat
        /// The iterator of the sequence.
        public typealias AsyncIterator = HKHeartbeatSeriesQueryDescriptor.Results.Iterator

        fileprivate let sample: HKHeartbeatSeriesSample
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the heartbeats; the query stops when it is released.
        public func makeAsyncIterator() -> HKHeartbeatSeriesQueryDescriptor.Results.Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                HKHeartbeatSeriesQuery(heartbeatSeries: sample) { _, time, precededByGap, done, error in
                    if let error { return continuation.finish(throwing: error) }
                    continuation.yield(Element(timeIntervalSinceStart: time, precededByGap: precededByGap))
                    if done { continuation.finish() }
                }
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the heartbeats.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator

            /// Waits for the next heartbeat.
            ///
            /// - Returns: The heartbeat; `nil` after the last, and when the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> HKHeartbeatSeriesQueryDescriptor.Heartbeat? {
                try await base.next()
            }
        }
    }
}
