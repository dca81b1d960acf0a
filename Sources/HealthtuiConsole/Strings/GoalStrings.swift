import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Goals of types: targets, how often they were met, streaks; the page and the form of goals.
enum GoalStrings {
    // MARK: What is aimed at

    static func atLeastADay(_ amount: String) -> String { localized("at least \(amount) a day") }
    static func atLeastAWeek(_ amount: String) -> String { localized("at least \(amount) a week") }
    static func atMostADay(_ amount: String) -> String { localized("at most \(amount) a day") }
    static func atMostAWeek(_ amount: String) -> String { localized("at most \(amount) a week") }
    /// This and the next ones are for types that don't add up, such as weight.
    static func dailyAtLeast(_ amount: String) -> String { localized("daily average at least \(amount)") }
    static func weeklyAtLeast(_ amount: String) -> String { localized("weekly average at least \(amount)") }
    static func dailyAtMost(_ amount: String) -> String { localized("daily average at most \(amount)") }
    static func weeklyAtMost(_ amount: String) -> String { localized("weekly average at most \(amount)") }
    /// Before a goal in words.
    static func goal(_ text: String) -> String { localized("Goal: \(text)") }
    /// At the end of the line across a chart, and where there is less room.
    static func line(_ amount: String) -> String { localized("goal \(amount)") }
    static var lineShort: String { localized("goal") }

    // MARK: Progress

    static func metDays(_ count: Int, of all: Int) -> String {
        plural(
            all,
            one: "met on \(NumberText.text(count)) of \(NumberText.text(all)) day",
            other: "met on \(NumberText.text(count)) of \(NumberText.text(all)) days"
        )
    }
    static func metWeeks(_ count: Int, of all: Int) -> String {
        plural(
            all,
            one: "met in \(NumberText.text(count)) of \(NumberText.text(all)) week",
            other: "met in \(NumberText.text(count)) of \(NumberText.text(all)) weeks"
        )
    }
    static func days(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) day", other: "\(NumberText.text(count)) days")
    }
    static func weeks(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) week", other: "\(NumberText.text(count)) weeks")
    }
    static func streak(_ length: String) -> String { localized("streak \(length)") }
    static func longest(_ length: String) -> String { localized("longest \(length)") }
    static var noStreak: String { localized("no streak") }
    static func ratio(_ count: Int, of all: Int) -> String {
        localized("\(NumberText.text(count)) of \(NumberText.text(all))")
    }
    static var reached: String { localized("met", context: "goal") }
    static var missed: String { localized("not met", context: "goal") }
    static var stillOpen: String { localized("so far", context: "goal") }

    /// Of the bar that is read.
    static var goalMet: String { localized("goal met") }
    static var goalMissed: String { localized("goal not met") }

    /// Next to the mark of the moment at which a night's sleep reached the goal.
    static func reachedMark(_ amount: String) -> String { localized("goal of \(amount) reached") }
    /// The same of a goal of at most so much.
    static func passedMark(_ amount: String) -> String { localized("goal of at most \(amount) passed") }

    // MARK: The page of goals

    static var title: String { localized("Goals") }
    static var goals: String { localized("goals") }
    static func count(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) goal", other: "\(NumberText.text(count)) goals")
    }
    static var goalColumn: String { localized("Goal") }
    static var nowColumn: String { localized("Now") }
    static var metColumn: String { localized("Met") }
    static var streakColumn: String { localized("Streak") }
    static var longestColumn: String { localized("Longest") }
    static var none: String { localized("no goals yet; T on a type sets one") }
    static var noneReadOnly: String { localized("no goals yet") }
    static func recent(_ days: Int, _ weeks: Int) -> String {
        localized("Met counts the last \(days) days, or the last \(weeks) weeks.")
    }
    static var rings: String { localized("Activity rings") }
    static var ringsGoals: String { localized("Enter opens their goals and your zones") }
    static func removed(_ type: String) -> String { localized("the goal of \(type) is removed; u takes it back") }
    static var nothingToRemove: String { localized("the rings’ goals are changed in their own form") }

    // MARK: The form of a goal

    static func formTitle(_ type: String) -> String { localized("Goal for \(type)") }
    static var unfinished: String { localized("The goal is not saved yet.") }
    static var amount: String { localized("Amount") }
    static var bound: String { localized("Goal is") }
    static var atLeast: String { localized("at least") }
    static var atMost: String { localized("at most") }
    static var per: String { localized("For each") }
    static var day: String { localized("day") }
    static var week: String { localized("week") }
    static func saved(_ goal: String) -> String { localized("goal saved: \(goal)") }
    static func cannot(_ type: String) -> String { localized("\(type) can’t have a goal") }
    static var emptyRemoves: String { localized("Leave the amount empty to remove the goal.") }
    static var totalHelp: String {
        localized(
            """
            A day or a week is met when all of it comes to that. It holds for past days too. Days without data are not \
            met by a goal of at least, and not counted by one of at most.
            """
        )
    }
    static var eventsHelp: String {
        localized(
            """
            A day or a week is met when all of it comes to that. It holds for past days too. A day without an entry \
            counts as 0.
            """
        )
    }
    static var measuredHelp: String {
        localized(
            """
            A day or a week is met when its average is that. It holds for past days too. Days without data are not \
            counted.
            """
        )
    }
}
