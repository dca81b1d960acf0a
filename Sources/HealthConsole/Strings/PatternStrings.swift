import HealthEntry

/// A type by weekday and by hour of the day.
enum PatternStrings {
    static func title(_ type: String) -> String { "\(type) by Weekday and Hour" }
    static let byWeekday = "By weekday"
    static let byHour = "By hour of the day"
    static func mean(_ unit: String) -> String { "mean, \(unit)" }
    static func range(_ unit: String) -> String { "least, mean, greatest, \(unit)" }
    static func of(_ count: Int, _ days: String) -> String { "\(NumberText.count(count, "day")), \(days)" }
    static func most(_ weekday: String, _ hour: String) -> String { "most on \(weekday), most at \(hour)" }
    static func hour(_ hour: Int) -> String { hour < 10 ? "0\(hour):00" : "\(hour):00" }
    /// A weekday by its number in calendars: 1 is Sunday.
    static func weekday(_ number: Int) -> String {
        let names = DateStrings.weekdays
        return names.indices.contains(number - 1) ? names[number - 1] : ""
    }
    static func meanColumn(_ unit: String) -> String { "Mean \(unit)" }
    static let least = "Least"
    static let greatest = "Greatest"
    static let days = "Days"
    static let onlyQuantities = "only quantities have a pattern"
}
