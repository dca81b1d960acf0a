import Foundation

// The widths of dates: columns are as wide as the widest date, in the language and the locale's order.
extension DateText {
    /// Times of day, among them the widest.
    package static func widestTimes(seconds: Bool = false) -> [String] {
        [10, 22].map { DateStrings.time($0, 58, seconds ? 58 : nil) }
    }

    /// Days with month and year, among them the widest.
    package static var widestDates: [String] {
        DateStrings.months.map { DateStrings.date(28, $0, "2028") }
    }

    /// Days without their year, among them the widest.
    package static var widestShortDates: [String] {
        DateStrings.months.map { DateStrings.date(28, $0) }
    }

    /// Days with weekday, month and year, among them the widest.
    package static var widestDays: [String] {
        let dates = widestDates
        return DateStrings.weekdays.flatMap { weekday in dates.map { DateStrings.date($0, on: weekday) } }
    }
}
