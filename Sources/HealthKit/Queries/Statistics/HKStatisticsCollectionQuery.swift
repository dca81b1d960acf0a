import Foundation

/// Computes statistics for consecutive intervals: once, or again and again as samples come and go.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    /// A date at which an interval starts; the others follow before and after it.
    public let anchorDate: Date
    /// The length of the intervals.
    public let intervalComponents: DateComponents
    /// The statistics to compute, and whether to separate them by source.
    public let options: HKStatisticsOptions
    /// Called once, on a background queue, with the statistics or an error.
    @preconcurrency
    open var initialResultsHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    /// Called on a background queue whenever matching samples were added or deleted; setting it makes the query run
    /// until it is stopped.
    ///
    /// The statistics are those of the interval that changed, `nil` when several did (R5.23).
    @preconcurrency
    open var statisticsUpdateHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void)?

    /// Whether an owner's query adds sums in which instants that two sources report count once (R5.30).
    package var addsCounted = false
    let type: HKQuantityType
    private let call: CollectionCall

    /// Makes a query.
    ///
    /// Options that do not fit the type, and intervals without length, stop the program, as on Apple's platforms
    /// (R5.1, R5.7).
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - quantitySamplePredicate: The samples of it to include; `nil` for all.
    ///   - options: The statistics to compute, and whether to separate them by source.
    ///   - anchorDate: A date at which an interval starts.
    ///   - intervalComponents: The length of the intervals, in the calendar and time zone that the components name, or the
    ///     current ones.
    public init(
        quantityType: HKQuantityType,
        quantitySamplePredicate: NSPredicate?,
        options: HKStatisticsOptions = [],
        anchorDate: Date,
        intervalComponents: DateComponents
    ) {
        call = raisingExceptions(ExceptionName.invalidArgument) {
            try CollectionCall(
                quantityType,
                SampleFilter(quantitySamplePredicate),
                options,
                anchor: anchorDate,
                intervalComponents
            )
        }
        self.anchorDate = anchorDate
        self.intervalComponents = intervalComponents
        self.options = options
        type = quantityType
        super.init(type: quantityType, predicate: quantitySamplePredicate, filter: call.selection.filter)
    }

    /// Makes the query of a descriptor.
    ///
    /// - Throws: `errorInvalidArgument` where the public initializer stops the program.
    init(
        checking type: HKQuantityType,
        _ predicate: NSPredicate?,
        _ filter: SampleFilter,
        _ options: HKStatisticsOptions,
        anchor: Date,
        _ intervalComponents: DateComponents
    ) throws {
        call = try CollectionCall(type, filter, options, anchor: anchor, intervalComponents)
        anchorDate = anchor
        self.intervalComponents = intervalComponents
        self.options = options
        self.type = type
        super.init(type: type, predicate: predicate, filter: call.selection.filter)
    }

    override func start(_ store: HKHealthStore) {
        var call = call
        if addsCounted { call.addsCounted = true }
        follow(store, call, goesOn: statisticsUpdateHandler != nil) { result, isFirst in
            let answer = result.value
            let collection = answer.map {
                HKStatisticsCollection(type: self.type, intervals: self.call.intervals, filled: $0.filled)
            }
            if isFirst {
                self.initialResultsHandler?(self, collection, result.failure)
            } else {
                self.statisticsUpdateHandler?(self, answer?.single, collection, result.failure)
            }
        }
    }
}
