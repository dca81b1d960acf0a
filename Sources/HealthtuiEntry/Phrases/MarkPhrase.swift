import Foundation
import HealthKit

/// Reads marks as people type them: the words, then a day or the first and the last day.
package struct MarkPhrase: Sendable {
    private let now: Date
    private let calendar: Calendar

    /// A reader of marks.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - calendar: The person's calendar and time zone.
    package init(now: Date, calendar: Calendar) {
        self.now = now
        self.calendar = calendar
    }

    /// The mark that a person describes.
    ///
    /// - Parameters:
    ///   - text: The words; blanks around them and more than one between them don't count.
    ///   - days: The days, as ``days(_:)`` reads them.
    /// - Returns: A mark with a new identity.
    /// - Throws: ``EntryError`` for words that are read as a time or an option and for what isn't a day; `errorInvalidArgument`
    ///   for what a store doesn't take, see ``DayMark/check()``.
    package func mark(_ text: String, on days: String) throws -> DayMark {
        let text = Self.simplified(text)
        if text.hasPrefix("-") || text.hasPrefix("\u{2212}") { throw EntryError(MarkStrings.isOption(text.printable)) }
        if isTime(text) { throw EntryError(MarkStrings.isTime(text)) }
        let days = try self.days(days)
        let mark = DayMark(text, days.first, days.last)
        try mark.check()
        return mark
    }

    /// The days that a person types: `3 oct`, `3 may 10 may`, `2026-05-03 to 2026-05-10`.
    ///
    /// - Parameter text: One day, or the first and the last.
    /// - Returns: The days as typed, the second of which may be before the first.
    /// - Throws: ``EntryError`` for a text that isn't a day or two, or that can be divided in two ways.
    package func days(_ text: String) throws -> (first: CalendarDay, last: CalendarDay) {
        let text = Self.simplified(text)
        let words = text.split(separator: " ").map(String.init)
        guard !words.isEmpty else { throw EntryError(MarkStrings.dayIsMissing) }
        guard words.count <= Self.mostWords, text.utf8.count <= Self.mostBytes else {
            throw EntryError(MarkStrings.isNoDay(String(text.prefix(60)).printable))
        }
        if let day = day(text) { return (day, day) }
        var found: [(first: CalendarDay, last: CalendarDay)] = []
        for place in words.indices.dropFirst() {
            let rest = words[place...].drop { $0 == "to" || $0 == "–" }
            guard let first = day(words[..<place].joined(separator: " ")),
                let last = day(rest.joined(separator: " ")),
                !found.contains(where: { $0 == (first, last) })
            else { continue }
            found.append((first, last))
        }
        guard let days = found.first, found.count == 1 else {
            throw EntryError(MarkStrings.isNoDay(text.printable))
        }
        return days
    }

    /// The marks that a person means.
    ///
    /// - Parameters:
    ///   - text: The words in any capitals, or the first digits of an identity, at least four.
    ///   - days: Their days; `nil` for any.
    ///   - marks: The marks to choose from.
    /// - Returns: The marks of exactly this name, else those of this name in other capitals, else those of this identity.
    package static func chosen(
        _ text: String,
        on days: (first: CalendarDay, last: CalendarDay)?,
        among marks: [DayMark]
    ) -> [DayMark] {
        let marks = marks.filter { mark in days.map { $0 == (mark.first, mark.last) } ?? true }
        let text = simplified(text)
        let exact = marks.filter { $0.text == text }
        if !exact.isEmpty { return exact }
        let folded = text.lowercased()
        let similar = marks.filter { simplified($0.text).lowercased() == folded }
        if !similar.isEmpty || folded.count < 4 { return similar }
        return marks.filter { $0.id.uuidString.lowercased().hasPrefix(folded) }
    }

    /// More words than two days have.
    private static let mostWords = 12
    private static let mostBytes = 300

    private static func simplified(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: The reader of times, used here alone

    /// The day that a text names.
    private func day(_ text: String) -> CalendarDay? {
        // A day of the calendar exists in every zone, also where clocks left it out.
        if let day = CalendarDay(text: text), day.text == text { return day.exists ? day : nil }
        if let range = CalendarPhrase(now: now, calendar: calendar).time(text), range.unit != .day { return nil }
        // Text that isn't a time is no day either; the caller says so.
        guard let date = try? TimePhrase(now: now, timeZone: calendar.timeZone).date(text),
            calendar.civilStartOfDay(for: date) == date
        else { return nil }
        return CalendarDay(date, in: calendar)
    }

    /// Whether a text is read as a time where one is expected, so that a mark of this name could never be meant.
    private func isTime(_ text: String) -> Bool {
        guard text.utf8.count <= Self.mostBytes else { return false }
        if TimeRangePhrase(now: now, calendar: calendar).isTaken(text) { return true }
        do {
            _ = try TimePhrase(now: now, timeZone: calendar.timeZone).date(text)
            return true
        } catch {
            return false
        }
    }
}
