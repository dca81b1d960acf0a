/// Weekdays in files and in what programs read, which are English in every language.
package enum WeekdayNames {
    private static let names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The name of a weekday.
    ///
    /// - Parameter number: The number, 1 for Sunday to 7 for Saturday.
    /// - Returns: The name; nothing for another number.
    package static func english(_ number: Int) -> String {
        names.indices.contains(number - 1) ? names[number - 1] : ""
    }
}
