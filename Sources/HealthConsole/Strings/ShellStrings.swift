import HealthEntry

/// What the console says whatever screen is seen: its main screens, its first and its last line, and the question
/// before it ends.
///
/// A notice stands on the last line until the next key: short, in lower case, without a full stop.
enum ShellStrings {
    // MARK: Main screens

    /// The names stand side by side on the first line, 80 columns wide in all; in lower case they are typed to go there.
    static let summary = "Summary"
    static let browse = "Browse"
    static let add = "Add"
    static let apps = "Apps"
    static let sources = "Sources"
    static let importing = "Import"
    static let workouts = "Workouts"
    static let profile = "Profile"

    // MARK: Beside the names of the screens

    static let guest = "guest"
    static let readOnly = "read-only"
    static func requests(_ count: Int) -> String { NumberText.count(count, "request") }

    // MARK: Keys, the mouse and what is pasted

    static func onlyReads(_ hint: String) -> String { "this console only reads: \(hint) is not possible" }
    static func keyDoesNothing(_ key: String) -> String { "\(key) does nothing here; ? shows the keys" }
    /// Of the key that filters lists, where there is no such list.
    static func nothingToFilter(_ key: String, _ commandLine: String) -> String {
        "\(key) filters lists that are long; \(commandLine) finds anything by name"
    }
    static func commandMeansNothing(_ name: String) -> String { "\(name) means nothing here" }
    static let quits = "Q quits"
    static let questionIsNotPasted = "a question is not answered by pasting"
    static let nothingIsTyped = "Paste ignored: no text field is active"
    static func pastedTooMuch(_ count: String) -> String {
        "of what you pasted, \(count) characters at most were taken"
    }
    static func unknown(_ name: String) -> String { "there is no screen, command, date or type called “\(name)”" }
    static let timesAreOfCharts = "a chart is where a day, a month or a year can be gone to"

    // MARK: Undoing and doing again

    static let undoing = "undoing…"
    static let redoing = "redoing…"
    static func notUndone(_ reason: String) -> String { "not undone: \(reason)" }
    static func notRedone(_ reason: String) -> String { "not redone: \(reason)" }

    // MARK: Quitting

    /// The title of the question and its answer.
    static let quit = "Quit"
    static let stay = "Stay"
    /// Each reason is a sentence of a screen that has something unfinished.
    static func question(_ reasons: String) -> String { "\(reasons) Quit?" }
    static func stopping(_ key: String) -> String { "Stopping… Press \(key) again to quit now" }

    // MARK: Requests of apps

    static let requestWaits = "the request waits among the apps"
    static func appHasEnded(_ app: String) -> String { "\(app) has ended; what it asked for waits among the apps" }

    // MARK: The store

    static func notLocked(_ reason: String) -> String { "not locked: \(reason)" }
    static func copied(_ text: String) -> String { "copied \(text)" }
    static func workoutLeftBehind(_ keys: String, _ time: String) -> String {
        "\(keys) goes on with a workout left behind, begun \(time)"
    }
    static let storeRemoved = "the store's file was removed: nothing can be saved, and what you see was read before"
    static let storeReplaced = "the store's file was replaced; you see the new one"
    static func storeUnreadable(_ reason: String) -> String {
        "the store's file was replaced and can't be read: \(reason)"
    }
    static func isDeaf(_ reason: String) -> String { "Live updates are off: \(reason)" }
    /// The first problem of the settings, as `SettingsStrings` has it.
    static func settings(_ problem: String, more: Int) -> String {
        more > 0 ? "config.toml, \(problem) (and \(more) more)" : "config.toml, \(problem)"
    }
    static let unexpectedAnswer = "this screen does not know what to do with what it asked for"
    static let otherWorkGoesOn = "not now: first let the other work end, such as an import or a workout"
}
