import Foundation

/// Computes the statistics of the samples of a quantity type, once.
///
/// Samples that reach over the edge of the predicate's interval count whole (R5.10).
open class HKStatisticsQuery: HKQuery, @unchecked Sendable {
    private let call: StatisticsCall
    private let handler: (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// Options that do not fit the type stop the program, as on Apple's platforms (R5.1).
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - quantitySamplePredicate: The samples of it to include; `nil` for all.
    ///   - options: The statistics to compute, and whether to separate them by source.
    ///   - handler: Called once, on a background queue; without samples the error is `errorNoData`.
    @preconcurrency
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        completionHandler handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        call = raisingExceptions(ExceptionName.invalidArgument) {
            try StatisticsCall(quantityType, SampleFilter(quantitySamplePredicate), options)
        }
        self.handler = handler
        super.init(type: quantityType, predicate: quantitySamplePredicate, filter: call.selection.filter)
    }

    /// Makes a query of a call that was checked.
    init(
        _ call: StatisticsCall,
        _ predicate: NSPredicate?,
        _ handler: @escaping @Sendable (HKStatisticsQuery, HKStatistics?, (any Error)?) -> Void
    ) {
        self.call = call
        self.handler = handler
        super.init(type: call.selection.type, predicate: predicate, filter: call.selection.filter)
    }

    override func start(_ store: HKHealthStore) {
        ask(store, call) { result in
            self.handler(self, result.value, result.failure)
        }
        run.end()
    }
}
