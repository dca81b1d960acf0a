import Foundation
import HealthKit
import HealthtuiEntry
import Testing

/// Marks as people type them.
@Suite struct MarkPhraseTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    /// Saturday, 21 November 2026, 14:20 in Berlin.
    private let phrase = MarkPhrase(now: Date(timeIntervalSince1970: 1_795_267_200), calendar: Self.calendar)

    @Test(
        "A day, or the first and the last, with and without quotes around each",
        arguments: [
            ("3 oct", "2026-10-03", "2026-10-03"), ("today", "2026-11-21", "2026-11-21"),
            ("Mon", "2026-11-16", "2026-11-16"), ("tomorrow", "2026-11-22", "2026-11-22"),
            ("2026-05-03  2026-05-10", "2026-05-03", "2026-05-10"), ("3 may 10 may", "2026-05-03", "2026-05-10"),
            ("3 may 10 may 2025", "2025-05-03", "2025-05-10"), ("mon wed", "2026-11-16", "2026-11-18"),
            ("may 3, 2025 10 may 2025", "2025-05-03", "2025-05-10"), ("3 may to today", "2026-05-03", "2026-11-21"),
            ("1 sep – 3 sep", "2026-09-01", "2026-09-03"), ("1-3 sep", "2026-09-01", "2026-09-03"),
            ("2011-12-30", "2011-12-30", "2011-12-30"), ("2200-12-31", "2200-12-31", "2200-12-31"),
            ("nov 2025", "2025-11-01", "2025-11-30"), ("last 3 days", "2026-11-19", "2026-11-21"),
        ]
    )
    func days(text: String, first: String, last: String) throws {
        let days = try phrase.days(text)
        #expect(days.first.text == first && days.last.text == last)
    }

    @Test(
        "What has no first or no last day is refused, and days that are backwards, before 1900 or in no calendar",
        arguments: [
            "", " ", "8:00", "yesterday 22:30", "now", "-3d", "2026-02-30", "2026-02-30 2026-03-01", "31 apr",
            "3 may 10 may 12 may", "soon", "3", String(repeating: "today ", count: 20), "to", "3 may to",
            String(repeating: "a", count: 100_000), "since 1 sep", "until mon", "10 may 3 may", "2026-05-10 2026-05-03",
            "1899-12-31", "mon 8:00 to tue", "morning",
        ]
    )
    func noDays(text: String) { #expect(throws: EntryError.self) { try phrase.days(text) } }

    @Test(
        "A name that is read as a time or an option is refused in words",
        arguments: [
            ("--help", "option"), ("-x", "option"), ("\u{2212}3d", "option"), ("today", "time"), ("1 sep", "time"),
            ("Nov", "time"), ("2026", "time"), ("last  month", "time"), ("8:00", "time"), ("now", "time"),
            ("yesterday 7:30", "time"), ("week 47", "time"), ("morning", "time"), ("since 1 sep", "time"),
        ]
    )
    func names(text: String, says: String) throws {
        let error = #expect(throws: EntryError.self) { try phrase.mark(text, on: "3 oct") }
        #expect(error?.text.contains(says) == true)
    }

    @Test("Blanks are as in one line, and other names stay as typed")
    func text() throws {
        #expect(try phrase.mark("  new   medication ", on: "3 oct").text == "new medication")
        for name in ["march marathon", "1 sep party", "توقفت", "क्षि", "help"] {
            #expect(try phrase.mark(name, on: "3 oct").text == name)
        }
        for name in ["", "  ", String(repeating: "a", count: 61), "a\u{202E}b", "a\u{7}b"] {
            #expect(throws: HKError.self) { try phrase.mark(name, on: "3 oct") }
        }
        #expect(throws: HKError.self) { try phrase.mark("Lisbon", on: "2201-01-01") }
    }

    @Test("A mark is chosen by its name, then by its name in other capitals, then by its identity, and by its days")
    func chosen() throws {
        let marks = try [("Lisbon", "3 may"), ("lisbon", "4 may"), ("Porto", "3 may"), ("Porto", "5 may")]
            .map { try phrase.mark($0.0, on: $0.1) }
        func chosen(_ text: String, _ days: String? = nil) throws -> [DayMark] {
            MarkPhrase.chosen(text, on: try days.map(phrase.days), among: marks)
        }
        #expect(try chosen("Lisbon") == [marks[0]])
        #expect(try chosen("LISBON") == [marks[0], marks[1]])
        #expect(try chosen("porto") == [marks[2], marks[3]])
        #expect(try chosen("porto", "5 may") == [marks[3]])
        #expect(try chosen("porto", "6 may").isEmpty)
        #expect(try chosen(marks[2].id.uuidString) == [marks[2]])
        #expect(try chosen(String(marks[2].id.uuidString.lowercased().prefix(13))) == [marks[2]])
        #expect(try chosen(String(marks[2].id.uuidString.prefix(3))).isEmpty)
        #expect(try chosen("").isEmpty)
    }
}
