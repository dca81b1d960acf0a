import Foundation

/// Which activity summaries a query is about (R4.20).
package struct SummaryFilter: Hashable, Sendable {
    private let filter: SampleFilter

    /// The filter of a predicate over activity summaries; without a predicate, all of them.
    ///
    /// - Throws: `errorInvalidArgument` for a predicate over anything but the date components of summaries.
    package init(_ predicate: NSPredicate?) throws {
        filter = try SampleFilter(predicate, scope: .summary).simplified()
    }

    /// Whether the summary of a day belongs to what the filter is about.
    package func matches(_ day: CalendarDay) -> Bool {
        filter.evaluate { $0.isSatisfied(by: .day(day)) }
    }

    /// The first and the last day that the filter may match, inclusive; `nil` for no limit.
    package var days: (first: CalendarDay?, last: CalendarDay?) { Self.days(filter) }

    private static func days(_ filter: SampleFilter) -> (first: CalendarDay?, last: CalendarDay?) {
        switch filter {
        case .compare(let comparison):
            guard case .day(let day) = comparison.value else { return (nil, nil) }
            switch comparison.relation {
            case .equal: return (day, day)
            case .greater, .greaterOrEqual: return (day, nil)
            case .less, .lessOrEqual: return (nil, day)
            default: return (nil, nil)
            }
        case .all(let parts):
            let bounds = parts.map(days)
            return (bounds.compactMap(\.first).max(), bounds.compactMap(\.last).min())
        default: return (nil, nil)
        }
    }
}
