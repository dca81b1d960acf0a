import Foundation

/// A measure before and after a day: since, as long before, and as long before that.
///
/// Whether the change lies outside what it was is judged by weeks, because single days vary and follow each other.
package struct MeasureChange: Sendable {
    /// What can be said of the change.
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
        package let range: Range<Int>
        package let fold: DaySeries.Fold
        /// How much single days vary: their standard deviation.
        package let spread: Double?
        package let secondSpread: Double?
    }

    /// A week with at least four days.
    package struct Week: Sendable, Hashable {
        /// Its first day.
        package let start: Int
        /// The mean of its days.
        package let mean: Double
        package let secondMean: Double?
        package let days: Int
        /// For a week since: whether it lies beyond every week of the year before.
        package var isBeyond = false
    }

    /// The days since, those before, and as many before those.
    package let after: Span
    package let before: Span
    package let earlier: Span
    /// How much the mean of a day has changed; of a result, the latest.
    package let difference: Double?
    package let secondDifference: Double?
    /// How much it had changed from the earlier span to the one before.
    package let earlierDifference: Double?
    package let secondEarlierDifference: Double?
    /// The weeks since, and those of the year before; the week of the mark is in neither.
    package let weeks: [Week]
    package let weeksBefore: [Week]
    package let found: Found

    /// The number of weeks since that lie beyond every week of the year before.
    package var weeksOutside: Int { weeks.count { $0.isBeyond } }

    /// Whether both sides have the three values that make their numbers worth saying.
    package var hasNumbers: Bool {
        after.fold.days >= Self.fewestValues && before.fold.days >= Self.fewestValues && difference != nil
    }

    /// The weeks that are needed since and before, their days, and the values of a side without weeks.
    package static let fewestWeeks = 4
    package static let fewestWeeksBefore = 12
    package static let fewestDays = 4
    package static let fewestValues = 3
    private static let year = 52

    /// Compares the days since a mark to those before.
    ///
    /// - Parameters:
    ///   - series: The numbers of the measure.
    ///   - since: The days since; those that aren't over are left out.
    ///   - against: The days that they are compared to; `nil` for as many before them.
    ///   - firstWeekday: 1 for Sunday to 7 for Saturday.
    package init(_ series: DaySeries, since: Range<Int>, against: Range<Int>? = nil, firstWeekday: Int) {
        let mark = since.lowerBound
        let over = mark..<max(mark, min(since.upperBound, series.end))
        let base = against ?? (mark - over.count)..<mark
        let earlier = (base.lowerBound - base.count)..<base.lowerBound
        after = Self.span(series, over)
        before = Self.span(series, base)
        self.earlier = Self.span(series, earlier)
        difference = Self.difference(series.kind, after.fold, before.fold, \.value, \.mean)
        secondDifference = Self.difference(series.kind, after.fold, before.fold, \.second, \.secondMean)
        earlierDifference = Self.difference(series.kind, before.fold, self.earlier.fold, \.value, \.mean)
        secondEarlierDifference = Self.difference(series.kind, before.fold, self.earlier.fold, \.second, \.secondMean)
        let week = DayNumber.startOfWeek(mark, firstWeekday: firstWeekday)
        let past = (1...Self.year).reversed().map { week - 7 * $0 }.compactMap { Self.week(series, $0) }
        let starts = stride(from: week + 7, through: over.upperBound - 7, by: 7)
        let judge = Judge(series.kind, past, difference ?? 0)
        weeksBefore = past
        weeks = starts.compactMap { Self.week(series, $0) }.map(judge.judged)
        found = Self.found(series.kind, self.earlier, before, (difference, earlierDifference), weeks, past)
    }

    private static func span(_ series: DaySeries, _ range: Range<Int>) -> Span {
        let known = series.known(range).map(\.day)
        let fold = series.fold(range)
        let center = series.kind == .clock ? ClockMean.mean(known.map(\.value)) : nil
        let values = known.map { day in center.map { ClockMean.distance(day.value, from: $0) } ?? day.value }
        return Span(
            range: range,
            fold: fold,
            spread: values.deviation,
            secondSpread: known.compactMap(\.second).deviation
        )
    }

    private static func difference(
        _ kind: DaySeries.Kind,
        _ after: DaySeries.Fold,
        _ before: DaySeries.Fold,
        _ value: KeyPath<DaySeries.Fold, Double?>,
        _ mean: KeyPath<DaySeries.Fold, Double?>
    ) -> Double? {
        let path = kind == .result ? value : mean
        guard let new = after[keyPath: path], let old = before[keyPath: path] else { return nil }
        let difference = kind == .clock ? ClockMean.distance(new, from: old) : new - old
        return difference.isFinite ? difference : nil
    }

    /// A week, or `nil` if it has too few days.
    private static func week(_ series: DaySeries, _ start: Int) -> Week? {
        let fold = series.fold(start..<(start + 7))
        guard fold.days >= fewestDays, let mean = fold.mean else { return nil }
        return Week(start: start, mean: mean, secondMean: fold.secondMean, days: fold.days)
    }

    private static func found(
        _ kind: DaySeries.Kind,
        _ earlier: Span,
        _ before: Span,
        _ differences: (now: Double?, before: Double?),
        _ weeks: [Week],
        _ past: [Week]
    ) -> Found {
        guard kind != .result, let now = differences.now, weeks.count >= fewestWeeks, past.count >= fewestWeeksBefore
        else { return .tooFew }
        // An earlier span that began only just before has no change to speak of.
        if let old = differences.before, earlier.fold.days * 2 >= before.fold.days, now != 0, old != 0,
            (now > 0) == (old > 0), abs(old) >= abs(now) / 2
        {
            return .wentOn
        }
        return weeks.count { $0.isBeyond } * 2 >= weeks.count ? .outside : .within
    }
}

/// Says which weeks lie beyond all weeks before.
private struct Judge {
    private let center: Double?
    private let range: ClosedRange<Double>?
    private let direction: Double

    init(_ kind: DaySeries.Kind, _ past: [MeasureChange.Week], _ direction: Double) {
        center = kind == .clock ? ClockMean.mean(past.map(\.mean)) : nil
        self.direction = direction
        let center = center
        let places = past.map { week in center.map { ClockMean.distance(week.mean, from: $0) } ?? week.mean }
        range = places.min().flatMap { low in places.max().map { low...$0 } }
    }

    func judged(_ week: MeasureChange.Week) -> MeasureChange.Week {
        let place = center.map { ClockMean.distance(week.mean, from: $0) } ?? week.mean
        var week = week
        week.isBeyond = range.map { direction > 0 ? place > $0.upperBound : direction < 0 && place < $0.lowerBound } ?? false
        return week
    }
}
