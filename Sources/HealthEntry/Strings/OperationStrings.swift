import Localization

/// What the person did, in the log and where it is undone: `added 3 Steps samples`.
///
/// A text is in lower case and has no full stop, for others stand before and behind it.
enum OperationStrings {
    // MARK: What was done

    static var changedProfile: String { localized("changed your profile") }
    static var changedGoals: String { localized("changed the goals of the rings") }
    static func changedGoal(_ type: String) -> String { localized("changed the goal of \(type)") }
    static var changedRingPause: String { localized("changed the pause of the rings") }
    static var changedPins: String { localized("changed the pinned types") }
    /// Here and below samples are told as under “How many”.
    static func added(_ samples: String) -> String { localized("added \(samples)") }
    static var edited: String { localized("edited a sample") }
    static func edited(_ type: String) -> String { localized("edited a sample of \(type)") }
    static func edited(_ count: Int, _ type: String) -> String {
        plural(count, one: "edited \(count) sample of \(type)", other: "edited \(count) samples of \(type)")
    }
    static func deleted(_ samples: String) -> String { localized("deleted \(samples)") }
    static func deletedElsewhere(_ samples: String) -> String { localized("deleted \(samples), as on another machine") }
    static func imported(_ file: String) -> String { localized("imported \(file)") }
    static func imported(_ file: String, _ samples: String) -> String { localized("imported \(file): \(samples)") }
    static var standardInput: String { localized("standard input") }
    static var aFile: String { localized("a file") }
    static func recorded(_ workout: String) -> String { localized("recorded \(workout)") }
    static var aWorkout: String { localized("a workout") }
    static var partOfWorkout: String { localized("a part of a workout") }
    static func workout(_ workout: String, with samples: String) -> String { localized("\(workout) with \(samples)") }
    static var changedObject: String { localized("changed data of an object") }
    static var changedWorkout: String { localized("changed data of a workout") }
    static func decided(_ app: String) -> String { localized("changed the permissions of \(app)") }
    static func forgot(_ app: String) -> String { localized("forgot \(app)") }
    static func removed(_ app: String, _ samples: String) -> String { localized("removed \(app) and its \(samples)") }
    /// Here and below in the place of a name that is not known.
    static var anApp: String { localized("an app") }
    static func changedSources(_ type: String) -> String { localized("changed which sources of \(type) count") }
    static func changedZones(_ type: String) -> String { localized("changed the zones of \(type)") }
    static var aType: String { localized("a type") }
    static func changedMedication(_ name: String) -> String { localized("changed \(name) in your list of medications") }
    static var aMedication: String { localized("a medication") }
    static func choseUnit(_ unit: String, _ type: String) -> String { localized("chose \(unit) for \(type)") }
    static var theUsualUnit: String { localized("the usual unit") }

    // MARK: How many

    static var nothing: String { localized("nothing") }
    static func objects(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) object", other: "\(NumberText.text(count)) objects")
    }
    static func samples(_ count: Int, of type: String) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) \(type) sample",
            other: "\(NumberText.text(count)) \(type) samples"
        )
    }
    static func samples(_ count: Int, types: Int) -> String {
        let all = plural(types, one: "\(types) type", other: "\(types) types", context: "samples of")
        return plural(count, one: "\(count) sample of \(all)", other: "\(count) samples of \(all)")
    }

    // MARK: What became of it

    static var standsForGood: String { localized("can’t be undone") }
    static var isUndone: String { localized("undone") }
    static var isUndoneForGood: String { localized("undone, can’t be redone") }
    static func undone(_ step: String) -> String { localized("undone: \(step)") }
    static func redone(_ step: String) -> String { localized("redone: \(step)") }
    static func deletedBefore(_ count: Int) -> String { localized("\(NumberText.text(count)) already deleted") }
    static func thereAlready(_ count: Int) -> String { localized("\(NumberText.text(count)) already there") }
    static func changedSince(_ settings: Int) -> String {
        plural(
            settings,
            one: "\(NumberText.text(settings)) setting changed since, not touched",
            other: "\(NumberText.text(settings)) settings changed since, not touched"
        )
    }
    static var nothingToUndo: String { localized("nothing to undo") }
    static var nothingToRedo: String { localized("nothing to redo") }
}
