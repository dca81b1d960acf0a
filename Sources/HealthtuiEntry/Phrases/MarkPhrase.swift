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

    /// The days that a person types: `3 oct`, `3 may 10 may`, `2026-05-03 to 2026-05-10`, `last week`.
    ///
    /// - Parameter text: One day, the first and the last, or what else has both.
    /// - Returns: The days.
    /// - Throws: ``EntryError`` for a text that names no days, or can be divided in two ways, and for days before 1900 and
    ///   backwards.
    package func days(_ text: String) throws -> (first: CalendarDay, last: CalendarDay) {
        let words = TypedText.words(String(text.prefix(Self.mostBytes)))
        guard !words.isEmpty else { throw EntryError(MarkStrings.dayIsMissing) }
        let problem = EntryError(MarkStrings.isNoDay(Self.simplified(String(text.prefix(60))).printable))
        guard words.count <= Self.mostWords, text.utf8.count <= Self.mostBytes else { throw problem }
        let whole = Result { try times.reading(text) }
        if case .success(let range?) = whole {
            guard let days = days(of: range) else { throw problem }
            return days
        }
        let pairs = words.indices.dropFirst()
            .map { (words[..<$0].joined(separator: " "), words[$0...].joined(separator: " ")) }
            .filter { isDay($0.0) && isDay($0.1) }
        guard let pair = pairs.first, pairs.count == 1 else {
            // A day that is in no calendar has an error of its own.
            _ = try whole.get()
            throw problem
        }
        guard let range = try times.reading("\(pair.0) – \(pair.1)"), let days = days(of: range) else { throw problem }
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

    // MARK: Times

    private var times: TimeRangePhrase { TimeRangePhrase(now: now, calendar: calendar) }

    private func isDay(_ text: String) -> Bool {
        // Text that isn't a day may be a part of one.
        // What is no day here is refused with its reason when the whole text is read.
        (try? times.reading(text))?.unit == .day
    }

    /// The days of a range; `nil` for one without a beginning or an end, or of parts of days.
    private func days(of range: TimeRange) -> (first: CalendarDay, last: CalendarDay)? {
        guard let start = range.start, let end = range.end, start < end,
            [start, end].allSatisfy({ calendar.civilStartOfDay(for: $0) == $0 })
        else { return nil }
        return (CalendarDay(start, in: calendar), CalendarDay(end.addingTimeInterval(-1), in: calendar))
    }

    /// Whether a text is read as a time where one is expected, so that a mark of this name could never be meant.
    private func isTime(_ text: String) -> Bool {
        guard text.utf8.count <= Self.mostBytes else { return false }
        if times.isTaken(text) { return true }
        do {
            _ = try TimePhrase(now: now, timeZone: calendar.timeZone).date(text)
            return true
        } catch {
            return false
        }
    }
}
