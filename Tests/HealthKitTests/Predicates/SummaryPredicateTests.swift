import Foundation
import Testing

@testable import HealthKit

@Suite("Predicates over activity summaries")
struct SummaryPredicateTests {
    private func components(_ year: Int, _ month: Int, _ day: Int, calendar: Calendar.Identifier = .gregorian)
        -> DateComponents
    {
        DateComponents(calendar: Calendar(identifier: calendar), era: 1, year: year, month: month, day: day)
    }

    @Test("R4.20: a range of days holds its first and its last")
    func range() throws {
        let predicate = HKQuery.predicate(
            forActivitySummariesBetweenStart: components(2024, 2, 28),
            end: components(2024, 3, 1)
        )
        let filter = try SummaryFilter(predicate)
        let days = [(2024, 2, 27), (2024, 2, 28), (2024, 2, 29), (2024, 3, 1), (2024, 3, 2)]
            .map {
                CalendarDay(year: $0.0, month: $0.1, day: $0.2)
            }
        #expect(days.map { filter.matches($0) } == [false, true, true, true, false])
        #expect(filter.days.first == days[1])
        #expect(filter.days.last == days[3])
    }

    @Test("R4.20: the summary of one day")
    func oneDay() throws {
        let filter = try SummaryFilter(HKQuery.predicateForActivitySummary(with: components(2024, 2, 29)))
        #expect(filter.matches(CalendarDay(year: 2024, month: 2, day: 29)))
        #expect(!filter.matches(CalendarDay(year: 2024, month: 3, day: 1)))
        #expect(filter.days.first == filter.days.last)
        #expect(try SummaryFilter(nil).matches(CalendarDay(year: 1, month: 1, day: 1)))
    }

    /// The filter of a predicate that names one day, in each of the ways there are.
    private func filters(_ components: DateComponents) throws -> [SummaryFilter] {
        try [
            HKQuery.predicateForActivitySummary(with: components),
            HKQuery.predicate(forActivitySummariesBetweenStart: components, end: components),
            NSPredicate(format: "%K == %@", HKPredicateKeyPathDateComponents, components),
            NSPredicate(
                validating: "dateComponents >= %@ AND dateComponents <= %@",
                argumentArray: [components, components]
            ),
        ]
        .map { try SummaryFilter($0) }
    }

    @Test(
        "R4.20: without an era the day is of the calendar's current one",
        arguments: [
            Calendar.Identifier.gregorian, .buddhist, .japanese, .hebrew, .islamicCivil, .iso8601,
        ]
    )
    func currentEra(identifier: Calendar.Identifier) throws {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
        let now = Date()
        // What most apps do: year, month and day, and the calendar set.
        var components = calendar.dateComponents([.year, .month, .day], from: now)
        components.calendar = calendar
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = calendar.timeZone
        let today = CalendarDay(now, in: gregorian)
        for filter in try filters(components) {
            #expect(filter.matches(today))
            #expect(filter.days.first == today && filter.days.last == today)
        }
    }

    @Test("R4.20: components that name no day are a predicate that finds nothing", arguments: 0..<4)
    func missing(part: Int) throws {
        var components = components(2024, 2, 29)
        switch part {
        case 0: components.calendar = nil
        case 1: components.year = nil
        case 2: components.month = nil
        default: components.day = nil
        }
        let gregorian = Calendar(identifier: .gregorian)
        let days = (-800...800)
            .map { CalendarDay(Date(timeIntervalSinceReferenceDate: 730_000_000 + Double($0) * 86_400), in: gregorian) }
        for filter in try filters(components) { #expect(!days.contains { filter.matches($0) }) }
        let archived = try NSKeyedArchiver.archivedData(
            withRootObject: HKQuery.predicateForActivitySummary(with: components),
            requiringSecureCoding: true
        )
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: FilterPredicate.self, from: archived)
        )
        #expect(read == HKQuery.predicateForActivitySummary(with: components))
    }

    @Test("R4.20: an hour is refused in Apple's words")
    func hour() {
        var components = components(2024, 2, 29)
        components.hour = 0
        #expect(throws: HKError.invalid("Activity summary date components require hour to not be set")) {
            try CalendarDay(components)
        }
        #expect(throws: HKError.self) {
            try NSPredicate(validating: "dateComponents == %@", argumentArray: [components])
        }
    }

    @Test("R4.20: days of other calendars are the same days")
    func otherCalendars() throws {
        let buddhist = DateComponents(
            calendar: Calendar(identifier: .buddhist),
            era: 0,
            year: 2567,
            month: 2,
            day: 29
        )
        #expect(try CalendarDay(buddhist) == CalendarDay(year: 2024, month: 2, day: 29))
    }

    @Test("R4.20: a format over the date components is the same predicate")
    func format() throws {
        let predicate = NSPredicate(
            format: "%K >= %@ AND %K <= %@",
            HKPredicateKeyPathDateComponents,
            components(2024, 1, 1),
            HKPredicateKeyPathDateComponents,
            components(2024, 1, 31)
        )
        let filter = try SummaryFilter(predicate)
        #expect(filter.matches(CalendarDay(year: 2024, month: 1, day: 31)))
        #expect(!filter.matches(CalendarDay(year: 2024, month: 2, day: 1)))
        #expect(throws: HKError.self) { try SampleFilter(predicate) }
        #expect(throws: HKError.self) { try SummaryFilter(HKQuery.predicateForObject(with: UUID())) }
    }

    @Test("days are ordered through months, years and eras")
    func order() {
        let days = [
            CalendarDay(era: 0, year: 50, month: 1, day: 1), CalendarDay(era: 0, year: 49, month: 1, day: 1),
            CalendarDay(year: 1, month: 12, day: 31), CalendarDay(year: 2, month: 1, day: 1),
        ]
        #expect(days.reversed().sorted() == days)
    }
}
