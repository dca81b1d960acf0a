import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import RandomTesting
import Testing

/// How ranges of time are read as people type them.
@Suite struct TimeRangePhraseTests {
    /// Saturday 21 November 2026, 14:20:30 in Berlin.
    private static let now = Date(timeIntervalSince1970: 1_795_267_230)

    private static func calendar(_ zone: String, firstWeekday: Int = 2) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: zone) ?? .gmt
        calendar.firstWeekday = firstWeekday
        calendar.minimumDaysInFirstWeek = firstWeekday == 2 ? 4 : 1
        return calendar
    }

    private static let berlin = calendar("Europe/Berlin")

    private static func mark(_ name: String, _ first: String, _ last: String? = nil) throws -> TimeMark {
        let day = try #require(CalendarDay(text: first))
        return TimeMark(name: name, first: day, last: try last.map { try #require(CalendarDay(text: $0)) } ?? day)
    }

    private static func phrase() throws -> TimeRangePhrase {
        let marks = [
            try mark("stopped drinking", "2026-09-01"), try mark("Lisbon", "2026-05-03", "2026-05-10"),
            try mark("Twice", "2026-05-03"), try mark("twice", "2025-05-03", "2025-05-04"),
            try mark("move to Berlin", "2024-05-03"), try mark("--help", "2024-05-04"),
            try mark("\u{202E}שלום", "2024-05-05"), try mark("today", "2024-05-06"),
            try mark("Café, open", "2024-05-07"),
        ]
        return TimeRangePhrase(now: now, calendar: berlin, marks: marks)
    }

    /// The beginning and the end, each to the minute where it isn't the start of a day; `…` where there is none.
    private static func text(_ range: TimeRange?, _ calendar: Calendar = berlin) -> String? {
        func text(_ date: Date?) -> String {
            guard let date else { return "…" }
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
            let numbers = [parts.year, parts.month, parts.day, parts.hour, parts.minute].map { $0 ?? 0 }
            let day = CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]).text
            return numbers[3] + numbers[4] == 0 ? day : day + "T\(numbers[3]):\(numbers[4])"
        }
        return range.map { text($0.start) + " " + text($0.end) }
    }

    private static let read: [(String, String)] = [
        ("today", "2026-11-21 2026-11-22"), ("Yesterday", "2026-11-20 2026-11-21"), ("mon", "2026-11-16 2026-11-17"),
        ("sat", "2026-11-21 2026-11-22"), ("this week", "2026-11-16 2026-11-23"),
        ("last week", "2026-11-09 2026-11-16"), ("last month", "2026-10-01 2026-11-01"),
        ("this year", "2026-01-01 2027-01-01"), ("last 7 days", "2026-11-15 2026-11-22"),
        ("last 2 weeks", "2026-11-08 2026-11-22"), ("last 3 months", "2026-08-22 2026-11-22"),
        ("last 5 years", "2021-11-22 2026-11-22"), ("nov", "2026-11-01 2026-12-01"),
        ("dec", "2025-12-01 2026-01-01"), ("nov 2025", "2025-11-01 2025-12-01"), ("2026-11", "2026-11-01 2026-12-01"),
        ("21 nov", "2026-11-21 2026-11-22"), ("22 nov", "2025-11-22 2025-11-23"), ("sep 1", "2026-09-01 2026-09-02"),
        ("Sat 21 Nov 2026", "2026-11-21 2026-11-22"), ("2025", "2025-01-01 2026-01-01"),
        ("week 47", "2026-11-16 2026-11-23"), ("week 48", "2025-11-24 2025-12-01"),
        ("week 53", "2020-12-28 2021-01-04"), ("week 47 2025", "2025-11-17 2025-11-24"),
        ("2025-W47", "2025-11-17 2025-11-24"), ("since 1 sep", "2026-09-01 …"), ("since last month", "2026-10-01 …"),
        ("from nov", "2026-11-01 …"), ("after nov", "2026-12-01 …"), ("before nov", "… 2026-11-01"),
        ("until nov", "… 2026-12-01"), ("on mon", "2026-11-16 2026-11-17"),
        ("24 oct to 26 oct", "2026-10-24 2026-10-27"), ("from 24 oct to 26 oct", "2026-10-24 2026-10-27"),
        ("24 oct – 26 oct", "2026-10-24 2026-10-27"), ("24-26 oct", "2026-10-24 2026-10-27"),
        ("24 dec to 3 jan", "2025-12-24 2026-01-04"), ("thu to tue", "2026-11-12 2026-11-18"),
        ("24 nov to 26 nov 2025", "2025-11-24 2025-11-27"), ("24 nov 2025 to 26 nov", "2025-11-24 2025-11-27"),
        ("21 nov to now", "2026-11-21 2026-11-21T14:20"),
        ("yesterday 22:30 to today 7:00", "2026-11-20T22:30 2026-11-21T7:0"),
        ("letzte Woche", "2026-11-09 2026-11-16"), ("in den letzten 7 Tagen", "2026-11-15 2026-11-22"),
        ("seit dem 1. September", "2026-09-01 …"), ("vor November", "… 2026-11-01"), ("bis Mai 2026", "… 2026-06-01"),
        ("von 1. okt bis 5. okt", "2026-10-01 2026-10-06"), ("gestern", "2026-11-20 2026-11-21"),
        ("KW 47", "2026-11-16 2026-11-23"), ("vorgestern", "2026-11-19 2026-11-20"),
        ("Sonnabend", "2026-11-21 2026-11-22"), ("diesen Monat", "2026-11-01 2026-12-01"),
        ("die letzten 3 Monate", "2026-08-22 2026-11-22"), ("bis gestern", "… 2026-11-21"),
        ("gestern 22 Uhr bis heute 7:00 Uhr", "2026-11-20T22:0 2026-11-21T7:0"),
        ("März 2025", "2025-03-01 2025-04-01"),
        ("lisbon", "2026-05-03 2026-05-11"), ("since  Stopped Drinking", "2026-09-01 …"),
        ("lisbon to stopped drinking", "2026-05-03 2026-09-02"), ("since move to berlin", "2024-05-03 …"),
        ("move to berlin to lisbon", "2024-05-03 2026-05-11"), ("since --help", "2024-05-04 …"),
        ("שלום", "2024-05-05 2024-05-06"), ("cafe open", "2024-05-07 2024-05-08"),
    ]

    @Test("A text names its range", arguments: read)
    func ranges(text: String, expected: String) throws {
        #expect(try Self.text(Self.phrase().reading(text)) == expected, "\(text)")
    }

    @Test(
        "What may be a value, a moment or a name is no range",
        arguments: [
            "", " ", "now", "14:20", "yesterday 22:30", "3.4", "70.5", "11/21", "1850", "9", "12345", "0000", "2024-13",
            "steps", "last", "ma", "this", "since", "to", "before 8am", "morning", "1 to 2", "5:00-12:00", "week",
            "week 2 days", "nov 24x4", "to to to to to to to to to to to", "31 feb",
        ]
    )
    func noRanges(text: String) throws {
        #expect(try Self.phrase().reading(text) == nil, "\(text)")
        #expect(throws: EntryError.self) { try Self.phrase().range(text) }
    }

    @Test(
        "A range that makes no sense is refused in words",
        arguments: [
            ("5 oct to 1 oct", "“5 oct to 1 oct” ends before it begins"), ("last 0 days", "“last 0 days” has no days"),
            ("last 99999 years", "“last 99999 years” is before 1900"), ("nov 1850", "“nov 1850” is before 1900"),
            ("1850-03-01", "“1850-03-01” is before 1900"),
            ("2026-02-30", "“2026-02-30” names a day that is in no calendar"),
            ("week 54", "“week 54” names a day that is in no calendar"),
            ("since twice", "several marks are called “Twice”: Sun 3 May 2026; 3 May – 4 May 2025"),
        ]
    )
    func refused(text: String, problem: String) throws {
        let error = #expect(throws: EntryError.self) { try Self.phrase().reading(text) }
        #expect(error?.text == problem)
    }

    @Test(
        "Without a year the end follows the beginning, over New Year if it is near, whenever it is asked",
        arguments: [
            ("2026-11-22", "21 nov to 23 nov", "2026-11-21 2026-11-24"),
            ("2026-11-21", "today to 23 nov", "2026-11-21 2026-11-24"),
            ("2026-12-26", "24 dec to 3 jan", "2026-12-24 2027-01-04"),
            ("2027-01-02", "24 dec to 3 jan", "2026-12-24 2027-01-04"),
            ("2027-02-01", "24 dec to 3 jan", "2026-12-24 2027-01-04"),
            ("2026-12-26", "oct to mar", "2026-10-01 2027-04-01"),
            ("2026-12-26", "week 52 to week 1", "2026-12-21 2027-01-11"),
            ("2026-11-21", "1 jan to 31 dec", "2026-01-01 2027-01-01"),
            ("2026-11-21", "week 1 to week 52", "2025-12-29 2026-12-28"),
            ("2026-11-21", "5 oct to 1 oct", nil), ("2026-12-26", "sep to mar", nil), ("2026-11-21", "may to jan", nil),
            ("2026-11-21", "yesterday to 1 nov", nil),
        ] as [(String, String, String?)]
    )
    func withoutYears(day: String, text: String, expected: String?) throws {
        let now = try Self.phrase().start(of: day).addingTimeInterval(50_000)
        let phrase = TimeRangePhrase(now: now, calendar: Self.berlin)
        do {
            #expect(try Self.text(phrase.reading(text)) == expected, "\(text)")
        } catch let error as EntryError {
            #expect(expected == nil && error.text == "“\(text)” ends before it begins", "\(error)")
        }
    }

    @Test("A future time is rejected in questions, and accepted elsewhere")
    func future() throws {
        let phrase = try Self.phrase()
        for text in ["tomorrow", "nov 2030", "since tomorrow", "2027"] {
            #expect(try phrase.range(text).start ?? Self.now > Self.now, "\(text)")
            #expect(throws: EntryError.self, "\(text)") { try phrase.past(text) }
        }
        #expect(try phrase.past("this year").end ?? Self.now > Self.now)
    }

    @Test("A field takes the beginning of a range, and the last day of one for what ends with it")
    func edges() throws {
        let phrase = try Self.phrase()
        func start(_ text: String) throws -> String? {
            Self.text(TimeRange(start: try phrase.start(of: text), end: nil))
        }
        #expect(try start("nov") == "2026-11-01 …")
        #expect(try start("14:18") == "2026-11-21T14:18 …")
        #expect(try start("lisbon") == "2026-05-03 …")
        #expect(try start("-1d") == "2026-11-20T14:20 …")
        #expect(try start("1850-01-01") == "1850-01-01 …")
        let open = #expect(throws: EntryError.self) { try phrase.start(of: "before nov") }
        #expect(open?.text == "“before nov” has no beginning; write a day, such as 2026-11-21")
        #expect(try phrase.last(of: "last month") == phrase.start(of: "2026-11-01").addingTimeInterval(-1))
        #expect(try phrase.last(of: "this month") == Self.now)
        #expect(try Self.text(TimeRange(start: phrase.last(of: "0001-01-05"), end: nil)) == "0001-01-05 …")
        #expect(try phrase.last(of: "yesterday 22:30") == phrase.start(of: "yesterday 22:30"))
        #expect(throws: EntryError.self) { try phrase.last(of: "soon") }
    }

    @Test("A mark with the name of a time is found by its name alone, and the conflict is known before it is made")
    func taken() throws {
        let phrase = try Self.phrase()
        #expect(try Self.text(phrase.reading("today")) == "2026-11-21 2026-11-22")
        #expect(try Self.text(phrase.mark("today")) == "2024-05-06 2024-05-07")
        for name in ["today", "1 sep", "Last Week", "since mon", "5 oct to 1 oct", "night", "before 8am"] {
            #expect(phrase.isTaken(name), "\(name)")
        }
        for name in ["Lisbon", "new medication", "--help", "to", "since"] { #expect(!phrase.isTaken(name), "\(name)") }
    }

    @Test("Weeks begin on the first day of the person's calendar")
    func firstWeekday() throws {
        let american = TimeRangePhrase(now: Self.now, calendar: Self.calendar("Europe/Berlin", firstWeekday: 1))
        #expect(try Self.text(american.reading("this week")) == "2026-11-15 2026-11-22")
        #expect(try Self.text(american.reading("last week")) == "2026-11-08 2026-11-15")
        #expect(try Self.text(american.reading("week 47")) == "2026-11-15 2026-11-22")
    }

    @Test("A zone that changes at midnight has days that begin later, and one that left a day out refuses it")
    func zones() throws {
        let santiago = Self.calendar("America/Santiago")
        let phrase = TimeRangePhrase(now: Self.now, calendar: santiago)
        #expect(try Self.text(phrase.reading("6 sep 2026"), santiago) == "2026-09-06T1:0 2026-09-07")
        let apia = Self.calendar("Pacific/Apia")
        let later = TimeRangePhrase(now: Date(timeIntervalSince1970: 1_325_400_000), calendar: apia)
        #expect(throws: EntryError.self) { try later.reading("2011-12-30") }
        #expect(try Self.text(later.reading("29 dec 2011 to 31 dec 2011"), apia) == "2011-12-29 2012-01-01")
        #expect(try Self.text(later.reading("2011-12"), apia) == "2011-12-01 2012-01-01")
    }

    @Test("Any words give a range in order, or none, whatever the zone")
    func anyWords() throws {
        var random = SeededGenerator("words of ranges")
        let words = [
            "last", "this", "7", "days", "week", "47", "nov", "2025", "21", "to", "–", "since", "before", "mon",
            "today",
            "lisbon", "2026-11", "-2h", "8am", "24-26", "the", "bis", "von", "years", "99999", "29", "feb", "22:30",
            "12/",
        ]
        let marks = TimeMarks([try Self.mark("lisbon", "2026-05-03")])
        let phrases = ["Europe/Berlin", "Asia/Kolkata", "America/Santiago", "Pacific/Apia"]
            .map { TimeRangePhrase(now: Self.now, calendar: Self.calendar($0), marks: marks) }
        for _ in 0..<Soak.count(60, soak: 30_000) {
            let count = Int.random(in: 1...7, using: &random)
            let text = (0..<count).map { _ in words[Int.random(in: words.indices, using: &random)] }
                .joined(separator: " ")
            for phrase in phrases {
                guard let range = try? phrase.reading(text), let start = range.start, let end = range.end else {
                    continue
                }
                #expect(start < end, "\(text), seed \(random.seed)")
            }
        }
    }

    // MARK: Lines

    @Test(
        "The longest range at the end of a line is its time",
        arguments: [
            ("sleep last week", "sleep", "last week", nil),
            ("bp 24 nov to 26 nov", "bp", "24 nov to 26 nov", nil),
            ("night <6h this month", "night <6h", "this month", nil),
            ("change weight last 7 days", "change weight", "last 7 days", nil),
            ("runs this year by week", "runs", "this year", .week),
            ("runs by week this year", "runs", "this year", .week),
            ("rhr since stopped drinking", "rhr", "since stopped drinking", nil),
            ("steps by month", "steps", "", .month),
            ("schlaf letzte woche pro tag", "schlaf", "letzte woche", .day),
            ("caffeine v sleep", "caffeine v sleep", "", nil),
            ("lisbon", "lisbon", "", nil), ("glucose before meal", "glucose before meal", "", nil), ("", "", "", nil),
        ] as [(String, String, String, TimeRangePhrase.Grouping?)]
    )
    func lines(line: String, words: String, time: String, grouping: TimeRangePhrase.Grouping?) throws {
        let found = try Self.phrase().line(line)
        #expect(found.text == words && found.time == time && found.grouping == grouping, "\(line): \(found)")
        #expect((found.range == nil) == time.isEmpty)
    }

    @Test(
        "A line whose time makes no sense is refused",
        arguments: ["bp 5 oct to 1 oct", "sleep since foo", "sleep since tomorrow", "steps last 0 days", "hrv twice"]
    )
    func refusedLines(line: String) throws {
        #expect(throws: EntryError.self) { try Self.phrase().line(line) }
    }

    @Test("A moment at the end of a line is distinguished from the values before it")
    func moments() throws {
        let phrase = try Self.phrase()
        for (line, count, hasDate) in [
            ("weight 75.2 yesterday 7:30", 2, true), ("bp 131/80", 2, false), ("weight 75.2", 2, false),
            ("weight 75.2 7:30", 2, true), ("bp 131/80 2026-11-20", 2, true),
        ] {
            let found = phrase.moment(line)
            #expect(found.words.count == count && (found.date != nil) == hasDate, "\(line)")
        }
    }

    @Test("Every suggestion continues the typed text, and is a range or its beginning")
    func completions() throws {
        let phrase = try Self.phrase()
        for text in ["", "la", "since ", "since l", "n", "until st"] {
            let offers = phrase.completions(of: text)
            #expect(!offers.isEmpty, "\(text)")
            for offer in offers where offer.last != " " && !offer.lowercased().contains("twice") {
                #expect(offer.lowercased().hasPrefix(text), "\(offer)")
                #expect(try phrase.reading(offer) != nil, "\(offer)")
            }
        }
        #expect(phrase.completions(of: "since st") == ["since stopped drinking"])
        #expect(phrase.completions(of: "xyzzy").isEmpty)
    }

    @Test("Ten thousand marks are found by name, and a long line of small words ends soon")
    func many() throws {
        let marks = try (0..<10_000).map { try Self.mark("Märk \($0)", "2024-05-04") }
        let phrase = TimeRangePhrase(now: Self.now, calendar: Self.berlin, marks: TimeMarks(marks))
        #expect(try Self.text(phrase.reading("since mark 9999")) == "2024-05-04 …")
        let line = try phrase.line(String(repeating: "a to 1 to ", count: 20) + "x")
        #expect(line.range == nil)
    }

    // MARK: Four forms

    @Test("A program's day has four forms and no other")
    func fourForms() throws {
        let phrase = DayFormPhrase(now: Self.now, calendar: Self.berlin)
        func read(_ text: String) throws -> String {
            let days = try phrase.days(text)
            return days.lowerBound.text + " " + days.upperBound.text
        }
        #expect(try read("2026-11-20") == "2026-11-20 2026-11-20")
        #expect(try read("today") == "2026-11-21 2026-11-21")
        #expect(try read("yesterday") == "2026-11-20 2026-11-20")
        #expect(try read("30d") == "2026-10-23 2026-11-21")
        for text in [
            "", "Today", " today", "last week", "0d", "d", "-1d", "99999d", "1.5d", "2026-11-22", "2026-02-30",
            "1850-01-01",
            "2026-1-1", "２０２６-11-20", "now", "tomorrow", "2026-11-20T00:00",
        ] {
            #expect(throws: EntryError.self, "\(text)") { try phrase.days(text) }
        }
    }
}
