import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The sheet on which the person answers an app's request.
enum AuthorizeStrings {
    static func title(_ request: Int) -> String { localized("Request \(plain: request)") }
    static var needed: String { localized("required by the app") }
    static var notLimitedInTime: String { localized("Items chosen one by one can’t be limited by date") }
    static var nothingTurnedOn: String {
        localized("Nothing is turned on. Space turns on one, A turns on all, n doesn’t allow")
    }
    static var answerTitle: String { localized("Answer") }
    static func allowNothing(_ app: String) -> String {
        localized("Nothing is turned on. Don’t allow \(app) any access?")
    }
    static var dontAllow: String { localized("Don’t Allow") }
    static var back: String { localized("Back") }
    /// The effect of allowing; at least one of the two counts is above zero.
    static func allowQuestion(_ app: String, read: Int, share: Int, areObjects: Bool) -> String {
        let things = areObjects ? SharedStrings.objects : SharedStrings.types
        if share == 0 { return localized("Allow \(app) to read \(things(read))?") }
        if read == 0 { return localized("Allow \(app) to save \(things(share))?") }
        return localized("Allow \(app) to read \(things(read)) and save \(things(share))?")
    }
    static var allow: String { localized("Allow") }
    /// The other program of a pair.
    static func sharesSessions(_ companion: String) -> String { localized("Share workout sessions with \(companion)") }
    static func asksForCompanion(_ companion: String) -> String {
        localized(" would like to share workouts with \(companion)")
    }
    static func allowPair(_ app: String, _ companion: String) -> String {
        localized("Let \(app) and \(companion) share workout sessions and start each other?")
    }
    /// The two programs that are approved.
    static func programs(_ app: String, _ companion: String) -> String { localized("\(app) and \(companion)") }
    static func answered(_ app: String) -> String { localized("\(app) got your answer") }
    static func noLongerWaits(_ app: String) -> String { localized("\(app) quit before you answered") }
    static func notAnswered(_ reason: String) -> String { localized("Can’t answer: \(reason)") }
    /// Stands behind the app's name.
    static var asksForAccess: String { localized(" would like to access your health data.") }
    static func request(_ id: Int) -> String { localized("request \(plain: id)") }
    static func readsSince(_ day: String) -> String { localized("Can read only data since \(day)") }
    /// The number of a type's samples within a time limit.
    static func samplesSince(_ count: Int) -> String {
        count == 0
            ? localized("no data since then")
            : plural(
                count,
                one: "\(NumberText.text(count)) sample since then",
                other: "\(NumberText.text(count)) samples since then"
            )
    }
    static var readingIsHidden: String { localized("The app isn’t told what you turn off. It finds no data there.") }
    static func requestAsked(_ id: Int, _ moment: String) -> String {
        localized("request \(plain: id), asked \(moment)")
    }
    static var itsWords: String { localized("the app’s own words") }
    static var ifYouAllow: String { localized("If you allow") }
    static var later: String { localized("Later") }
    static var changeLater: String {
        localized("Change this under Apps at any time. Everything it reads is listed there.")
    }
    /// The app's permissions as ticked.
    static func outcome(reads: [String], saves: [String]) -> String {
        switch (reads.isEmpty, saves.isEmpty) {
        case (true, true): localized("Nothing is turned on yet.")
        case (false, true): localized("It reads \(list(reads)), and saves nothing.")
        case (true, false): localized("It saves \(list(saves)), and reads nothing.")
        case (false, false): localized("It reads \(list(reads)), and saves \(list(saves)).")
        }
    }
    /// Some names, and how many more.
    private static func list(_ names: [String]) -> String {
        guard names.count > 1 else { return names.joined() }
        let most = names.count > 3 ? names.prefix(3) : names.dropLast()
        let last = names.count > 3 ? SharedStrings.more(names.count - 3) : names[names.count - 1]
        return localized("\(most.joined(separator: ", ")) and \(last)")
    }
    static var sinceHint: String { localized("30d, yesterday or \(DateStrings.typedDay); empty for all") }
    static var since: String { localized("Since") }
    /// Typed in every language.
    static let englishAll = "all"
    /// Typed, and as an empty field: no limit in time.
    static var all: String { localized("all") }
}
