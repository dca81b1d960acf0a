import Foundation
import HealthEntry

/// Apps: the list of apps, what one of them may do, what it did, and the list of types with their boxes.
///
/// What follows an app's name in a row is in lower case.
enum AppStrings {
    // MARK: The list of apps
    // Over the columns of the list
    static let app = "App"
    static let accessHeading = "Access"
    static let lastAsked = "Last asked"
    static let title = "Apps"
    static let readOnlyAnswer = "Read-only: can’t answer requests"
    static let filterPlaceholder = "an app"
    /// What is being loaded; stands behind that word.
    static let loading = "apps"
    static let empty = "No app has asked for access yet"
    static let waiting = "Waiting for an answer"
    static func asksFor(types: Int) -> String { "asks for \(SharedStrings.types(types))" }
    static let nothingDecided = "no permissions"
    static func decided(_ reads: Int, _ shares: Int, _ asked: Int) -> String {
        "reads \(reads), shares \(shares) of \(asked)"
    }
    static let anotherProgram = "different program"
    static func asked(_ day: String) -> String { "asked \(day)" }

    // MARK: Beside the list
    static let version = "Version"
    static let program = "Program"
    static let earlierPrograms = "Before"
    static let firstAsked = "First asked"
    static let access = "Access"
    static let canRead = "Reads"
    static let canSave = "Saves"
    static let toRead = "To read"
    static let toSave = "To save"
    static let itsData = "Its data"

    // MARK: One app
    static func broughtNoData(_ app: String) -> String { "No data from \(app)" }
    static func forgotten(_ app: String) -> String { "Forgot \(app). It can ask again." }
    static func notForgotten(_ reason: String) -> String { "Can’t forget the app: \(reason)" }
    static func deleted(_ samples: Int, _ app: String) -> String {
        "Deleted \(SharedStrings.samples(samples)) from \(app)"
    }
    static func usedBefore(_ program: String) -> String {
        "A different program used this identifier before: \(program)"
    }
    static let nothingDecidedYet = "No permissions set yet"
    static let forgetTitle = "Forget"
    static func forgetQuestion(_ app: String) -> String {
        "Forget the permissions of \(app)? It can ask again. Its data stays."
    }
    static let keep = "Keep"
    static func deleteQuestion(_ samples: Int, _ app: String) -> String {
        "Delete all \(SharedStrings.samples(samples)) from \(app)?"
    }
    static let sinceNeedsReading = "Turn on reading first, then limit it by date"
    static func used(_ moment: String) -> String { "used \(moment)" }
    /// From when on the app may read, and what it did, such as `used today 14:20`.
    static func since(_ day: String, _ done: String?) -> String { "since \(day)" + (done.map { "; \($0)" } ?? "") }
    static func quoted(_ text: String) -> String { "“\(text)”" }

    // MARK: What an app did
    static let accessTitle = "Access"
    static func lastDaysByType(_ days: Int) -> String { "last \(days) days, by type" }
    static func lastDaysByTime(_ days: Int) -> String { "last \(days) days, by time" }
    /// What is being loaded.
    static let audit = "the audit"
    static let read = "Read"
    static let inVain = "No access"
    static let written = "Saved"
    static let refused = "Refused"
    static func nothingDone(_ days: Int) -> String { "No activity in the last \(days) days" }
    static let times = "Times"
    static let objects = "Objects"
    static let inTheHour = "in the hour"
    static let inTheDay = "in the day"

    // MARK: The types with their boxes
    static let typePlaceholder = "a type"
    static let turnAllOff = "Turn all off"
    static let turnAllOn = "Turn all on"
    static let readBox = "read"
    static let shareBox = "share"
}
