import HealthKit

/// A measure over a span of days as one answer.
package struct MeasureSummary: Sendable {
    /// A day and its numbers.
    package struct DayValue: Sendable, Hashable {
        package let day: CalendarDay
        package let value: MeasureDay
    }

    /// Days in a row that meet a condition; days that aren't known aren't counted and end no run.
    package struct Run: Sendable, Hashable {
        package var count = 0
        /// The first and the last of them.
        package var start: CalendarDay?
        package var end: CalendarDay?

        /// A run.
        package init(count: Int = 0, start: CalendarDay? = nil, end: CalendarDay? = nil) {
            self.count = count
            self.start = start
            self.end = end
        }
    }

    /// The value of all days together; `nil` if none has data.
    package let value: MeasureValue?
    /// How much single days vary: their standard deviation.
    package let spread: Double?
    package let secondSpread: Double?
    /// The days with the least and the most, the first of several.
    package let least: DayValue?
    package let most: DayValue?
    /// How many days meet the condition.
    package let met: Int
    /// The longest run, the first of several, and the current one at the end of the span.
    package let longest: Run
    package let current: Run

    /// Summarizes the days of a span that are over; totals include today.
    ///
    /// - Parameters:
    ///   - days: The days of the measure.
    ///   - span: The days that are summarized.
    ///   - meets: The condition.
    package init(_ days: MeasureDays, in span: Range<CalendarDay>, meets: ((MeasureDay) -> Bool)? = nil) {
        value = days.fold(span)
        let known = days.known(span)
        let places = days.places(known.map(\.value.value))
        spread = places?.deviation
        secondSpread = known.compactMap(\.value.second).deviation
        func found(_ index: Int?) -> DayValue? { index.map { DayValue(day: known[$0].day, value: known[$0].value) } }
        least = found(places.flatMap { places in places.indices.min { places[$0] < places[$1] } })
        most = found(places.flatMap { places in places.indices.min { places[$0] > places[$1] } })
        var (met, longest, current) = (0, Run(), Run())
        for (day, value) in known {
            guard let meets else { break }
            guard meets(value) else {
                current = Run()
                continue
            }
            met += 1
            current = Run(count: current.count + 1, start: current.start ?? day, end: day)
            if current.count > longest.count { longest = current }
        }
        (self.met, self.longest, self.current) = (met, longest, current)
    }
}
