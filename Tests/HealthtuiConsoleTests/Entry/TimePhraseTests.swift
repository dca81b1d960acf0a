import Foundation
import HealthtuiConsole
import HealthtuiEntry
import RandomTesting
import Testing

/// How times are read as people type them.
@Suite struct TimePhraseTests {
    /// Saturday 21 November 2026, 14:20:30 in Berlin.
    private static let now = Date(timeIntervalSince1970: 1_795_267_230)
    private let phrase = TimePhrase(now: now, timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)

    private func text(_ date: Date) -> String {
        var style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        style.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return date.formatted(style)
    }

    @Test(arguments: [
        ("now", "2026-11-21T14:20:30.000+0100"),
        ("  NOW ", "2026-11-21T14:20:30.000+0100"),
        ("-10m", "2026-11-21T14:10:30.000+0100"),
        ("-2h30m", "2026-11-21T11:50:30.000+0100"),
        ("- 2 h 30 min", "2026-11-21T11:50:30.000+0100"),
        ("-1d", "2026-11-20T14:20:30.000+0100"),
        ("-2w", "2026-11-07T14:20:30.000+0100"),
        ("\u{2212}45s", "2026-11-21T14:19:45.000+0100"),
        ("+1h", "2026-11-21T15:20:30.000+0100"),
        ("14:18", "2026-11-21T14:18:00.000+0100"),
        ("7:05", "2026-11-21T07:05:00.000+0100"),
        ("7:05 pm", "2026-11-21T19:05:00.000+0100"),
        ("12am", "2026-11-21T00:00:00.000+0100"),
        ("today 7:05", "2026-11-21T07:05:00.000+0100"),
        ("yesterday 22:30", "2026-11-20T22:30:00.000+0100"),
        ("yesterday at 22:30", "2026-11-20T22:30:00.000+0100"),
        ("yesterday", "2026-11-20T00:00:00.000+0100"),
        ("mon 8:00", "2026-11-16T08:00:00.000+0100"),
        ("Saturday 8:00", "2026-11-21T08:00:00.000+0100"),
        ("sunday", "2026-11-15T00:00:00.000+0100"),
        ("2026-11-21", "2026-11-21T00:00:00.000+0100"),
        ("2026-11", "2026-11-01T00:00:00.000+0100"),
        ("2026-11-21 14:20", "2026-11-21T14:20:00.000+0100"),
        ("2026-11-21T14:20:05.25", "2026-11-21T14:20:05.250+0100"),
        ("2026-11-21T14:20:00+01:00", "2026-11-21T14:20:00.000+0100"),
        ("2026-11-21T14:20:00Z", "2026-11-21T15:20:00.000+0100"),
        ("2026-11-21 14:20 -0800", "2026-11-21T23:20:00.000+0100"),
        ("2026-07-01 12:00", "2026-07-01T12:00:00.000+0200"),
    ])
    func `A phrase names its time`(_ input: String, _ expected: String) throws {
        let date = try phrase.date(input)
        let style = text(date)
        #expect(style == expected, "\(input)")
    }

    @Test(arguments: [
        "", " ", "soon", "-", "-5", "-h", "5m", "-99999999999d", "-99999999d", "25:00", "14:60", "13pm", "0am",
        "14:20:61",
        "2026-13-01", "2026-02-30", "0000-01-01", "2026-1-1", "2026-11-21 25:00", "2026-11-21T14:20:00+99:00",
        "2026-11-21 yesterday", "mon8", "１４:１８", "yesterday 22:30 extra", "14:18+01:00", "2026-11 14:20", "tod",
    ])
    func `What is no time is refused with words`(_ input: String) {
        let error = #expect(throws: EntryError.self) { try phrase.date(input) }
        #expect(error?.text.isEmpty == false)
    }

    @Test func `A day back keeps the time of day over a change of the clocks`() throws {
        // Clocks in Berlin went back on 25 October 2026.
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let noon = try TimePhrase(now: .now, timeZone: zone).date("2026-10-25 12:00")
        let back = try TimePhrase(now: noon, timeZone: zone).date("-1d")
        #expect(noon.timeIntervalSince(back) == 25 * 3_600)
    }

    @Test func `A plus counts from the start where an end is asked for`() throws {
        let start = try phrase.date("8:00")
        #expect(try phrase.date("+30m", after: start) == start.addingTimeInterval(1_800))
        #expect(try phrase.date("8:10", after: start) == start.addingTimeInterval(600))
    }

    @Test func `No text traps`() {
        var random = SeededGenerator("texts of times")
        let alphabet = Array("0123456789:-+.TZ apmdwhs\u{2212}é今日yesterdaymon,")
        for _ in 0..<Soak.count(2_000, soak: 200_000) {
            let text = String(
                (0..<Int.random(in: 0...18, using: &random))
                    .map { _ in
                        alphabet[Int.random(in: alphabet.indices, using: &random)]
                    }
            )
            if let date = try? phrase.date(text) {
                #expect(date.timeIntervalSinceReferenceDate.isFinite, "\(text), seed \(random.seed)")
            }
        }
    }

    @Test(
        "An end without a day is the first such time after its start",
        arguments: [
            ("yesterday 23:00", "23:30", "2026-11-20T23:30:00.000+0100"),
            ("yesterday 23:00", "1:30", "2026-11-21T01:30:00.000+0100"),
            ("2026-11-01 22:00", "6:15", "2026-11-02T06:15:00.000+0100"),
            ("mon 8:00", "9am", "2026-11-16T09:00:00.000+0100"), ("13:00", "14:00", "2026-11-21T14:00:00.000+0100"),
            ("yesterday 23:00", "today 7:00", "2026-11-21T07:00:00.000+0100"),
            ("yesterday 23:00", "+45m", "2026-11-20T23:45:00.000+0100"),
            // Tomorrow lies in the future: this is an end before its start, and said to be one.
            ("13:00", "12:00", "2026-11-21T12:00:00.000+0100"),
        ]
    )
    func endAfterStart(start: String, end: String, expected: String) throws {
        #expect(text(try phrase.date(end, after: phrase.date(start))) == expected)
    }
}
