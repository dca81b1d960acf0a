import Foundation
import HealthKit
import HealthKitLocalization

// Conditions on the time of a sample: `last march`, `since monday`, `time 22:00-06:00`, `weekday mon-fri`, `weekend`.
extension SampleFilterPhrase {
    private var dates: DateText { DateText(calendar: calendar, now: context.now) }

    /// `last march`, `since monday`, `before 2024-03-01`.
    func time(_ text: String) throws -> FilterTerm? {
        let phrase = CalendarPhrase(now: context.now, calendar: calendar)
        let words = text.lowercased().split(separator: " ", maxSplits: 1).map(String.init)
        if words.count == 2, FilterWords.prepositions.contains(words[0]) {
            guard let time = phrase.time(words[1]) else { return nil }
            switch words[0] {
            case "since", "from": return try since(time.interval.start)
            case "after": return try since(time.interval.end)
            case "before": return try before(time.interval.start)
            case "until": return try before(time.interval.end)
            default: return try within(time)
            }
        }
        return try phrase.time(text).map(within)
    }

    private func since(_ date: Date) throws -> FilterTerm {
        try stored(
            HKQuery.predicateForSamples(withStart: date, end: nil, options: .strictStartDate),
            FilterStrings.since(dates.longDay(date))
        )
    }

    private func before(_ date: Date) throws -> FilterTerm {
        try stored(
            HKQuery.predicateForSamples(withStart: nil, end: date, options: .strictEndDate),
            FilterStrings.before(dates.longDay(date))
        )
    }

    private func within(_ time: CalendarPhrase.Time) throws -> FilterTerm {
        let start = time.interval.start
        let words =
            switch time.unit {
            case .day: FilterStrings.on(dates.longDay(start))
            case .month: FilterStrings.within(dates.monthAndYear(start))
            case .year: FilterStrings.within(dates.year(start))
            }
        return try stored(HKQuery.predicateForSamples(withStart: start, end: time.interval.end, options: []), words)
    }

    // MARK: The clock

    /// `time 22:00-06:00`, `time 9am - 5pm`.
    func clock(_ run: FilterRun) throws -> FilterTerm? {
        let words = run.words.map { $0.text.lowercased() }
        guard words.first == FilterWords.time, words.count > 1 else { return nil }
        guard let span = Self.clockSpan(words.dropFirst().joined(separator: " ")) else { return nil }
        guard span.start != span.end % 86_400 || (span.start == 0 && span.end == 86_400) else {
            throw FilterError(
                column: run.column(at: words[0].count + 1),
                word: words[1],
                problem: FilterStrings.isNoSpan
            )
        }
        let text = FilterStrings.timeOfDay(Self.clock(span.start), Self.clock(span.end))
        return FilterTerm(.checked(.timeOfDay(span)), text)
    }

    /// The range of the clock that a text such as `22:00-06:00` is.
    static func clockSpan(_ text: String) -> ClockSpan? {
        let dashes = text.lowercased().replacing("–", with: "-").replacing("..", with: "-")
            .replacing(FilterWords.to, with: "-")
        let halves = dashes.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.filter { !$0.isWhitespace } }
        guard halves.count == 2, let start = second(halves[0]), let end = second(halves[1]), start < 86_400 else {
            return nil
        }
        return ClockSpan(start: start, end: end == 0 ? 86_400 : end)
    }

    /// Seconds since midnight.
    ///
    /// A bare number is none: it may be of the morning or of the evening.
    private static func second(_ text: String) -> Int? {
        let body = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let suffix = text.dropFirst(body.count)
        guard suffix.isEmpty || suffix == "am" || suffix == "pm" else { return nil }
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || (parts.count == 1 && !suffix.isEmpty), (1...2).contains(parts[0].count),
            var hour = Int(parts[0]), parts.count == 1 || parts[1].count == 2,
            let minute = parts.count == 1 ? 0 : Int(parts[1]), minute < 60
        else { return nil }
        if !suffix.isEmpty {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (suffix == "pm" ? 12 : 0)
        }
        guard hour < 24 || (hour == 24 && minute == 0) else { return nil }
        return (hour * 60 + minute) * 60
    }

    private static func clock(_ second: Int) -> String {
        // 24:00 is the end of a day, which clocks of twelve hours don't show.
        let hour = TextLocale.current.region.hasTwelveHours ? second / 3_600 % 24 : second / 3_600
        return DateStrings.time(hour, second / 60 % 60)
    }

    // MARK: Weekdays

    /// `weekday mon,sat`, `weekday fri-sun`, `weekend`.
    func weekdays(_ run: FilterRun) throws -> FilterTerm? {
        if run.text.lowercased() == FilterWords.weekend {
            let days = Set((1...7).filter { isWeekend($0) })
            return FilterTerm(.checked(.weekday(days)), FilterStrings.weekend(names(of: days)))
        }
        let words = run.text.lowercased().split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, words[0] == FilterWords.weekday else { return nil }
        var days: Set<Int> = []
        for item in words[1].split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let ends = item.replacing("–", with: "-").split(separator: "-", omittingEmptySubsequences: false)
            guard (1...2).contains(ends.count), let first = Self.weekday(ends[0]),
                let last = Self.weekday(ends[ends.count - 1])
            else { return nil }
            var day = first
            days.insert(day)
            while day != last {
                day = day % 7 + 1
                days.insert(day)
            }
        }
        return FilterTerm(.checked(.weekday(days)), FilterStrings.weekdays(names(of: days)))
    }

    /// The weekday that a word begins: 1 is Sunday.
    private static func weekday(_ word: some StringProtocol) -> Int? {
        guard word.count >= 3 else { return nil }
        return FilterWords.weekdays.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    /// The first Sunday of 2001 and the six days after it tell what the calendar takes for a weekend.
    private func isWeekend(_ weekday: Int) -> Bool {
        let noon = DateComponents(year: 2001, month: 1, day: 6 + weekday, hour: 12)
        return calendar.date(from: noon).map { calendar.isDateInWeekend($0) } ?? false
    }

    /// The names of days in the order of the person's week.
    private func names(of days: Set<Int>) -> [String] {
        let first = calendar.firstWeekday - 1
        return (0..<7).map { (first + $0) % 7 + 1 }.filter(days.contains)
            .map { calendar.shortStandaloneWeekdaySymbols[$0 - 1] }
    }
}
