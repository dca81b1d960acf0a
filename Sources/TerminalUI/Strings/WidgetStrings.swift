/// What widgets say by themselves, whatever program they are of: short, for each has the place of a line or less.
package enum WidgetStrings {
    // MARK: Charts and tables

    package static let noData = "no data"
    package static let noRoute = "no route"
    package static let nothingHere = "nothing here"

    // MARK: Questions

    package static let cancel = "Cancel"

    // MARK: Help

    /// The title of the sheet.
    package static let help = "Help"
    package static let searchHelp = "type to search, Enter runs, Esc closes"
    /// Where that has no room.
    package static let searchHelpShort = "Enter runs, Esc closes"
    package static let noKeyFound = "no key does that"

    // MARK: The size of the screen

    package static func tooSmall(_ neededWidth: Int, _ neededHeight: Int, _ width: Int, _ height: Int) -> String {
        "needs \(neededWidth)x\(neededHeight), this is \(width)x\(height)"
    }

    // MARK: Progress

    package static let veryLong = "more than 99 h"
    package static func seconds(_ seconds: Int) -> String { "\(seconds) s" }
    package static func minutes(_ minutes: Int, _ seconds: Int) -> String { "\(minutes) min \(seconds) s" }
    package static func hours(_ hours: Int, _ minutes: Int) -> String { "\(hours) h \(minutes) min" }
    /// Three dots follow, and for how long.
    package static func loading(_ what: String) -> String { "loading \(what)" }
    package static func progress(_ done: String, of total: String) -> String { "\(done) of \(total)" }
    package static func rate(_ amount: String) -> String { "\(amount)/s" }
    /// Behind a length of time, which is one of those above.
    package static func left(_ time: String) -> String { "\(time) left" }

    // MARK: Keys

    /// Where the keys work that work everywhere.
    package static let everywhere = "everywhere"
    package static func noCommand(_ name: String) -> String {
        "there is no command named \(name); `healthtui --print-keys` lists them"
    }
    package static func noKey(_ command: String, _ key: String) -> String {
        "\(command): \(key) is not the name of a key; write it as j, ctrl+s, shift+tab, pgup or f1"
    }
    package static func meansMore(_ key: String, _ context: String, _ commands: String) -> String {
        "\(key) means more than one thing in \(context): \(commands)"
    }
    /// Behind the name of a command.
    package static let writes = " (writes)"

    // MARK: Names of keys in hints, a few letters each

    package static let control = "Ctrl-"
    package static let alt = "Alt-"
    package static let shift = "Shift-"
    package static let space = "Space"
    package static let up = "Up"
    package static let down = "Down"
    package static let leftKey = "Left"
    package static let right = "Right"
    package static let home = "Home"
    package static let end = "End"
    package static let pageUp = "PgUp"
    package static let pageDown = "PgDn"
    package static let tab = "Tab"
    package static let enter = "Enter"
    package static let escape = "Esc"
    package static let backspace = "Backspace"
    package static let delete = "Del"
    package static let insert = "Ins"
}
