import Foundation
import HealthKit

/// A measure's value for one day, in the measure's unit.
package struct MeasureDay: Sendable, Hashable {
    /// The value of the day.
    package var value: Double
    /// The second number of a pair: the diastolic pressure.
    package var second: Double?
    /// The least and the greatest value within the day, and the latest, of a level.
    package var least: Double?
    package var greatest: Double?
    package var latest: Double?
    /// When the latest of a level ended.
    package var latestEnd: Date?
    /// Of a ratio: the part and the whole whose quotient the value is, before the unit's factor.
    package var part: Double?
    package var whole: Double?
    /// The sign of a result that is only a bound, such as `<` of `<14`; empty for a number.
    package var comparator = ""
    /// The range that the laboratory gives for the result; `nil` without one.
    package var usual: ReferenceRange?

    /// A day.
    ///
    /// - Parameters:
    ///   - value: Its value, in the measure's unit.
    ///   - second: The second number of a pair.
    package init(_ value: Double, second: Double? = nil) {
        self.value = value
        self.second = second
    }

    /// A day of a ratio; `nil` if there is no whole.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - whole: The whole.
    ///   - factor: What the quotient is multiplied with: 100 for percentages.
    package init?(part: Double, of whole: Double, factor: Double = 1) {
        guard whole > 0, whole.isFinite, (part / whole * factor).isFinite, (part * factor).isFinite else { return nil }
        value = part / whole * factor
        self.part = part * factor
        self.whole = whole
    }
}

/// A result in another unit than the newest has.
package struct MeasureResult: Sendable, Hashable {
    package let day: CalendarDay
    package let value: Double
    /// The sign of a bound; empty for a number.
    package let comparator: String
    package let unit: String
}

/// The days of a measure.
package struct MeasureDays: Sendable {
    package let measure: Measure
    /// The days that were asked.
    package var span: Range<CalendarDay>
    /// The days that have a value.
    package var days: [CalendarDay: MeasureDay]
    /// The first and the last day that anything was recorded on, ever; `nil` where nothing was.
    package var recorded: ClosedRange<CalendarDay>?
    package let today: CalendarDay
    /// The weekday on which weeks begin, 1 for Sunday to 7 for Saturday.
    package let firstWeekday: Int
    /// The number of samples left out since they can't be right: sleep of more than a day.
    package var leftOut = 0
    /// The unit of the newest result; empty but for lab tests.
    package var resultUnit = ""
    /// Results of the span in other units, which can't be compared with the days; the oldest first.
    package var apart: [MeasureResult] = []
    /// Whether days without anything count as 0 between the first record and the last.
    package var countsZeros = false

    /// Days of a measure.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - span: The days that were asked.
    ///   - days: The days that have a value.
    ///   - recorded: The first and the last day that anything was recorded on.
    ///   - today: Today.
    ///   - firstWeekday: The weekday on which weeks begin.
    package init(
        _ measure: Measure,
        in span: Range<CalendarDay>,
        _ days: [CalendarDay: MeasureDay],
        recorded: ClosedRange<CalendarDay>?,
        today: CalendarDay,
        firstWeekday: Int
    ) {
        self.measure = measure
        self.span = span
        self.days = days
        self.recorded = recorded
        self.today = today
        self.firstWeekday = firstWeekday
    }

    /// The value of a day: the recorded one, or 0 if that is the meaning of a day without records.
    ///
    /// - Parameter day: The day.
    /// - Returns: The day; `nil` for one of which nothing is known.
    package func day(_ day: CalendarDay) -> MeasureDay? {
        if let found = days[day] { return found }
        guard let recorded else { return nil }
        if countsZeros { return recorded.contains(day) ? MeasureDay(0) : nil }
        guard measure.gap == .zero, day >= recorded.lowerBound, day < today else { return nil }
        return MeasureDay(0)
    }

    /// Whether a day is over, so that it counts in means.
    package func isOver(_ day: CalendarDay) -> Bool { measure.belongsToNight ? day <= today : day < today }
}

/// A measure's value for several days together, in the measure's unit.
package struct MeasureValue: Sendable, Hashable {
    /// The total if the measure adds up, the latest value of a result, the mean of any other.
    package var value: Double
    /// The second number of a pair.
    package var second: Double?
    /// The total of what adds up, with today.
    package var total: Double?
    /// The mean of the days that are over; `nil` where none is, and for results.
    package var mean: Double?
    /// The number of days in the mean or, without a mean, of days with values.
    package var days: Int
    /// The days of the span that are over, or those with a value where these are more.
    package var of: Int
    /// The sign of a latest result that is only a bound; empty for a number.
    package var comparator = ""
}

extension MeasureDays {
    /// The value of some days together; all numbers of several days are made this way.
    ///
    /// Each day has one vote. A day that isn't over is in the total and in no mean.
    ///
    /// - Parameter days: The days, in order of time.
    /// - Returns: The value; `nil` where nothing is known of any day.
    package func fold(_ days: some Sequence<CalendarDay>) -> MeasureValue? {
        var sum = Sum()
        for day in days {
            let isOver = isOver(day)
            if isOver { sum.of += 1 }
            if let found = self.day(day) { sum.add(found, isOver: isOver) }
        }
        return sum.value(measure.kind)
    }

    /// The value of all days together.
    package var whole: MeasureValue? { fold(span) }

    private struct Sum {
        var of = 0
        private var over: [MeasureDay] = []
        private var open: [MeasureDay] = []
        private var latest: MeasureDay?

        mutating func add(_ day: MeasureDay, isOver: Bool) {
            if isOver { over.append(day) } else { open.append(day) }
            latest = day
        }

        /// The days of a mean: those that are over, or today if there are no others.
        private var counted: [MeasureDay] { over.isEmpty ? open : over }

        func value(_ kind: Measure.Kind) -> MeasureValue? {
            guard let latest else { return nil }
            let days = counted
            let count = Double(days.count)
            var result = MeasureValue(value: latest.value, days: days.count, of: of)
            switch kind {
            case .total:
                let total = (over + open).reduce(0) { $0 + $1.value }
                result.total = total
                result.mean = days.reduce(0) { $0 + $1.value } / count
                result.value = total
            case .level:
                let mean = days.reduce(0) { $0 + $1.value } / count
                let seconds = days.compactMap(\.second)
                result.mean = mean
                result.value = mean
                result.second = seconds.isEmpty ? nil : seconds.reduce(0, +) / Double(seconds.count)
            case .ratio:
                let whole = days.reduce(0) { $0 + ($1.whole ?? 0) }
                guard whole > 0 else { return nil }
                let mean = days.reduce(0) { $0 + ($1.part ?? 0) } / whole
                result.mean = mean
                result.value = mean
            case .clock:
                guard let mean = ClockMean(days.map(\.value)).seconds else { return nil }
                result.mean = mean
                result.value = mean
            case .result:
                result.days = over.count + open.count
                result.second = latest.second
                result.comparator = latest.comparator
            }
            // Days that aren't over are known too: no answer is of more days than there are.
            result.of = max(result.of, result.days)
            // The sum of numbers that are each possible may be none.
            guard [result.value, result.second ?? 0, result.mean ?? 0].allSatisfy(\.isFinite) else { return nil }
            return result
        }
    }
}

/// The mean of times of day, on the circle.
package struct ClockMean: Sendable {
    /// The mean in seconds since midnight; `nil` unless half of the times lie within two hours of it.
    package let seconds: Double?

    /// The mean of times.
    ///
    /// - Parameter times: Seconds since midnight.
    package init(_ times: [Double]) {
        let day = 86_400.0
        let angles = times.map { $0 / day * 2 * .pi }
        let (sine, cosine) = (angles.reduce(0) { $0 + sin($1) }, angles.reduce(0) { $0 + cos($1) })
        guard !times.isEmpty, sine * sine + cosine * cosine > 1e-12 else {
            seconds = nil
            return
        }
        let turn = atan2(sine, cosine) / (2 * .pi) * day
        let mean = turn < 0 ? turn + day : turn
        let near = times.count { time in
            let apart = abs(time - mean).truncatingRemainder(dividingBy: day)
            return min(apart, day - apart) <= 7_200
        }
        seconds = near * 2 >= times.count ? mean : nil
    }
}
