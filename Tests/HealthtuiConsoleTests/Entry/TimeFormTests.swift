import Foundation
import HealthKit
import HealthtuiEntry
import Testing

/// The table of times in Documentation/Filters.md: the reader's own, each form of which every field takes.
@Suite struct TimeFormTests {
    private static let page = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Documentation/Filters.md")

    private static let heading = "| time | means |"

    private static func rows() -> [String] {
        TimeForm.all.map { form in
            "| " + form.examples.map { "`\($0)`" }.joined(separator: ", ") + " | " + form.meaning + " |"
        }
    }

    @Test("The page has the reader's table")
    func page() throws {
        var lines = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "\n")
        let first = try #require(lines.firstIndex(of: Self.heading)) + 2
        let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            lines.replaceSubrange(first..<end, with: Self.rows())
            try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
            return
        }
        #expect(
            Array(lines[first..<end]) == Self.rows(),
            "UPDATE_DOCUMENTATION=1 make test ONLY=TimeFormTests writes the page"
        )
    }

    private static let ranges = TimeRangePhrase(now: TestStore.now, calendar: TestStore.calendar)
    private static let filters = SampleFilterPhrase(
        type: HKQuantityType(.heartRate),
        context: EntryContext(now: TestStore.now, timeZone: TestStore.calendar.timeZone),
        calendar: TestStore.calendar
    )

    private static let examples = TimeForm.all.flatMap { form in form.examples.map { (form.kind, $0) } }

    @Test("Every field takes every form, or says that it has no beginning", arguments: examples.indices)
    func fields(index: Int) throws {
        let (kind, text) = Self.examples[index]
        for filter in [text, ">100 and " + text, "not (" + text + ")"] {
            #expect(try Self.filters.reading(filter) != nil, "\(filter)")
        }
        guard kind != .clock else {
            #expect(ClockPhrase.span(text) != nil, "\(text)")
            #expect(try Self.ranges.reading(text) == nil, "\(text)")
            return
        }
        let range = try Self.ranges.past(text)
        let line = try Self.ranges.line("steps " + text + " by week")
        #expect(line.text == "steps" && line.range == range && line.grouping == .week, "\(text)")
        #expect(try Self.ranges.last(of: text) <= TestStore.now, "\(text)")
        let goes = CalendarPhrase(now: TestStore.now, calendar: TestStore.calendar).time(text)
        #expect(goes?.interval == range.interval)
        if kind == .open {
            #expect(range.start == nil && hasNoBeginning(text), "\(text)")
        } else {
            let start = try Self.ranges.start(of: text)
            #expect(start == range.start, "\(text)")
            if start <= TestStore.now {
                #expect(try SincePhrase.date(text, Self.ranges) == start)
            }
        }
    }

    private func hasNoBeginning(_ text: String) -> Bool {
        do {
            _ = try Self.ranges.start(of: text)
            return false
        } catch { return "\(error)".contains("has no beginning") }
    }
}
