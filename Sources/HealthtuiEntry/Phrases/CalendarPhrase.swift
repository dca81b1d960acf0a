import Foundation
import HealthKit

/// Reads a day, a month or a year as people type it: `2024-03-01`, `yesterday`, `mon`, `2024-03`, `march 2024`,
/// `last march`, `2024`.
package struct CalendarPhrase: Sendable {
    private let now: Date
    private let calendar: Calendar

    /// A reader of phrases.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - calendar: The person's calendar and time zone.
    package init(now: Date, calendar: Calendar) {
        self.now = now
        self.calendar = calendar
    }

    /// A range of the calendar.
    package struct Time: Sendable, Hashable {
        /// The length of the period.
        package enum Unit: Sendable, Hashable {
            case day
            case month
            case year
        }

        package var unit: Unit
        package var interval: DateInterval
    }

    /// Parses a phrase.
    ///
    /// - Parameter phrase: The user's text.
    /// - Returns: The day, month or year; `nil` when the phrase names none. A month without a year is the last one that has
    ///   begun, and so is `last march`, unless that is the current month: then it is the one of the year before.
    package func time(_ phrase: String) -> Time? {
        let words = phrase.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
        if let day = DatePhrase(now: now, calendar: calendar).wholeDate(words.joined(separator: " ")) {
            return time(.day, day)
        }
        switch words.count {
        case 1:
            if let time = numbered(words[0]) { return time }
            if let month = Self.month(words[0]) { return latest(month, isBeforeThis: false) }
            return named(words[0])
        case 2:
            if words[0] == "last" {
                return Self.month(words[1]).flatMap { latest($0, isBeforeThis: true) } ?? last(words[1])
            }
            guard let month = Self.month(words[0]), let year = Self.year(words[1]) else { return nil }
            return time(.month, DateComponents(year: year, month: month))
        default: return nil
        }
    }

    /// `2024-03-01`, `2024-03` or `2024`.
    private func numbered(_ word: String) -> Time? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let year = Self.year(first) else { return nil }
        switch parts.map(\.count) {
        case [4]: return time(.year, DateComponents(year: year))
        case [4, 2]:
            guard let month = Int(parts[1]), (1...12).contains(month) else { return nil }
            return time(.month, DateComponents(year: year, month: month))
        case [4, 2, 2]:
            guard let month = Int(parts[1]), let day = Int(parts[2]) else { return nil }
            return time(.day, DateComponents(year: year, month: month, day: day))
        default: return nil
        }
    }

    /// `today`, `yesterday` or a weekday, the last one that has begun.
    private func named(_ word: String) -> Time? {
        // A word that isn't a time may be another phrase.
        let others = ["now", "tomorrow", DateStrings.now.lowercased(), DateStrings.tomorrow.lowercased()]
        guard word.allSatisfy({ $0.isLetter || "'’".contains($0) }), !others.contains(word),
            let date = try? TimePhrase(now: now, timeZone: calendar.timeZone).date(word)
        else { return nil }
        return interval(.day, at: date)
    }

    /// `last week` is a day of it, `last month` and `last year` are whole.
    private func last(_ word: String) -> Time? {
        switch word {
        case "month": interval(.month, at: calendar.civilDate(byAdding: .month, value: -1, to: now))
        case "year": interval(.year, at: calendar.civilDate(byAdding: .year, value: -1, to: now))
        case "week": interval(.day, at: calendar.civilDate(byAdding: .day, value: -7, to: now))
        default: named(word)
        }
    }

    private func latest(_ month: Int, isBeforeThis: Bool) -> Time? {
        let today = calendar.dateComponents([.year, .month], from: now)
        guard let year = today.year, let current = today.month else { return nil }
        let hasBegun = isBeforeThis ? month < current : month <= current
        return time(.month, DateComponents(year: hasBegun ? year : year - 1, month: month))
    }

    private func time(_ unit: Time.Unit, _ parts: DateComponents) -> Time? {
        let noon = DateComponents(year: parts.year, month: parts.month ?? 1, day: parts.day ?? 1, hour: 12)
        guard let date = calendar.date(from: noon),
            calendar.component(.day, from: date) == parts.day ?? 1,
            calendar.component(.month, from: date) == parts.month ?? 1
        else { return nil }
        return interval(unit, at: date)
    }

    private func interval(_ unit: Time.Unit, at date: Date) -> Time {
        let component: Calendar.Component =
            switch unit {
            case .day: .day
            case .month: .month
            case .year: .year
            }
        return Time(unit: unit, interval: calendar.civilInterval(of: component, for: date))
    }

    private static func year(_ word: String) -> Int? {
        guard word.count == 4, word.allSatisfy({ $0.isASCII && $0.isNumber }), let year = Int(word), year >= 1900 else {
            return nil
        }
        return year
    }

    private static func month(_ word: String) -> Int? { DatePhrase.month(word) }
}
