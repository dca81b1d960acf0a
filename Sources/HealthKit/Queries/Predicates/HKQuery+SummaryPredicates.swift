import Foundation

// Predicates over activity summaries (R4.20).
extension HKQuery {
    /// The summary of a day.
    ///
    /// - Parameter dateComponents: The day: calendar, year, month and day. Without an era it is the calendar's current one;
    ///   components that name no day, as without a calendar, match nothing. An hour stops the program, as on Apple's platforms.
    /// - Returns: A predicate for activity summary queries.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        summaries([(.equal, dateComponents)])
    }

    /// The summaries of a range of days, the first and the last included.
    ///
    /// - Parameters:
    ///   - startDateComponents: The first day: calendar, year, month and day. Without an era it is the calendar's current one;
    ///     components that name no day, as without a calendar, match nothing. An hour stops the program, as on Apple's
    ///     platforms.
    ///   - endDateComponents: The last day, likewise.
    /// - Returns: A predicate for activity summary queries.
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents,
        end endDateComponents: DateComponents
    ) -> NSPredicate {
        summaries([(.greaterOrEqual, startDateComponents), (.lessOrEqual, endDateComponents)])
    }

    private static func summaries(_ bounds: [(FilterRelation, DateComponents)]) -> NSPredicate {
        // "Activity summary date components require hour to not be set" is Apple's exception; nothing else is known to raise one.
        let parts = raisingExceptions(ExceptionName.invalidArgument) {
            try bounds.map { relation, components in
                SampleFilter.compare(FilterComparison(.dateComponents, relation, try FilterValue(object: components)))
            }
        }
        return FilterPredicate(parts.count == 1 ? parts[0] : .all(parts))
    }
}
