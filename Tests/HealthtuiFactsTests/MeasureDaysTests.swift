import Foundation
import HealthKit
import HealthtuiFacts
import Testing

/// The values of several days of a measure together.
@Suite struct MeasureDaysTests {
    private static let today = CalendarDay(year: 2026, month: 11, day: 30)

    private func days(_ measure: Measure, _ values: [Int: MeasureDay]) -> MeasureDays {
        let days = Dictionary(uniqueKeysWithValues: values.map { (Self.today.advanced(by: -$0.key), $0.value) })
        let first = days.keys.min() ?? Self.today
        return MeasureDays(
            measure,
            in: Self.today.advanced(by: -6)..<Self.today.advanced(by: 1),
            days,
            recorded: first...Self.today,
            today: Self.today,
            firstWeekday: 2
        )
    }

    @Test("A total counts today, its mean doesn't")
    func todayIsInNoMean() throws {
        let steps = Measure(.quantity(HKQuantityType(.stepCount)))
        let whole = try #require(days(steps, [0: .init(500), 1: .init(8_000), 3: .init(10_000)]).whole)
        #expect(whole.total == 18_500)
        #expect(whole.value == 18_500)
        #expect(whole.mean == 9_000)
        #expect(whole.days == 2)
        #expect(whole.of == 6)
    }

    @Test("Each day of a level has one vote")
    func eachDayHasOneVote() throws {
        let rate = Measure(.quantity(HKQuantityType(.heartRate)))
        let whole = try #require(days(rate, [1: .init(100), 2: .init(60)]).whole)
        #expect(whole.value == 80)
        #expect(whole.total == nil)
    }

    @Test("A ratio of several days is the sum of the parts of the sum of the wholes")
    func ratiosOfSums() throws {
        let pace = Measure(.workouts(.running, .pace))
        let first = try #require(MeasureDay(part: 3_000, of: 10))
        let second = try #require(MeasureDay(part: 800, of: 2))
        #expect(try #require(days(pace, [1: first, 2: second]).whole).value == 3_800.0 / 12)
        #expect(MeasureDay(part: 1, of: 0) == nil)
    }

    @Test("Bedtimes around midnight have a mean at midnight, scattered ones have none")
    func clocksAreCircles() throws {
        #expect(
            abs(try #require(ClockMean([86_400 - 1_800, 1_800]).seconds).truncatingRemainder(dividingBy: 86_400)) < 1
        )
        #expect(ClockMean([0, 43_200]).seconds == nil)
        #expect(ClockMean([]).seconds == nil)
        #expect(ClockMean([3_600]).seconds.map { abs($0 - 3_600) < 1 } == true)
    }

    @Test("A day without a run counts as none from the first run on; one without steps isn't known")
    func gaps() throws {
        let runs = try #require(days(Measure(.workouts(.running, .count)), [3: .init(1)]).whole)
        #expect(runs.total == 1)
        #expect(runs.days == 3)
        var steps = days(Measure(.quantity(HKQuantityType(.stepCount))), [3: .init(900)])
        #expect(steps.whole?.days == 1)
        steps.countsZeros = true
        #expect(steps.whole?.days == 3)
        #expect(steps.whole?.mean == 300)
    }

    @Test("Days are numbers and back, across leap years and eras")
    func daysAreNumbers() {
        #expect(CalendarDay(year: 2001, month: 1, day: 1).number == 0)
        #expect(CalendarDay(year: 2026, month: 11, day: 30).weekday == 2)
        #expect(
            CalendarDay(year: 2024, month: 3, day: 1).advanced(by: -1) == CalendarDay(year: 2024, month: 2, day: 29)
        )
        for number in stride(from: -800_000, through: 800_000, by: 997) {
            let day = CalendarDay(number: number)
            #expect(day.number == number)
            #expect(day < day.advanced(by: 1))
        }
        #expect(
            CalendarDay(year: 2026, month: 11, day: 29).startOfWeek(2) == CalendarDay(year: 2026, month: 11, day: 23)
        )
        #expect(
            CalendarDay(year: 2026, month: 11, day: 29).startOfWeek(1) == CalendarDay(year: 2026, month: 11, day: 29)
        )
    }
}
