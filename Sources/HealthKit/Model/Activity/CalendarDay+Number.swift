import Foundation

// Days as numbers, so that spans of days are ranges and weekdays are arithmetic.
extension CalendarDay: Strideable {
    /// The number of days since 1 January 2001 in the Gregorian calendar, as clocks count them.
    package var number: Int {
        GregorianDate(year: era == 0 ? 1 - year : year, month: month, day: day).number
    }

    /// The day with a number.
    ///
    /// - Parameter number: The number of days since 1 January 2001; beyond a million years it is the nearest day within them.
    package init(number: Int) {
        let date = GregorianDate(number: number)
        let isBeforeChrist = date.year <= 0
        self.init(
            era: isBeforeChrist ? 0 : 1,
            year: isBeforeChrist ? 1 - date.year : date.year,
            month: date.month,
            day: date.day
        )
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
