/// How numbers, days and times of day are written.
package struct RegionalFormats: Sendable, Equatable {
    /// A piece of a date.
    package enum DatePiece: Sendable, Equatable {
        case weekday, day, month, year
        case text(String)
    }

    package var decimalSeparator = "."
    /// Between groups of three digits.
    package var groupSeparator = ","
    /// Whether the day has two halves of twelve hours.
    package var hasTwelveHours = false
    /// `21 Nov`.
    package var dayAndMonth: [DatePiece] = [.day, .text(" "), .month]
    /// `21 Nov 2026`.
    package var dayOfYear: [DatePiece] = [.day, .text(" "), .month, .text(" "), .year]
    /// `Nov 2026`.
    package var monthOfYear: [DatePiece] = [.month, .text(" "), .year]
    /// `Sat 21 Nov`.
    package var weekday: [DatePiece] = [.weekday, .text(" "), .day, .text(" "), .month]
    /// `Sat 21 Nov 2026`.
    package var weekdayOfYear: [DatePiece] = [.weekday, .text(" "), .day, .text(" "), .month, .text(" "), .year]

    package init() {}
}
