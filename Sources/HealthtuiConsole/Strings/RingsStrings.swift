import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The month of rings, and the form of goals and heart rate zones.
enum RingsStrings {
    // MARK: The month
    static var title: String { localized("Rings") }
    /// The name of the data in a loading message.
    static var loading: String { localized("rings") }
    static var nothingRecorded: String { localized("nothing was recorded") }
    static var wasPaused: String { localized("the rings were paused") }
    static var paused: String { localized("paused") }

    static var closed: String { localized("closed") }
    static var allThree: String { localized("All three") }
    static var soFar: String { localized("so far") }
    static func closedIn(_ month: String) -> String { localized("Closed in \(month)") }
    static func ofDays(_ count: Int) -> String {
        plural(count, one: "of \(NumberText.text(count)) day", other: "of \(NumberText.text(count)) days")
    }
    static func days(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) day", other: "\(NumberText.text(count)) days")
    }
    static var streaks: String { localized("Streaks") }
    static var streaksNote: String { localized("days in a row, last 12 months") }
    static var now: String { localized("now") }
    static var longest: String { localized("longest") }
    static var ended: String { localized("until") }
    static var byWeekday: String { localized("Move by weekday") }
    static func ofWeeks(_ weeks: Int) -> String { localized("days closed, last \(weeks) weeks") }
    static func ratio(_ closed: Int, of days: Int) -> String { localized("\(closed) of \(days)") }
    static func streak(_ ring: String, _ days: Int, longest: Int) -> String {
        plural(
            days,
            one: "\(ring) closed \(days) day in a row, longest \(longest)",
            other: "\(ring) closed \(days) days in a row, longest \(longest)"
        )
    }
    static func lastClosed(_ ring: String, _ day: String) -> String { localized("\(ring) last closed \(day)") }

    // MARK: One day
    static var dayTitle: String { localized("Day") }
    static func toGo(_ amount: String) -> String { localized("\(amount) to go") }
    /// The name of the data in a loading message.
    static var loadingDay: String { localized("the day") }
    static var noHours: String { localized("no hourly data") }

    // MARK: The form of goals and zones
    static var unfinished: String { localized("What you changed of goals and zones is not saved.") }
    static var move: String { localized("Move") }
    static var moveTime: String { localized("Move time") }
    static var exercise: String { localized("Exercise") }
    static var stand: String { localized("Stand") }
    static var roll: String { localized("Roll") }
    static var heartRate: String { localized("Heart rate") }
    static var power: String { localized("Power") }
    static var saved: String { localized("goals and zones are saved; the goals hold from today on") }
    /// The name of the data in a loading message.
    static var loadingGoals: String { localized("goals") }
    static var zonesHelp: String {
        localized("Heart rate and power: where your own zones meet, such as 115 130 145 160.")
    }
    static var emptyHelp: String { localized("Leave empty to keep the value shown.") }
}
