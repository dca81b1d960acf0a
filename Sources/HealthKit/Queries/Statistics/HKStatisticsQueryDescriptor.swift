import Foundation

/// Computes statistics with `await`.
public struct HKStatisticsQueryDescriptor: HKAsyncQuery, Sendable {
    /// The statistics; `nil` without samples.
    public typealias Output = HKStatistics?

    /// The type, and the samples of it to include.
    public var predicate: HKSamplePredicate<HKQuantitySample>
    /// The statistics to compute, and whether to separate them by source.
    public var options: HKStatisticsOptions
    /// Whether an owner's query adds the sum in which instants that two sources report count once (R5.30).
    package var addsCounted = false

    /// Makes a descriptor.
    ///
    /// - Parameters:
    ///   - predicate: The type, and the samples of it to include.
    ///   - options: The statistics to compute, and whether to separate them by source.
    public init(predicate: HKSamplePredicate<HKQuantitySample>, options: HKStatisticsOptions) {
        self.predicate = predicate
        self.options = options
    }

    /// Computes the statistics.
    ///
    /// - Parameter healthStore: The store to read.
    /// - Returns: The statistics, or `nil` when no sample matches.
    /// - Throws: `errorAuthorizationNotDetermined`, `errorInvalidArgument` for options that do not fit the type or a predicate
    ///   that HealthKit does not know, `errorDatabaseInaccessible`.
    public func result(for healthStore: HKHealthStore) async throws -> HKStatistics? {
        var call = try StatisticsCall(predicate.quantityType(), predicate.selection().filter, options)
        if addsCounted { call.addsCounted = true }
        return try await runOnce(on: healthStore) { [call] completion in
            HKStatisticsQuery(call, predicate.nsPredicate) { _, statistics, error in
                if let statistics { return completion(.success(statistics)) }
                let isEmpty = (error as? HKError)?.code == .errorNoData
                completion(isEmpty ? .success(nil) : .failure(error ?? HKError(.unknownError)))
            }
        }
    }
}

extension HKSamplePredicate {
    /// The type as a quantity type.
    ///
    /// - Throws: `errorInvalidArgument` when it is another.
    func quantityType() throws -> HKQuantityType {
        guard let type = sampleType as? HKQuantityType else {
            throw HKError.invalid("Statistics need a quantity type, not \(sampleType.identifier)")
        }
        return type
    }
}
