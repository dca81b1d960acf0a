import Foundation
import HealthtuiEntry
import Testing

@Suite struct CalendarPhraseTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    /// Saturday, 21 November 2026, 14:20 in Berlin.
    private let phrase = CalendarPhrase(now: Date(timeIntervalSince1970: 1_795_267_200), calendar: Self.calendar)

    private func text(_ interval: DateInterval) -> String {
        func day(_ date: Date) -> String {
            let parts = Self.calendar.dateComponents([.year, .month, .day, .hour], from: date)
            return "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)T\(parts.hour ?? -1)"
        }
        return day(interval.start) + " " + day(interval.end)
    }

    @Test(
        "Days, months and years are read as people type them",
        arguments: [
            ("2024-03-01", "2024-3-1T0 2024-3-2T0"), ("yesterday", "2026-11-20T0 2026-11-21T0"),
            ("mon", "2026-11-16T0 2026-11-17T0"), ("last friday", "2026-11-20T0 2026-11-21T0"),
            ("2024-03", "2024-3-1T0 2024-4-1T0"), ("March 2024", "2024-3-1T0 2024-4-1T0"),
            ("march, 2024", "2024-3-1T0 2024-4-1T0"), ("last march", "2026-3-1T0 2026-4-1T0"),
            ("december", "2025-12-1T0 2026-1-1T0"), ("november", "2026-11-1T0 2026-12-1T0"),
            ("last november", "2025-11-1T0 2025-12-1T0"), ("last month", "2026-10-1T0 2026-11-1T0"),
            ("last year", "2025-1-1T0 2026-1-1T0"), ("2019", "2019-1-1T0 2020-1-1T0"),
            ("2026-03-29", "2026-3-29T0 2026-3-30T0"),
        ]
    )
    func times(phrase: String, expected: String) throws {
        #expect(try text(#require(self.phrase.time(phrase)).interval) == expected)
    }

    @Test(
        "What names no day, month or year is none",
        arguments: [
            "", "2024-13", "2024-02-30", "9", "12345", "ma", "steps", "2024-03-01 12:00", "last", "march 24x4", "0000",
        ]
    )
    func noTimes(phrase: String) { #expect(self.phrase.time(phrase) == nil) }
}
