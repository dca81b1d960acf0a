import HealthKitLocalization

/// Errors in a line of `config.toml`: shown on the last line of the screen when the console starts, so they are short, begin in
/// lower case and have no full stop.
///
/// Names of tables and settings, such as `lock-after`, are not words: the file has them as they are.
enum SettingsStrings {
    // MARK: Keys, tables and settings

    static var interruptNeedsKey: String { localized("interrupt needs a key: it is the way out of everything") }
    static var keysAreTexts: String { localized("the keys of a command are texts, such as \"d\" or [\"d\", \"del\"]") }
    static func noTable(_ name: String) -> String {
        localized("there is no table [\(name)]; there are [keys], [colors], [units] and [region]")
    }
    static func noScreen(_ name: String, _ names: String) -> String {
        localized("there is no screen \(name); there are \(names)")
    }
    static func noTheme(_ name: String, _ names: String) -> String {
        localized("there is no theme \(name); there are \(names)")
    }
    static func noLanguage(_ code: String, _ codes: String) -> String {
        localized("there is no catalogue of the language \(code); there are \(codes), or add languages/\(code).po")
    }
    static var noLines: String { localized("lines is \"braille\", or \"blocks\" for fonts without it") }
    static func isText(_ setting: String) -> String { localized("\(setting) is a text in quotes") }
    static func isFlag(_ setting: String) -> String { localized("\(setting) is true or false") }
    static func noSetting(_ name: String) -> String {
        localized("there is no setting \(name); there are start, theme, language, lines, mouse, ascii and lock-after")
    }

    // MARK: Colours and units

    static var colorIsText: String { localized("a colour is a text, such as \"blue\"") }
    static func noColor(_ name: String, _ names: String) -> String {
        localized("unknown colour \(name): write #rrggbb, or one of \(names)")
    }
    static func noColored(_ name: String, _ names: String) -> String {
        localized("nothing is coloured as \(name); there are series, \(names)")
    }
    static var unitIsText: String { localized("a unit is a text, such as \"lb\"") }
    static func noQuantity(_ name: String) -> String { localized("there is no quantity called \(name)") }

    // MARK: The region

    static func noPlace(_ name: String) -> String {
        localized("there is no locale \(name); write a language and a region, such as \"de_CH\"")
    }
    static var decimalIs: String { localized("decimal is \".\" or \",\"") }
    static var groupingIs: String { localized("grouping is \".\", \",\", \" \", \"'\" or \"\" for none") }
    static var datesAre: String {
        localized("dates is \"day-month-year\", \"month-day-year\" or \"year-month-day\"")
    }
    static var clockIs: String { localized("clock is 12 or 24") }
    static var weekIs: String { localized("week is the first day of the week, such as \"monday\"") }
    static func noRegion(_ name: String) -> String {
        localized("there is no setting \(name) in [region]; there are locale, decimal, grouping, dates, clock and week")
    }

    // MARK: How the file is written

    static func atLine(_ line: Int, _ problem: String) -> String { localized("line \(plain: line): \(problem)") }
    static func listHasNoEnd(_ setting: String) -> String { localized("the list of \(setting) has no end") }
    static func isSetTwice(_ setting: String) -> String { localized("\(setting) is set twice; the first one counts") }
    static var tableIsWrittenAs: String { localized("a table is written as [keys]") }
    static func settingIsWrittenAs(_ name: String) -> String { localized("a setting is written as \(name) = value") }
    static var settingIsWrittenAsName: String { localized("a setting is written as name = value") }
    static var valueIsMissing: String { localized("a value is missing") }
    static func isNoValue(_ word: String) -> String {
        localized("\(word) isn't a value; put text in quotes, such as \"\(word)\"")
    }
    static var listIsWrittenAs: String { localized("a list is written as [\"a\", \"b\"]") }
    static var commaIsMissing: String { localized("a comma is missing in the list") }
    static var digitsFollow: String { localized("\\u is followed by four hexadecimal digits") }
    static var escapeIsFollowed: String { localized("\\ is followed by n, t, u, a quote or another \\") }
    static var quoteIsOpen: String { localized("a quote is not closed") }
    static func standsBehind(_ text: Substring) -> String { localized("“\(text)” stands behind the value") }
}
