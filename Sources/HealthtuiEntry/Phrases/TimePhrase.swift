import Foundation
import HealthKit
import HealthKitLocalization

/// Reads times as people type them: `now`, `-10m`, `14:18`, `yesterday 22:30`, `mon 8:00`, `2026-11-21T14:20:00+01:00`,
/// and days as they are written where the person is, as ``DatePhrase`` reads them.
///
/// Phrases are read in a time zone and against a current time, so the same phrase gives the same date wherever it is
/// tested. A day without a time means the start of that day; a time without a day means that time today.
package struct TimePhrase: Sendable {
    /// The meaning of `now`.
    package let now: Date

    private let calendar: Calendar

    /// A reader of phrases.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - timeZone: The time zone of clock times and days.
    package init(now: Date, timeZone: TimeZone) {
        self.now = now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        self.calendar = calendar
    }

    /// The time that a phrase names.
    ///
    /// - Parameter phrase: The user's text.
    /// - Returns: The time.
    /// - Throws: ``EntryError`` that says what was not understood.
    package func date(_ phrase: String) throws -> Date {
        let text = Self.simplified(phrase)
        guard !text.isEmpty else { throw EntryError(EntryStrings.timeIsMissing) }
        if isNow(text) { return now }
        if text.hasPrefix("-") || text.hasPrefix("+") { return try shifted(now, by: text, phrase) }
        return try day(text, phrase) ?? clockOnly(text, phrase)
    }

    /// Whether a text in lower case means the current time.
    func isNow(_ text: String) -> Bool {
        text == "now" || text == DateStrings.now.lowercased() || text == TimeWord.germanNow
    }

    /// The time that a phrase names, where `+30m` counts from another time: an end counted from its start.
    ///
    /// A time without a day is the first such time from the start on: after `yesterday 23:00`, `23:30` is the same evening
    /// and `01:30` the night after it. Where that lies in the future it is on the day of the start, and so before it.
    ///
    /// - Parameters:
    ///   - phrase: The user's text.
    ///   - start: The time that a phrase with a plus sign counts from.
    /// - Returns: The time.
    /// - Throws: ``EntryError`` that says what was not understood.
    package func date(_ phrase: String, after start: Date) throws -> Date {
        let text = Self.simplified(phrase)
        if text.hasPrefix("+") { return try shifted(start, by: text, phrase) }
        guard let clock = ClockTime(text), clock.offset == nil else { return try date(phrase) }
        func time(daysLater days: Int) throws -> Date {
            let day = calendar.civilDate(byAdding: .day, value: days, to: calendar.civilStartOfDay(for: start))
            return try date(calendar.dateComponents([.year, .month, .day], from: day), clock, phrase)
        }
        let sameDay = try time(daysLater: 0)
        guard sameDay < start else { return sameDay }
        let nextDay = try time(daysLater: 1)
        return nextDay <= now ? nextDay : sameDay
    }

    /// The time that a phrase names, where a time without a day is the last such time up to a limit.
    ///
    /// - Parameters:
    ///   - phrase: The user's text.
    ///   - limit: The latest that a time without a day may mean.
    /// - Returns: The time; that of another phrase may be later than the limit.
    /// - Throws: ``EntryError`` that says what was not understood.
    package func date(_ phrase: String, upTo limit: Date) throws -> Date {
        let text = Self.simplified(phrase)
        guard let clock = ClockTime(text), clock.offset == nil else { return try date(phrase) }
        func time(daysBefore days: Int) throws -> Date {
            let day = calendar.civilDate(byAdding: .day, value: -days, to: calendar.civilStartOfDay(for: limit))
            return try date(calendar.dateComponents([.year, .month, .day], from: day), clock, phrase)
        }
        let sameDay = try time(daysBefore: 0)
        return sameDay <= limit ? sameDay : try time(daysBefore: 1)
    }

    private static func simplified(_ phrase: String) -> String {
        phrase.lowercased().replacing("\u{2212}", with: "-").split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
    }

    private func notUnderstood(_ phrase: String) -> EntryError {
        EntryError(EntryStrings.isNoTime(phrase))
    }

    // MARK: Shifts

    /// The years 1 to 9999, about.
    private static let span =
        Date(timeIntervalSinceReferenceDate: -63_000_000_000)...Date(timeIntervalSinceReferenceDate: 252_000_000_000)

    /// Counts units of time, such as `-2h30m`, from a date; days and weeks keep the time of day.
    private func shifted(_ date: Date, by text: String, _ phrase: String) throws -> Date {
        let sign = text.hasPrefix("-") ? -1 : 1
        var rest = text.dropFirst().filter { $0 != " " }[...]
        var days = 0
        var seconds = 0
        guard !rest.isEmpty else { throw notUnderstood(phrase) }
        while !rest.isEmpty {
            let digits = rest.prefix(while: Self.isDigit)
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(unit.count)
            guard !digits.isEmpty, digits.count <= 8, let count = Int(digits) else { throw notUnderstood(phrase) }
            switch unit {
            case "s", "sec", "second", "seconds": seconds += count
            case "m", "min", "minute", "minutes": seconds += count * 60
            case "h", "hr", "hour", "hours": seconds += count * 3_600
            case "d", "day", "days": days += count
            case "w", "week", "weeks": days += count * 7
            default: throw notUnderstood(phrase)
            }
        }
        let tooFar = EntryError(EntryStrings.isTooFarAway(phrase))
        guard days < 4_000_000 else { throw tooFar }
        let day = days == 0 ? date : calendar.civilDate(byAdding: .day, value: sign * days, to: date)
        let shifted = day.addingTimeInterval(Double(sign * seconds))
        guard Self.span.contains(shifted) else { throw tooFar }
        return shifted
    }

    // MARK: Days

    /// A day, by name or number, with or without a time; `nil` when the text does not begin with one.
    private func day(_ text: String, _ phrase: String) throws -> Date? {
        if text.first.map(Self.isDigit) == true, text.dropFirst(4).first == "-" { return try numberedDay(text, phrase) }
        let dates = DatePhrase(now: now, calendar: calendar)
        let named = namedDay(text)
        // The weekday of a date says nothing that the date does not.
        let written = named.map { String(text.dropFirst($0.length).drop { " ,.".contains($0) }) } ?? text
        // The weekday may be a month in English, as `mar 3` is in French.
        if let found = try dates.found(in: written) ?? dates.found(in: text) {
            return try clock(found.rest, on: found.date, phrase)
        }
        guard let named else { return nil }
        let day = calendar.civilDate(byAdding: .day, value: named.offset, to: calendar.civilStartOfDay(for: now))
        let rest = text.dropFirst(named.length)
        guard rest.contains(where: { $0 != " " && $0 != "," }) else { return day }
        return try clock(rest, on: calendar.dateComponents([.year, .month, .day], from: day), phrase)
    }

    /// A day at the time that follows it; at its start where none does.
    private func clock(_ text: some StringProtocol, on day: DateComponents, _ phrase: String) throws -> Date {
        var rest = String(text.drop { $0 == " " || $0 == "," })
        if rest.hasPrefix("at ") || rest.hasPrefix(TimeWord.germanAt) { rest = String(rest.dropFirst(3)) }
        guard !rest.isEmpty else { return try date(day, .midnight, phrase) }
        guard let clock = ClockTime(rest) else { throw notUnderstood(phrase) }
        return try date(day, clock, phrase)
    }

    /// The names of days in English, in the person's language and in German.
    private static let dayNames = LanguageCache {
        let english = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let own = DateStrings.typedWeekdays
        let near =
            [
                ("today", 0), (DateStrings.today, 0), ("yesterday", -1), (DateStrings.yesterday, -1), ("tomorrow", 1),
                (DateStrings.tomorrow, 1),
            ] + TimeWord.germanDays
        return (
            near: near.map { (name: TypedText.folded($0.0), offset: $0.1) }.filter { !$0.name.isEmpty },
            english: TypedNames(english), own: own == english ? nil : TypedNames(own),
            short: DateStrings.weekdays.map { $0.lowercased().filter(\.isLetter) },
            german: TypedNames(TimeWord.germanWeekdays)
        )
    }

    /// The offset in days from today of the day name that a text begins with, and the name's length; a weekday is the last one
    /// that has begun.
    func namedDay(_ text: String) -> (offset: Int, length: Int, isWeekday: Bool)? {
        let names = Self.dayNames.value
        let folded = TypedText.folded(text)
        for (name, offset) in names.near
        where folded.hasPrefix(name) && folded.dropFirst(name.count).first?.isLetter != true {
            return (offset, name.count, false)
        }
        let word = text.prefix(while: \.isLetter)
        guard !word.isEmpty,
            let index = names.english.index(of: word, least: 3) ?? names.own?.index(of: word, least: 2)
                ?? names.short.firstIndex(of: String(word)) ?? names.german.index(of: word, least: .max)
        else { return nil }
        let today = calendar.component(.weekday, from: now) - 1
        return (-((today - index + 7) % 7), word.count, true)
    }

    /// `2026-11-21`, `2026-11-21 14:20`, `2026-11-21T14:20:00.5+01:00`, `2026-11`.
    private func numberedDay(_ text: String, _ phrase: String) throws -> Date {
        let dayText = text.prefix { Self.isDigit($0) || $0 == "-" }
        let parts = dayText.split(separator: "-", omittingEmptySubsequences: false)
        let lengths = parts.map(\.count)
        guard lengths == [4, 2] || lengths == [4, 2, 2], let year = Int(parts[0]), let month = Int(parts[1]),
            let day = parts.count == 3 ? Int(parts[2]) : 1
        else { throw notUnderstood(phrase) }
        let components = DateComponents(year: year, month: month, day: day)
        var rest = text.dropFirst(dayText.count)
        if rest.hasPrefix("t") || rest.hasPrefix(" ") { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return try date(components, .midnight, phrase) }
        guard parts.count == 3, let clock = ClockTime(String(rest)) else { throw notUnderstood(phrase) }
        return try date(components, clock, phrase)
    }

    private func clockOnly(_ text: String, _ phrase: String) throws -> Date {
        guard let clock = ClockTime(text), clock.offset == nil else { throw notUnderstood(phrase) }
        return try date(calendar.dateComponents([.year, .month, .day], from: now), clock, phrase)
    }

    private func date(_ day: DateComponents, _ clock: ClockTime, _ phrase: String) throws -> Date {
        var calendar = calendar
        if let offset = clock.offset { calendar.timeZone = TimeZone(secondsFromGMT: offset) ?? calendar.timeZone }
        var parts = DateComponents(year: day.year, month: day.month, day: day.day)
        guard let year = day.year, let month = day.month, let dayOfMonth = day.day, (1...9999).contains(year),
            (1...12).contains(month), (1...31).contains(dayOfMonth), let noon = calendar.date(from: parts),
            calendar.component(.day, from: noon) == dayOfMonth
        else { throw EntryError(EntryStrings.isInNoCalendar(phrase)) }
        parts.hour = clock.hour
        parts.minute = clock.minute
        parts.second = clock.second
        guard let date = calendar.date(from: parts) else { throw notUnderstood(phrase) }
        return date.addingTimeInterval(clock.fraction)
    }

    fileprivate static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}

/// A time of day, with the offset from UTC that was typed with it.
private struct ClockTime {
    var hour = 0
    var minute = 0
    var second = 0
    var fraction = 0.0
    /// Seconds east of UTC; `nil` when none was typed.
    var offset: Int?

    static let midnight = ClockTime(hour: 0)

    private init(hour: Int) { self.hour = hour }

    /// Reads `14:20`, `14:20:05.25`, `7:05 pm`, `7am`, `8 uhr`, each but the last two with `z`, `+01:00`, `+0100` or `+01` behind it.
    init?(_ text: String) {
        let body = text.prefix { TimePhrase.isDigit($0) || $0 == ":" || $0 == "." }
        let suffix = text.dropFirst(body.count).drop { $0 == " " }
        let isTwelveHours = suffix == "am" || suffix == "pm"
        let isGerman = suffix == TimeWord.germanClock
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) || (parts.count == 1 && (isTwelveHours || isGerman)) else { return nil }
        guard let hour = Self.number(parts[0]), let minute = parts.count > 1 ? Self.number(parts[1], length: 2) : 0
        else {
            return nil
        }
        self.hour = hour
        self.minute = minute
        if parts.count == 3 {
            let pieces = parts[2].split(separator: ".", omittingEmptySubsequences: false)
            guard pieces.count <= 2, let second = Self.number(pieces[0], length: 2) else { return nil }
            self.second = second
            if pieces.count == 2 {
                guard !pieces[1].isEmpty, pieces[1].count <= 9, let fraction = Double("0." + pieces[1]) else {
                    return nil
                }
                self.fraction = fraction
            }
        }
        if isTwelveHours {
            guard (1...12).contains(hour) else { return nil }
            self.hour = hour % 12 + (suffix == "pm" ? 12 : 0)
        } else if !suffix.isEmpty, !isGerman {
            guard let offset = Self.offset(suffix) else { return nil }
            self.offset = offset
        }
        guard self.hour < 24, self.minute < 60, second < 60 else { return nil }
    }

    private static func number(_ text: Substring, length: Int? = nil) -> Int? {
        guard (1...2).contains(text.count), length.map({ text.count == $0 }) ?? true else { return nil }
        return Int(text)
    }

    private static func offset(_ text: Substring) -> Int? {
        if text == "z" || text == "utc" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.allSatisfy(TimePhrase.isDigit), digits.count == 2 || digits.count == 4,
            let hours = Int(digits.prefix(2)), let minutes = digits.count == 4 ? Int(digits.suffix(2)) : 0,
            hours <= 18, minutes < 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
}
