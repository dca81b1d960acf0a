import Foundation

// Days as numbers, so that spans of days are ranges and weekdays are arithmetic.
extension CalendarDay: Strideable {
    /// The number of days since 1 January 2001 in the Gregorian calendar, as clocks count them.
    package var number: Int {
        let astronomical = era == 0 ? 1 - year : year
        let shifted = month <= 2 ? astronomical - 1 : astronomical
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 730_791
    }

    /// The day with a number.
    ///
    /// - Parameter number: The number of days since 1 January 2001; beyond a million years it is the nearest day within them.
    package init(number: Int) {
        let shifted = min(max(number, -365_000_000), 365_000_000) + 730_791
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        self.init(era: year > 0 ? 1 : 0, year: year > 0 ? year : 1 - year, month: month, day: day)
    }

    /// The weekday as `Calendar` numbers it: 1 for Sunday to 7 for Saturday.
    package var weekday: Int {
        // 1 January 2001 was a Monday.
        let day = (number + 1) % 7
        return (day < 0 ? day + 7 : day) + 1
    }

    /// The first day of the week that holds this one.
    ///
    /// - Parameter firstWeekday: The weekday on which weeks begin, 1 for Sunday to 7 for Saturday.
    /// - Returns: The day.
    package func startOfWeek(_ firstWeekday: Int) -> CalendarDay {
        advanced(by: -((weekday - firstWeekday + 7) % 7))
    }

    package func distance(to other: CalendarDay) -> Int { other.number - number }

    package func advanced(by days: Int) -> CalendarDay {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return CalendarDay(number: overflow ? (days < 0 ? .min : .max) : sum)
    }
}
