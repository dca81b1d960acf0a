import Foundation
import HealthKit

/// Reads ranges of time as people type them: `today`, `last week`, `last 7 days`, `21 nov 2025`, `2026-11`, `week 47`,
/// `since 1 sep`, `until mon`, `24 nov to 26 nov`, the name of a mark.
///
/// This is the one reader of ranges, for options, fields, filters and the palette. Moments are read by ``TimePhrase`` and
/// times of day by ``ClockPhrase``. Words go before marks: a mark named `today` is only found by another form of its name.
package struct TimeRangePhrase: Sendable {
    let now: Date
    let calendar: Calendar
    let marks: TimeMarks
    let days: CivilDays

    /// The most characters that are read.
    private static let limit = 300

    /// Whether a text may be read: two marks have room in it, each of whose letters may have several accents.
    static func isShort(_ text: String) -> Bool { text.utf8.count <= 5_000 && text.count <= limit }

    /// A reader of ranges.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - calendar: The person's calendar and time zone.
    ///   - marks: The person's marks, made ready.
    package init(now: Date, calendar: Calendar, marks: TimeMarks = .none) {
        self.now = now
        self.calendar = calendar
        self.marks = marks
        days = CivilDays(calendar)
    }

    /// A reader of ranges, with marks that no other phrase needs.
    package init(now: Date, calendar: Calendar, marks: [TimeMark]) {
        self.init(now: now, calendar: calendar, marks: TimeMarks(marks))
    }

    // MARK: What is asked

    /// The range that a text names, if it names one.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: The range, which may lie in the future; `nil` for a text that is no range.
    /// - Throws: ``EntryError`` for a text that is one and makes no sense: backwards, before 1900, without a day, or the
    ///   name of several marks.
    package func reading(_ text: String) throws -> TimeRange? {
        guard Self.isShort(text) else { return nil }
        return try reading(TypedText.words(text)[...])
    }

    /// The range that a text names.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: The range, which may lie in the future.
    /// - Throws: ``EntryError`` that says what was not understood, and what can be written.
    package func range(_ text: String) throws -> TimeRange {
        guard let range = try reading(text) else { throw problem(text) }
        return range
    }

    /// The range that something is asked of: one that has begun.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: The range. What begins somewhere and goes on has no end.
    /// - Throws: ``EntryError`` that says what was not understood, and for a range that is still to come.
    package func past(_ text: String) throws -> TimeRange {
        let range = try range(text)
        try refuseFuture(range, text)
        return range
    }

    /// The beginning of what a text names: a moment, or the first of a range.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: The moment.
    /// - Throws: ``EntryError`` that says what was not understood, and for a range without a beginning.
    package func start(of text: String) throws -> Date {
        do {
            return try TimePhrase(now: now, timeZone: calendar.timeZone).date(text)
        } catch let error as EntryError {
            guard let range = try reading(text) else { throw Self.isUnknown(text, error) ? problem(text) : error }
            guard let start = range.start else { throw EntryError(EntryStrings.hasNoBeginning(text)) }
            return start
        }
    }

    /// The day, or the moment, on which what a text names ends.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: A moment in the last day that has begun; today for what has no end.
    /// - Throws: ``EntryError`` that says what was not understood.
    package func last(of text: String) throws -> Date {
        // A text that is neither a range nor a moment is rejected as a range.
        let moment = try? TimePhrase(now: now, timeZone: calendar.timeZone).date(text)
        // A day that is written whole may have data, however early it is.
        if let moment, days.day(of: moment) < Self.earliest { return moment }
        guard let range = try reading(text) else {
            guard let moment else { throw problem(text) }
            return moment
        }
        guard let end = range.end else { return now }
        let last = end.addingTimeInterval(-1)
        return last > now && range.start ?? now <= now ? now : last
    }

    /// The days of the mark that has a name.
    ///
    /// - Parameter name: The name, which may also be a word for a time.
    /// - Returns: The days; `nil` if no mark has the name.
    /// - Throws: ``EntryError`` for the name of several marks.
    package func mark(_ name: String) throws -> TimeRange? { try marked(TypedText.words(name)[...])?.range }

    /// Whether a text is a time by words, so that a mark of that name could not be named.
    package func isTaken(_ name: String) -> Bool {
        let reader = TimeRangePhrase(now: now, calendar: calendar)
        do { return try reader.reading(name) != nil || ClockPhrase.span(name) != nil } catch { return true }
    }

    /// Whether a text is no time by words, and may be or have a mark's name.
    package func mayBeMark(_ text: String) -> Bool {
        guard Self.isShort(text), text.contains(where: \.isLetter), !Self.isNumber(text) else { return false }
        let reader = TimeRangePhrase(now: now, calendar: calendar)
        do {
            guard try reader.reading(text) == nil else { return false }
        } catch { return false }
        // A text that is no moment may be a mark.
        return (try? TimePhrase(now: now, timeZone: calendar.timeZone).date(text)) == nil
    }

    /// Whether a text begins like a number and has no word: `1e300`, `-99999999w`.
    private static func isNumber(_ text: String) -> Bool {
        guard let first = text.first, first.isNumber || "+-−".contains(first) else { return false }
        return !zip(text, text.dropFirst()).contains { $0.isLetter && $1.isLetter }
    }

    func refuseFuture(_ range: TimeRange, _ text: String) throws {
        guard let start = range.start, start > now else { return }
        throw EntryError(EntryStrings.isStillToCome(text))
    }

    // MARK: Errors

    /// Whether an error of a moment says no more than that the text is none.
    private static func isUnknown(_ text: String, _ error: EntryError) -> Bool {
        error.text == EntryStrings.isNoTime(text)
    }

    private func problem(_ text: String) -> EntryError {
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        guard !trimmed.isEmpty else { return EntryError(EntryStrings.timeIsMissing) }
        return notUnderstood(text) ?? EntryError(EntryStrings.isNoRange(String(trimmed.prefix(Self.limit))))
    }

    /// The error of digits that aren't a date in the order of the place; `nil` for any other text.
    private func notUnderstood(_ text: String) -> EntryError? {
        guard Self.isShort(text), text.contains(where: \.isNumber) else { return nil }
        let words = TypedText.words(text).joined(separator: " ")
        do {
            _ = try DatePhrase(now: now, calendar: calendar).found(in: words)
            return nil
        } catch { return error as? EntryError }
    }

    // MARK: Sentences

    /// The time that some words name, before the side of it is known.
    struct Found {
        /// How a range without a year or a date can be moved to another one.
        enum Cycle { case year, week }

        var start: Date
        var end: Date
        var unit: TimeRange.Unit?
        /// Of what comes every year or week: `nov`, `mon`.
        var cycle: Cycle?
        /// Whether a year was typed.
        var hasYear = false
        var mark: String?

        var range: TimeRange { TimeRange(unit: unit, start: start, end: end, mark: mark) }
        var isMoment: Bool { start == end }
    }

    func reading(_ words: ArraySlice<String>) throws -> TimeRange? {
        guard let first = words.first else { return nil }
        if let found = try operand(words) { return found.isMoment ? nil : found.range }
        if words.count > 1 {
            let rest = words.dropFirst()
            if let range = try open(first, rest) { return range }
            if TimeWord.on.isMeant(by: first), let found = try operand(rest), !found.isMoment { return found.range }
        }
        return try between(words)
    }

    /// `since X`, `from X`, `after X`, `before X`, `until X`.
    private func open(_ word: String, _ rest: ArraySlice<String>) throws -> TimeRange? {
        let isSince = TimeWord.since.isMeant(by: word) || TimeWord.from.isMeant(by: word)
        let isAfter = TimeWord.after.isMeant(by: word)
        let isBefore = TimeWord.before.isMeant(by: word)
        guard isSince || isAfter || isBefore || TimeWord.until.isMeant(by: word), let found = try operand(rest) else {
            return nil
        }
        if isSince { return TimeRange(start: found.start, end: nil, mark: found.mark) }
        if isAfter { return TimeRange(start: found.end, end: nil, mark: found.mark) }
        return TimeRange(start: nil, end: isBefore ? found.start : found.end, mark: found.mark)
    }

    /// A range by words, a moment, or a mark.
    func operand(_ words: ArraySlice<String>, at day: Int? = nil) throws -> Found? {
        var words = words
        if words.count > 1, let first = words.first, TimeWord.article.isMeant(by: first) {
            if let found = try marked(words) { return found }
            words = words.dropFirst()
        }
        if let found = try simple(words, at: day ?? days.day(of: now)) { return found }
        return try moment(words) ?? marked(words)
    }

    private func marked(_ words: ArraySlice<String>) throws -> Found? {
        let found = words.isEmpty ? [] : marks.named(words)
        guard let mark = found.first else { return nil }
        let dates = DateText(calendar: calendar, now: now)
        func ends(_ mark: TimeMark) -> (Date, Date)? {
            guard let first = days.day(mark.first), let last = days.day(mark.last) else { return nil }
            return (days.date(first), days.date(last + 1))
        }
        guard found.count == 1 else {
            let choices = found.prefix(4)
                .compactMap { mark in
                    ends(mark).map { dates.days(from: $0.0, through: $0.1.addingTimeInterval(-1)) }
                }
            let days = (choices + (found.count > 4 ? ["…"] : [])).joined(separator: "; ")
            throw EntryError(EntryStrings.areSeveralMarks(mark.name, days))
        }
        guard let (start, end) = ends(mark), start < end else {
            throw EntryError(EntryStrings.isInNoCalendar(mark.name))
        }
        return Found(start: start, end: end, hasYear: true, mark: mark.name)
    }

    // MARK: From one to another

    /// No sentence has more words between its ends.
    private static let mostSplits = 8

    /// `X to Y`, `from X to Y`, `X – Y`.
    private func between(_ words: ArraySlice<String>) throws -> TimeRange? {
        var words = words
        if words.count > 2, let first = words.first, TimeWord.from.isMeant(by: first) { words = words.dropFirst() }
        words = Self.spaced(words)[...]
        var splits = 0
        for index in words.indices.dropFirst().dropLast() where TimeWord.to.isMeant(by: words[index]) {
            splits += 1
            guard splits <= Self.mostSplits else { return nil }
            if let range = try between(words[..<index], words[(index + 1)...], words) { return range }
        }
        return nil
    }

    /// `24-26 nov` with blanks around its dash.
    private static func spaced(_ words: ArraySlice<String>) -> [String] {
        guard words.count > 1, let parts = words.first?.split(separator: "-", omittingEmptySubsequences: false),
            parts.count == 2, parts.allSatisfy({ dayNumber(String($0)) != nil })
        else { return Array(words) }
        return [String(parts[0]), "-", String(parts[1])] + words.dropFirst()
    }

    private func between(_ left: ArraySlice<String>, _ right: ArraySlice<String>, _ words: ArraySlice<String>) throws
        -> TimeRange?
    {
        guard var last = try operand(right) else { return nil }
        guard var first = try operand(left) ?? operand(borrowed(left, from: right)) else { return nil }
        if first.cycle == .year, last.hasYear, !first.hasYear {
            // The last such day up to the end.
            first = try operand(left, at: days.day(of: last.end) - (last.isMoment ? 0 : 1)) ?? first
        } else if last.cycle == .year, first.mark == nil, first.hasYear || last.end <= first.start {
            // The first such day from the beginning on.
            let year = days.adding(1, .year, to: days.day(of: first.start)) ?? 0
            let next = try operand(right, at: year - 1) ?? last
            if first.hasYear || isNear(next, first) { last = next }
        } else if first.cycle == .week, last.cycle == .week, last.end <= first.start {
            first = try operand(left, at: days.day(of: last.start)) ?? first
        }
        guard first.start < last.end else {
            throw EntryError(EntryStrings.endsBeforeItBegins(words.joined(separator: " ")))
        }
        return TimeRange(start: first.start, end: last.end)
    }

    /// Whether an end without a year is meant to follow a beginning: in the same year, or across New Year within half a year.
    ///
    /// `5 oct to 1 oct` would be nearly a year: it is backwards.
    private func isNear(_ last: Found, _ first: Found) -> Bool {
        let lastDay = days.day(of: first.end) - (first.isMoment ? 0 : 1)
        if days.components(lastDay).year == days.components(days.day(of: last.start)).year { return true }
        guard let half = days.adding(6, .month, to: days.day(of: first.start)) else { return false }
        return days.day(of: last.end) <= half
    }

    /// A day alone with the month and year of a date: `24` of `24 to 26 nov`.
    private func borrowed(_ left: ArraySlice<String>, from right: ArraySlice<String>) -> ArraySlice<String> {
        guard left.count == 1, right.count > 1, let day = left.first, Self.dayNumber(day) != nil,
            DatePhrase.month(right[right.startIndex + 1]) != nil
        else { return [] }
        return [day] + right.dropFirst()
    }
}
