import HealthKitLocalization
import HealthtuiEntry

/// A measure by weekday and hour at once.
enum HeatStrings {
    /// Over the numbers of the weekdays.
    static var day: String { localized("day", context: "heat map") }
    /// Before the mean of all days.
    static var meanFigure: String { localized("MEAN") }
    static func hourNumber(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour)" }
    static func hours(_ weekday: String, _ hour: Int) -> String {
        weekday + " " + DateStrings.hour(hour) + "–" + DateStrings.hour((hour + 1) % 24)
    }

    // MARK: The classes
    static func under(_ number: String) -> String { localized("under \(number)", context: "heat map") }
    static func from(_ number: String) -> String { localized("\(number) and more", context: "heat map") }
    static func range(_ first: String, _ last: String) -> String { first == last ? first : first + "–" + last }
    static var fewDays: String { localized("under three days") }
    static var eachHour: String { localized("each hour, all weekdays") }

    // MARK: The cell that is read
    static func mean(_ days: Int) -> String {
        plural(days, one: "mean of \(NumberText.text(days)) day", other: "mean of \(NumberText.text(days)) days")
    }
    static func more(_ difference: String) -> String { localized("\(difference) more than that hour’s mean") }
    static func less(_ difference: String) -> String { localized("\(difference) less than that hour’s mean") }
    static var same: String { localized("the same as that hour’s mean") }
    static func tooFew(_ days: Int) -> String {
        plural(
            days,
            one: "\(NumberText.text(days)) day; a mean needs three",
            other: "\(NumberText.text(days)) days; a mean needs three"
        )
    }
    static var noDays: String { localized("nothing was recorded then") }
    /// The samples of an hour of a weekday, in the language of filters, which is English.
    static func filter(_ weekday: Int, _ hour: Int) -> String {
        let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let name = names.indices.contains(weekday - 1) ? names[weekday - 1] : names[0]
        return "weekday \(name) and time \(hourNumber(hour)):00-\(hourNumber(hour + 1)):00"
    }
}
