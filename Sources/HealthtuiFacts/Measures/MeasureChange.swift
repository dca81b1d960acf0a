import HealthKit

/// A measure before and after a day: since, as long before, and as long before that.
///
/// Whether the change is beyond the usual variation is judged by weeks, because single days vary and depend on each
/// other.
package struct MeasureChange: Sendable {
    /// The finding about the change: the first that applies.
    package enum Found: String, Sendable, CaseIterable {
        /// Under four weeks since, or twelve before, have four days each.
        case tooFew
        /// The change before has the same sign and at least half the size.
        case wentOn
        /// At least half of the weeks since lie beyond every week of the year before.
        case outside
        case within
    }

    /// One of the three spans.
    package struct Span: Sendable {
        package let days: Range<CalendarDay>
        /// The value of its days together; `nil` if none has data.
        package let value: MeasureValue?
        /// How much single days vary: their standard deviation.
        package let spread: Double?
        package let secondSpread: Double?

        /// The mean of its days; of a result the latest.
        package var level: Double? { value.flatMap { $0.mean ?? ($0.total == nil ? $0.value : nil) } }
        /// The number of days with a value.
        package var known: Int { value?.days ?? 0 }
    }

    /// A week with at least four days.
    package struct Week: Sendable, Hashable {
        /// Its first day.
        package let start: CalendarDay
        /// The mean of its days.
        package let mean: Double
        package let second: Double?
        package let days: Int
        /// For a week since: whether it lies beyond every week of the year before.
        package var isBeyond = false
    }

    /// The days since, those before, and as many before those.
    package let after: Span
    package let before: Span
    package let earlier: Span
    /// How much the mean of a day has changed; of a result the latest.
    package let difference: Double?
    package let secondDifference: Double?
    /// How much it had changed from the earlier span to the one before.
    package let earlierDifference: Double?
    package let secondEarlierDifference: Double?
    /// The weeks since, and those of the year before; the week of the mark is in neither.
    package let weeks: [Week]
    package let weeksBefore: [Week]
    /// The weeks before that year, as far back as the spans reach; they decide nothing.
    package let weeksOlder: [Week]
    package let found: Found

    /// The number of weeks since that lie beyond every week of the year before.
    package var weeksOutside: Int { weeks.count { $0.isBeyond } }

    /// Whether both sides have the three values that make their numbers worth comparing.
    package var hasNumbers: Bool {
        after.known >= Self.fewestValues && before.known >= Self.fewestValues && difference != nil
    }

    /// How much the values of the spans differ: of what adds up the totals, where as many days have a value.
    ///
    /// - Parameter days: The days of the measure.
    /// - Returns: The difference; `nil` for totals of different numbers of days, which can't be compared.
    package func differenceOfValues(_ days: MeasureDays) -> Double? {
        guard days.measure.kind == .total else { return difference }
        return after.known == before.known ? days.difference(after.value?.value, before.value?.value) : nil
    }

    /// The weeks that are needed since and before, and the days of each.
    package static let fewestWeeks = 4
    package static let fewestWeeksBefore = 12
    package static let fewestDays = 4
    /// The number of values that a side needs without weeks.
    package static let fewestValues = 3
    private static let year = 52

    /// The days that a comparison reads.
    ///
    /// - Parameters:
    ///   - since: The days since.
    ///   - against: The days that they are compared to; `nil` for as many before them.
    /// - Returns: Those days, as many before, and the year before.
    package static func reads(_ since: Range<CalendarDay>, against: Range<CalendarDay>? = nil) -> Range<CalendarDay> {
        let base = against ?? since.before
        let first = min(base.before.lowerBound, since.lowerBound.advanced(by: -7 * (year + 1)))
        return first..<max(since.upperBound, base.upperBound)
    }

    /// Compares the days since a mark to those before.
    ///
    /// - Parameters:
    ///   - days: The days of the measure, of the span that ``reads(_:against:)`` names.
    ///   - since: The days since; those that aren't over are left out.
    ///   - against: The days that they are compared to; `nil` for as many before them.
    package init(_ days: MeasureDays, since: Range<CalendarDay>, against: Range<CalendarDay>? = nil) {
        let mark = since.lowerBound
        let over = days.over(since)
        after = Span(days, over)
        before = Span(days, against ?? over.before)
        earlier = Span(days, before.days.before)
        difference = days.difference(after.level, before.level)
        secondDifference = days.difference(after.value?.second, before.value?.second)
        earlierDifference = days.difference(before.level, earlier.level)
        secondEarlierDifference = days.difference(before.value?.second, earlier.value?.second)
        let week = mark.startOfWeek(days.firstWeekday)
        let past = (1...Self.year).reversed().compactMap { Self.week(days, week.advanced(by: -7 * $0)) }
        let next = stride(from: week.advanced(by: 7), through: over.upperBound.advanced(by: -7), by: 7)
            .compactMap { Self.week(days, $0) }
        let beyond = Self.beyond(days, past, next, difference ?? 0)
        weeksBefore = past
        weeksOlder = Self.older(days, than: week.advanced(by: -7 * Self.year), from: earlier.days.lowerBound)
        weeks = zip(next, beyond)
            .map { week, isBeyond in
                var week = week
                week.isBeyond = isBeyond
                return week
            }
        found = Self.found(days.measure.kind, (before, earlier), (difference, earlierDifference), weeks, past.count)
    }

    /// A week, or `nil` if it has too few days.
    private static func week(_ days: MeasureDays, _ start: CalendarDay) -> Week? {
        let week = start..<start.advanced(by: 7)
        guard let value = days.fold(week), let mean = value.mean, days.known(week).count >= fewestDays else {
            return nil
        }
        return Week(start: start, mean: mean, second: value.second, days: value.days)
    }

    /// The weeks before a day that lie within the spans and hold a record.
    private static func older(_ days: MeasureDays, than end: CalendarDay, from first: CalendarDay) -> [Week] {
        guard let recorded = days.recorded else { return [] }
        let start = max(first, recorded.lowerBound.startOfWeek(days.firstWeekday))
        let weeks = start < end ? start.distance(to: end) / 7 : 0
        return (0..<weeks).reversed().compactMap { week(days, end.advanced(by: -7 * ($0 + 1))) }
    }

    /// Which weeks lie beyond all of the past, in the direction of the change.
    private static func beyond(_ days: MeasureDays, _ past: [Week], _ weeks: [Week], _ change: Double) -> [Bool] {
        let means = past.map(\.mean)
        let center = days.measure.kind == .clock ? ClockMean(means).seconds : 0
        guard let center else { return weeks.map { _ in false } }
        func place(_ mean: Double) -> Double { days.difference(mean, center) ?? 0 }
        guard let low = means.map(place).min(), let high = means.map(place).max() else {
            return weeks.map { _ in false }
        }
        return weeks.map { change > 0 ? place($0.mean) > high : change < 0 && place($0.mean) < low }
    }

    private static func found(
        _ kind: Measure.Kind,
        _ past: (before: Span, earlier: Span),
        _ change: (now: Double?, before: Double?),
        _ weeks: [Week],
        _ weeksBefore: Int
    ) -> Found {
        guard kind != .result, let now = change.now, weeks.count >= fewestWeeks, weeksBefore >= fewestWeeksBefore
        else { return .tooFew }
        // A remainder of rounding isn't a change, so it has no sign.
        let least = 1e-9 * max(abs(past.before.level ?? 0), 1e-9)
        // An earlier span in which recording had hardly begun has no change to speak of.
        if let old = change.before, past.earlier.known * 2 >= past.before.known, now * old > 0,
            abs(now) > least, abs(old) >= abs(now) / 2
        {
            return .wentOn
        }
        return weeks.count { $0.isBeyond } * 2 >= weeks.count ? .outside : .within
    }
}

extension MeasureChange.Span {
    fileprivate init(_ days: MeasureDays, _ span: Range<CalendarDay>) {
        let span = days.over(span)
        let known = days.known(span).map(\.value)
        self.init(
            days: span,
            value: days.fold(span),
            spread: days.places(known.map(\.value))?.deviation,
            secondSpread: known.compactMap(\.second).deviation
        )
    }
}

extension Range<CalendarDay> {
    /// As many days right before.
    fileprivate var before: Range<CalendarDay> { lowerBound.advanced(by: -count)..<lowerBound }
}
