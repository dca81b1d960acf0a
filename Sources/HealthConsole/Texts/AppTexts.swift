import Foundation
import HealthEntry

/// Apps: the list of apps, what one of them may do, what it did, and the list of types with their boxes.
///
/// What follows an app's name in a row is in lower case.
enum AppTexts {
    // MARK: The list of apps
    static let title = "Apps"
    static let readOnlyAnswer = "this console only reads: it can't answer"
    static let filterPlaceholder = "an app"
    /// What is being loaded; stands behind that word.
    static let loading = "apps"
    static let empty = "no app has asked for access yet; one that does is listed here"
    static let waiting = "Waiting for an answer"
    static func asksFor(types: Int) -> String { "asks for \(SharedTexts.types(types))" }
    static let nothingDecided = "nothing decided"
    static func decided(_ reads: Int, _ shares: Int, _ asked: Int) -> String {
        "reads \(reads), shares \(shares) of \(asked)"
    }
    static let anotherProgram = "another program than before"
    static func asked(_ day: String) -> String { "asked \(day)" }

    // MARK: One app
    static func broughtNoData(_ app: String) -> String { "\(app) brought no data" }
    static func forgotten(_ app: String) -> String { "forgot \(app); it may ask anew" }
    static func notForgotten(_ reason: String) -> String { "not forgotten: \(reason)" }
    static func deleted(_ samples: Int, _ app: String) -> String { "deleted \(SharedTexts.samples(samples)) of \(app)" }
    static func usedBefore(_ program: String) -> String { "Another program used this identifier before: \(program)" }
    static let nothingDecidedYet = "nothing was decided about this app yet"
    static let forgetTitle = "Forget"
    static func forgetQuestion(_ app: String) -> String {
        "Forget what \(app) may read and share? It may ask anew. Its data stays."
    }
    static let keep = "Keep"
    static func deleteQuestion(_ samples: Int, _ app: String) -> String {
        "Delete all \(SharedTexts.samples(samples)) that \(app) brought?"
    }
    static let sinceNeedsReading = "what may be read can be limited in time: turn reading on first"
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
    static let inVain = "In vain"
    static let written = "Written"
    static let refused = "Refused"
    static func nothingDone(_ days: Int) -> String { "the app did nothing in the last \(days) days" }
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
