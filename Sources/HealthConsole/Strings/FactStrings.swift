import HealthEntry

/// The words of what is read from the store and shown on several screens: charts, lists of types and
/// unlocking.
enum FactStrings {
    // MARK: Charts

    /// How long a chart's time is, side by side above it: a letter or few.
    static let day = "D"
    static let week = "W"
    static let month = "M"
    static let halfYear = "6M"
    static let year = "Y"
    static let all = "All"
    static func time(_ number: String) -> String { "\(number) time" }
    static func times(_ number: String) -> String { "\(number) times" }
    /// Behind the numbers of an axis.
    static let minutes = " min"
    static let hours = " h"
    /// The unit of a duration, for programs.
    static let secondsUnit = "s"
    /// A value that has no name.
    static func value(_ number: Int) -> String { "value \(number)" }

    // MARK: Lists of types and devices

    static let unknownTypes = "Not Known to HealthKit"
    static let typesWithoutData = "No Data"
    static func device(_ name: String, samples: Int) -> String { "\(name), \(NumberText.count(samples, "sample"))" }

    // MARK: Unlocking

    static let unlockedAlready = "it was unlocked already"
    static let lastSaveIsLost = "the last save was incomplete and is lost"
    static func savesStillWait(_ obstacle: String) -> String { "saves still wait: \(obstacle)" }
    static let unlocked = "unlocked"
    static func unlocked(_ saves: Int) -> String { "unlocked; \(NumberText.count(saves, "save")) came in" }
    static func savesRefused(_ count: Int) -> String {
        "\(NumberText.count(count, "save")) refused: the app may not share it, or it breaks a rule"
    }
    static func savesDamaged(_ count: Int) -> String {
        "\(NumberText.count(count, "save")) damaged in the journal: lost"
    }
    static func savesOfLaterVersion(_ count: Int) -> String {
        let saves = NumberText.count(count, "save")
        let rest = "made by a newer version of Health, or after one of the same app. Unlock with that version to store"
        return count == 1 ? "\(saves) kept: \(rest) it" : "\(saves) kept: \(rest) them"
    }
    static func savesToOtherKey(_ count: Int) -> String {
        let saves = NumberText.count(count, "save")
        let rest = "for another key: someone changed the store's file while it was locked, and may be able to read"
        return count == 1 ? "\(saves) lost, sealed \(rest) it" : "\(saves) lost, sealed \(rest) them"
    }
    static func savesMisplaced(_ count: Int) -> String {
        let saves = NumberText.count(count, "save")
        return
            "\(saves) not stored: copied from an earlier journal of saves, where \(count == 1 ? "it was" : "they were") "
            + "stored or lost before"
    }
    static func savesOfEarlierVersion(_ count: Int) -> String {
        "\(NumberText.count(count, "save")) of version 0.2 not stored: this version has taken in that journal before. "
            + "Someone may have put an old one back. Delete the file that ends in -saves if you don't need it"
    }
    static let otherKey =
        "The store's keys aren't those of the last unlock: an earlier copy was restored by hand, or the key was renewed "
        + "on another machine"
}
