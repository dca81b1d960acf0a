import Foundation
import HealthtuiFacts
import RandomTesting
import Testing

/// Before and after, against answers that are known and worlds in which nothing happened.
@Suite struct MeasureChangeTests {
    /// A Monday.
    private static let monday = 20_696

    private static func series(
        _ values: [Double?],
        from first: Int,
        _ kind: DaySeries.Kind = .level
    ) -> DaySeries {
        let days = values.enumerated()
            .compactMap { index, value in value.map { (first + index, DaySeries.Day($0, part: $0, whole: 1)) } }
        return DaySeries(kind, Dictionary(uniqueKeysWithValues: days), end: first + values.count)
    }

    /// A year and a number of days since: values before, and since.
    private static func change(
        _ before: (Int) -> Double?,
        since: [Double?],
        _ kind: DaySeries.Kind = .level
    ) -> MeasureChange {
        let first = monday - 371
        let series = series((0..<371).map { before($0 - 371) } + since, from: first, kind)
        return MeasureChange(series, since: monday..<(monday + since.count), firstWeekday: 2)
    }

    @Test("Days are counted from a Thursday, and weeks begin on the person's first day")
    func weekdays() {
        #expect(DayNumber.weekday(0) == 5 && DayNumber.weekday(-1) == 4 && DayNumber.weekday(-5) == 7)
        #expect(DayNumber.weekday(Self.monday) == 2)
        #expect(DayNumber.startOfWeek(Self.monday + 6, firstWeekday: 2) == Self.monday)
        #expect(DayNumber.startOfWeek(Self.monday + 6, firstWeekday: 1) == Self.monday + 6)
        #expect(DayNumber.startOfWeek(-1, firstWeekday: 5) == -7)
    }

    @Test("Three spans of the same length have their means, their days, and how much single days vary")
    func spans() {
        let values: [Double?] = [1, 3, nil, 5, 5, 5, 10, nil, 14]
        let series = Self.series(values, from: 100)
        let change = MeasureChange(series, since: 106..<120, firstWeekday: 2)
        #expect(change.after.range == 106..<109 && change.before.range == 103..<106 && change.earlier.range == 100..<103)
        #expect(change.after.fold.mean == 12 && change.before.fold.mean == 5 && change.earlier.fold.mean == 2)
        #expect(change.after.fold.days == 2 && change.after.fold.of == 3)
        #expect(change.before.spread == 0 && abs((change.after.spread ?? 0) - 8.0.squareRoot()) < 1e-12)
        #expect(change.difference == 7 && change.earlierDifference == 3)
        #expect(change.found == .tooFew && !change.hasNumbers)
    }

    @Test("A change beyond every week before is outside what it was; the mark's own week is on neither side")
    func outside() {
        let change = Self.change({ 60 + Double(($0 % 5 + 5) % 5) }, since: Array(repeating: 50, count: 40))
        #expect(change.found == .outside)
        // Five whole weeks less the mark's own.
        #expect(change.weeks.map(\.start) == (1...4).map { Self.monday + 7 * $0 })
        #expect(change.weeksOutside == 4 && change.weeksBefore.count == 52)
        #expect(change.weeksBefore.first?.start == Self.monday - 364 && change.weeksBefore.last?.start == Self.monday - 7)
    }

    @Test("Half of the weeks are enough, fewer are within what it was")
    func half() {
        func since(_ low: Int) -> [Double?] { (0..<49).map { $0 / 7 >= 1 && $0 / 7 <= low ? 40 : 60 } }
        let before = { (day: Int) -> Double? in 60 + Double(((day / 7) % 3 + 3) % 3) }
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
        let change = Self.change({ $0 == -10 ? 3.5 : 4 }, since: Array(repeating: 2, count: 60), .result)
        #expect(change.found == .tooFew && change.after.fold.value == 2 && change.before.fold.value == 4)
        #expect(change.difference == -2 && change.after.fold.mean == nil)
    }

    @Test("Totals are compared by the mean of their days, ratios by their parts, bedtimes on the circle")
    func kinds() {
        let total = Self.change({ $0 % 2 == 0 ? 100 : nil }, since: Array(repeating: 120, count: 40), .total)
        #expect(total.after.fold.value == 4_800 && total.before.fold.value == 2_000 && total.difference == 20)
        let ratio = DaySeries(
            .ratio,
            [0: .init(1, part: 1, whole: 1), 1: .init(0.1, part: 1, whole: 10), 2: .init(1, part: 3, whole: 3)],
            end: 3
        )
        let parts = MeasureChange(ratio, since: 2..<3, against: 0..<2, firstWeekday: 1)
        #expect(abs((parts.before.fold.value ?? 0) - 2.0 / 11) < 1e-12 && parts.difference.map { $0 > 0.8 } == true)
        let late = Self.change({ 86_400 - 600 + Double($0 % 2) }, since: Array(repeating: 1_800, count: 40), .clock)
        #expect(late.found == .outside && late.difference.map { abs($0 - 2_400) < 2 } == true)
        #expect(late.weeksOutside == 4)
    }

    @Test("Instead of the span before, it is compared to the one that is named")
    func against() {
        let series = Self.series((0..<100).map { Double($0) }, from: 0)
        let change = MeasureChange(series, since: 90..<100, against: 20..<30, firstWeekday: 2)
        #expect(change.before.fold.mean == 24.5 && change.difference == 70)
        #expect(change.earlier.range == 10..<20 && change.earlierDifference == 10)
    }

    @Test("Nothing, one day, days to come and numbers that are none have no change and no trap")
    func edges() {
        let none = MeasureChange(DaySeries(.level, [:], end: 10), since: 0..<10, firstWeekday: 2)
        #expect(none.found == .tooFew && none.difference == nil && none.after.spread == nil)
        let one = MeasureChange(DaySeries(.level, [9: .init(5)], end: 10), since: 5..<20, firstWeekday: 7)
        #expect(one.after.fold.mean == 5 && one.difference == nil && one.after.spread == nil)
        let ahead = MeasureChange(DaySeries(.level, [1: .init(5)], end: 3), since: 10..<20, firstWeekday: 1)
        #expect(ahead.after.fold.days == 0 && ahead.after.fold.of == 0)
        let wild: [Int: DaySeries.Day] = [
            0: .init(.nan), 1: .init(.infinity), 2: .init(1.7e308), 3: .init(-1.7e308), 4: .init(1.7e308),
        ]
        for kind in [DaySeries.Kind.total, .level, .ratio, .clock, .result] {
            let change = MeasureChange(DaySeries(kind, wild, end: 5), since: 3..<5, firstWeekday: 2)
            for span in [change.after, change.before, change.earlier] {
                #expect([span.fold.value, span.fold.mean, span.spread].allSatisfy { $0?.isFinite ?? true })
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
            let first = Self.monday - 364
            let values = Self.world(memory, days: 364 + since, using: &random)
            let change = MeasureChange(
                Self.series(values, from: first),
                since: Self.monday..<(Self.monday + since),
                firstWeekday: 2
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
            let series = Self.series(fallen, from: Self.monday - 364)
            let change = MeasureChange(series, since: Self.monday..<(Self.monday + 60), firstWeekday: 2)
            if change.found == .outside { found += 1 }
        }
        #expect(found >= 36, "\(found) of 40, TEST_SEED=\(random.seed)")
    }
}
