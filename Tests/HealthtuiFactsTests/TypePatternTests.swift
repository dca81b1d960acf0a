import Foundation
import HealthtuiFacts
import Testing

/// A type by weekday and by hour of the day.
@Suite struct TypePatternTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        calendar.firstWeekday = 2
        return calendar
    }()

    private func date(_ day: Int, _ hour: Int = 0) throws -> Date {
        let parts = DateComponents(year: 2026, month: 11, day: day, hour: hour)
        return try #require(Self.calendar.date(from: parts))
    }

    @Test("Weekdays begin with the person's first, and each has the mean of its days")
    func weekdays() throws {
        // 2 and 9 November 2026 are Mondays, the 8th is a Sunday.
        let days = [try date(2): 100.0, try date(9): 300, try date(8): 50]
        let pattern = TypePattern(days: days, hours: [:], isCumulative: true, calendar: Self.calendar)
        #expect(pattern.weekdays.map(\.number) == [2, 3, 4, 5, 6, 7, 1])
        #expect(pattern.weekdays.first?.mean == 200)
        #expect(pattern.weekdays.first?.least == 100 && pattern.weekdays.first?.most == 300)
        #expect(pattern.weekdays.last?.mean == 50)
        #expect(pattern.weekdays[1].mean == nil)
        #expect(pattern.days == 3)
    }

    @Test("What adds up counts as nothing in hours without it; of what is measured only hours with it count")
    func hours() throws {
        let days = [try date(2): 10.0, try date(3): 20]
        let hours = [try date(2, 8): 10.0, try date(3, 8): 14, try date(3, 9): 6]
        let totals = TypePattern(days: days, hours: hours, isCumulative: true, calendar: Self.calendar)
        #expect(totals.hours[8].mean == 12)
        #expect(totals.hours[9].mean == 3 && totals.hours[9].least == 0)
        #expect(totals.hours[10].mean == 0)
        let averages = TypePattern(days: days, hours: hours, isCumulative: false, calendar: Self.calendar)
        #expect(averages.hours[9].mean == 6 && averages.hours[9].days == 1)
        #expect(averages.hours[10].mean == nil)
    }

    @Test("An hour that the clock shows twice is one hour of its day")
    func clockChange() throws {
        let day = try #require(Self.calendar.date(from: DateComponents(year: 2026, month: 10, day: 25)))
        let (first, second) = (day.addingTimeInterval(2 * 3_600), day.addingTimeInterval(3 * 3_600))
        let hours = [first: 4.0, second: 6]
        let pattern = TypePattern(days: [day: 10], hours: hours, isCumulative: true, calendar: Self.calendar)
        #expect(pattern.hours[2].mean == 10)
        #expect(pattern.hours[3].mean == 0)
    }

    @Test("Nothing has no pattern")
    func nothing() {
        let pattern = TypePattern(days: [:], hours: [:], isCumulative: true, calendar: Self.calendar)
        #expect(pattern.days == 0 && pattern.span == nil)
        #expect(pattern.weekdays.allSatisfy { $0.mean == nil } && pattern.hours.allSatisfy { $0.mean == nil })
    }
}
