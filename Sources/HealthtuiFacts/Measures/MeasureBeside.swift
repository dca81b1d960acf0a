/// The rows of a measure beside those of a time before, weeks beside weeks, and how far ahead they are in all.
package struct MeasureBeside: Sendable {
    /// A row and the row beside it.
    package struct Row: Sendable {
        package let range: Range<Int>
        package let fold: DaySeries.Fold
        /// The days beside it.
        package let otherRange: Range<Int>
        package let other: DaySeries.Fold
        /// How much more it has; `nil` while it isn't over.
        package let difference: Double?
    }

    /// How many days lie between a day and the one beside it: whole weeks, 364 days for a year.
    package let shift: Int
    package let rows: [Row]
    /// All days that are over, and those beside them.
    package let all: DaySeries.Fold
    package let other: DaySeries.Fold
    /// How far ahead the days that are over are: of what adds up the difference of totals, else that of means.
    package let ahead: Double?

    /// Puts rows beside those of a time before.
    ///
    /// - Parameters:
    ///   - series: The numbers of the measure.
    ///   - ranges: The days of each row.
    ///   - against: The time before; as many weeks lie between as between its beginning and that of the rows.
    package init(_ series: DaySeries, _ ranges: [Range<Int>], against: Range<Int>) {
        let first = ranges.first?.lowerBound ?? against.lowerBound
        let shift = DaySeries.weeks(first - against.lowerBound) * 7
        self.shift = shift
        rows = ranges.map { range in
            let other = (range.lowerBound - shift)..<(range.upperBound - shift)
            let (fold, beside) = (series.fold(range), series.fold(other))
            let difference = range.upperBound <= series.end ? series.difference(fold, beside) : nil
            return Row(range: range, fold: fold, otherRange: other, other: beside, difference: difference)
        }
        let end = max(first, min(ranges.last?.upperBound ?? first, series.end))
        all = series.fold(first..<end)
        other = series.fold((first - shift)..<(end - shift))
        ahead = series.difference(all, other)
    }
}

extension DaySeries {
    /// The number of whole weeks that comes closest to a number of days.
    fileprivate static func weeks(_ days: Int) -> Int { (days + (days < 0 ? -3 : 3)) / 7 }

    /// How much more the number of some days is than that of others.
    func difference(_ fold: Fold, _ other: Fold) -> Double? {
        guard let value = fold.value, let before = other.value else { return nil }
        let difference = kind == .clock ? ClockMean.distance(value, from: before) : value - before
        return difference.isFinite ? difference : nil
    }
}
