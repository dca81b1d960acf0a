import HealthKitLocalization
import HealthtuiEntry

/// Texts about data that several screens show: charts, lists of types and unlocking.
enum FactStrings {
    // MARK: Charts

    /// The lengths of a chart's time, side by side above it, in a few letters each.
    static var day: String { localized("D") }
    static var week: String { localized("W") }
    static var month: String { localized("M") }
    static var halfYear: String { localized("6M") }
    static var year: String { localized("Y") }
    static var all: String { localized("All") }
    /// The number of times; an average may be between two whole numbers, and has the plural form of the greater.
    static func times(_ number: Double, _ text: String) -> String {
        let count = Int(min(max(0, number.rounded(.up)), 1e9))
        return plural(count, one: "\(text) time", other: "\(text) times", context: "how often")
    }
    /// Behind the numbers of an axis.
    static var minutes: String { localized(" min") }
    static var hours: String { localized(" h") }
    /// The unit of a duration, for programs.
    static let secondsUnit = "s"
    /// A value that has no name.
    static func value(_ number: Int) -> String { localized("value \(plain: number)") }

    // MARK: Lists of types and devices

    static var unknownTypes: String { localized("Not Known to HealthKit") }
    static var typesWithoutData: String { localized("No Data") }
    static func device(_ name: String, samples: Int) -> String {
        plural(
            samples,
            one: "\(name), \(NumberText.text(samples)) sample",
            other: "\(name), \(NumberText.text(samples)) samples"
        )
    }

    // MARK: Unlocking

    static var unlockedAlready: String { localized("it was unlocked already") }
    static var lastSaveIsLost: String { localized("the last save was incomplete and is lost") }
    static func savesStillWait(_ obstacle: String) -> String { localized("saves still wait: \(obstacle)") }
    static var unlocked: String { localized("unlocked") }
    static func unlocked(_ saves: Int) -> String {
        plural(
            saves,
            one: "unlocked; \(NumberText.text(saves)) save came in",
            other: "unlocked; \(NumberText.text(saves)) saves came in"
        )
    }
    static func savesRefused(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) save refused: the app may not share it, or it breaks a rule",
            other: "\(NumberText.text(count)) saves refused: the app may not share them, or they break a rule"
        )
    }
    static func savesDamaged(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) save damaged in the journal: lost",
            other: "\(NumberText.text(count)) saves damaged in the journal: lost"
        )
    }
    static func savesOfLaterVersion(_ count: Int) -> String {
        plural(
            count,
            one: """
                \(NumberText.text(count)) save kept: made by a newer version of Health, or after one of the same app. \
                Unlock with that version to store it
                """,
            other: """
                \(NumberText.text(count)) saves kept: made by a newer version of Health, or after one of the same app. \
                Unlock with that version to store them
                """
        )
    }
    static func savesToOtherKey(_ count: Int) -> String {
        plural(
            count,
            one: """
                \(NumberText.text(count)) save lost, sealed for another key: someone changed the store's file while it \
                was locked, and may be able to read it
                """,
            other: """
                \(NumberText.text(count)) saves lost, sealed for another key: someone changed the store's file while it \
                was locked, and may be able to read them
                """
        )
    }
    static func savesMisplaced(_ count: Int) -> String {
        plural(
            count,
            one: """
                \(NumberText.text(count)) save not stored: copied from an earlier journal of saves, where it was stored \
                or lost before
                """,
            other: """
                \(NumberText.text(count)) saves not stored: copied from an earlier journal of saves, where they were \
                stored or lost before
                """
        )
    }
    static func savesOfEarlierVersion(_ count: Int) -> String {
        plural(
            count,
            one: """
                \(NumberText.text(count)) save of version 0.2 not stored: this version has taken in that journal before. \
                Someone may have put an old one back. Delete the file that ends in -saves if you don't need it
                """,
            other: """
                \(NumberText.text(count)) saves of version 0.2 not stored: this version has taken in that journal before. \
                Someone may have put an old one back. Delete the file that ends in -saves if you don't need it
                """
        )
    }
    static var otherKey: String {
        localized(
            """
            The store's keys aren't those of the last unlock: an earlier copy was restored by hand, or the key was renewed \
            on another machine
            """
        )
    }
}
