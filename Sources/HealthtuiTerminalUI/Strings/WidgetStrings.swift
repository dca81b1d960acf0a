import HealthKitLocalization

/// Texts of the widgets, independent of the program; short, since each has a line or less.
package enum WidgetStrings {
    // MARK: Charts and tables

    package static var noData: String { localized("no data") }
    package static var noRoute: String { localized("no route") }
    package static var nothingHere: String { localized("nothing here") }

    // MARK: Questions

    package static var cancel: String { localized("Cancel") }

    // MARK: Help

    /// The title of the sheet.
    package static var help: String { localized("Help") }
    package static var searchHelp: String { localized("type to search, Enter runs, Esc closes") }
    /// The short form, for when that doesn't fit.
    package static var searchHelpShort: String { localized("Enter runs, Esc closes") }
    package static var noKeyFound: String { localized("no key does that") }

    // MARK: The size of the screen

    package static func tooSmall(_ neededWidth: Int, _ neededHeight: Int, _ width: Int, _ height: Int) -> String {
        localized("needs \(plain: neededWidth)x\(plain: neededHeight), this is \(plain: width)x\(plain: height)")
    }

    // MARK: Progress

    package static var veryLong: String { localized("more than 99 h") }
    package static func seconds(_ seconds: Int) -> String { localized("\(seconds) s") }
    package static func minutes(_ minutes: Int, _ seconds: Int) -> String { localized("\(minutes) min \(seconds) s") }
    package static func hours(_ hours: Int, _ minutes: Int) -> String { localized("\(hours) h \(minutes) min") }
    /// Followed by an ellipsis and the elapsed time.
    package static func loading(_ what: String) -> String { localized("loading \(what)") }
    package static func progress(_ done: String, of total: String) -> String { localized("\(done) of \(total)") }
    package static func rate(_ amount: String) -> String { localized("\(amount)/s") }
    /// Follows a length of time, formatted as above.
    package static func left(_ time: String) -> String { localized("\(time) left") }

    // MARK: Keys

    /// The context of keys that work everywhere.
    package static let everywhere = deferred("everywhere", context: "place of keys")
    /// A context of keys, as the help shows it.
    package static func place(_ name: String) -> String { localizedName(name, context: "place of keys") }
    package static func noCommand(_ name: String) -> String {
        localized("there is no command named \(name); `healthtui --print-keys` lists them")
    }
    package static func noKey(_ command: String, _ key: String) -> String {
        localized("\(command): \(key) is not the name of a key; write it as j, ctrl+s, shift+tab, pgup or f1")
    }
    package static func meansMore(_ key: String, _ context: String, _ commands: String) -> String {
        localized("\(key) means more than one thing in \(context): \(commands)")
    }
    /// Follows the name of a command.
    package static var writes: String { localized(" (writes)") }

    // MARK: Names of keys in hints, a few letters each

    package static var control: String { localized("Ctrl-") }
    package static var alt: String { localized("Alt-") }
    package static var shift: String { localized("Shift-") }
    package static var space: String { localized("Space") }
    package static var up: String { localized("Up") }
    package static var down: String { localized("Down") }
    package static var leftKey: String { localized("Left") }
    package static var right: String { localized("Right") }
    package static var home: String { localized("Home") }
    package static var end: String { localized("End") }
    package static var pageUp: String { localized("PgUp") }
    package static var pageDown: String { localized("PgDn") }
    package static var tab: String { localized("Tab") }
    package static var enter: String { localized("Enter") }
    package static var escape: String { localized("Esc") }
    package static var backspace: String { localized("Backspace") }
    package static var delete: String { localized("Del") }
    package static var insert: String { localized("Ins") }
}
