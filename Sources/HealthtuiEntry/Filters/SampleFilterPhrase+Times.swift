import Foundation
import HealthKit
import HealthKitLocalization

// Conditions on the time of a sample: `last march`, `since monday`, `22:00-06:00`, `weekday mon-fri`, `weekend`.
extension SampleFilterPhrase {
    private var dates: DateText { DateText(calendar: calendar, now: context.now) }

    /// `last march`, `this week`, `last 7 days`, `since monday`, `1 sep to 5 sep`, `before 8am`, `morning`.
    func time(_ text: String) throws -> FilterTerm? {
        if let span = ClockPhrase.span(text) { return clock(span) }
        do {
            return try ranges.reading(text).flatMap { try term($0) }
        } catch let error as EntryError {
            throw RefusedTime(text: error.text)
        }
    }

    /// A time that makes no sense, which no shorter run of words mends.
    struct RefusedTime: Error {
        let text: String
    }

    private var ranges: TimeRangePhrase {
        TimeRangePhrase(now: context.now, calendar: calendar, marks: names.marks)
    }

    private func term(_ range: TimeRange) throws -> FilterTerm? {
        switch (range.start, range.end) {
        case (let start?, nil): return try since(start)
        case (nil, let end?): return try before(end)
        default: return try range.interval.map { try within($0, range.unit) }
        }
    }

    /// A mark in quotation marks.
    func marked(_ run: FilterRun) throws -> FilterTerm? {
        try ranges.mark(run.text).flatMap { try term($0) }
    }

    /// A day, with its time where it isn't the start of the day.
    private func words(_ date: Date) -> String {
        let day = dates.longDay(date)
        return calendar.civilStartOfDay(for: date) == date ? day : day + " " + dates.time(date)
    }

    private func since(_ date: Date) throws -> FilterTerm {
        try stored(
            HKQuery.predicateForSamples(withStart: date, end: nil, options: .strictStartDate),
            FilterStrings.since(words(date))
        )
    }

    private func before(_ date: Date) throws -> FilterTerm {
        try stored(
            HKQuery.predicateForSamples(withStart: nil, end: date, options: .strictEndDate),
            FilterStrings.before(words(date))
        )
    }

    private func within(_ interval: DateInterval, _ unit: TimeRange.Unit?) throws -> FilterTerm {
        let start = interval.start
        let words =
            switch unit {
            case .day: FilterStrings.on(dates.longDay(start))
            case .month: FilterStrings.within(dates.monthAndYear(start))
            case .year: FilterStrings.within(dates.year(start))
            case .week, nil:
                dates.days(from: start, through: interval.end.addingTimeInterval(-1))
            }
        return try stored(HKQuery.predicateForSamples(withStart: start, end: interval.end, options: []), words)
    }

    // MARK: The clock

    /// `time 22:00-06:00`, `time 9am - 5pm`.
    func clock(_ run: FilterRun) throws -> FilterTerm? {
        let words = run.words.map { $0.text.lowercased() }
        guard words.first == FilterWords.time, words.count > 1 else { return nil }
        guard let span = ClockPhrase.range(words.dropFirst().joined(separator: " ")) else { return nil }
        guard span.start != span.end % 86_400 || (span.start == 0 && span.end == 86_400) else {
            throw FilterError(
                column: run.column(at: words[0].count + 1),
                word: words[1],
                problem: FilterStrings.isNoSpan
            )
        }
        return clock(span)
    }

    private func clock(_ span: ClockSpan) -> FilterTerm {
        let text = FilterStrings.timeOfDay(Self.clock(span.start), Self.clock(span.end))
        return FilterTerm(.checked(.timeOfDay(span)), text)
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
