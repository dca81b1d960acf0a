/// The words of dates.
///
/// Days and months are three letters where they stand in columns.
package enum DateStrings {
    package static let today = "today"
    package static let yesterday = "yesterday"
    package static let tomorrow = "tomorrow"
    /// In the place of a date that never comes, and behind a dash.
    package static let noEnd = "no end"
    /// From Sunday on.
    package static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
