import Foundation

/// Gives the voltages of an electrocardiogram, one at a time, as an asynchronous sequence.
public struct HKElectrocardiogramQueryDescriptor: HKAsyncSequenceQuery, Sendable {
    /// The sequence of measurements.
    public typealias Sequence = HKElectrocardiogramQueryDescriptor.Results

    /// An electrocardiogram of the store.
    public var electrocardiogram: HKElectrocardiogram

    /// Makes a descriptor.
    ///
    /// - Parameter electrocardiogram: An electrocardiogram of the store.
    public init(_ electrocardiogram: HKElectrocardiogram) { self.electrocardiogram = electrocardiogram }

    /// Reads the measurements.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: A sequence that ends with the last of them.
    public func results(for healthStore: HKHealthStore) -> HKElectrocardiogramQueryDescriptor.Results {
        Results(electrocardiogram: electrocardiogram, store: healthStore)
    }

    /// The measurements, one at a time.
    public struct Results: AsyncSequence {
        /// The elements of the sequence.
        public typealias Element = HKElectrocardiogram.VoltageMeasurement
        /// The iterator of the sequence.
        public typealias AsyncIterator = HKElectrocardiogramQueryDescriptor.Results.Iterator

        fileprivate let electrocardiogram: HKElectrocardiogram
        fileprivate let store: HKHealthStore

        /// Starts the query.
        ///
        /// - Returns: An iterator over the measurements; the query stops when it is released.
        public func makeAsyncIterator() -> HKElectrocardiogramQueryDescriptor.Results.Iterator {
            let results = QueryResults<Element>(on: store) { continuation in
                HKElectrocardiogramQuery(electrocardiogram) { _, result in
                    switch result {
                    case .measurement(let measurement): continuation.yield(measurement)
                    case .done: continuation.finish()
                    case .error(let error): continuation.finish(throwing: error)
                    }
                }
            }
            return Iterator(base: results.makeIterator())
        }

        /// Walks over the measurements.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator

            /// Waits for the next measurement.
            ///
            /// - Returns: The measurement; `nil` after the last, and when the task was cancelled.
            /// - Throws: The query's error.
            public mutating func next() async throws -> HKElectrocardiogram.VoltageMeasurement? {
                try await base.next()
            }
        }
    }
}
