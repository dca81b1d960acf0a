import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// Adding a sample: the list of types, the form of a sample, and the questions in the forms of records.
///
/// A field's error is shown next to it, in lower case. Typed words (`now`) are parsed unchanged.
enum AddStrings {
    // MARK: The list of types
    static var title: String { localized("Add") }
    static var filterPlaceholder: String { localized("weight, steps, headache…") }
    static var question: String { localized("What do you want to add?") }
    static var questionHint: String { localized("/ finds it by name") }
    static var nothingFound: String { localized("nothing that can be added by hand is called that") }

    // MARK: The form
    static func unfinished(_ title: String) -> String { localized("What you typed for \(title) is not saved.") }
    static var howToWriteTimes: String {
        localized(
            "Times: now, -10m, \(DateStrings.typedClock), yesterday 22:30, mon 8:00, \(DateStrings.typedMoment)."
        )
    }
    static var howToWriteEnds: String { localized("An end such as +30m counts from the start.") }
    static func units(_ units: String) -> String { localized("Units: \(units).") }
    /// The saved sample, such as `Weight 70 kg, today 14:20`.
    static func added(_ type: String, _ value: String, _ moment: String) -> String {
        localized("\(type) \(value), \(moment)")
    }
    static var choosing: String { localized("Left and Right choose, and so does typing the first letters.") }
    static var systolicHelp: String {
        localized("The pressure when the heart beats: the upper of the two numbers on a cuff.")
    }
    static var diastolicHelp: String {
        localized("The pressure between two beats: the lower of the two numbers on a cuff.")
    }
    /// Above the chart next to the fields; typed values are drawn across it.
    static var lastMonth: String { localized("Your last month") }
    static var now: String { localized("now") }
    static var theStart: String { localized("the start") }
    static var diastolicTooHigh: String { localized("diastolic must be below systolic") }
    static var valueMissing: String { localized("a value is missing") }

    // MARK: The forms of records
    static var kind: String { localized("Kind") }
    static var itWas: String { localized("It was") }
    static var felt: String { localized("Felt") }
    static var feltExample: String { localized("calm, happy") }
    static var becauseOf: String { localized("Because of") }
    static var becauseOfExample: String { localized("family, work") }
    static var lensesFor: String { localized("For") }
    static var glasses: String { localized("Glasses") }
    static var contacts: String { localized("Contacts") }
    static var brand: String { localized("Brand") }
    static var brandHint: String { localized("of contacts") }
    static var expires: String { localized("Expires") }
    static var rightSphere: String { localized("Right sphere") }
    static var rightCylinder: String { localized("Right cylinder") }
    static var rightAxis: String { localized("Right axis") }
    static var rightAdd: String { localized("Right add") }
    static var leftSphere: String { localized("Left sphere") }
    static var leftCylinder: String { localized("Left cylinder") }
    static var leftAxis: String { localized("Left axis") }
    static var leftAdd: String { localized("Left add") }
    static func howOften(_ question: String) -> String { localized("\(question): how often, over the last two weeks?") }
    static func anyOf(_ names: String) -> String { localized("Any of: \(names).") }
    static var lensHelp: String {
        localized("Leave an eye that needs no lens empty. Powers from -40 to 40 D, axes from 0 to 180 degrees.")
    }
    static func inTheFuture(_ moment: String) -> String { localized("“\(moment)” is in the future") }
    /// Words that a beginning may mean: `happy or hopeful`.
    static func or(_ words: [String]) -> String {
        words.dropFirst().reduce(words.first ?? "") { localized("\($0) or \($1)") }
    }
    static func noneOfThem(_ name: String) -> String { localized("“\(name)” is none of them") }
    static func whichOf(_ name: String, _ names: String) -> String { localized("\(name): \(names)?") }
    static func fromTo(_ lowest: String, _ highest: String) -> String { localized("from \(lowest) to \(highest)") }
    static var sphereMissing: String { localized("enter the sphere (0 if none)") }
    static var axisMissing: String { localized("a cylinder has an axis") }
    static var noSphere: String { localized("enter the sphere of at least one eye") }
    static var expiresTooEarly: String { localized("that is before it was issued") }
    static var brandMissing: String { localized("contacts have a brand") }

    // MARK: Records from the command line
    static func noForm(_ type: String) -> String { localized("\(type) has no form of its own") }
    static func problemOf(_ field: String, _ problem: String) -> String { localized("\(field): \(problem)") }
    static var sayHowItWas: String { localized("say how it was, such as pleasant") }
    static func wrongAnswers(_ questionnaire: String, _ questions: Int, _ answers: Int) -> String {
        localized("\(questionnaire) has \(questions) answers, not \(answers); write them as 0,1,2,…")
    }
    static func noField(_ name: String, _ names: String) -> String {
        localized("“\(name)” isn't a field; there are \(names)")
    }
    static func noneOf(_ field: String, _ value: String, _ names: String) -> String {
        localized("\(field): “\(value)” is none of \(names)")
    }
}
