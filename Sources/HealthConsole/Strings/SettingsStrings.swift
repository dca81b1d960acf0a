/// What is wrong with a line of `config.toml`: said on the last line of the screen when the console begins, so that
/// it is short, begins in lower case and has no full stop.
///
/// Names of tables and settings, such as `lock-after`, are not words: the file has them as they are.
enum SettingsStrings {
    // MARK: Keys, tables and settings

    static let interruptNeedsKey = "interrupt needs a key: it is the way out of everything"
    static let keysAreTexts = "the keys of a command are texts, such as \"d\" or [\"d\", \"del\"]"
    static func noTable(_ name: String) -> String {
        "there is no table [\(name)]; there are [keys], [colors] and [units]"
    }
    static func noScreen(_ name: String, _ names: String) -> String {
        "there is no screen \(name); there are \(names)"
    }
    static func noTheme(_ name: String, _ names: String) -> String {
        "there is no theme \(name); there are \(names)"
    }
    static let noLines = "lines is \"braille\", or \"blocks\" for fonts without it"
    static func isText(_ setting: String) -> String { "\(setting) is a text in quotes" }
    static func isFlag(_ setting: String) -> String { "\(setting) is true or false" }
    static func noSetting(_ name: String) -> String {
        "there is no setting \(name); there are start, theme, lines, mouse, ascii and lock-after"
    }

    // MARK: Colours and units

    static let colorIsText = "a colour is a text, such as \"blue\""
    static func noColor(_ name: String, _ names: String) -> String {
        "unknown colour \(name): write #rrggbb, or one of \(names)"
    }
    static func noColored(_ name: String, _ names: String) -> String {
        "nothing is coloured as \(name); there are series, \(names)"
    }
    static let unitIsText = "a unit is a text, such as \"lb\""
    static func noQuantity(_ name: String) -> String { "there is no quantity called \(name)" }

    // MARK: How the file is written

    static func atLine(_ line: Int, _ problem: String) -> String { "line \(line): \(problem)" }
    static func listHasNoEnd(_ setting: String) -> String { "the list of \(setting) has no end" }
    static func isSetTwice(_ setting: String) -> String { "\(setting) is set twice; the first one counts" }
    static let tableIsWrittenAs = "a table is written as [keys]"
    static func settingIsWrittenAs(_ name: String) -> String { "a setting is written as \(name) = value" }
    static let settingIsWrittenAsName = "a setting is written as name = value"
    static let valueIsMissing = "a value is missing"
    static func isNoValue(_ word: String) -> String {
        "\(word) isn't a value; put text in quotes, such as \"\(word)\""
    }
    static let listIsWrittenAs = "a list is written as [\"a\", \"b\"]"
    static let commaIsMissing = "a comma is missing in the list"
    static let digitsFollow = "\\u is followed by four hexadecimal digits"
    static let escapeIsFollowed = "\\ is followed by n, t, u, a quote or another \\"
    static let quoteIsOpen = "a quote is not closed"
    static func standsBehind(_ text: Substring) -> String { "“\(text)” stands behind the value" }
}
