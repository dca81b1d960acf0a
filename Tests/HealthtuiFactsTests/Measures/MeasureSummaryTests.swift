import Foundation
import HealthtuiFacts
import RandomTesting
import Testing

/// One answer for many days, rolling weeks, weeks beside weeks and the heat map.
@Suite struct MeasureSummaryTests {
    private static func series(
        _ kind: DaySeries.Kind,
        _ values: [Double?],
        end: Int? = nil,
        zeroFrom: Int? = nil
    ) -> DaySeries {
        let days = values.enumerated().compactMap { index, value in value.map { (index, DaySeries.Day($0)) } }
        return DaySeries(
            kind,
            Dictionary(uniqueKeysWithValues: days),
            end: end ?? values.count,
            zeroFrom: zeroFrom
        )
    }

    @Test("Today is in the total and in no mean, and every number has its days")
    func today() {
        let summary = MeasureSummary(Self.series(.total, [100, nil, 200, 50], end: 3), 0..<4)
        #expect(summary.fold.value == 350 && summary.fold.mean == 150)
        #expect(summary.fold.days == 2 && summary.fold.of == 3)
        #expect(summary.least?.day == 0 && summary.most?.day == 2 && summary.most?.value == 200)
        let level = MeasureSummary(Self.series(.level, [100, nil, 200, 50], end: 3), 0..<4)
        #expect(level.fold.value == 150 && level.least?.value == 100)
    }

    @Test("Of several days as low or as high the first is named")
    func ties() {
        let summary = MeasureSummary(Self.series(.level, [5, 1, 9, 1, 9]), 0..<5)
        #expect(summary.least?.day == 1 && summary.most?.day == 2)
    }

    @Test("A day that isn't known is in no run and ends none; today is in none either")
    func runs() {
        let values: [Double?] = [5, 5, 1, 5, nil, 5, 5, 1, nil, 5, 5, 9]
        let summary = MeasureSummary(Self.series(.level, values, end: 11), 0..<12) { $0.value >= 5 }
        #expect(summary.met == 7)
        #expect(summary.longest == MeasureSummary.Run(count: 3, start: 3, end: 6))
        #expect(summary.current == MeasureSummary.Run(count: 2, start: 9, end: 10))
        let none = MeasureSummary(Self.series(.level, values), 0..<12)
        #expect(none.met == 0 && none.longest.count == 0 && none.current.start == nil)
    }

    @Test("From the first record on a day without one is a day with none")
    func zeros() {
        let events = Self.series(.total, [nil, nil, 2, nil, nil, 1, nil], end: 6, zeroFrom: 2)
        let summary = MeasureSummary(events, 0..<7) { $0.value == 0 }
        #expect(summary.fold.value == 3 && summary.fold.days == 4 && summary.fold.mean == 0.75)
        #expect(summary.met == 2 && summary.longest == MeasureSummary.Run(count: 2, start: 3, end: 4))
        #expect(summary.current.count == 0)
    }

    @Test("Half past twelve at night is later than eleven in the evening, and two clusters have no usual time")
    func clocks() {
        let hour = 3_600.0
        let beds = MeasureSummary(Self.series(.clock, [23 * hour, 0.5 * hour, 23.5 * hour]), 0..<3)
        #expect(beds.least?.day == 0 && beds.most?.day == 1)
        #expect(beds.fold.value.map { abs($0 - (23 * hour + 2_400)) < 30 } == true)
        #expect(beds.spread.map { $0 > 2_000 && $0 < 3_600 } == true)
        // The mean of these on a line is noon, and of early and late ones on the circle nobody's time.
        #expect(ClockMean.mean([23 * hour, 1 * hour]).map { min($0, 86_400 - $0) < 1e-6 } == true)
        #expect(ClockMean.usual([22 * hour, 22 * hour, 6 * hour, 6 * hour]) == nil)
        #expect(ClockMean.usual([22 * hour, 22.5 * hour, 23 * hour, 6 * hour]) != nil)
        #expect(ClockMean.mean([]) == nil && ClockMean.mean([0, 12 * hour]) == nil && ClockMean.mean([.nan]) == nil)
        #expect(ClockMean.distance(0.5 * hour, from: 23 * hour) == 1.5 * hour)
        #expect(ClockMean.distance(23 * hour, from: 0.5 * hour) == -1.5 * hour)
    }

    @Test("A rolling week ends with each day, by the measure's own rule, and doesn't end with today")
    func rolling() {
        let level = Self.series(.level, [1, 2, 3, nil, 5, 6, 7, 8, 100], end: 8).rolling(0..<9)
        #expect(level.map(\.day) == Array(0..<8))
        #expect(level.map(\.fold.days) == [1, 2, 3, 3, 4, 5, 6, 6])
        #expect(level.last?.fold.value == 31.0 / 6)
        let total = Self.series(.total, Array(repeating: 10, count: 9)).rolling(7..<9)
        #expect(total.map(\.fold.value) == [70, 70] && total.map(\.fold.mean) == [10, 10])
        let ratio = DaySeries(
            .ratio,
            [0: .init(1, part: 1, whole: 1), 1: .init(0, part: 0, whole: 0), 2: .init(0.1, part: 1, whole: 10)],
            end: 3
        )
        #expect(ratio.rolling(0..<3, length: 2).map(\.fold.value) == [1, 1, 0.1])
        #expect(Self.series(.level, []).rolling(0..<9).isEmpty)
    }

    @Test("Weeks stand beside the same weeks of the year before, and only days that are over are ahead")
    func beside() {
        let values = (0..<760).map { Double?.some($0 < 400 ? 1 : 2) }
        let series = Self.series(.total, values, end: 757)
        let beside = MeasureBeside(series, [742..<749, 749..<756, 756..<763], against: 377..<742)
        #expect(beside.shift == 364)
        #expect(beside.rows.map(\.otherRange.lowerBound) == [378, 385, 392])
        #expect(beside.rows.map(\.fold.value) == [14, 14, 4])
        #expect(beside.rows.map(\.other.value) == [7, 7, 8 - 1 + 0])
        #expect(beside.rows.map(\.difference) == [7, 7, nil])
        #expect(beside.all.days == 15 && beside.other.days == 15 && beside.ahead == 15)
        let empty = MeasureBeside(series, [], against: 0..<7)
        #expect(empty.rows.isEmpty && empty.ahead == nil)
    }

    @Test("An hour of a weekday is the mean of its days, and under three it is nothing")
    func heat() {
        // Three Thursdays and two Fridays.
        let days: [Int: [Int: Double]] = [0: [8: 3], 7: [8: 6, 9: 3], 14: [:], 1: [8: 5], 8: [8: 7]]
        let totals = MeasureHeat(days, isTotal: true, firstWeekday: 2)
        #expect(totals.weekdays == [2, 3, 4, 5, 6, 7, 1] && totals.days == 5)
        #expect(totals.cells[3][8].mean == 3 && totals.cells[3][8].days == 3 && totals.cells[3][9].mean == 1)
        #expect(totals.cells[3][0].mean == 0 && totals.cells[3][8].most == 6 && totals.cells[3][8].least == 0)
        #expect(totals.cells[4][8].mean == nil && totals.cells[4][8].days == 2)
        #expect(totals.hours[8].mean == 4.2 && totals.cells[0][8].days == 0)
        let levels = MeasureHeat(days, isTotal: false, firstWeekday: 2)
        #expect(levels.cells[3][8].mean == nil && levels.cells[3][8].days == 2)
        #expect(levels.hours[8].mean == 5.25 && levels.hours[9].mean == nil)
        // The clock skips 2 o'clock on the second Thursday.
        let skipped = MeasureHeat(days, isTotal: true, firstWeekday: 2) { $0 == 7 && $1 == 2 }
        #expect(skipped.cells[3][2].days == 2 && skipped.cells[3][2].mean == nil && skipped.cells[3][1].days == 3)
    }

    @Test("No numbers, however large or strange, make one that isn't finite")
    func finite() {
        var random = SeededGenerator("summaries of strange numbers")
        for _ in 0..<60 {
            let values = (0..<30)
                .map { _ in
                    [nil, 0, 1, -1.7e308, 1.7e308, .nan, .infinity, 86_399].randomElement(using: &random) ?? nil
                }
            for kind in [DaySeries.Kind.total, .level, .ratio, .clock, .result] {
                let series = Self.series(kind, values, zeroFrom: 3)
                let summary = MeasureSummary(series, -5..<40) { $0.value > 0 }
                let rolling = series.rolling(-5..<40)
                let beside = MeasureBeside(series, [14..<21, 21..<28], against: 0..<14)
                let numbers =
                    [summary.fold.value, summary.fold.mean, summary.spread, beside.ahead] + rolling.map(\.fold.value)
                    + beside.rows.map(\.difference)
                #expect(numbers.allSatisfy { $0?.isFinite ?? true }, "TEST_SEED=\(random.seed)")
            }
        }
    }
}
