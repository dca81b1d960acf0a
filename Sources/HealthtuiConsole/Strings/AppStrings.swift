import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Apps: the list of apps, the permissions and the activity of each, and the list of types with their checkboxes.
///
/// Texts after an app's name in a row are in lower case.
enum AppStrings {
    // MARK: The list of apps
    // Over the columns of the list
    static var app: String { localized("App") }
    static var accessHeading: String { localized("Access") }
    static var lastAsked: String { localized("Last asked") }
    static var title: String { localized("Apps") }
    static var readOnlyAnswer: String { localized("Read-only: can’t answer requests") }
    static var filterPlaceholder: String { localized("an app") }
    /// The name of the data in a loading message.
    static var loading: String { localized("apps") }
    static var empty: String { localized("No app has asked for access yet") }
    static var waiting: String { localized("Waiting for an answer") }
    static func asksFor(types: Int) -> String { localized("asks for \(SharedStrings.types(types))") }
    static var nothingDecided: String { localized("no permissions") }
    static func decided(_ reads: Int, _ shares: Int, _ asked: Int) -> String {
        localized("reads \(reads), shares \(shares) of \(asked)")
    }
    static var anotherProgram: String { localized("different program") }
    static func asked(_ day: String) -> String { localized("asked \(day)") }

    // MARK: Beside the list
    static var version: String { localized("Version") }
    static var program: String { localized("Program") }
    static var earlierPrograms: String { localized("Before") }
    static var firstAsked: String { localized("First asked") }
    static var access: String { localized("Access") }
    /// Some names, and how many more there are.
    static func andMore(_ names: String, _ count: Int) -> String {
        localized("\(names) and \(SharedStrings.more(count))")
    }
    static var canRead: String { localized("Reads") }
    static var canSave: String { localized("Saves") }
    static var toRead: String { localized("To read") }
    static var toSave: String { localized("To save") }
    static var itsData: String { localized("Its data") }

    // MARK: One app
    static func broughtNoData(_ app: String) -> String { localized("No data from \(app)") }
    static func forgotten(_ app: String) -> String { localized("Forgot \(app). It can ask again.") }
    static func notForgotten(_ reason: String) -> String { localized("Can’t forget the app: \(reason)") }
    static func deleted(_ samples: Int, _ app: String) -> String {
        localized("Deleted \(SharedStrings.samples(samples)) from \(app)")
    }
    static func usedBefore(_ program: String) -> String {
        localized("A different program used this identifier before: \(program)")
    }
    static func programChanged(_ program: String) -> String {
        localized("The program changed since you allowed it, and can’t use its permissions: \(program)")
    }
    static func runBy(_ script: String, _ interpreter: String) -> String {
        localized("\(script), run by \(interpreter)")
    }
    static var keptByLibrary: String {
        localized("Kept by the library alone: your other programs can open the store.")
    }
    static var keptBySameUser: String {
        localized("Kept by a service of your user. Not verified: your other programs can pass as this app.")
    }
    static func keptBySameUser(verifiedBy proof: String) -> String {
        localized("Kept by a service of your user. Verified by \(proof).")
    }
    static var keptByOwnUser: String {
        localized("Kept by a service of its own user. Not verified: your other programs can pass as this app.")
    }
    static func keptByOwnUser(verifiedBy proof: String) -> String {
        localized("Kept by a service of its own user. Verified by \(proof): no other program can pass as this app.")
    }
    static var acceptTitle: String { localized("Accept") }
    static func acceptQuestion(_ program: String, _ app: String) -> String {
        localized("Let \(program) have the permissions of \(app)?")
    }
    static func accepted(_ app: String) -> String { localized("\(app) can use its permissions again") }
    static var trustTitle: String { localized("Trust") }
    static func trustQuestion(_ program: String, _ app: String) -> String {
        localized("Let \(program), and any program at that path later, have the permissions of \(app)?")
    }
    static func trusted(_ program: String) -> String { localized("Any program at \(program) has the permissions now") }
    static var noProgram: String { localized("No service has told this app’s programs apart") }
    static func programIsSame(_ app: String) -> String { localized("The program of \(app) is the one you allowed") }
    static var nothingDecidedYet: String { localized("No permissions set yet") }
    static var forgetTitle: String { localized("Forget") }
    static func forgetQuestion(_ app: String) -> String {
        localized("Forget the permissions of \(app)? It can ask again. Its data stays.")
    }
    static var keep: String { localized("Keep") }
    static func deleteQuestion(_ samples: Int, _ app: String) -> String {
        localized("Delete all \(SharedStrings.samples(samples)) from \(app)?")
    }
    static var sinceNeedsReading: String { localized("Turn on reading first, then limit it by date") }
    static func used(_ moment: String) -> String { localized("used \(moment)") }
    /// The date from which on the app may read, and its activity, such as `used today 14:20`.
    static func since(_ day: String, _ done: String?) -> String {
        guard let done else { return localized("since \(day)") }
        return localized("since \(day); \(done)")
    }
    static func quoted(_ text: String) -> String { localized("“\(text)”") }

    // MARK: What an app did
    static var accessTitle: String { localized("Access") }
    static func lastDaysByType(_ days: Int) -> String { localized("last \(days) days, by type") }
    static func lastDaysByTime(_ days: Int) -> String { localized("last \(days) days, by time") }
    /// The name of the data in a loading message.
    static var audit: String { localized("the audit") }
    static var read: String { localized("Read") }
    static var inVain: String { localized("No access") }
    static var written: String { localized("Saved") }
    static var refused: String { localized("Refused") }
    static func nothingDone(_ days: Int) -> String { localized("No activity in the last \(days) days") }
    static var times: String { localized("Times") }
    static var objects: String { localized("Objects") }
    static var inTheHour: String { localized("in the hour") }
    static var inTheDay: String { localized("in the day") }

    // MARK: The types with their boxes
    static var typePlaceholder: String { localized("a type") }
    static var turnAllOff: String { localized("Turn all off") }
    static var turnAllOn: String { localized("Turn all on") }
    static var readBox: String { localized("read", context: "box") }
    static var shareBox: String { localized("share", context: "box") }
}
