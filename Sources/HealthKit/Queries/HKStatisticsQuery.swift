import Foundation

/// Computes the statistics of the samples of a quantity type, once.
///
/// Samples that reach over the edge of the predicate's interval count whole (R5.10).
public class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let type: HKQuantityType
    private let options: HKStatisticsOptions
    private let handler: (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// Options that do not fit the type stop the program, as on Apple's platforms (R5.1).
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - quantitySamplePredicate: Which samples of it; `nil` for all.
    ///   - options: What to compute, and whether for each source too.
    ///   - handler: Called once, on a background queue; without samples the error is `errorNoData`.
    @preconcurrency
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        raisingExceptions { try StatisticsCalculator.check(options, for: quantityType) }
        type = quantityType
        self.options = options
        self.handler = handler
        super.init(type: quantityType, predicate: quantitySamplePredicate)
    }

    override func start(_ store: HKHealthStore) {
        read(
            store,
            { reader in
                let request = try self.requests(reader, store, [(self.type, self.filter)])[0]
                guard let statistics = try reader.statistics(request, self.type, options: self.options) else {
                    throw HKError.error(.errorNoData, "No data available for the specified predicate.")
                }
                return statistics
            },
            { result in self.handler(self, try? result.get(), result.failure) }
        )
        run.end()
    }
}
