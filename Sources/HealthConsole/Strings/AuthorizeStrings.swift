import Foundation
import HealthEntry

/// The sheet on which the person answers what an app asks for.
enum AuthorizeStrings {
    static func title(_ request: Int) -> String { "Request \(request)" }
    static let needed = "required by the app"
    static let notLimitedInTime = "Items chosen one by one can’t be limited by date"
    static let nothingTurnedOn = "Nothing is turned on. Space turns on one, A turns on all, n doesn’t allow"
    static let answerTitle = "Answer"
    static func allowNothing(_ app: String) -> String { "Nothing is turned on. Don’t allow \(app) any access?" }
    static let dontAllow = "Don’t Allow"
    static let back = "Back"
    /// What allowing comes to; at least one of the two counts is above zero.
    static func allowQuestion(_ app: String, read: Int, share: Int, areObjects: Bool) -> String {
        let things = areObjects ? SharedStrings.objects : SharedStrings.types
        let parts = [read > 0 ? "read \(things(read))" : nil, share > 0 ? "save \(things(share))" : nil]
        return "Allow \(app) to \(parts.compactMap { $0 }.joined(separator: " and "))?"
    }
    static let allow = "Allow"
    /// The other program of a pair.
    static func sharesSessions(_ companion: String) -> String { "Share workout sessions with \(companion)" }
    static func asksForCompanion(_ companion: String) -> String { " would like to share workouts with \(companion)" }
    static func allowPair(_ app: String, _ companion: String) -> String {
        "Let \(app) and \(companion) share workout sessions and start each other?"
    }
    /// The two programs that are approved.
    static func programs(_ app: String, _ companion: String) -> String { "\(app) and \(companion)" }
    static func answered(_ app: String) -> String { "\(app) got your answer" }
    static func noLongerWaits(_ app: String) -> String { "\(app) quit before you answered" }
    static func notAnswered(_ reason: String) -> String { "Can’t answer: \(reason)" }
    /// Stands behind the app's name.
    static let asksForAccess = " would like to access your health data."
    static func request(_ id: Int) -> String { "request \(id)" }
    static func readsSince(_ day: String) -> String { "Can read only data since \(day)" }
    static let readingIsHidden = "The app isn’t told what you turn off. It finds no data there."
    static func requestAsked(_ id: Int, _ moment: String) -> String { "request \(id), asked \(moment)" }
    static let itsWords = "the app’s own words"
    static let ifYouAllow = "If you allow"
    static let later = "Later"
    static let changeLater = "Change this under Apps at any time. Everything it reads is listed there."
    /// What the app may do as it is ticked.
    static func outcome(reads: [String], saves: [String]) -> String {
        switch (reads.isEmpty, saves.isEmpty) {
        case (true, true): "Nothing is turned on yet."
        case (false, true): "It reads \(list(reads)), and saves nothing."
        case (true, false): "It saves \(list(saves)), and reads nothing."
        case (false, false): "It reads \(list(reads)), and saves \(list(saves))."
        }
    }
    /// Some names, and how many more.
    private static func list(_ names: [String]) -> String {
        guard names.count > 3 else {
            return names.count < 2
                ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
        }
        return names.prefix(3).joined(separator: ", ") + " and " + SharedStrings.more(names.count - 3)
    }
    static let sinceHint = "30d, yesterday or 2026-01-31; empty for all"
    static let since = "Since"
    /// Typed, and as an empty field: no limit in time.
    static let all = "all"
}
