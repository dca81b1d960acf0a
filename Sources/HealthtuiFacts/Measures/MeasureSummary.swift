/// A measure over a span of days as one answer.
package struct MeasureSummary: Sendable {
    /// A day and its numbers.
    package struct DayValue: Sendable, Hashable {
        package let day: Int
        package let value: Double
        package let second: Double?
    }

    /// Days in a row that meet a condition.
    package struct Run: Sendable, Hashable {
        /// How many days meet it; days that aren't known aren't counted and end no run.
        package var count = 0
        /// The first and the last of them.
        package var start: Int?
        package var end: Int?
    }

    /// One number for all days.
    package let fold: DaySeries.Fold
    /// How much single days vary: their standard deviation.
    package let spread: Double?
    /// The days with the least and the most, the first of several.
    package let least: DayValue?
    package let most: DayValue?
    /// How many days meet the condition.
    package let met: Int
    /// The longest run, the first of several, and the one that goes on at the end of the span.
    package let longest: Run
    package let current: Run

    /// Summarizes the days of a range that are over.
    ///
    /// - Parameters:
    ///   - series: The numbers of the measure.
    ///   - range: The days.
    ///   - meets: The condition.
    package init(_ series: DaySeries, _ range: Range<Int>, meets: ((DaySeries.Day) -> Bool)? = nil) {
        fold = series.fold(range)
        let known = series.known(range)
        let isClock = series.kind == .clock
        let center = isClock ? ClockMean.mean(known.map(\.day.value)) : nil
        // Times of day are early or late around their mean: half past midnight is later than eleven in the evening.
        let places = known.map { found in
            center.map { ClockMean.distance(found.day.value, from: $0) } ?? found.day.value
        }
        spread = isClock && center == nil ? nil : places.deviation
        func value(_ index: Int?) -> DayValue? {
            guard let index, !isClock || center != nil else { return nil }
            return DayValue(day: known[index].number, value: known[index].day.value, second: known[index].day.second)
        }
        least = value(places.indices.min { places[$0] < places[$1] })
        most = value(places.indices.reversed().max { places[$0] < places[$1] })
        var (met, longest, current) = (0, Run(), Run())
        for (number, day) in known {
            guard let meets else { break }
            guard meets(day) else {
                current = Run()
                continue
            }
            met += 1
            current = Run(count: current.count + 1, start: current.start ?? number, end: number)
            if current.count > longest.count { longest = current }
        }
        (self.met, self.longest, self.current) = (met, longest, current)
    }
}

extension DaySeries {
    /// The numbers of the days up to each day, such as the seven that end with it.
    ///
    /// - Parameters:
    ///   - range: The days that the rows end with; those that aren't over have none.
    ///   - length: How many days each row covers, at least 1.
    /// - Returns: The rows with a number, by their last day.
    package func rolling(_ range: Range<Int>, length: Int = 7) -> [(day: Int, fold: Fold)] {
        guard length >= 1, let first = known(Int.min..<Int.max).first?.number else { return [] }
        return range.clamped(to: first..<max(first, end))
            .compactMap { day in
                let fold = fold((day - length + 1)..<(day + 1))
                return fold.value == nil ? nil : (day, fold)
            }
    }
}
