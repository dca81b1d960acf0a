/// A region's format for numbers, dates and times of day; their words are the language's.
package struct RegionFormat: Hashable, Sendable {
    /// In which order the parts of a date stand.
    package enum DateOrder: String, CaseIterable, Sendable {
        case dayMonthYear = "day-month-year"
        case monthDayYear = "month-day-year"
        case yearMonthDay = "year-month-day"
    }

    package var numbers = NumberStyle.standard
    /// The order of dates with the month's name, such as `21 Nov 2026`.
    package var dateOrder = DateOrder.dayMonthYear
    /// The order of dates in digits, such as `21.11.2026`.
    package var numericDateOrder = DateOrder.dayMonthYear
    /// Between the digits of a date; nil for `2026-11-21` where dates are written into fields.
    package var dateSeparator: Character?
    /// Whether hours are counted twice from 12 to 11, with AM and PM.
    package var hasTwelveHours = false

    /// `1,234.5`, `Sat 21 Nov 2026`, `14:18` and `2026-11-21`: what holds without a locale.
    package static let standard = RegionFormat()

    package init() {}
}
