import HealthKitLocalization
import HealthtuiEntry

/// A type by weekday and by hour of the day.
enum PatternStrings {
    static func title(_ type: String) -> String { localized("\(type) by Weekday and Hour") }
    static var byWeekday: String { localized("By weekday") }
    static var byHour: String { localized("By hour of the day") }
    static func mean(_ unit: String) -> String { localized("mean, \(unit)") }
    static func range(_ unit: String) -> String { localized("least, mean, greatest, \(unit)") }
    static func of(_ count: Int, _ days: String) -> String {
        plural(count, one: "\(NumberText.text(count)) day, \(days)", other: "\(NumberText.text(count)) days, \(days)")
    }
    static func most(_ weekday: String, _ hour: String) -> String { localized("most on \(weekday), most at \(hour)") }
    static func hour(_ hour: Int) -> String { DateStrings.hour(hour) }
    /// A weekday by its number in calendars: 1 is Sunday.
    static func weekday(_ number: Int) -> String {
        let names = DateStrings.weekdays
        return names.indices.contains(number - 1) ? names[number - 1] : ""
    }
    static func meanColumn(_ unit: String) -> String { localized("Mean \(unit)") }
    static var least: String { localized("Least") }
    static var greatest: String { localized("Greatest") }
    static var days: String { localized("Days") }
    static var onlyQuantities: String { localized("only quantities have a pattern") }
}
