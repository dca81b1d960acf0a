import Foundation
import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// One answer for many days, rolling weeks, weeks beside weeks and the heat map.
@Suite struct MeasureSummaryTests {
    /// A Thursday.
    private static let first = CalendarDay(year: 2026, month: 1, day: 1)

    private static func day(_ number: Int) -> CalendarDay { first.advanced(by: number) }

    private static func span(_ first: Int, _ end: Int) -> Range<CalendarDay> { day(first)..<day(end) }

    private static func days(_ measure: Measure, _ values: [Double?], today: Int? = nil) -> MeasureDays {
        let days = values.enumerated().compactMap { index, value in value.map { (day(index), MeasureDay($0)) } }
        return MeasureDays.of(
            measure,
            Dictionary(uniqueKeysWithValues: days),
            today: day(today ?? values.count)
        )
    }

    @Test("Today is in the total, and neither in the mean nor the least; every number has its days")
    func today() {
        let summary = MeasureSummary(Self.days(.steps, [100, nil, 200, 50], today: 3), in: Self.span(0, 4))
        #expect(summary.value?.total == 350 && summary.value?.mean == 150)
        #expect(summary.value?.days == 2 && summary.value?.of == 3)
        #expect(summary.least?.day == Self.day(0) && summary.most?.day == Self.day(2))
        #expect(summary.most?.value.value == 200)
    }

    @Test("Of several days as low or as high the first is named")
    func ties() {
        let summary = MeasureSummary(Self.days(.pulse, [5, 1, 9, 1, 9]), in: Self.span(0, 5))
        #expect(summary.least?.day == Self.day(1) && summary.most?.day == Self.day(2))
        #expect(summary.spread == 4)
    }

    @Test("A day that isn't known is in no run and ends none; today is in none either")
    func runs() {
        let values: [Double?] = [5, 5, 1, 5, nil, 5, 5, 1, nil, 5, 5, 9]
        let days = Self.days(.pulse, values, today: 11)
        let summary = MeasureSummary(days, in: Self.span(0, 12)) { $0.value >= 5 }
        #expect(summary.met == 7)
        #expect(summary.longest == MeasureSummary.Run(count: 3, start: Self.day(3), end: Self.day(6)))
        #expect(summary.current == MeasureSummary.Run(count: 2, start: Self.day(9), end: Self.day(10)))
        let none = MeasureSummary(days, in: Self.span(0, 12))
        #expect(none.met == 0 && none.longest == MeasureSummary.Run() && none.current == MeasureSummary.Run())
    }

    @Test("From the first record on a day without one is a day with none")
    func zeros() {
        let runs = Self.days(Measure(.workouts(.running, .count)), [nil, nil, 2, nil, nil, 1, nil], today: 6)
        let summary = MeasureSummary(runs, in: Self.span(0, 7)) { $0.value == 0 }
        #expect(summary.value?.total == 3 && summary.value?.days == 4 && summary.value?.mean == 0.75)
        #expect(summary.met == 2 && summary.current.count == 0)
        #expect(summary.longest == MeasureSummary.Run(count: 2, start: Self.day(3), end: Self.day(4)))
    }

    @Test("Half past twelve at night is later than eleven in the evening; two clusters have no earliest")
    func clocks() {
        let hour = 3_600.0
        let beds = MeasureSummary(Self.days(.bedtime, [23 * hour, 0.5 * hour, 23.5 * hour]), in: Self.span(0, 3))
        #expect(beds.least?.day == Self.day(0) && beds.most?.day == Self.day(1))
        #expect(beds.value.map { abs($0.value - (23 * hour + 2_400)) < 30 } == true)
        #expect(beds.spread.map { $0 > 2_000 && $0 < 3_600 } == true)
        let torn = MeasureSummary(Self.days(.bedtime, [22, 22, 6, 6].map { $0 * hour }), in: Self.span(0, 4))
        #expect(torn.value == nil && torn.least == nil && torn.most == nil && torn.spread == nil)
        #expect(ClockMean.distance(0.5 * hour, from: 23 * hour) == 1.5 * hour)
        #expect(ClockMean.distance(23 * hour, from: 0.5 * hour) == -1.5 * hour)
        #expect(ClockMean.distance(12 * hour, from: 0) == -12 * hour)
    }

    @Test("A rolling week ends with each day, by the measure's own rule, and never with today")
    func rolling() throws {
        let level = Self.days(.pulse, [1, 2, 3, nil, 5, 6, 7, 8, 100], today: 8).rolling(Self.span(-20, 9))
        #expect(level.map(\.day) == (0..<8).map(Self.day))
        #expect(level.map(\.value.days) == [1, 2, 3, 3, 4, 5, 6, 6])
        #expect(level.last?.value.value == 31.0 / 6)
        let total = Self.days(.steps, Array(repeating: 10, count: 9)).rolling(Self.span(7, 9))
        #expect(total.map(\.value.value) == [70, 70] && total.map(\.value.mean) == [10, 10])
        let pace = Measure(.workouts(.running, .pace))
        let parts = [Self.day(0): (1.0, 1.0), Self.day(2): (1, 9)]
        let ratio = MeasureDays.of(
            pace,
            try parts.mapValues { try #require(MeasureDay(part: $0.0, of: $0.1)) },
            today: Self.day(3)
        )
        #expect(ratio.rolling(Self.span(0, 3), length: 3).map(\.value.value) == [1, 1, 0.2])
        #expect(Self.days(.pulse, []).rolling(Self.span(0, 9)).isEmpty)
    }

    @Test("Weeks stand beside the same weeks of the year before, and only days that are over are ahead")
    func beside() {
        let values = (0..<760).map { Double?.some($0 < 400 ? 1 : 2) }
        let days = Self.days(.steps, values, today: 757)
        let spans = [Self.span(742, 749), Self.span(749, 756), Self.span(756, 763)]
        let beside = MeasureBeside(days, spans, against: Self.span(377, 742))
        #expect(beside.shift == 364)
        #expect(beside.rows.map(\.otherDays.lowerBound) == [378, 385, 392].map(Self.day))
        #expect(beside.rows.map(\.value?.value) == [14, 14, 8])
        #expect(beside.rows.map(\.other?.value) == [7, 7, 7])
        #expect(beside.rows.map(\.difference) == [7, 7, nil])
        #expect(beside.all?.days == 15 && beside.other?.days == 15 && beside.ahead == 15)
        let empty = MeasureBeside(days, [], against: Self.span(0, 7))
        #expect(empty.rows.isEmpty && empty.ahead == nil)
    }

    @Test("An hour of a weekday is the mean of its days, and under three it is nothing")
    func heat() {
        // Three Thursdays and two Fridays.
        let numbers: [Int: [Int: Double]] = [0: [8: 3], 7: [8: 6, 9: 3], 14: [:], 1: [8: 5], 8: [8: 7]]
        let days = Dictionary(uniqueKeysWithValues: numbers.map { (Self.day($0.key), $0.value) })
        let totals = MeasureHeat(days, isTotal: true, firstWeekday: 2)
        #expect(totals.weekdays == [2, 3, 4, 5, 6, 7, 1] && totals.days == 5)
        #expect(totals.cells[3][8].mean == 3 && totals.cells[3][8].days == 3 && totals.cells[3][9].mean == 1)
        #expect(totals.cells[3][0].mean == 0 && totals.cells[3][8].most == 6 && totals.cells[3][8].least == 0)
        #expect(totals.cells[4][8].mean == nil && totals.cells[4][8].days == 2)
        #expect(totals.hours[8].mean.map { abs($0 - 4.2) < 1e-9 } == true && totals.cells[0][8].days == 0)
        let levels = MeasureHeat(days, isTotal: false, firstWeekday: 2)
        #expect(levels.cells[3][8].mean == nil && levels.cells[3][8].days == 2)
        #expect(levels.hours[8].mean == 5.25 && levels.hours[9].mean == nil)
        // The clock skips 2 o'clock on the second Thursday.
        let skipped = MeasureHeat(days, isTotal: true, firstWeekday: 2) { $0 == Self.day(7) && $1 == 2 }
        #expect(skipped.cells[3][2].days == 2 && skipped.cells[3][2].mean == nil && skipped.cells[3][1].days == 3)
    }

    @Test("No numbers, however large, make one that isn't finite")
    func finite() {
        var random = SeededGenerator("summaries of large numbers")
        for _ in 0..<60 {
            let values = (0..<30)
                .map { _ in [nil, 0, 1, -1.7e308, 1.7e308, 86_399].randomElement(using: &random) ?? nil }
            for measure in [Measure.pulse, .steps, .bedtime, Measure(.laboratory("Glucose"))] {
                let days = Self.days(measure, values, today: 25)
                let summary = MeasureSummary(days, in: Self.span(-5, 40)) { $0.value > 0 }
                let beside = MeasureBeside(days, [Self.span(14, 21), Self.span(21, 28)], against: Self.span(0, 14))
                let numbers =
                    [summary.value?.value, summary.value?.mean, summary.spread, beside.ahead]
                    + days.rolling(Self.span(-5, 40)).map(\.value.value) + beside.rows.map(\.difference)
                #expect(numbers.allSatisfy { $0?.isFinite ?? true }, "TEST_SEED=\(random.seed)")
            }
        }
    }
}
