import HealthKitLocalization

/// The user's operations, in the log and where they are undone: `added 3 Steps samples`.
///
/// A text is in lower case and has no full stop, for others stand before and behind it.
enum OperationStrings {
    // MARK: What was done

    static var changedProfile: String { localized("changed your profile") }
    static var changedGoals: String { localized("changed the goals of the rings") }
    static func changedGoal(_ type: String) -> String { localized("changed the goal of \(type)") }
    static var changedRingPause: String { localized("changed the pause of the rings") }
    static func addedMark(_ text: String) -> String { localized("added the mark “\(text)”") }
    static func removedMark(_ text: String) -> String { localized("removed the mark “\(text)”") }
    /// Here of a mark whose text can't be read.
    static var addedMark: String { localized("added a mark") }
    static var removedMark: String { localized("removed a mark") }
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
    static func undoneElsewhere(_ samples: String) -> String {
        localized("took \(samples) away, as undone on another machine")
    }
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
    /// Here and below what an app may do is told as under “Access”.
    static func gave(_ app: String, _ access: String) -> String { localized("gave \(app) \(access)") }
    static func took(_ app: String, _ access: String) -> String { localized("took \(access) from \(app)") }
    static func changed(_ app: String, _ access: String) -> String { localized("changed \(access) of \(app)") }
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
    static var attachments: String { localized("Attachments") }
    static func objects(_ count: Int, types: Int) -> String {
        let all = plural(types, one: "\(types) type", other: "\(types) types", context: "samples of")
        return plural(count, one: "\(count) object of \(all)", other: "\(count) objects of \(all)")
    }
    static func samples(_ count: Int, types: Int) -> String {
        let all = plural(types, one: "\(types) type", other: "\(types) types", context: "samples of")
        return plural(count, one: "\(count) sample of \(all)", other: "\(count) samples of \(all)")
    }

    // MARK: Access

    static func types(_ first: String, more: Int) -> String {
        more == 0
            ? first : plural(more, one: "\(first) and \(more) more type", other: "\(first) and \(more) more types")
    }
    static func reading(_ types: String) -> String { localized("read access to \(types)") }
    static func saving(_ types: String) -> String { localized("write access to \(types)") }
    static func readingAndSaving(_ types: String) -> String { localized("read and write access to \(types)") }
    static func objects(_ count: Int, of type: String) -> String {
        plural(
            count,
            one: "read access to \(NumberText.text(count)) object of \(type)",
            other: "read access to \(NumberText.text(count)) objects of \(type)"
        )
    }
    static var program: String { localized("approval as a changed program") }
    static var otherDevice: String { localized("data from another machine") }
    static var waking: String { localized("background starts") }
    static func both(_ one: String, _ other: String) -> String { localized("\(one) and \(other)") }

    // MARK: Results

    static var standsForGood: String { localized("can’t be undone") }
    static var isUndone: String { localized("undone") }
    static var isUndoneForGood: String { localized("undone, can’t be redone") }
    static func undone(_ step: String) -> String { localized("undone: \(step)") }
    static func redone(_ step: String) -> String { localized("redone: \(step)") }
    static func notRedone(_ step: String) -> String { localized("can’t be redone: \(step)") }
    static func hasAgain(_ app: String, _ access: String) -> String { localized("\(app) has \(access) again") }
    static func has(_ app: String, _ access: String) -> String { localized("\(app) has \(access)") }
    /// Of a step that is done again.
    static func goneSince(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) object changed or deleted since",
            other: "\(NumberText.text(count)) objects changed or deleted since"
        )
    }
    static func touchedSince(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) object changed or deleted since, not touched",
            other: "\(NumberText.text(count)) objects changed or deleted since, not touched"
        )
    }
    static func deletedBefore(_ count: Int) -> String { localized("\(NumberText.text(count)) already deleted") }
    static func thereAlready(_ count: Int) -> String { localized("\(NumberText.text(count)) already there") }
    static func changedSince(_ settings: Int) -> String {
        plural(
            settings,
            one: "\(NumberText.text(settings)) setting changed since, not touched",
            other: "\(NumberText.text(settings)) settings changed since, not touched"
        )
    }
    // MARK: Before it is done

    static func takeBackImport(_ file: String) -> String { localized("Take back the import of \(file)?") }
    /// Here and below the step is told as under “What was done”.
    static func undo(_ step: String) -> String { localized("Undo: \(step)?") }
    static func redo(_ step: String) -> String { localized("Redo: \(step)?") }
    static func giveAgain(_ app: String) -> String { localized("Give \(app) access again?") }
    static func give(_ app: String) -> String { localized("Give \(app) access?") }
    static func givesAgain(_ app: String, _ access: String) -> String {
        localized("This gives \(app) \(access) again.")
    }
    static func gives(_ app: String, _ access: String) -> String { localized("This gives \(app) \(access).") }
    /// Counts of types, such as `Steps 9,771, Heart Rate 28,444`.
    static func go(_ count: Int, _ samples: String, _ counts: String) -> String {
        plural(count, one: "\(samples) goes: \(counts).", other: "\(samples) go: \(counts).")
    }
    static func comeBack(_ count: Int, _ samples: String, _ counts: String) -> String {
        plural(count, one: "\(samples) comes back: \(counts).", other: "\(samples) come back: \(counts).")
    }
    static func count(_ type: String, _ count: Int) -> String { localized("\(type) \(NumberText.text(count))") }
    static func others(_ count: Int) -> String {
        plural(count, one: "\(NumberText.text(count)) other", other: "\(NumberText.text(count)) others")
    }
    static func wouldRead(_ app: String, _ samples: Int) -> String {
        plural(
            samples,
            one: "\(app) could read \(NumberText.text(samples)) sample from its next call on.",
            other: "\(app) could read \(NumberText.text(samples)) samples from its next call on."
        )
    }

    // MARK: Why a step can't be undone or redone

    /// Here and below an order: what is to be done before.
    static func undoFirst(_ step: Int) -> String { localized("undo step \(NumberText.text(step)) first") }
    static func redoFirst(_ step: Int) -> String { localized("redo step \(NumberText.text(step)) first") }
    static func cannotUndo(_ step: Int, _ reason: String) -> String {
        localized("can’t undo step \(NumberText.text(step)): \(reason)")
    }
    static func cannotRedo(_ step: Int, _ reason: String) -> String {
        localized("can’t redo step \(NumberText.text(step)): \(reason)")
    }
    static func both(reason: String, order: String) -> String { localized("\(reason); \(order)") }
    static var notKept: String { localized("the data for it is no longer kept") }
    static var closed: String { localized("everything it was about has changed since") }
    static func unreadable(_ step: Int) -> String { localized("step \(NumberText.text(step)) can’t be read") }
    static func setAnew(_ step: Int) -> String {
        localized("step \(NumberText.text(step)) changed the same setting")
    }
    static func touched(_ step: Int, _ count: Int) -> String {
        plural(
            count,
            one: "step \(NumberText.text(step)) is about \(NumberText.text(count)) object of it",
            other: "step \(NumberText.text(step)) is about \(NumberText.text(count)) objects of it"
        )
    }
    static func extended(_ step: Int) -> String { localized("step \(NumberText.text(step)) added to it") }
    static func isBack(_ count: Int) -> String {
        plural(
            count,
            one: "\(NumberText.text(count)) object of it is already back",
            other: "\(NumberText.text(count)) objects of it are already back"
        )
    }
    static func nothingLeft(_ count: Int) -> String {
        plural(
            count,
            one: "the \(NumberText.text(count)) object it added is deleted",
            other: "all \(NumberText.text(count)) objects it added are deleted"
        )
    }
    static func noStep(_ step: Int) -> String { localized("there is no step \(NumberText.text(step))") }

    static var nothingToUndo: String { localized("nothing to undo") }
    static var nothingToRedo: String { localized("nothing to redo") }
}
