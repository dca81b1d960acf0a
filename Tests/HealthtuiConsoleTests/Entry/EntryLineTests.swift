import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiFacts
import RandomTesting
import Testing

/// Lines that add a sample.
@Suite struct EntryLineTests {
    /// Saturday 21 November 2026, 14:20:30 in Berlin.
    private static let now = Date(timeIntervalSince1970: 1_795_267_230)

    private static func calendar() -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }

    private static func line(_ text: String, hasTime: Bool = true) -> EntryLine? {
        let times = TimeRangePhrase(now: now, calendar: calendar())
        return EntryLine(text, times: hasTime ? times : nil, type: MeasureNames.catalogue.typeToAdd)
    }

    private static var context: EntryContext {
        EntryContext(
            now: now,
            timeZone: calendar().timeZone,
            numbers: NumberStyle(Locale(identifier: "en_US")),
            unitLocale: Locale(identifier: "de_DE")
        )
    }

    @Test(
        "A line has a name, a value and a moment",
        arguments: [
            ("weight 75.2 yesterday 7:30", "bodyMass", "75.2", "yesterday 7:30"),
            ("weight 75.2 kg, yesterday 7:30", "bodyMass", "75.2 kg", "yesterday 7:30"),
            ("bp 131/80 yesterday 7:30", "bloodPressure", "131/80", "yesterday 7:30"),
            ("Blood Pressure 131/80", "bloodPressure", "131/80", ""), ("steps 500", "stepCount", "500", ""),
            ("heart rate 61 21 nov 8:00", "heartRate", "61", "21 nov 8:00"),
            ("weight 75.2 mon", "bodyMass", "75.2", "mon"),
            ("weight yesterday 7:30", "bodyMass", "", "yesterday 7:30"), ("weight", "bodyMass", "", ""),
            ("weight 12.5 7:30", "bodyMass", "12.5", "7:30"),
            ("headache severe yesterday", "headache", "severe", "yesterday"),
        ]
    )
    func parts(text: String, type: String, value: String, time: String) throws {
        let line = try #require(Self.line(text))
        #expect([line.type.entry.shortName, line.value, line.time] == [type, value, time])
        #expect(line.draft.value == value && line.draft.start == time)
    }

    @Test("A line without a moment leaves everything behind the name to the value")
    func withoutTime() throws {
        #expect(try #require(Self.line("weight 75.2 yesterday", hasTime: false)).value == "75.2 yesterday")
    }

    @Test(
        "A value that is missing or in another unit, a time to come and one before 1900 are refused in words",
        arguments: [
            "weight", "weight yesterday", "weight 75.2 steps", "bp 131", "weight 75.2 tomorrow", "steps 5 2031-01-01",
            "weight 75.2 1 jan 1800", "bp 80/131", "weight 1e999",
        ]
    )
    func refused(text: String) throws {
        let line = try #require(Self.line(text))
        #expect(throws: SampleDraft.Problems.self) { try line.draft.sample(Self.context) }
    }

    @Test(
        "Names that mean several measures, or what nobody can weigh, begin no line",
        arguments: ["runs 5", "", "xyzzy 5"]
    )
    func none(text: String) { #expect(Self.line(text) == nil) }

    @Test("A long line of anything ends soon and keeps its words")
    func hostile() throws {
        var generator = SeededGenerator("lines that add")
        let pieces = [
            "weight", "75.2", "/", "yesterday", "7:30", "\u{202E}", "👩‍👩‍👧", "--help", "\0", "e\u{301}", "1e999",
        ]
        for _ in 0..<60 {
            let words = (0..<Int.random(in: 0...30, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }
            let text = "weight " + words.joined(separator: " ")
            guard let line = Self.line(text) else {
                Issue.record("no name: \(text)")
                continue
            }
            let kept = [line.value, line.time].joined(separator: " ").split(whereSeparator: \.isWhitespace).count
            #expect(kept == text.split(whereSeparator: \.isWhitespace).count - 1, "\(text)")
            _ = try? line.draft.sample(Self.context)
        }
        #expect(Self.line("weight " + String(repeating: "7 ", count: 100_000)) != nil)
    }
}
