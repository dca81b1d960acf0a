import Foundation

/// Finds the activity summaries of days: once, or again and again as they change.
///
/// A day has the summary that was imported; a day without one has a summary computed from its samples, in the current time
/// zone (R6.4): merged active energy, exercise minutes together with the time of workouts, and hours with standing. Goals
/// are those of the last stored day before; without one, 30 minutes and 12 hours (R6.6).
open class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    /// Called on a background queue with the summaries that changed after the first results; setting it makes the query run
    /// until it is stopped (R4.20, R6.8).
    @preconcurrency
    open var updateHandler: (@Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void)?

    private let days: SummaryFilter
    private let handler: (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// A predicate over anything but summaries stops the program, as on Apple's platforms.
    ///
    /// - Parameters:
    ///   - predicate: Which days, see `HKQuery.predicateForActivitySummary(with:)`; `nil` for all.
    ///   - handler: Called on a background queue with the summaries in order of days, or an error.
    @preconcurrency
    public init(
        predicate: NSPredicate?,
        resultsHandler handler: @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) {
        days = raisingExceptions(ExceptionName.invalidArgument) { try SummaryFilter(predicate) }
        self.handler = handler
        super.init(type: HKObjectType.activitySummaryType(), predicate: predicate, filter: .everything)
    }

    /// Makes a query of days that were checked.
    init(
        _ days: SummaryFilter,
        _ predicate: NSPredicate?,
        _ handler: @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) {
        self.days = days
        self.handler = handler
        super.init(type: HKObjectType.activitySummaryType(), predicate: predicate, filter: .everything)
    }

    override func start(_ store: HKHealthStore) {
        follow(store, SummariesCall(days: days), goesOn: updateHandler != nil) { result, isFirst in
            let summaries = result.value?.map { HKActivitySummary($0) }
            if isFirst {
                self.handler(self, summaries, result.failure)
            } else {
                self.updateHandler?(self, summaries, result.failure)
            }
        }
    }
}
