import HealthKitLocalization

/// The words of dates.
///
/// Days and months are three letters where they stand in columns.
package enum DateStrings {
    package static var today: String { localized("today") }
    package static var yesterday: String { localized("yesterday") }
    package static var tomorrow: String { localized("tomorrow") }
    /// In the place of a date that never comes, and behind a dash.
    package static var noEnd: String { localized("no end") }
    /// The word typed for the current time, besides `now`.
    static var now: String { localized("now", context: "typed time") }

    /// From Sunday on.
    package static var weekdays: [String] { (0..<7).map(weekday) }
    package static var months: [String] { (0..<12).map(month) }

    /// A weekday; 0 is Sunday.
    static func weekday(_ index: Int) -> String {
        switch index {
        case 0: localized("Sun")
        case 1: localized("Mon")
        case 2: localized("Tue")
        case 3: localized("Wed")
        case 4: localized("Thu")
        case 5: localized("Fri")
        default: localized("Sat")
        }
    }

    /// A month; 0 is January.
    static func month(_ index: Int) -> String {
        switch index {
        case 0: localized("Jan")
        case 1: localized("Feb")
        case 2: localized("Mar")
        case 3: localized("Apr")
        case 4: localized("May")
        case 5: localized("Jun")
        case 6: localized("Jul")
        case 7: localized("Aug")
        case 8: localized("Sep")
        case 9: localized("Oct")
        case 10: localized("Nov")
        default: localized("Dec")
        }
    }

    // MARK: Dates in the order of the place

    private static var order: RegionFormat.DateOrder { TextLocale.current.region.dateOrder }

    static func date(_ day: Int, _ month: String) -> String {
        switch order {
        case .dayMonthYear: localized("\(day) \(month)", context: "day, month")
        case .monthDayYear, .yearMonthDay: localized("\(month) \(day)", context: "month, day")
        }
    }

    static func date(_ day: Int, _ month: String, _ year: String) -> String {
        switch order {
        case .dayMonthYear: localized("\(day) \(month) \(year)", context: "day, month, year")
        case .monthDayYear: localized("\(month) \(day), \(year)", context: "month, day, year")
        case .yearMonthDay: localized("\(year) \(month) \(day)", context: "year, month, day")
        }
    }

    static func monthAndYear(_ month: String, _ year: String) -> String {
        switch order {
        case .dayMonthYear, .monthDayYear: localized("\(month) \(year)", context: "month, year")
        case .yearMonthDay: localized("\(year) \(month)", context: "year, month")
        }
    }

    /// A date with its weekday before it.
    static func date(_ date: String, on weekday: String) -> String {
        switch order {
        case .dayMonthYear, .yearMonthDay: localized("\(weekday) \(date)", context: "weekday, date")
        case .monthDayYear: localized("\(weekday), \(date)", context: "weekday, month, day")
        }
    }

    // MARK: Times of day

    /// The hour as it is counted from noon and midnight on.
    private static func twelve(_ hour: Int) -> Int { (hour + 11) % 12 + 1 }

    private static func halved(_ hour: Int, _ time: String) -> String {
        hour < 12 ? localized("\(time) AM") : localized("\(time) PM")
    }

    /// A time of day: `14:18`, `2:18 PM`.
    package static func time(_ hour: Int, _ minute: Int, _ second: Int? = nil) -> String {
        let rest = ":" + two(minute) + (second.map { ":" + two($0) } ?? "")
        guard TextLocale.current.region.hasTwelveHours else { return two(hour) + rest }
        return halved(hour, "\(twelve(hour))" + rest)
    }

    /// A whole hour: `14:00`, `2 PM`.
    package static func hour(_ hour: Int) -> String {
        TextLocale.current.region.hasTwelveHours ? halved(hour, "\(twelve(hour))") : time(hour, 0)
    }

    // MARK: What is typed

    /// A date as it is typed: in the order of the place, and as `2026-11-21` where there is none.
    static func typed(_ year: Int, _ month: Int, _ day: Int) -> String {
        let region = TextLocale.current.region
        let digits = String(repeating: "0", count: max(0, 4 - String(year).count)) + String(year)
        guard let separator = region.dateSeparator, separator != "-" || region.numericDateOrder != .yearMonthDay else {
            return [digits, two(month), two(day)].joined(separator: "-")
        }
        let parts =
            switch region.numericDateOrder {
            case .dayMonthYear: ["\(day)", "\(month)", digits]
            case .monthDayYear: ["\(month)", "\(day)", digits]
            case .yearMonthDay: [digits, "\(month)", "\(day)"]
            }
        return parts.joined(separator: String(separator))
    }

    /// A time of day as it is typed, whatever the language has for AM and PM.
    static func typedTime(_ hour: Int, _ minute: Int) -> String {
        guard TextLocale.current.region.hasTwelveHours else { return time(hour, minute) }
        return "\(twelve(hour)):" + two(minute) + (hour < 12 ? " AM" : " PM")
    }

    /// Examples of what can be typed, for hints and errors.
    package static var typedDay: String { typed(2026, 11, 21) }
    package static var typedMoment: String { typedDay + " " + typedTime(14, 20) }
    package static var typedEvening: String { typedDay + " " + typedTime(23, 0) }
    package static var typedBirthday: String { typed(1990, 12, 10) }
    package static var typedClock: String { typedTime(14, 20) }

    /// The words typed for days besides the English ones, from Sunday on; three letters are enough.
    static var typedWeekdays: [String] {
        [
            localized("sunday", context: "typed time"), localized("monday", context: "typed time"),
            localized("tuesday", context: "typed time"), localized("wednesday", context: "typed time"),
            localized("thursday", context: "typed time"), localized("friday", context: "typed time"),
            localized("saturday", context: "typed time"),
        ]
    }

    /// The words typed for months besides the English ones.
    static var typedMonths: [String] {
        [
            localized("january", context: "typed time"), localized("february", context: "typed time"),
            localized("march", context: "typed time"), localized("april", context: "typed time"),
            localized("may", context: "typed time"), localized("june", context: "typed time"),
            localized("july", context: "typed time"), localized("august", context: "typed time"),
            localized("september", context: "typed time"), localized("october", context: "typed time"),
            localized("november", context: "typed time"), localized("december", context: "typed time"),
        ]
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
