import Foundation
import Testing

@testable import HealthKit

@Suite struct IntervalCalendarTests {
    private func calendar(_ zone: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return calendar
    }

    private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func intervals(_ anchor: Date, _ calendar: Calendar, _ components: DateComponents) throws
        -> IntervalCalendar
    {
        var components = components
        components.calendar = calendar
        return try IntervalCalendar(anchor: anchor, components: components)
    }

    @Test("R5.7 days of 23 and 25 hours in Berlin")
    func daylightSaving() throws {
        let berlin = try calendar("Europe/Berlin")
        let days = try intervals(date("2024-01-01T00:00:00+01:00"), berlin, DateComponents(day: 1))
        let spring = days.interval(containing: try date("2024-03-31T12:00:00+02:00").timeIntervalSinceReferenceDate)
        #expect(spring.end - spring.start == 23 * 3600)
        let autumn = days.interval(containing: try date("2024-10-27T12:00:00+01:00").timeIntervalSinceReferenceDate)
        #expect(autumn.end - autumn.start == 25 * 3600)
    }

    @Test(
        "Fast day edges are the calendar's, over ten years",
        arguments: ["Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu"]
    )
    func dayEdges(zone: String) throws {
        let calendar = try calendar(zone)
        let anchor = try #require(calendar.date(from: DateComponents(year: 2019, month: 5, day: 3, hour: 4)))
        let days = try intervals(anchor, calendar, DateComponents(day: 1))
        let end = anchor.addingTimeInterval(10 * 366 * 86_400)
        let edges =
            try days.edges(
                from: anchor.addingTimeInterval(-400 * 86_400).timeIntervalSinceReferenceDate,
                through: end.timeIntervalSinceReferenceDate
            )
            .edges
        #expect(edges.count > 4000)
        for (index, edge) in edges.enumerated() {
            let expected = try #require(calendar.date(byAdding: .day, value: index - 400, to: anchor))
            #expect(edge == expected.timeIntervalSinceReferenceDate, "\(zone) day \(index)")
            if edge != expected.timeIntervalSinceReferenceDate { break }
        }
    }

    @Test("R5.7 an anchor on the 31st does not drift")
    func monthEnds() throws {
        let utc = try calendar("UTC")
        let months = try intervals(date("2024-01-31T00:00:00Z"), utc, DateComponents(month: 1))
        #expect(months.edge(1) == (try date("2024-02-29T00:00:00Z")).timeIntervalSinceReferenceDate)
        #expect(months.edge(2) == (try date("2024-03-31T00:00:00Z")).timeIntervalSinceReferenceDate)
    }

    @Test("R5.7 zero and negative components are refused")
    func badComponents() {
        #expect(throws: HKError.self) { try IntervalCalendar(anchor: Date(), components: DateComponents()) }
        #expect(throws: HKError.self) { try IntervalCalendar(anchor: Date(), components: DateComponents(day: 0)) }
        #expect(throws: HKError.self) { try IntervalCalendar(anchor: Date(), components: DateComponents(day: -1)) }
        #expect(throws: HKError.self) {
            try IntervalCalendar(anchor: Date(timeIntervalSinceReferenceDate: .nan), components: DateComponents(day: 1))
        }
    }

    @Test("Intervals lie before and after the anchor")
    func bothSides() throws {
        let hours = try IntervalCalendar(
            anchor: Date(timeIntervalSinceReferenceDate: 1800),
            components: DateComponents(hour: 1)
        )
        #expect(hours.interval(containing: 0) == (-1800, 1800))
        #expect(hours.interval(containing: 1800) == (1800, 5400))
        #expect(try hours.edges(from: 0, through: 5399).edges == [-1800, 1800, 5400])
    }

    @Test("Too many intervals are an error, not a full memory")
    func tooMany() throws {
        let seconds = try IntervalCalendar(anchor: Date(), components: DateComponents(second: 1))
        #expect(throws: HKError.self) { try seconds.edges(from: -1e10, through: 1e10) }
    }
}
