import Foundation
import HealthEntry

/// Adding a sample: the list of types, the form of a sample, and what the forms of records ask.
///
/// What is wrong with a field stands beside it, in lower case. Words that are typed (`now`) are read as they are.
enum AddStrings {
    // MARK: The list of types
    static let title = "Add"
    static let filterPlaceholder = "weight, steps, headache…"
    static let question = "What do you want to add?"
    static let questionHint = "/ finds it by name"
    static let nothingFound = "nothing that can be added by hand is called that"

    // MARK: The form
    static func unfinished(_ title: String) -> String { "What you typed for \(title) is not saved." }
    static let howToWriteTimes = "Times: now, -10m, 14:20, yesterday 22:30, mon 8:00, 2026-11-21 14:20."
    static let howToWriteEnds = "An end such as +30m counts from the start."
    static func units(_ units: String) -> String { "Units: \(units)." }
    /// What was saved, such as `Weight 70 kg, today 14:20`.
    static func added(_ type: String, _ value: String, _ moment: String) -> String { "\(type) \(value), \(moment)" }
    static let choosing = "Left and Right choose, and so does typing the first letters."
    static let systolicHelp = "The pressure when the heart beats: the upper of the two numbers on a cuff."
    static let diastolicHelp = "The pressure between two beats: the lower of the two numbers on a cuff."
    /// Over the chart beside the fields; what is typed is drawn across it.
    static let lastMonth = "Your last month"
    static let now = "now"
    static let theStart = "the start"
    static let diastolicTooHigh = "diastolic must be below systolic"
    static let valueMissing = "a value is missing"

    // MARK: The forms of records
    static let kind = "Kind"
    static let itWas = "It was"
    static let felt = "Felt"
    static let feltExample = "calm, happy"
    static let becauseOf = "Because of"
    static let becauseOfExample = "family, work"
    static let lensesFor = "For"
    static let glasses = "Glasses"
    static let contacts = "Contacts"
    static let brand = "Brand"
    static let brandHint = "of contacts"
    static let expires = "Expires"
    static let rightSphere = "Right sphere"
    static let rightCylinder = "Right cylinder"
    static let rightAxis = "Right axis"
    static let rightAdd = "Right add"
    static let leftSphere = "Left sphere"
    static let leftCylinder = "Left cylinder"
    static let leftAxis = "Left axis"
    static let leftAdd = "Left add"
    static func howOften(_ question: String) -> String { "\(question): how often, over the last two weeks?" }
    static func anyOf(_ names: String) -> String { "Any of: \(names)." }
    static let lensHelp = "Leave an eye that needs no lens empty. Powers from -40 to 40 D, axes from 0 to 180 degrees."
    static func inTheFuture(_ moment: String) -> String { "“\(moment)” is in the future" }
    /// Between words that a beginning may mean: `happy or hopeful`.
    static let or = " or "
    static func noneOfThem(_ name: String) -> String { "“\(name)” is none of them" }
    static func whichOf(_ name: String, _ names: String) -> String { "\(name): \(names)?" }
    static func fromTo(_ lowest: String, _ highest: String) -> String { "from \(lowest) to \(highest)" }
    static let sphereMissing = "enter the sphere (0 if none)"
    static let axisMissing = "a cylinder has an axis"
    static let noSphere = "enter the sphere of at least one eye"
    static let expiresTooEarly = "that is before it was issued"
    static let brandMissing = "contacts have a brand"

    // MARK: Records from the command line
    static func noForm(_ type: String) -> String { "\(type) has no form of its own" }
    static func problemOf(_ field: String, _ problem: String) -> String { "\(field): \(problem)" }
    static let sayHowItWas = "say how it was, such as pleasant"
    static func wrongAnswers(_ questionnaire: String, _ questions: Int, _ answers: Int) -> String {
        "\(questionnaire) has \(questions) answers, not \(answers); write them as 0,1,2,…"
    }
    static func noField(_ name: String, _ names: String) -> String { "“\(name)” isn't a field; there are \(names)" }
    static func noneOf(_ field: String, _ value: String, _ names: String) -> String {
        "\(field): “\(value)” is none of \(names)"
    }
}
