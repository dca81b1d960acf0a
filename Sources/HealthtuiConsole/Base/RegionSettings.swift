import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The format of numbers, dates and times set under `[region]`; the locale supplies the rest.
package struct RegionSettings: Hashable, Sendable {
    /// The place of numbers and dates, instead of that of the locale.
    private(set) var place: String?
    private(set) var decimal: Character?
    /// Nil when the file does not say; an empty text for no groups.
    private(set) var grouping: String?
    private(set) var dates: RegionFormat.DateOrder?
    private(set) var hasTwelveHours: Bool?
    /// By its number in calendars: 1 is Sunday.
    private(set) var firstWeekday: Int?

    package init() {}

    /// The place that was set, or nil.
    package var home: Locale? { place.map { Locale(identifier: $0) } }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let marks: [String] = [".", ",", " ", "'", "’", ""]

    /// Applies a setting.
    ///
    /// - Returns: The error; nil when the setting is in effect.
    mutating func take(_ key: String, _ value: SettingsText.Value) -> String? {
        switch (key, value) {
        case ("locale", .text(let name)):
            let bare = String(name.prefix { $0 != "." && $0 != "@" }).replacing("-", with: "_")
            guard Locale.availableIdentifiers.contains(bare), bare.contains("_") else {
                return SettingsStrings.noPlace(name)
            }
            place = bare
        case ("decimal", .text(".")): decimal = "."
        case ("decimal", .text(",")): decimal = ","
        case ("decimal", _): return SettingsStrings.decimalIs
        case ("grouping", .text(let mark)) where Self.marks.contains(mark): grouping = mark == " " ? "\u{A0}" : mark
        case ("grouping", _): return SettingsStrings.groupingIs
        case ("dates", .text(let name)):
            guard let order = RegionFormat.DateOrder(rawValue: name) else { return SettingsStrings.datesAre }
            dates = order
        case ("clock", .number(12)): hasTwelveHours = true
        case ("clock", .number(24)): hasTwelveHours = false
        case ("clock", _): return SettingsStrings.clockIs
        case ("week", .text(let name)):
            guard let index = Self.weekdays.firstIndex(of: name.lowercased()) else { return SettingsStrings.weekIs }
            firstWeekday = index + 1
        case ("locale", _), ("dates", _), ("week", _): return SettingsStrings.isText(key)
        default: return SettingsStrings.noRegion(key)
        }
        return nil
    }

    /// The format of numbers and dates.
    ///
    /// - Parameters:
    ///   - numbers: The user's locale, from `LC_NUMERIC`.
    ///   - times: The user's locale, from `LC_TIME`.
    /// - Returns: The locale's format, with the person's settings applied.
    package func format(numbers: Locale, times: Locale) -> RegionFormat {
        var format = RegionFormat(numbers: home ?? numbers, times: home ?? times)
        if let decimal {
            // Otherwise the group separator would be the same as the decimal separator.
            if format.numbers.groupSeparator == decimal { format.numbers.groupSeparator = decimal == "," ? "." : "," }
            format.numbers.decimalSeparator = decimal
        }
        if let grouping { format.numbers.groupSeparator = grouping.first }
        if format.numbers.groupSeparator == format.numbers.decimalSeparator { format.numbers.groupSeparator = nil }
        if let dates {
            (format.dateOrder, format.numericDateOrder) = (dates, dates)
            let usual: Character = dates == .yearMonthDay ? "-" : "/"
            format.dateSeparator = dates == .yearMonthDay ? "-" : format.dateSeparator ?? usual
        }
        if let hasTwelveHours { format.hasTwelveHours = hasTwelveHours }
        return format
    }

    /// The person's calendar.
    ///
    /// - Parameters:
    ///   - times: The user's locale, from `LC_TIME`.
    ///   - timeZone: The time zone.
    /// - Returns: The Gregorian calendar with the first day of the week.
    package func calendar(times: Locale, timeZone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = home ?? times
        calendar.timeZone = timeZone
        if let firstWeekday { calendar.firstWeekday = firstWeekday }
        return calendar
    }
}
