import Foundation

/// The numbers of a measure by day, as before and after, summaries and patterns need them.
///
/// A day is its number since 1 January 1970 in the person's calendar.
package struct DaySeries: Sendable {
    /// How the numbers of several days become one.
    package enum Kind: Sendable {
        case total
        case level
        case ratio
        case clock
        case result
    }

    /// The numbers of a day.
    package struct Day: Sendable, Hashable {
        package var value: Double
        /// The second number of a pair.
        package var second: Double?
        /// What a ratio is made of.
        package var part: Double?
        package var whole: Double?

        package init(_ value: Double, second: Double? = nil, part: Double? = nil, whole: Double? = nil) {
            self.value = value
            self.second = second
            self.part = part
            self.whole = whole
        }

        var isFinite: Bool { [value, second ?? 0, part ?? 0, whole ?? 0].allSatisfy(\.isFinite) }
    }

    /// One number for several days.
    package struct Fold: Sendable, Hashable {
        /// The total of what adds up, else the mean, the ratio, the usual time or the latest result.
        package var value: Double?
        package var second: Double?
        /// The mean of the days; of what adds up beside the total.
        package var mean: Double?
        package var secondMean: Double?
        /// How many days have a number and are over.
        package var days = 0
        /// How many days there are that are over.
        package var of = 0
    }

    package let kind: Kind
    package let days: [Int: Day]
    /// The first day that isn't over: today, or tomorrow for what belongs to nights.
    package let end: Int
    /// The first day from which nothing recorded means 0; `nil` where it means not known.
    package let zeroFrom: Int?
    /// The first day that has a number.
    private let first: Int

    /// The numbers of a measure; those that aren't finite are left out.
    package init(_ kind: Kind, _ days: [Int: Day], end: Int, zeroFrom: Int? = nil) {
        self.kind = kind
        self.days = days.filter { $0.value.isFinite }
        self.end = end
        self.zeroFrom = zeroFrom
        first = min(self.days.keys.min() ?? end, zeroFrom ?? end)
    }

    /// The numbers of a day, or `nil` if they aren't known.
    package func day(_ number: Int) -> Day? {
        days[number] ?? (zeroFrom.map { $0 <= number && number < end } ?? false ? Day(0) : nil)
    }

    /// The days of a range that have a number and are over.
    package func known(_ range: Range<Int>) -> [(number: Int, day: Day)] {
        range.clamped(to: first..<max(first, end)).compactMap { number in day(number).map { (number, $0) } }
    }

    /// One number for the days of a range.
    package func fold(_ range: Range<Int>) -> Fold {
        let known = known(range)
        var fold = Fold(days: known.count, of: range.clamped(to: range.lowerBound..<max(range.lowerBound, end)).count)
        let seconds = known.compactMap(\.day.second)
        switch kind {
        case .total:
            let today = range.contains(end) ? day(end)?.value : nil
            fold.mean = known.map(\.day.value).average
            let total = known.reduce(today ?? 0) { $0 + $1.day.value }
            fold.value = known.isEmpty && today == nil || !total.isFinite ? nil : total
        case .level:
            (fold.value, fold.second) = (known.map(\.day.value).average, seconds.average)
            (fold.mean, fold.secondMean) = (fold.value, fold.second)
        case .ratio:
            let whole = known.reduce(0) { $0 + ($1.day.whole ?? 0) }
            let ratio = known.reduce(0) { $0 + ($1.day.part ?? 0) } / whole
            (fold.value, fold.mean) = ratio.isFinite ? (ratio, ratio) : (nil, nil)
        case .clock:
            fold.value = ClockMean.usual(known.map(\.day.value))
            fold.mean = fold.value
        case .result:
            (fold.value, fold.second) = (known.last?.day.value, known.last?.day.second)
        }
        return fold
    }
}

extension [Double] {
    /// The mean, or `nil` if there are none or it isn't finite.
    var average: Double? {
        guard !isEmpty else { return nil }
        let sum = reduce(0, +)
        // A sum may overflow where a mean doesn't.
        let mean = sum.isFinite ? sum / Double(count) : reduce(0) { $0 + $1 / Double(count) }
        return mean.isFinite ? mean : nil
    }

    /// How much single numbers vary: their standard deviation; `nil` for fewer than two.
    var deviation: Double? {
        guard count >= 2, let mean = average else { return nil }
        let variance = reduce(0) { $0 + ($1 - mean) * ($1 - mean) / Double(count - 1) }
        return variance.isFinite ? variance.squareRoot() : nil
    }
}
