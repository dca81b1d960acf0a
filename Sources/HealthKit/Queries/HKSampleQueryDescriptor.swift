import Foundation

/// Finds samples with `await`.
public struct HKSampleQueryDescriptor<Sample>: HKAsyncQuery, Sendable where Sample: HKSample {
    /// The samples of the query, in order.
    public typealias Output = [Sample]

    /// Types and predicates: a sample matches that matches any of them.
    public var predicates: [HKSamplePredicate<Sample>]
    /// The order of the samples.
    public var sortDescriptors: [SortDescriptor<Sample>]
    /// The maximum number of samples to find; `nil` for all.
    public var limit: Int?

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicates: Types and predicates.
    ///   - sortDescriptors: The order of the samples; empty for the order of their starts.
    ///   - limit: The maximum number of samples; `nil` for all.
    public init(predicates: [HKSamplePredicate<Sample>], sortDescriptors: [SortDescriptor<Sample>], limit: Int? = nil) {
        self.predicates = predicates
        self.sortDescriptors = sortDescriptors
        self.limit = limit
    }

    /// Finds the samples.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The samples, in order.
    /// - Throws: `errorAuthorizationNotDetermined` for a type never asked for, `errorInvalidArgument` for a predicate that
    ///   HealthKit does not know, `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> [Sample] {
        let selections = try predicates.map { try $0.selection() }
        let order = SampleOrder(sortDescriptors)
        return try await runOnce(on: healthStore) { completion in
            HKSampleQuery(selections: selections, order: order, limit: limit) { _, samples, error in
                completion(
                    samples.map { .success($0.ofClass(Sample.self)) }
                        ?? .failure(error ?? HKError(.unknownError))
                )
            }
        }
    }
}
