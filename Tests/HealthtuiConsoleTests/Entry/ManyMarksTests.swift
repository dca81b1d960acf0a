import Foundation
import HealthKit
import HealthtuiEntry
import RandomTesting
import Testing

/// Ten thousand marks with hostile names, as sync or an import may bring them.
@Suite struct ManyMarksTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Pacific/Apia") ?? .gmt
        calendar.firstWeekday = 2
        return calendar
    }()

    /// Saturday, 21 November 2026, in Apia.
    private static let now = Date(timeIntervalSince1970: 1_795_267_230)

    /// Names that are times, options and words of sentences, in other scripts, joined and empty.
    private static let names = [
        "--help", "today", "1 sep", "2026", "since", "to", "since to", "last 0 days", "week 54", "8:00", "before 8am",
        "\u{202E}שלום", "نوم", "e\u{301}te\u{301}", "été", "👩‍👩‍👧‍👦", "\u{200B}", " ", "", "a\u{0}b", "Twice", "twice",
        String(repeating: "x", count: 60), String(repeating: "long ", count: 2_000), "5 oct to 1 oct", "–", "...",
    ]

    private static func marks(_ random: inout SeededGenerator) -> [TimeMark] {
        (0..<10_000)
            .map { number in
                let named = number % 4 == 0
                let name = named ? names.randomElement(using: &random) ?? "" : "mark \(number)"
                // Among the days are one that Apia left out, some before 1900, and some in no year that is written.
                let first = [
                    CalendarDay(year: 2011, month: 12, day: 30), CalendarDay(year: 1850, month: 1, day: 1),
                    CalendarDay(era: 0, year: 40, month: 3, day: 15), CalendarDay(year: 99_999, month: 1, day: 1),
                    CalendarDay(year: 2026, month: 1, day: 1).advanced(by: number % 900),
                ]
                .randomElement(using: &random)
                let day = first ?? CalendarDay(year: 2026, month: 1, day: 1)
                // Some end before they begin.
                let length = Int.random(in: -5...40, using: &random)
                return TimeMark(name: name, first: day, last: day.advanced(by: length))
            }
    }

    @Test("Every field reads a text as a range with an order, or refuses it in words; none takes one of several marks")
    func everyText() {
        var random = SeededGenerator("ten thousand marks")
        let marks = Self.marks(&random)
        let phrase = TimeRangePhrase(now: Self.now, calendar: Self.calendar, marks: TimeMarks(marks))
        let single = marks.filter { $0.name.hasPrefix("mark ") }.shuffled(using: &random).prefix(40).map(\.name)
        for name in Self.names + single {
            for text in [
                name, "since \(name)", "before \(name)", "until \(name)", "\(name) to today", "1 sep to \(name)",
            ] {
                let place = "“\(text.prefix(80))”, TEST_SEED=\(random.seed)"
                do {
                    guard let range = try phrase.reading(text) else { continue }
                    #expect(range.start != nil || range.end != nil, "\(place)")
                    if let start = range.start, let end = range.end { #expect(start < end, "\(place)") }
                    let dates = [range.start, range.end].compactMap { $0?.timeIntervalSinceReferenceDate }
                    #expect(dates.allSatisfy { $0.isFinite }, "\(place)")
                    if let mark = range.mark {
                        #expect(marks.count { $0.name == mark } == 1, "\(place)")
                    }
                } catch let error as EntryError {
                    #expect(!error.text.isEmpty && error.text.count < 800, "\(place)")
                } catch {
                    Issue.record("\(place): \(error)")
                }
            }
        }
    }

    @Test("A mark among ten thousand is found by its name; of several of one name the error names some and no more")
    func found() throws {
        var random = SeededGenerator("one of ten thousand marks")
        let first = CalendarDay(year: 2026, month: 9, day: 1)
        let own = TimeMark(name: "Stopped drinking", first: first, last: first)
        let others = (0..<10_000)
            .map { number in
                let day = first.advanced(by: Int.random(in: -3_000...60, using: &random))
                return TimeMark(name: number % 2 == 0 ? "again" : "mark \(number)", first: day, last: day)
            }
        let marks = TimeMarks((others + [own]).shuffled(using: &random))
        let phrase = TimeRangePhrase(now: Self.now, calendar: Self.calendar, marks: marks)
        let range = try phrase.range("since stopped  DRINKING")
        #expect(range.start.map { CalendarDay($0, in: Self.calendar) } == first && range.mark == own.name)
        let several = #expect(throws: EntryError.self) { try phrase.range("since again") }
        #expect(several?.text.contains("…") == true && (several?.text.count ?? 0) < 300)
    }
}
