import Foundation
import HealthKitLocalization
import HealthtuiEntry

/// The console line by line, for those who listen to it: whole sentences, one to a line.
///
/// The words that a question names (`yes`, `cancel`, `all`, `more`) are those that are typed in answer.
enum LineStrings {
    // MARK: The session
    static var inputEnded: String { localized("The input has ended.") }
    static var cancelled: String { localized("Cancelled.") }
    static var cancel: String { localized("cancel") }
    static func yesOrNo(_ question: String) -> String { localized("\(question) yes or no") }
    static var yesLetter: String { localized("y") }
    static var yes: String { localized("yes") }
    static var noLetter: String { localized("n") }
    static var no: String { localized("no") }
    static var pleaseYesOrNo: String { localized("Please write yes, no or cancel.") }
    static func greeting(samples: Int, types: Int) -> String {
        let (samples, types) = (SharedStrings.samples(samples), SharedStrings.types(types))
        return localized("healthtui, line by line. The store holds \(samples) of \(types).")
    }
    static var readOnly: String { localized("This console is read-only.") }
    static func waiting(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) request for access: requests answers.",
            other: "\(NumberText.text(count)) requests for access: requests answers."
        )
    }
    static var whatNow: String {
        localized("What now? summary, browse, add, requests, undo, log, open, passphrase, lock, help or quit")
    }
    static func readOnly(_ command: String) -> String {
        localized("This console is read-only: \(command) isn’t possible.")
    }
    static func didNotWork(_ reason: String) -> String { localized("That didn’t work: \(reason)") }
    static var help: [String] {
        [
            localized(
                "summary tells what is new. browse steps tells of a type and lists its samples; a type's name alone does too."
            ),
            localized(
                "add weight asks for a sample, field by field. requests answers apps that ask for access."
            ),
            localized(
                "undo takes back what you did last, after asking. log tells what you did."
            ),
            localized(
                """
                open lists the screens of the console. So do their names: apps, sources, workouts, rings, profile, \
                import, export, report, start for a workout.
                """
            ),
            localized(
                """
                redo does again what undo took back. With the number of a step that log tells, undo and redo are of that \
                step. lock and unlock are of the store, passphrase sets, changes or \
                removes its passphrase.
                """
            ),
            localized(
                "cancel leaves any question. The first letters of a word are enough."
            ),
        ]
    }
    static var questionHelp: [String] {
        [
            localized(
                """
                At any question: back leaves what it is asked for, quit the console, again says it once more, undo takes \
                back what you did last.
                """
            ),
            localized("One of these words in quotation marks, such as “back”, is your answer."),
        ]
    }
    static func noTypeFits(_ text: String) -> String { localized("No type matches “\(text)”.") }
    static func whichOne(_ names: String) -> String { localized("Which one? \(names)") }

    // Accepted in every language, for scripts and out of habit.
    static let englishCancel = "cancel"
    static let englishYes = ["y", "yes"]
    static let englishNo = ["n", "no"]
    /// The second answer of a question, like the key on the screen.
    static let alternativeLetter = "a"
    static let englishAll = "all"
    static let englishMore = "more"

    // MARK: Reading
    static var noData: String { localized("No data yet. add adds a sample.") }
    /// A pinned type, its value and a note; the last two may be empty.
    static func pinned(_ type: String, _ value: String, _ note: String) -> String {
        switch (value.isEmpty, note.isEmpty) {
        case (true, true): localized("\(type).", context: "a type, read out")
        case (false, true): localized("\(type): \(value).", context: "a type, read out")
        case (true, false): localized("\(type), \(note).", context: "a type, read out")
        case (false, false): localized("\(type): \(value), \(note).", context: "a type, read out")
        }
    }
    static func ringsOfToday(_ shares: String) -> String { localized("Rings of today: \(shares).") }
    static var whichType: String { localized("Which type?") }
    static func chart(_ type: String, _ figures: String) -> String { localized("\(type), \(figures).") }
    static var otherSamples: String {
        localized("Other samples? Such as >100, a source, last march. all for the newest, empty to go on.")
    }
    static var all: String { localized("all") }
    /// The number of samples and their filter, such as ` above 100`, which may be empty.
    static func found(_ samples: Int, _ asked: String) -> String {
        if samples == 0 { return localized("\(SharedStrings.samples(0))\(asked).") }
        return localized("\(SharedStrings.samples(samples))\(asked), the newest first.")
    }
    static func sample(_ value: String, _ time: String, source: String, device: String) -> String {
        device.isEmpty
            ? localized("\(value), \(time), from \(source)")
            : localized("\(value), \(time), from \(source), \(device)")
    }
    static var numberReports: String { localized("Type a number for details, or nothing to go on.") }
    static var moreOrNumber: String { localized("more, a number, or empty to go on") }
    static var more: String { localized("more") }
    static func noneOfThat(_ answer: String) -> String { localized("“\(answer)” isn’t one of these.") }
    static func when(_ start: String, to end: String?) -> String {
        guard let end else { return localized("when: \(start)") }
        return localized("when: \(start) to \(end)")
    }
    static func source(_ name: String, version: String?) -> String {
        guard let version else { return localized("source: \(name)") }
        return localized("source: \(name), version \(version)")
    }
    static func device(_ device: String) -> String { localized("device: \(device)") }
    static func uuid(_ uuid: String) -> String { localized("UUID: \(uuid)") }
    static var nothingDone: String { localized("No changes yet.") }

    // MARK: Writing
    static var whatToAdd: String { localized("What do you want to add?") }
    static func cancelLeaves(_ type: String) -> String { localized("\(type). cancel leaves.") }
    static var cannotBeSaved: String { localized("It can’t be saved.") }
    static func saveQuestion(_ what: String, _ time: String) -> String { localized("Save \(what), \(time)?") }
    static var notSaved: String { localized("Not saved.") }
    static var saved: String { localized("Saved. undo reverses it.") }
    /// Asks for a field; its unit, and the default value, may be empty.
    static func ask(_ field: String, unit: String, usual: String) -> String {
        switch (unit.isEmpty, usual.isEmpty) {
        case (true, true): localized("\(field)?")
        case (false, true): localized("\(field) in \(unit)?")
        case (true, false): localized("\(field)? Empty for \(usual).")
        case (false, false): localized("\(field) in \(unit)? Empty for \(usual).")
        }
    }
    static func askToggle(_ field: String) -> String { localized("\(field)?") }
    static func ask(_ field: String, choices: String, usual: String?) -> String {
        guard let usual else { return localized("\(field)? \(choices).") }
        return localized("\(field)? \(choices). Empty for \(usual).")
    }
    static func noneOfThem(_ answer: String) -> String { localized("“\(answer)” isn’t one of these.") }
    static func undoQuestion(_ step: String) -> String { localized("Undo: \(step)?") }
    static func redoQuestion(_ step: String) -> String { localized("Do again: \(step)?") }
    static func isUndone(_ step: Int) -> String {
        localized("Step \(NumberText.text(step)) is undone already. redo \(step) redoes it.")
    }
    static func isNotUndone(_ step: Int) -> String {
        localized("Step \(NumberText.text(step)) isn’t undone. undo \(step) undoes it.")
    }
    static var itStands: String { localized("Not undone.") }
    static var noAppAsks: String { localized("No app is asking for access.") }
    static func asksForAccess(_ app: String, _ identifier: String, _ version: String?) -> String {
        guard let version else { return localized("\(app), \(identifier), would like to access your health data.") }
        return localized("\(app), \(identifier) \(version), would like to access your health data.")
    }
    static func itSays(_ usage: String) -> String { localized("It says: \(usage)") }
    static func careful(_ program: String) -> String {
        localized("Careful: a different program, \(program), used this identifier before.")
    }
    static var answerNow: String { localized("Answer now?") }
    static var requestWaits: String { localized("The request waits.") }
    static func mayRead(_ type: String) -> String { localized("May it read \(type)?") }
    static func maySave(_ type: String) -> String { localized("May it save \(type)?") }
    static var nothing: String { localized("nothing") }
    static func isThatYourAnswer(_ read: String, _ save: String) -> String {
        localized("It may read \(read), and save \(save). Is that your answer?")
    }
    static var answered: String { localized("Answered.") }
    static func mayReadThat(_ time: String, _ source: String) -> String {
        localized("May it read the one of \(time), from \(source)?")
    }
    static var unattended: String { localized("Permissions are set at a terminal; see healthtui authorize --help.") }
    static var gone: String { localized("The app quit before you answered.") }

    // MARK: Screens
    static var on: String { localized("on", context: "a box") }
    static var off: String { localized("off", context: "a box") }
    private static let englishColumns = ["read", "share"]
    /// The permission of a box in a row of two.
    static func column(_ index: Int) -> String { index == 0 ? AppStrings.readBox : AppStrings.shareBox }
    static func columnIndex(_ word: String) -> Int? {
        let word = word.lowercased()
        guard !word.isEmpty else { return nil }
        return [0, 1].first { column($0).hasPrefix(word) || englishColumns[$0].hasPrefix(word) }
    }
    static func whichColumn(_ number: Int) -> String {
        localized("Write \(number) \(column(0)) or \(number) \(column(1)).")
    }
    static var rising: String { localized("rising") }
    static var falling: String { localized("falling") }
    static var done: String { localized("done") }
    static func choice(_ number: Int, _ text: String) -> String { localized("\(number). \(text)") }
    static func alternative(_ label: String) -> String { localized("Or a: \(label).") }
    static func here(_ text: String) -> String { localized("\(text), selected") }
    static var nothingNew: String { localized("Nothing new on this screen. ? says what can be done.") }
    // Typed in every language, as the words of commands are.
    static let helpSign = "?"
    static let again = "again"
    static let helpWord = "help"
    static let back = "back"
    static let quit = "quit"
    static let undo = "undo"
    static let go = "go"
    /// The prefix of a command where text is typed.
    static let commandSign = ":"
    static func prompt(isTyping: Bool, question: Bool) -> String {
        if question { return localized("yes or no") }
        return isTyping
            ? localized("Text, empty to go on, ?, back or quit") : localized("A number, a word, ?, back or quit")
    }
    static var screenHelp: String { localized("A number chooses a row. ? says what else can be done here.") }
    static func command(_ word: String, _ help: String) -> String { localized("\(word): \(help).") }
    static var typingHelp: [String] {
        [
            localized(
                """
                What you type stands in the field that is selected. A number and a colon before it, such as :2, goes \
                to a row; a colon and a word, such as :save, does what the word says.
                """
            )
        ]
    }
    static var screensHelp: [String] {
        let (read, share) = (column(0), column(1))
        return [
            localized(
                """
                A number chooses a row; where a row has two boxes, 3 \(read) or 3 \(share) turns one. again says the \
                screen again.
                """
            ),
            localized(
                """
                go and a name goes to a type, a source, an app, a day or a command. back leaves the screen, quit the \
                console.
                """
            ),
        ]
    }
    static func noSuchCommand(_ text: String) -> String {
        localized("“\(text)” does nothing here. ? says what can be done.")
    }
    static var stopping: String { localized("Stopping.") }
    static var whichNumber: String { localized("Which one? A number") }
    static var unattendedScreens: String {
        localized("Nothing is changed on screens unless a person is at the terminal.")
    }

    // MARK: The lock
    static var notLocked: String { localized("The store isn’t locked.") }
    static var locked: String { localized("Locked. unlock opens it again.") }
    static var storeIsLocked: String {
        localized("healthtui, line by line. The store is locked: unlock opens it.")
    }
    static var nothingChanged: String { localized("Nothing was changed.") }
    static func hidden(_ question: String) -> String { localized("\(question), not shown: ") }
    static var keyQuestion: String { localized("Have you written it down? It isn’t shown again.") }
    /// A text as a sentence.
    static func sentence(_ text: String) -> String {
        let begun = text.prefix(1).uppercased() + text.dropFirst()
        return begun.last.map { ".…!?".contains($0) } == true ? begun : begun + "."
    }
}
