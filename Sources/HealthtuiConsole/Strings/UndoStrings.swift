import HealthKitLocalization
import HealthtuiEntry

/// The question before an undo or redo.
enum UndoStrings {
    // MARK: Buttons and keys

    static var takeBack: String { localized("Take it back") }
    static var giveAccess: String { localized("Give access") }
    static var redo: String { localized("Redo") }
    static var leave: String { localized("Leave it") }
    /// Below the question, one or two words after each key.
    static var takeBackHint: String { localized("take back", context: "hint") }
    static var giveAccessHint: String { localized("give access", context: "hint") }
    static var redoHint: String { localized("redo", context: "hint") }
    static var leaveHint: String { localized("leave", context: "hint") }
    static var historyHint: String { localized("history", context: "hint") }
    static var allHint: String { localized("what goes", context: "hint") }
    static var lessHint: String { localized("less", context: "hint") }

    // MARK: What goes and comes

    static func lastStep(_ moment: String) -> String { localized("last step, \(moment)") }
    static func step(_ number: Int, _ moment: String) -> String {
        localized("step \(NumberText.text(number)), \(moment)")
    }
    static func undoneStep(_ moment: String) -> String { localized("undone step, \(moment)") }
    /// For a number of samples, such as `60,194 samples of 26 types`; a list follows.
    static func go(_ count: Int, _ samples: String, _ days: String) -> String {
        plural(count, one: "\(samples), \(days), goes:", other: "\(samples), \(days), go:")
    }
    static func go(_ count: Int, _ samples: String) -> String {
        plural(count, one: "\(samples) goes:", other: "\(samples) go:")
    }
    static func comeBack(_ count: Int, _ samples: String) -> String {
        plural(count, one: "\(samples) comes back:", other: "\(samples) come back:")
    }
    static func others(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) other", other: "\(NumberText.text(count)) others")
    }
    static func more(_ lines: Int) -> String {
        plural(lines, one: "\(lines) more line", other: "\(lines) more lines")
    }
    static func source(_ name: String, _ count: Int) -> String { localized("\(name) \(NumberText.text(count))") }

    // MARK: Access

    static func tookAway(_ moment: String) -> String {
        localized("You took it away \(moment). Undoing that gives it back:")
    }
    static var changesAccess: String { localized("What it may do would change:") }
    static var reads: String { localized("reads") }
    static var saves: String { localized("saves") }
    static var objects: String { localized("single objects") }
    static var program: String { localized("as it is now") }
    static var otherDevice: String { localized("another machine’s data") }
    static var wake: String { localized("starts by itself") }
    static var nothing: String { localized("nothing") }
    static var all: String { localized("everything") }
    static var yes: String { localized("yes") }
    static func since(_ day: String) -> String { localized("since \(day)") }

    // MARK: Facts, each behind its label

    static var stays: String { localized("Stays") }
    static func ownEntries(_ count: Int) -> String {
        plural(count, one: "your own entry", other: "your own \(NumberText.text(count)) entries")
    }
    static func ownEntries(_ entries: String, last: String) -> String { localized("\(entries), the last: \(last)") }
    static func entry(_ type: String, _ value: String, _ day: String) -> String {
        localized("\(type) \(value), \(day)")
    }
    static func entry(_ type: String, _ day: String) -> String { localized("\(type), \(day)") }
    static var then: String { localized("Then") }
    static func bringsBack(_ key: String) -> String { localized("\(key) brings it back, also after other steps;") }
    static var importAddsAgain: String { localized("importing the file again adds it again.") }
    static func doesAgain(_ key: String) -> String { localized("\(key) does it again, also after other steps.") }
    static func takesBack(_ key: String) -> String { localized("\(key) takes it back again.") }
    static var itWould: String { localized("It would") }
    static func read(_ samples: Int) -> String {
        plural(
            samples,
            one: "read \(NumberText.text(samples)) sample from its next call on.",
            other: "read \(NumberText.text(samples)) samples from its next call on."
        )
    }
    static var unchanged: String { localized("Unchanged") }
    static func right(_ type: String, _ what: String) -> String { localized("\(type): \(what).") }
    static var readsAndSaves: String { localized("reads and saves") }
    static var also: String { localized("Also") }
    static func apps(_ key: String, _ screen: String) -> String {
        localized("\(key) \(screen) does the same, type by type.")
    }
}
