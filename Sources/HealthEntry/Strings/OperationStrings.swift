/// What the person did, in the log and where it is undone: `added 3 Steps samples`.
///
/// A text is in lower case and has no full stop, for others stand before and behind it.
enum OperationStrings {
    // MARK: What was done

    static let changedProfile = "changed your profile"
    static let changedGoals = "changed the goals of the rings"
    static let changedRingPause = "changed the pause of the rings"
    static let changedPins = "changed the pinned types"
    /// Here and below samples are told as under “How many”.
    static func added(_ samples: String) -> String { "added \(samples)" }
    static let edited = "edited a sample"
    static func edited(_ type: String) -> String { "edited a sample of \(type)" }
    static func deleted(_ samples: String) -> String { "deleted \(samples)" }
    static func imported(_ file: String) -> String { "imported \(file)" }
    static func imported(_ file: String, _ samples: String) -> String { "imported \(file): \(samples)" }
    static let standardInput = "standard input"
    static let aFile = "a file"
    static func recorded(_ workout: String) -> String { "recorded \(workout)" }
    static let aWorkout = "a workout"
    static let partOfWorkout = "a part of a workout"
    static func workout(_ workout: String, with samples: String) -> String { "\(workout) with \(samples)" }
    static let changedObject = "changed data of an object"
    static let changedWorkout = "changed data of a workout"
    static func decided(_ app: String) -> String { "changed the permissions of \(app)" }
    static func forgot(_ app: String) -> String { "forgot \(app)" }
    static func removed(_ app: String, _ samples: String) -> String { "removed \(app) and its \(samples)" }
    /// Here and below in the place of a name that is not known.
    static let anApp = "an app"
    static func changedSources(_ type: String) -> String { "changed which sources of \(type) count" }
    static func changedZones(_ type: String) -> String { "changed the zones of \(type)" }
    static let aType = "a type"
    static func changedMedication(_ name: String) -> String { "changed \(name) in your list of medications" }
    static let aMedication = "a medication"
    static func choseUnit(_ unit: String, _ type: String) -> String { "chose \(unit) for \(type)" }
    static let theUsualUnit = "the usual unit"

    // MARK: How many

    static let nothing = "nothing"
    static func samples(_ count: Int, of type: String) -> String { NumberText.count(count, "\(type) sample") }
    static func samples(_ count: Int, types: Int) -> String {
        "\(NumberText.count(count, "sample")) of \(types) types"
    }

    // MARK: What became of it

    static let standsForGood = "can’t be undone"
    static let isUndone = "undone"
    static let isUndoneForGood = "undone, can’t be redone"
    static func undone(_ step: String) -> String { "undone: \(step)" }
    static func redone(_ step: String) -> String { "redone: \(step)" }
    static func deletedBefore(_ count: Int) -> String { "\(NumberText.text(count)) already deleted" }
    static func thereAlready(_ count: Int) -> String { "\(NumberText.text(count)) already there" }
    static func changedSince(_ settings: Int) -> String {
        "\(NumberText.count(settings, "setting")) changed since, not touched"
    }
    static let nothingToUndo = "nothing to undo"
    static let nothingToRedo = "nothing to redo"
}
