import Foundation
import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// Before and after, against answers that are known and worlds in which nothing happened.
@Suite struct MeasureChangeTests {
    /// A Monday.
    private static let monday = CalendarDay(year: 2026, month: 8, day: 31)

    /// Days of a measure; the day behind the last is today.
    private static func days(
        _ values: [Double?],
        from first: CalendarDay,
        _ measure: Measure = .pulse
    ) -> MeasureDays {
        let days = values.enumerated()
            .compactMap { index, value in value.map { (first.advanced(by: index), MeasureDay($0)) } }
        return MeasureDays.of(
            measure,
            Dictionary(uniqueKeysWithValues: days),
            today: first.advanced(by: values.count)
        )
    }

    /// A year before the mark and a number of days since.
    private static func change(
        _ before: (Int) -> Double?,
        since: [Double?],
        _ measure: Measure = .pulse
    ) -> MeasureChange {
        let days = days((-371..<0).map(before) + since, from: monday.advanced(by: -371), measure)
        return MeasureChange(days, since: monday..<monday.advanced(by: since.count))
    }

    private func near(_ number: Double?, _ expected: Double) -> Bool {
        number.map { abs($0 - expected) < 1e-9 } ?? false
    }

    @Test("Three spans of the same length have their means, their days, and how much single days vary")
    func spans() {
        let first = Self.monday
        let days = Self.days([1, 3, nil, 5, 5, 5, 10, nil, 14], from: first)
        let change = MeasureChange(days, since: first.advanced(by: 6)..<first.advanced(by: 20))
        #expect(change.after.days == first.advanced(by: 6)..<first.advanced(by: 9))
        #expect(change.before.days.lowerBound == first.advanced(by: 3) && change.earlier.days.lowerBound == first)
        #expect(change.after.level == 12 && change.before.level == 5 && change.earlier.level == 2)
        #expect(change.after.known == 2 && change.after.value?.of == 3)
        #expect(change.before.spread == 0 && near(change.after.spread, 8.0.squareRoot()))
        #expect(change.difference == 7 && change.earlierDifference == 3)
        #expect(change.found == .tooFew && !change.hasNumbers)
    }

    @Test("Weeks before the year that decides are there as far as the spans reach, and decide nothing")
    func olderWeeks() {
        let first = Self.monday.advanced(by: -7 * 120)
        // Lower than all since, but longer ago than a year.
        let before = (0..<840).map { $0 < 400 ? 40.0 : 60 + Double($0 % 5) }
        let days = Self.days(before + Array(repeating: 50, count: 40), from: first)
        let since = Self.monday..<Self.monday.advanced(by: 40)
        let change = MeasureChange(days, since: since, against: Self.monday.advanced(by: -364)..<Self.monday)
        #expect(change.weeksBefore.count == 52 && change.weeksOlder.count == 52)
        #expect(change.weeksOlder.last.map { $0.start < change.weeksBefore[0].start } == true)
        #expect(change.weeksOutside == change.weeks.count)
        #expect(MeasureChange(days, since: since).weeksOlder.isEmpty)
    }

    @Test("A change beyond every week before is outside what it was; the mark's own week is on neither side")
    func outside() {
        let change = Self.change({ 60 + Double(($0 % 5 + 5) % 5) }, since: Array(repeating: 50, count: 40))
        #expect(change.found == .outside)
        // Five whole weeks less the mark's own.
        #expect(change.weeks.map(\.start) == (1...4).map { Self.monday.advanced(by: 7 * $0) })
        #expect(change.weeksOutside == 4 && change.weeksBefore.count == 52)
        #expect(change.weeksBefore.first?.start == Self.monday.advanced(by: -364))
        #expect(change.weeksBefore.last?.start == Self.monday.advanced(by: -7))
    }

    @Test("Weeks begin on the person's first day, and one that isn't over is none")
    func weeks() {
        let days = Self.days(Array(repeating: 60, count: 60), from: Self.monday)
        let since = Self.monday.advanced(by: 30)..<Self.monday.advanced(by: 90)
        // The mark is a Wednesday.
        #expect(
            MeasureChange(days, since: since).weeks.map(\.start.number) == [35, 42, 49].map { Self.monday.number + $0 }
        )
        var sundays = MeasureDays.of(.pulse, days.days, today: days.today, firstWeekday: 1)
        #expect(MeasureChange(sundays, since: since).weeks.map(\.start.weekday) == [1, 1, 1])
        sundays.days[Self.monday.advanced(by: 36)] = nil
        #expect(MeasureChange(sundays, since: since).weeks.first?.days == 6)
    }

    @Test("Half of the weeks are enough, fewer are within what it was")
    func half() {
        func since(_ low: Int) -> [Double?] { (0..<49).map { $0 / 7 >= 1 && $0 / 7 <= low ? 40 : 60 } }
        let before = { (day: Int) -> Double? in 60 + Double((Int((Double(day) / 7).rounded(.down)) % 3 + 3) % 3) }
        #expect(Self.change(before, since: since(3)).found == .outside)
        #expect(Self.change(before, since: since(2)).found == .within)
        #expect(Self.change(before, since: since(2)).weeksOutside == 2)
    }

    @Test("What fell before by half as much went on, however far it fell since")
    func wentOn() {
        let falling = Self.change({ 60 - Double($0 + 371) / 100 }, since: (0..<60).map { 56 - Double($0) / 100 })
        #expect(falling.found == .wentOn && falling.weeksOutside > 0)
        // As far, and the other way before.
        let turned = Self.change({ $0 < -60 ? 55 : 60 }, since: Array(repeating: 50, count: 60))
        #expect(turned.found == .outside && (turned.earlierDifference ?? 0) > 0)
    }

    @Test("Under four weeks since or twelve before of four days each, numbers are all that is said")
    func tooFew() {
        let flat = { (_: Int) -> Double? in 60 }
        #expect(Self.change(flat, since: Array(repeating: 50, count: 34)).found == .tooFew)
        #expect(Self.change(flat, since: Array(repeating: 50, count: 35)).found == .outside)
        // Three days of each week since.
        let sparse = (0..<60).map { $0 % 7 < 3 ? 50.0 : nil }
        let few = Self.change(flat, since: sparse)
        #expect(few.found == .tooFew && few.weeks.isEmpty && few.hasNumbers && few.difference == -10)
        #expect(Self.change({ $0 >= -77 ? 60 : nil }, since: Array(repeating: 50, count: 40)).found == .tooFew)
        #expect(Self.change({ $0 >= -84 ? 60 : nil }, since: Array(repeating: 50, count: 40)).found == .outside)
    }

    @Test("A result has its latest on both sides, and no verdict")
    func results() {
        let glucose = Measure(.laboratory("Glucose"))
        let change = Self.change({ $0 == -1 ? 3.5 : 4 }, since: Array(repeating: 2, count: 60), glucose)
        #expect(change.found == .tooFew && change.hasNumbers)
        #expect(change.after.level == 2 && change.before.level == 3.5 && change.difference == -1.5)
    }

    @Test("Totals are compared by the mean of their days, ratios by their parts, bedtimes on the circle")
    func kinds() throws {
        let total = Self.change({ $0 % 2 == 0 ? 100 : nil }, since: Array(repeating: 120, count: 40), .steps)
        #expect(total.after.value?.value == 4_800 && total.before.value?.value == 2_000 && total.difference == 20)
        let (day, pace) = (Self.monday, Measure(.workouts(.running, .pace)))
        let parts = [(1.0, 1.0), (1, 10), (3, 3)].map { MeasureDay(part: $0.0, of: $0.1) }
        let rides = try Dictionary(
            uniqueKeysWithValues: parts.enumerated().map { (day.advanced(by: $0), try #require($1)) }
        )
        let ratio = MeasureChange(
            MeasureDays.of(pace, rides, today: day.advanced(by: 3)),
            since: day.advanced(by: 2)..<day.advanced(by: 3),
            against: day..<day.advanced(by: 2)
        )
        #expect(near(ratio.before.level, 2.0 / 11) && near(ratio.difference, 9.0 / 11))
        let late = Self.change({ 85_800 + Double($0 % 2) }, since: Array(repeating: 1_800, count: 40), .bedtime)
        #expect(late.found == .outside && late.weeksOutside == 4)
        #expect(late.difference.map { abs($0 - 2_400) < 2 } == true && late.before.spread.map { $0 < 1 } == true)
        // Nobody's bedtime: no usual time, so nothing to compare.
        let torn = Self.change({ $0 % 2 == 0 ? 0 : 43_200 }, since: Array(repeating: 1_800, count: 40), .bedtime)
        #expect(torn.difference == nil && torn.found == .tooFew)
    }

    @Test("What belongs to nights has today's in its mean, all else doesn't")
    func today() {
        let values: [Double?] = [10, 10, 10, 40]
        let pulse = Self.days(values + [90], from: Self.monday.advanced(by: -4)).with(today: Self.monday)
        let since = Self.monday.advanced(by: -1)..<Self.monday.advanced(by: 1)
        #expect(MeasureChange(pulse, since: since).after.level == 40)
        let deep = Self.days(values + [90], from: Self.monday.advanced(by: -4), Measure(.sleep(.deep)))
            .with(today: Self.monday)
        #expect(MeasureChange(deep, since: since).after.level == 65)
    }

    @Test("Instead of the span before, it is compared to the one that is named")
    func against() {
        let days = Self.days((0..<100).map { Double($0) }, from: Self.monday)
        func span(_ first: Int, _ end: Int) -> Range<CalendarDay> {
            Self.monday.advanced(by: first)..<Self.monday.advanced(by: end)
        }
        let change = MeasureChange(days, since: span(90, 100), against: span(20, 30))
        #expect(change.before.level == 24.5 && change.difference == 70)
        #expect(change.earlier.days == span(10, 20) && change.earlierDifference == 10)
        #expect(MeasureChange.reads(span(90, 100), against: span(20, 30)) == span(-281, 100))
        #expect(MeasureChange.reads(span(0, 300)) == span(-600, 300))
    }

    @Test("Nothing, one day, days to come and huge numbers have no change and no trap")
    func edges() {
        let day = Self.monday
        func span(_ first: Int, _ end: Int) -> Range<CalendarDay> { day.advanced(by: first)..<day.advanced(by: end) }
        let none = MeasureChange(MeasureDays.of(.pulse, [:], today: day), since: span(0, 10))
        #expect(none.found == .tooFew && none.difference == nil && none.after.spread == nil && none.after.known == 0)
        let one = MeasureChange(MeasureDays.of(.pulse, [day: .init(5)], today: day.advanced(by: 1)), since: span(-4, 9))
        #expect(one.after.level == 5 && one.difference == nil && one.after.spread == nil)
        let ahead = MeasureChange(MeasureDays.of(.pulse, [day: .init(5)], today: day), since: span(10, 20))
        #expect(ahead.after.value == nil && ahead.weeks.isEmpty)
        #expect(MeasureChange(MeasureDays.of(.pulse, [:], today: day), since: day..<day).found == .tooFew)
        let wild = [1.7e308, -1.7e308, 1.7e308].enumerated().map { (day.advanced(by: $0), MeasureDay($1)) }
        for measure in [Measure.pulse, .steps, .bedtime, Measure(.laboratory("Glucose"))] {
            let days = MeasureDays.of(measure, Dictionary(uniqueKeysWithValues: wild), today: day.advanced(by: 3))
            let change = MeasureChange(days, since: span(1, 3))
            for span in [change.after, change.before, change.earlier] {
                #expect([span.level, span.spread].allSatisfy { $0?.isFinite ?? true })
            }
            #expect(change.difference?.isFinite ?? true)
        }
    }

    /// A year and more of days that follow each other, of which some are missing.
    private static func world(_ memory: Double, days: Int, using random: inout SeededGenerator) -> [Double?] {
        let step = (1 - memory * memory).squareRoot()
        var value = 0.0
        return (0..<days)
            .map { _ in
                let normal =
                    (-2 * log(Double.random(in: 1e-12...1, using: &random))).squareRoot()
                    * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
                value = memory * value + normal * step
                return Double.random(in: 0..<1, using: &random) < 0.15 ? nil : value
            }
    }

    @Test("Where nothing happened, at most one answer of twenty says that it is outside what it was")
    func falseAlarms() {
        var random = SeededGenerator("before and after")
        let worlds = 400
        var claims = 0
        for index in 0..<worlds {
            let since = index % 2 == 0 ? 42 : 90
            let memory = [0, 0.5, 0.8, 0.95][index / 2 % 4]
            let values = Self.world(memory, days: 364 + since, using: &random)
            let change = MeasureChange(
                Self.days(values, from: Self.monday.advanced(by: -364)),
                since: Self.monday..<Self.monday.advanced(by: since)
            )
            if change.found == .outside { claims += 1 }
        }
        #expect(claims * 20 <= worlds, "\(claims) of \(worlds), TEST_SEED=\(random.seed)")
    }

    @Test("A change of three deviations is found, and doesn't pass for one that went on")
    func power() {
        var random = SeededGenerator("a change that happened")
        var found = 0
        for _ in 0..<40 {
            let values = Self.world(0.3, days: 364 + 60, using: &random)
            let fallen = values.enumerated().map { index, value in value.map { index < 364 ? $0 : $0 - 3 } }
            let days = Self.days(fallen, from: Self.monday.advanced(by: -364))
            let change = MeasureChange(days, since: Self.monday..<Self.monday.advanced(by: 60))
            if change.found == .outside { found += 1 }
        }
        #expect(found >= 36, "\(found) of 40, TEST_SEED=\(random.seed)")
    }
}
