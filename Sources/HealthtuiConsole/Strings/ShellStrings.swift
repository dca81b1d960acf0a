import HealthKitLocalization
import HealthtuiEntry

/// Texts of the console itself, on every screen: its main screens, its first and its last line, and the question before it ends.
///
/// A notice is on the last line until the next key: short, in lower case, without a full stop.
enum ShellStrings {
    // MARK: Main screens

    /// The names are side by side on the first line, 80 columns wide in total; typed in lower case they open the
    /// screen.
    static var summary: String { localized("Summary") }
    static var browse: String { localized("Browse") }
    static var add: String { localized("Add") }
    static var apps: String { localized("Apps") }
    static var sources: String { localized("Sources") }
    static var importing: String { localized("Import") }
    static var workouts: String { localized("Workouts") }
    static var profile: String { localized("Profile") }

    // MARK: Beside the names of the screens

    static var guest: String { localized("guest") }
    static var readOnly: String { localized("read-only") }
    static func requests(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) request", other: "\(NumberText.text(count)) requests")
    }

    // MARK: Keys, the mouse and pasting

    static func onlyReads(_ hint: String) -> String { localized("this console only reads: \(hint) is not possible") }
    static func keyDoesNothing(_ key: String) -> String { localized("\(key) does nothing here; ? shows the keys") }
    /// For the key that filters lists, on screens without a list.
    static func nothingToFilter(_ key: String, _ commandLine: String) -> String {
        localized("\(key) filters lists that are long; \(commandLine) finds anything by name")
    }
    static func commandMeansNothing(_ name: String) -> String { localized("\(name) means nothing here") }
    static var quits: String { localized("Q quits") }
    static var questionIsNotPasted: String { localized("a question is not answered by pasting") }
    static var nothingIsTyped: String { localized("Paste ignored: no text field is active") }
    static func pastedTooMuch(_ count: String) -> String {
        localized("of what you pasted, \(count) characters at most were taken")
    }
    static func unknown(_ name: String) -> String {
        localized("there is no screen, command, date or type called “\(name)”")
    }
    /// Enter chooses a name only by its beginning, not by scattered letters, and not if several match.
    static func choose(_ name: String) -> String { localized("“\(name)” is no full name; Down chooses from the list") }
    static var timesAreOfCharts: String { localized("a chart is where a day, a month or a year can be gone to") }

    // MARK: Undoing and doing again

    static var undoing: String { localized("undoing…") }
    static var redoing: String { localized("redoing…") }
    static func notUndone(_ reason: String) -> String { localized("not undone: \(reason)") }
    static func notRedone(_ reason: String) -> String { localized("not redone: \(reason)") }

    // MARK: Quitting

    /// The title of the question and its answer.
    static var quit: String { localized("Quit") }
    static var stay: String { localized("Stay") }
    /// Each reason is a sentence of a screen that has something unfinished.
    static func question(_ reasons: String) -> String { localized("\(reasons) Quit?") }
    static func stopping(_ key: String) -> String { localized("Stopping… Press \(key) again to quit now") }

    // MARK: Requests of apps

    static var requestWaits: String { localized("the request waits among the apps") }
    static func appHasEnded(_ app: String) -> String {
        localized("\(app) has ended; what it asked for waits among the apps")
    }

    // MARK: The store

    static func notLocked(_ reason: String) -> String { localized("not locked: \(reason)") }
    static func copied(_ text: String) -> String { localized("copied \(text)") }
    static func workoutLeftBehind(_ keys: String, _ time: String) -> String {
        localized("\(keys) goes on with a workout left behind, begun \(time)")
    }
    static var storeRemoved: String {
        localized("the store's file was removed: nothing can be saved, and what you see was read before")
    }
    static var storeReplaced: String { localized("the store's file was replaced; you see the new one") }
    static func storeUnreadable(_ reason: String) -> String {
        localized("the store's file was replaced and can't be read: \(reason)")
    }
    static func isDeaf(_ reason: String) -> String { localized("Live updates are off: \(reason)") }
    /// The first problem of the settings, as `SettingsStrings` has it.
    static func settings(_ problem: String, more: Int) -> String {
        more > 0
            ? localized("config.toml, \(problem) (and \(more) more)") : localized("config.toml, \(problem)")
    }
    /// The first problem of a language's catalogue, with its file and line.
    static func language(_ problem: String, more: Int) -> String {
        more > 0 ? localized("\(problem) (and \(more) more)") : problem
    }
    static var unexpectedAnswer: String { localized("this screen does not know what to do with what it asked for") }
    static var otherWorkGoesOn: String {
        localized("not now: first let the other work end, such as an import or a workout")
    }
}
