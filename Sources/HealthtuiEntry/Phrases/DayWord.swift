import HealthKit

/// Days as a program names them that may cut none: `2026-11-28`, `today`, `yesterday`, and `30d` for the last thirty.
///
/// A day that is the same in every language and time zone of the reader, without a time of day or a zone.
package enum DayWord: Sendable, Hashable {
    /// A day of the calendar.
    case day(CalendarDay)
    /// A day so many days ago: 0 for today.
    case ago(Int)
    /// The last days, today included.
    case last(Int)

    /// The most days that a word names.
    package static let most = 36_600

    /// The days that a day, or the first and the last one, stand for.
    ///
    /// - Parameter today: The current day.
    /// - Returns: The days; both ends count.
    package func days(_ today: CalendarDay) -> ClosedRange<CalendarDay> {
        switch self {
        case .day(let day): day...day
        case .ago(let days): today.advanced(by: -days)...today.advanced(by: -days)
        case .last(let days): today.advanced(by: 1 - days)...today
        }
    }

    /// Whether it names more than one day.
    package var isSpan: Bool {
        if case .last = self { true } else { false }
    }
}

extension TimeRangePhrase {
    /// Reads a word for days, where nothing else that names a time is understood.
    ///
    /// - Parameter text: The text.
    /// - Returns: The word; `nil` for any other text, and for a day that no calendar has.
    package static func dayWord(_ text: String) -> DayWord? {
        switch text {
        case "today": return .ago(0)
        case "yesterday": return .ago(1)
        default: break
        }
        let bytes = Array(text.utf8)
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        if bytes.last == UInt8(ascii: "d") {
            guard (2...6).contains(bytes.count), bytes.dropLast().allSatisfy(isDigit), let days = Int(text.dropLast()),
                (1...DayWord.most).contains(days)
            else { return nil }
            return .last(days)
        }
        guard bytes.count == 10,
            bytes.enumerated().allSatisfy({ [4, 7].contains($0) ? $1 == UInt8(ascii: "-") : isDigit($1) }),
            let day = CalendarDay(text: text), day.exists
        else { return nil }
        return .day(day)
    }
}
