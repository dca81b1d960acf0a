import Foundation
import HealthKit
import HealthtuiFacts
import Testing

/// A measure by weekday and hour, and two measures of which the second follows the first.
@Suite struct MeasurePatternTests {
    /// A Monday.
    private static let monday = CalendarDay(year: 2026, month: 11, day: 2)

    private static func day(_ number: Int) -> CalendarDay { monday.advanced(by: number) }

    private static func days(_ measure: Measure, _ values: [Int: Double], today: Int) -> MeasureDays {
        let days = values.map { (day($0.key), MeasureDay($0.value)) }
        return MeasureDays.of(measure, Dictionary(uniqueKeysWithValues: days), today: day(today))
    }

    @Test("Weekdays begin with the person's first; each has the mean of its days, and none of fewer than three")
    func weekdays() {
        let days = Self.days(.steps, [0: 100, 7: 300, 14: 200, 6: 50, 13: 70, 21: 9_000], today: 21)
        let pattern = MeasurePattern(days, in: Self.monday..<Self.day(22), hours: nil)
        #expect(pattern.weekdays.map(\.number) == [2, 3, 4, 5, 6, 7, 1])
        #expect(pattern.weekdays.first?.mean == 200)
        #expect(pattern.weekdays.first?.least == 100 && pattern.weekdays.first?.most == 300)
        #expect(pattern.weekdays.last?.mean == nil && pattern.weekdays.last?.days == 2)
        #expect(pattern.days == 5 && pattern.span == Self.monday...Self.day(14), "today is in no pattern")
        #expect(pattern.whole?.mean == 144 && pattern.whole?.days == 5 && pattern.whole?.of == 21)
        #expect(pattern.hours.isEmpty && pattern.heat == nil)
    }

    @Test("Bedtimes have means on the circle, and events count as none on days without")
    func kinds() {
        let hour = 3_600.0
        let beds = Self.days(.bedtime, [0: 23 * hour, 7: 0.5 * hour, 14: 23.5 * hour], today: 20)
        let pattern = MeasurePattern(beds, in: Self.monday..<Self.day(20), hours: nil)
        #expect(pattern.weekdays[0].mean.map { abs($0 - 23 * hour - 2_400) < 30 } == true)
        #expect(pattern.weekdays[0].least == 23 * hour && pattern.weekdays[0].most == 0.5 * hour)
        let runs = Self.days(Measure(.workouts(.running, .count)), [0: 1, 14: 2], today: 21)
        let counted = MeasurePattern(runs, in: Self.monday..<Self.day(21), hours: nil)
        #expect(counted.weekdays[0].mean == 1 && counted.weekdays[0].least == 0 && counted.weekdays[3].mean == 0)
    }

    @Test("What adds up counts as nothing in hours without it; of what is measured only hours with it count")
    func hours() {
        let numbers = [Self.day(0): [8: 10.0], Self.day(1): [8: 14, 9: 6], Self.day(2): [8: 6, 9: 6]]
        let totals = MeasurePattern(
            Self.days(.steps, [0: 10, 1: 20, 2: 12, 3: 99], today: 3),
            in: Self.monday..<Self.day(4),
            hours: MeasurePattern.Hours(numbers)
        )
        #expect(totals.hours.count == 24 && totals.hours[8].mean == 10)
        #expect(totals.hours[9].mean == 4 && totals.hours[9].least == 0 && totals.hours[10].mean == 0)
        #expect(totals.heat?.days == 3 && totals.heat?.cells[0][8].mean == nil)
        let levels = MeasurePattern(
            Self.days(.pulse, [0: 10, 1: 20, 2: 12], today: 3),
            in: Self.monday..<Self.day(4),
            hours: MeasurePattern.Hours(numbers)
        ) { $0 * 2 }
        #expect(levels.hours[8].mean == 20 && levels.hours[9].mean == nil && levels.hours[9].days == 2)
    }

    @Test("Nothing has no pattern")
    func nothing() {
        let pattern = MeasurePattern(Self.days(.steps, [:], today: 3), in: Self.monday..<Self.monday, hours: nil)
        #expect(pattern.days == 0 && pattern.span == nil && pattern.weekdays.allSatisfy { $0.mean == nil })
    }

    private static let sleep = Measure(.sleep(.sleep))

    @Test("A day goes with the night after it, a night with the day on which it ends")
    func pairing() {
        func pairing(_ first: Measure, _ second: Measure) -> TypeComparison.Pairing {
            TypeComparison.Request(first, second, by: .day, in: nil).pairing
        }
        #expect(pairing(.steps, Self.sleep) == .nightAfter && pairing(.steps, .bedtime) == .nightAfter)
        #expect(pairing(Self.sleep, .steps) == .dayAfterNight && pairing(Self.sleep, .bedtime) == .sameDay)
        #expect(pairing(.steps, .pulse) == .sameDay && pairing(.steps, Measure(.sleep(.naps))) == .sameDay)
        // Steps of each day as the hours of the night that ends on the next.
        let steps = Self.days(
            .steps,
            Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, Double($0 * $0 % 7)) }),
            today: 20
        )
        let nights = Self.days(
            Measure(.sleep(.night)),
            Dictionary(uniqueKeysWithValues: (0..<20).map { ($0 + 1, Double($0 * $0 % 7)) }),
            today: 20
        )
        let span = Self.monday..<Self.day(21)
        let after = TypeComparison(steps, nights, .init(steps.measure, nights.measure, by: .day, in: span))
        #expect(after.pairs == 20 && after.pearson.map { $0 > 0.999 } == true, "last night's sleep is known")
        let before = TypeComparison(nights, steps, .init(nights.measure, steps.measure, by: .day, in: span))
        #expect(before.pairs == 19 && before.pearson.map { $0 < 0.9 } == true)
        let few = TypeComparison(
            steps,
            nights,
            .init(steps.measure, nights.measure, by: .day, in: Self.monday..<Self.day(9))
        )
        #expect(few.pairs == 9 && few.pearson == nil)
        let words = ComparisonWords(few, first: "Steps", second: "Night")
        #expect(words.pairing.contains("night after") && words.found.contains("at least ten"))
    }

    @Test("Today is in no comparison; weeks and months have the means of their days")
    func periods() {
        let values = Dictionary(uniqueKeysWithValues: (0..<70).map { ($0, Double($0)) })
        let (steps, pulse) = (Self.days(.steps, values, today: 69), Self.days(.pulse, values, today: 69))
        let days = TypeComparison(steps, pulse, .init(.steps, .pulse, by: .day, in: nil))
        #expect(days.pairs == 69 && days.points.count == 69)
        let weeks = TypeComparison(steps, pulse, .init(.steps, .pulse, by: .week, in: nil))
        #expect(weeks.pairs == 10 && weeks.points.first?.first == 3 && weeks.pearson.map { $0 > 0.999 } == true)
        // The last week has six days that are over.
        #expect(weeks.points.last?.first == 65.5)
        let months = TypeComparison(steps, pulse, .init(.steps, .pulse, by: .month, in: nil))
        #expect(months.points.count == 3 && months.pearson == nil)
        let none = TypeComparison(steps, Self.days(.pulse, [:], today: 69), .init(.steps, .pulse, by: .day, in: nil))
        #expect(none.pairs == 0 && none.pearson == nil)
    }

    @Test("Bedtimes around midnight are early or late, not near 0 and near 24")
    func clocks() {
        let late = (0..<20).map { Double(($0 * 7) % 20) * 360 - 3_600 }
        let bedtimes = Dictionary(uniqueKeysWithValues: late.enumerated().map { ($0, $1 < 0 ? $1 + 86_400 : $1) })
        let sleep = Dictionary(uniqueKeysWithValues: late.enumerated().map { ($0, 28_800 - $1) })
        let beds = Self.days(.bedtime, bedtimes, today: 20)
        let nights = Self.days(Measure(.sleep(.night)), sleep, today: 20)
        let comparison = TypeComparison(beds, nights, .init(beds.measure, nights.measure, by: .day, in: nil))
        #expect(comparison.pairs == 20 && comparison.pearson.map { $0 < -0.999 } == true)
    }
}
