import Foundation

// Predicates over activity summaries (R4.20).
extension HKQuery {
    /// The summary of a day.
    ///
    /// - Parameter dateComponents: The day; components without calendar, era, year, month and day stop the program.
    /// - Returns: A predicate for activity summary queries.
    public class func predicateForActivitySummary(with dateComponents: DateComponents) -> NSPredicate {
        predicate {
            .compare(FilterComparison(.dateComponents, .equal, .day(try CalendarDay(dateComponents))))
        }
    }

    /// The summaries of a stretch of days, the first and the last included.
    ///
    /// - Parameters:
    ///   - startDateComponents: The first day; components without calendar, era, year, month and day stop the program.
    ///   - endDateComponents: The last day, likewise.
    /// - Returns: A predicate for activity summary queries.
    public class func predicate(
        forActivitySummariesBetweenStart startDateComponents: DateComponents,
        end endDateComponents: DateComponents
    ) -> NSPredicate {
        predicate {
            .all([
                .compare(
                    FilterComparison(.dateComponents, .greaterOrEqual, .day(try CalendarDay(startDateComponents)))
                ),
                .compare(FilterComparison(.dateComponents, .lessOrEqual, .day(try CalendarDay(endDateComponents)))),
            ])
        }
    }
}
