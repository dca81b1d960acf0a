import Foundation
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import Testing

/// Numbers, dates and times as people write them where they are.
@Suite struct RegionFormatTests {
    /// Saturday 21 November 2026, 14:20:30 in Berlin.
    private static let now = Date(timeIntervalSince1970: 1_795_267_230)

    private static func region(_ place: String) -> RegionFormat {
        RegionFormat(numbers: Locale(identifier: place), times: Locale(identifier: place))
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    private static func dates(_ now: Date = now) -> DateText { DateText(calendar: calendar, now: now) }

    /// A moment of another year, so that dates have theirs.
    private static let then = at(21, 5)

    private static func at(_ hour: Int, _ minute: Int) -> Date {
        calendar.date(from: DateComponents(year: 2025, month: 4, day: 3, hour: hour, minute: minute)) ?? now
    }

    private func inPlace<T>(_ place: String, _ catalogue: MessageCatalogue = MessageCatalogue(), _ body: () throws -> T)
        rethrows -> T
    {
        try TextLocale(catalogue, region: Self.region(place)).during(body)
    }

    @Test(
        "Numbers have the separators and the groups of the place",
        arguments: [
            ("en_US", "1,234.5", "12,345,678"), ("de_DE", "1.234,5", "12.345.678"), ("de_CH", "1’234.5", "12’345’678"),
            ("fr_FR", "1\u{A0}234,5", "12\u{A0}345\u{A0}678"), ("es_ES", "1234,5", "12.345.678"),
            ("hi_IN", "1,234.5", "1,23,45,678"), ("sv_SE", "1\u{A0}234,5", "12\u{A0}345\u{A0}678"),
            ("ar_EG", "1,234.5", "12,345,678"), ("en_001", "1,234.5", "12,345,678"),
        ]
    )
    func numbers(place: String, decimals: String, groups: String) {
        inPlace(place) {
            #expect(NumberText.text(1_234.5, decimals: 1) == decimals)
            #expect(NumberText.text(12_345_678) == groups)
            #expect(NumberText.text(-0.0) == "0")
            #expect(NumberText.text(3e18).hasPrefix("3e"))
        }
    }

    @Test(
        "Dates have the order of the place, and hours its clock",
        arguments: [
            ("en_001", "Thu 3 Apr 2025", "3 Apr", "21:05", "2025-04-03 21:05"),
            ("en_GB", "Thu 3 Apr 2025", "3 Apr", "21:05", "3/4/2025 21:05"),
            ("en_US", "Thu, Apr 3, 2025", "Apr 3", "9:05 PM", "4/3/2025 9:05 PM"),
            ("de_DE", "Thu 3 Apr 2025", "3 Apr", "21:05", "3.4.2025 21:05"),
            ("nl_NL", "Thu 3 Apr 2025", "3 Apr", "21:05", "3-4-2025 21:05"),
            ("sv_SE", "Thu 3 Apr 2025", "3 Apr", "21:05", "2025-04-03 21:05"),
            ("ja_JP", "Thu 2025 Apr 3", "Apr 3", "21:05", "2025/4/3 21:05"),
            ("hu_HU", "Thu 2025 Apr 3", "Apr 3", "21:05", "2025.4.3 21:05"),
        ]
    )
    func dates(place: String, long: String, short: String, time: String, typed: String) {
        inPlace(place) {
            let dates = Self.dates()
            #expect(dates.longDay(Self.then) == long)
            #expect(dates.dayAndMonth(Self.then) == short)
            #expect(dates.time(Self.then) == time)
            #expect(dates.typed(Self.then) == typed)
        }
    }

    @Test("The words and marks of a date are the language's, its order the place's")
    func languageAndPlace() throws {
        let german = try #require(MessageCatalogue.builtIn("de"))
        inPlace("de_DE", german) {
            #expect(Self.dates().longDay(Self.then) == "Do 3. Apr. 2025")
            #expect(Self.dates().monthAndYear(Self.then) == "Apr. 2025")
        }
        inPlace("en_US", german) {
            #expect(Self.dates().longDay(Self.then) == "Do, Apr. 3, 2025")
            #expect(Self.dates().time(Self.then) == "9:05 PM")
        }
    }

    @Test("Noon and midnight are 12, and under an axis hours have no minutes")
    func twelveHours() {
        inPlace("en_US") {
            let hours = [0, 1, 11, 12, 13, 23].map { Self.dates().hour(Self.at($0, 0)) }
            #expect(hours == ["12 AM", "1 AM", "11 AM", "12 PM", "1 PM", "11 PM"])
            #expect(Self.dates().time(Self.at(0, 7)) == "12:07 AM")
            #expect(Self.dates().time(Self.at(12, 7)) == "12:07 PM")
            #expect(Self.dates().hour(Self.at(6, 30)) == "6:30 AM")
        }
        #expect(Self.dates().hour(Self.at(6, 0)) == "06:00")
    }

    @Test(
        "A date is typed in the order of the place",
        arguments: [
            ("de_DE", "3.4.2025", "2025-04-03 00:00"), ("de_DE", "3.4.2025 21:05", "2025-04-03 21:05"),
            ("de_DE", "3. 4. 2025, 21:05", "2025-04-03 21:05"), ("de_DE", "3.4.25", "2025-04-03 00:00"),
            ("de_DE", "3.4.", "2026-04-03 00:00"), ("de_DE", "3.4. 14:30", "2026-04-03 14:30"),
            ("de_DE", "3/4", "2026-04-03 00:00"), ("de_DE", "3.12.", "2025-12-03 00:00"),
            ("de_DE", "21.11.", "2026-11-21 00:00"), ("de_DE", "29.2.", "2024-02-29 00:00"),
            ("de_DE", "10.5.80", "1980-05-10 00:00"), ("en_US", "3/4", "2026-03-04 00:00"),
            ("en_US", "3/4/2025 9:05 PM", "2025-03-04 21:05"), ("en_US", "3.4.2025", "2025-03-04 00:00"),
            ("en_GB", "3/4/2025", "2025-04-03 00:00"), ("sv_SE", "2025/4/3", "2025-04-03 00:00"),
            ("ja_JP", "2025/4/3 21:05", "2025-04-03 21:05"), ("ja_JP", "4/3", "2026-04-03 00:00"),
            ("de_DE", "2025-04-03 21:05", "2025-04-03 21:05"), ("en_US", "2025-04-03", "2025-04-03 00:00"),
            ("en_001", "3 Apr", "2026-04-03 00:00"), ("en_001", "Apr 3, 2025", "2025-04-03 00:00"),
            ("en_001", "Thu 3 Apr 2025 21:05", "2025-04-03 21:05"),
            ("en_US", "Thu, Apr 3, 2025 9:05 PM", "2025-04-03 21:05"),
            ("en_001", "3rd of", nil), ("en_001", "3/4", nil), ("en_001", "3.4.2025", nil),
            ("en_US", "21/11/2026", nil),
            ("de_DE", "31.2.2026", nil), ("de_DE", "3.14.", nil), ("de_DE", "3.4.2025.7", nil), ("de_DE", "0.0.", nil),
            ("de_DE", "3.4.20250", nil), ("de_DE", "99.99.9999", nil), ("sv_SE", "3/4/2025", nil),
            ("en_US", "nov", nil),
        ] as [(String, String, String?)]
    )
    func typedDates(place: String, text: String, expected: String?) throws {
        let zone = Self.calendar.timeZone
        let found = inPlace(place) { try? TimePhrase(now: Self.now, timeZone: zone).date(text) }
        let shown = found.map { Self.dates().typed($0) }
        #expect(shown == expected, "\(place): \(text)")
    }

    @Test("What a field is filled with and what the screen shows are read as the same moment")
    func fieldsReadBack() throws {
        let german = try #require(MessageCatalogue.builtIn("de"))
        let zone = Self.calendar.timeZone
        for (place, catalogue) in [
            ("de_DE", german), ("en_US", MessageCatalogue()), ("en_GB", MessageCatalogue()), ("ja_JP", german),
            ("hu_HU", german), ("en_001", MessageCatalogue()),
        ] {
            try inPlace(place, catalogue) { () throws -> Void in
                for hours in stride(from: 0, to: 24 * 400, by: 37) {
                    let date = Self.then.addingTimeInterval(Double(hours) * 3_600)
                    let phrase = TimePhrase(now: Self.now, timeZone: zone)
                    // An hour that comes twice when clocks are set back is read as one of them.
                    let typed = Self.dates().typed(date)
                    #expect(Self.dates().typed(try phrase.date(typed)) == typed)
                    let shown = Self.dates().longDay(date) + " " + Self.dates().time(date)
                    #expect(Self.dates().typed(try phrase.date(shown)) == typed, "\(place): \(shown)")
                }
            }
        }
    }

    @Test("A date in another order says how it is written here")
    func otherOrder() {
        let error = #expect(throws: EntryError.self) {
            try inPlace("en_US") { try TimePhrase(now: Self.now, timeZone: .gmt).date("21/11/2026") }
        }
        #expect(error?.text == "“21/11/2026” isn't a date here; write it as in 11/21/2026")
    }

    @Test("Days and months are typed in the language too")
    func typedWords() throws {
        let german = try #require(MessageCatalogue.builtIn("de"))
        try inPlace("de_DE", german) { () throws -> Void in
            let phrase = TimePhrase(now: Self.now, timeZone: Self.calendar.timeZone)
            func read(_ text: String) throws -> String { Self.dates().typed(try phrase.date(text)) }
            #expect(try phrase.date("jetzt") == Self.now)
            #expect(try read("gestern 22:30") == "20.11.2026 22:30")
            #expect(try read("yesterday 22:30") == "20.11.2026 22:30")
            #expect(try read("mo 8:00") == "16.11.2026 08:00")
            #expect(try read("Montag 8:00") == "16.11.2026 08:00")
            #expect(try read("3. März 2025") == "3.3.2025 00:00")
            #expect(try read("3. mär") == "3.3.2026 00:00")
            #expect(try read("Sa 21. Nov. 2026 14:20") == "21.11.2026 14:20")
            let calendar = CalendarPhrase(now: Self.now, calendar: Self.calendar)
            #expect(calendar.time("märz 2025")?.unit == .month)
            #expect(calendar.time("3.4.2025")?.unit == .day)
            // Half of a value, or a pressure.
            #expect(calendar.time("70.5") == nil)
            #expect(calendar.time("3.4") == nil)
            #expect(calendar.time("jetzt") == nil)
        }
    }
}
