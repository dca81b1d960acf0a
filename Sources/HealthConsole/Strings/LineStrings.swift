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
    static let whatNow = "What now? summary, browse, add, requests, undo, log, open, passphrase, lock, help or quit"
    static func readOnly(_ command: String) -> String { "This console is read-only: \(command) isn’t possible." }
    static func didNotWork(_ reason: String) -> String { "That didn’t work: \(reason)" }
    static let help = [
        "summary tells what is new. browse steps tells of a type and lists its samples; a type's name alone does too.",
        "add weight asks for a sample, field by field. requests answers apps that ask for access.",
        "undo takes back what you did last, after asking. log tells what you did.",
        "open lists the screens of the console. So do their names: apps, sources, workouts, rings, profile, import, export, "
            + "report, start for a workout.",
        "redo does again what undo took back. lock and unlock are of the store, passphrase sets, changes or removes its "
            + "passphrase.",
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
    static func redoQuestion(_ step: String) -> String { "Do again: \(step)?" }
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

    // MARK: Screens
    static let on = "on"
    static let off = "off"
    /// What a box of a row of two is of.
    static func column(_ index: Int) -> String { index == 0 ? "read" : "share" }
    static func columnIndex(_ word: String) -> Int? {
        let word = word.lowercased()
        return word.isEmpty ? nil : "read".hasPrefix(word) ? 0 : "share".hasPrefix(word) ? 1 : nil
    }
    static func whichColumn(_ number: Int) -> String { "Write \(number) read or \(number) share." }
    static let rising = "rising"
    static let falling = "falling"
    static let done = "done"
    static func choice(_ number: Int, _ text: String) -> String { "\(number). \(text)" }
    static func here(_ text: String) -> String { "\(text), selected" }
    static let nothingNew = "Nothing new on this screen. ? says what can be done."
    static let helpSign = "?"
    static let again = "again"
    static let helpWord = "help"
    static let back = "back"
    static let quit = "quit"
    static let go = "go"
    /// What a command begins with where text is typed.
    static let commandSign = ":"
    static func prompt(isTyping: Bool, question: Bool) -> String {
        if question { return "yes or no" }
        return isTyping ? "Text, empty to go on, ?, back or quit" : "A number, a word, ?, back or quit"
    }
    static let screenHelp = "A number chooses a row. ? says what else can be done here."
    static func command(_ word: String, _ help: String) -> String { "\(word): \(help)." }
    static let typingHelp = [
        "What you type stands in the field that is selected. A number and a colon before it, such as :2, goes to a row; a colon "
            + "and a word, such as :save, does what the word says."
    ]
    static let screensHelp = [
        "A number chooses a row; where a row has two boxes, 3 read or 3 share turns one. again says the screen again.",
        "go and a name goes to a type, a source, an app, a day or a command. back leaves the screen, quit the console.",
    ]
    static func noSuchCommand(_ text: String) -> String { "“\(text)” does nothing here. ? says what can be done." }
    static let stopping = "Stopping."
    static let whichNumber = "Which one? A number"
    static let unattendedScreens = "Nothing is changed on screens unless a person is at the terminal."

    // MARK: The lock
    static let notLocked = "The store isn’t locked."
    static let locked = "Locked. unlock opens it again."
    static let storeIsLocked = "healthtui, line by line. The store is locked: unlock opens it."
    static let nothingChanged = "Nothing was changed."
    static func hidden(_ question: String) -> String { "\(question), not shown: " }
    static let keyQuestion = "Have you written it down? It isn’t shown again."
    /// A text as a sentence.
    static func sentence(_ text: String) -> String {
        let begun = text.prefix(1).uppercased() + text.dropFirst()
        return begun.last.map { ".…!?".contains($0) } == true ? begun : begun + "."
    }
}
