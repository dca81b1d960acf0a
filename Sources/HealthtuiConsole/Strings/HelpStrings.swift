import HealthKitLocalization

/// The headings of the help.
enum HelpStrings {
    static var first: String { localized("Most used here") }
    static var move: String { localized("Move") }
    static var see: String { localized("Look, find, choose") }
    static var change: String { localized("Add and change") }
    static var screens: String { localized("Other screens") }
    static var program: String { localized("The console") }
}
