/// A date of the Gregorian calendar without a time zone, and its number counted from 1 January 2001.
///
/// The calendar runs on before 1582, and years are astronomical: the year before 1 is 0.
package struct GregorianDate: Equatable, Sendable {
    package let year: Int
    package let month: Int
    package let day: Int

    /// Creates a date; it isn't checked.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    // Counting years from March puts the leap day last, where it shifts no month. From 1 March of the year 0 to
    // 1 January 2001 there are 730,791 days; 400 years have 146,097.

    /// The number of days since 1 January 2001.
    package var number: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
    }

    /// Creates the date of a day.
    ///
    /// - Parameter number: The number of days since 1 January 2001; beyond a million years it is the nearest day within them.
    package init(number: Int) {
        let shifted = min(max(number, -365_000_000), 365_000_000) + 730_791
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    }

    /// The number of days in a month; 31 for a month that isn't one.
    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The date as `yyyy-MM-dd`; texts of the years 0 to 9999 sort like dates.
    package var text: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
