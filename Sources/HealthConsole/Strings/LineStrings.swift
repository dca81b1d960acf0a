import Foundation
import HealthEntry

/// The console line by line, for those who listen to it: whole sentences, one to a line.
///
/// The words that a question names (`yes`, `cancel`, `all`, `more`) are those that are typed in answer.
enum LineStrings {
    // MARK: The session
    static let inputEnded = "The input has ended."
    static let cancelled = "Cancelled."
    static let cancel = "cancel"
    static func yesOrNo(_ question: String) -> String { "\(question) yes or no" }
    static let yesLetter = "y"
    static let yes = "yes"
    static let noLetter = "n"
    static let no = "no"
    static let pleaseYesOrNo = "Please write yes, no or cancel."
    static func greeting(samples: Int, types: Int) -> String {
        let what = "\(SharedStrings.samples(samples)) of \(SharedStrings.types(types))"
        return "healthtui, line by line. The store holds \(what)."
    }
    static let readOnly = "This console is read-only."
    static func waiting(_ count: Int) -> String {
        "\(NumberText.count(count, "request")) for access: requests answers."
    }
    static let whatNow = "What now? summary, browse, add, requests, undo, log, help or quit"
    static func readOnly(_ command: String) -> String { "This console is read-only: \(command) isn’t possible." }
    static func didNotWork(_ reason: String) -> String { "That didn’t work: \(reason)" }
    static let help = [
        "summary tells what is new. browse steps tells of a type and lists its samples; a type's name alone does too.",
        "add weight asks for a sample, field by field. requests answers apps that ask for access.",
        "undo takes back what you did last, after asking. log tells what you did.",
        "cancel leaves any question. The first letters of a word are enough.",
    ]
    static func noTypeFits(_ text: String) -> String { "No type matches “\(text)”." }
    static func whichOne(_ names: String) -> String { "Which one? \(names)" }

    // MARK: Reading
    static let noData = "No data yet. add adds a sample."
    /// A pinned type, its value and what is said of it; the last two may be empty.
    static func pinned(_ type: String, _ value: String, _ note: String) -> String {
        "\(type)\(value.isEmpty ? "" : ": \(value)")\(note.isEmpty ? "" : ", \(note)")."
    }
    static func ringsOfToday(_ shares: String) -> String { "Rings of today: \(shares)." }
    static let whichType = "Which type?"
    static func chart(_ type: String, _ figures: String) -> String { "\(type), \(figures)." }
    static let otherSamples = "Other samples? Such as >100, a source, last march. all for the newest, empty to go on."
    static let all = "all"
    /// How many samples there are, and of what as it was asked for, such as ` above 100`; that may be empty.
    static func found(_ samples: Int, _ asked: String) -> String {
        "\(SharedStrings.samples(samples))\(asked)\(samples == 0 ? "." : ", the newest first.")"
    }
    static func sample(_ value: String, _ time: String, source: String, device: String) -> String {
        "\(value), \(time), from \(source)\(device.isEmpty ? "" : ", \(device)")"
    }
    static let numberTells = "Type a number for details, or nothing to go on."
    static let moreOrNumber = "more, a number, or empty to go on"
    static let more = "more"
    static func noneOfThat(_ answer: String) -> String { "“\(answer)” isn’t one of these." }
    static func when(_ start: String, to end: String?) -> String { "when: \(start)" + (end.map { " to \($0)" } ?? "") }
    static func source(_ name: String, version: String?) -> String {
        "source: \(name)" + (version.map { ", version \($0)" } ?? "")
    }
    static func device(_ device: String) -> String { "device: \(device)" }
    static func uuid(_ uuid: String) -> String { "UUID: \(uuid)" }
    static let nothingDone = "No changes yet."

    // MARK: Writing
    static let whatToAdd = "What do you want to add?"
    static func cancelLeaves(_ type: String) -> String { "\(type). cancel leaves." }
    static let cannotBeSaved = "It can’t be saved."
    static func saveQuestion(_ what: String, _ time: String) -> String { "Save \(what), \(time)?" }
    static let notSaved = "Not saved."
    static let saved = "Saved. undo reverses it."
    /// Asks for a field; its unit, and what holds when nothing is typed, may be empty.
    static func ask(_ field: String, unit: String, usual: String) -> String {
        "\(field)\(unit.isEmpty ? "" : " in \(unit)")?\(usual.isEmpty ? "" : " Empty for \(usual).")"
    }
    static func askToggle(_ field: String) -> String { "\(field)?" }
    static func ask(_ field: String, choices: String, usual: String?) -> String {
        "\(field)? \(choices)." + (usual.map { " Empty for \($0)." } ?? "")
    }
    static func noneOfThem(_ answer: String) -> String { "“\(answer)” isn’t one of these." }
    static func undoQuestion(_ step: String) -> String { "Undo: \(step)?" }
    static let itStands = "Not undone."
    static let noAppAsks = "No app is asking for access."
    static func asksForAccess(_ app: String, _ identifier: String, _ version: String?) -> String {
        "\(app), \(identifier)\(version.map { " \($0)" } ?? ""), would like to access your health data."
    }
    static func itSays(_ usage: String) -> String { "It says: \(usage)" }
    static func careful(_ program: String) -> String {
        "Careful: a different program, \(program), used this identifier before."
    }
    static let answerNow = "Answer now?"
    static let requestWaits = "The request waits."
    static func mayRead(_ type: String) -> String { "May it read \(type)?" }
    static func maySave(_ type: String) -> String { "May it save \(type)?" }
    static let nothing = "nothing"
    static func isThatYourAnswer(_ read: String, _ save: String) -> String {
        "It may read \(read), and save \(save). Is that your answer?"
    }
    static let answered = "Answered."
    static func mayReadThat(_ time: String, _ source: String) -> String {
        "May it read the one of \(time), from \(source)?"
    }
    static let unattended = "Permissions are set at a terminal; see healthtui authorize --help."
    static let gone = "The app quit before you answered."
}
