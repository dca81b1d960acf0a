import Foundation

/// The activity summaries that a query selects (R4.20).
package struct SummaryFilter: Codable, Hashable, Sendable {
    private let filter: SampleFilter

    /// The filter of a predicate over activity summaries; without a predicate, all of them.
    ///
    /// - Throws: `errorInvalidArgument` for a predicate over anything but the date components of summaries.
    package init(_ predicate: NSPredicate?) throws {
        filter = try SampleFilter(predicate, scope: .summary).simplified()
    }

    /// The filter for some days, the first and the last included; `nil` for no limit.
    package init(from first: CalendarDay?, through last: CalendarDay?) {
        let parts = [
            first.map { FilterComparison(.dateComponents, .greaterOrEqual, .day($0)) },
            last.map { FilterComparison(.dateComponents, .lessOrEqual, .day($0)) },
        ]
        filter = SampleFilter.all(parts.compactMap { $0.map { .compare($0) } }).simplified()
    }

    /// The same filter for no day before one.
    func from(_ day: CalendarDay) -> SummaryFilter {
        SummaryFilter(
            SampleFilter.all([filter, .compare(FilterComparison(.dateComponents, .greaterOrEqual, .day(day)))])
        )
    }

    private init(_ filter: SampleFilter) { self.filter = filter.simplified() }

    /// Whether the summary of a day matches the filter.
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
