/// Days as numbers since 1 January 1970, a Thursday.
package enum DayNumber {
    /// The day of the week: 1 for Sunday to 7 for Saturday.
    package static func weekday(_ day: Int) -> Int { ((day % 7) + 11) % 7 + 1 }

    /// The first day of the week of a day.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - firstWeekday: The day on which weeks begin, 1 for Sunday to 7 for Saturday.
    /// - Returns: The last day up to it with that weekday.
    package static func startOfWeek(_ day: Int, firstWeekday: Int) -> Int {
        day - ((weekday(day) - firstWeekday) % 7 + 7) % 7
    }
}
