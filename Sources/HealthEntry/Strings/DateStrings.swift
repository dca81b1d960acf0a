import Localization

/// The words of dates.
///
/// Days and months are three letters where they stand in columns.
package enum DateStrings {
    package static var today: String { localized("today") }
    package static var yesterday: String { localized("yesterday") }
    package static var tomorrow: String { localized("tomorrow") }
    /// In the place of a date that never comes, and behind a dash.
    package static var noEnd: String { localized("no end") }
    /// From Sunday on.
    package static var weekdays: [String] {
        [
            localized("Sun"), localized("Mon"), localized("Tue"), localized("Wed"), localized("Thu"), localized("Fri"),
            localized("Sat"),
        ]
    }
    package static var months: [String] {
        [
            localized("Jan"), localized("Feb"), localized("Mar"), localized("Apr"), localized("May"), localized("Jun"),
            localized("Jul"), localized("Aug"), localized("Sep"), localized("Oct"), localized("Nov"), localized("Dec"),
        ]
    }
}
