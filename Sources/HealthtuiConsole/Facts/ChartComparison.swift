import HealthKit

/// The time that a time is compared with.
package enum ChartComparison: Sendable, Hashable {
    /// The time of the same length before.
    case timeBefore
    /// The same days a year before.
    case yearBefore
}

extension ChartComparison {
    /// The earlier day that a day is compared with; nil if there is none.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - now: The days of the later time.
    ///   - then: Those of the earlier one.
    /// - Returns: The day.
    func partner(of day: CalendarDay, in now: Range<CalendarDay>, _ then: Range<CalendarDay>) -> CalendarDay? {
        let other =
            self == .yearBefore
            ? day.yearBefore : then.lowerBound.advanced(by: now.lowerBound.distance(to: day))
        return other.flatMap { then.contains($0) ? $0 : nil }
    }
}

extension CalendarDay {
    /// The same day a year before; nil for 29 February, which has none.
    fileprivate var yearBefore: CalendarDay? {
        guard month != 2 || day != 29 else { return nil }
        let year = (era == 0 ? 1 - year : year) - 1
        return CalendarDay(era: year > 0 ? 1 : 0, year: year > 0 ? year : 1 - year, month: month, day: day)
    }
}
