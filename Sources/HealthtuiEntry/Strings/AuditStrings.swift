import HealthKitLocalization

/// Apps' use of data, in lower case, as shown after an app's name or in a column.
enum AuditStrings {
    // MARK: What was done

    static var askedWithSuccess: String { localized("got access") }
    static var read: String { localized("read") }
    static var followed: String { localized("read what was new") }
    static var observed: String { localized("was notified of changes") }
    static var readStatistics: String { localized("read statistics") }
    static var readSources: String { localized("read the sources") }
    static var saved: String { localized("saved") }
    static var changed: String { localized("changed") }
    static var deleted: String { localized("deleted") }

    // MARK: What was not let, or found nothing

    static var asked: String { localized("asked for access") }
    static var didNotRead: String { localized("had no access") }
    static var didNotFollow: String { localized("looked for new data it may not read") }
    static var didNotObserve: String { localized("waited for changes it may not see") }
    static var didNotReadStatistics: String { localized("asked for statistics it may not read") }
    static var didNotReadSources: String { localized("asked for sources it may not see") }
    static var notLetSave: String { localized("tried to save without permission") }
    static var notLetChange: String { localized("tried to change data without permission") }
    static var notLetDelete: String { localized("tried to delete without permission") }

    // MARK: Studies

    static var contributed: String { localized("got a contribution") }
    static var notLetContribute: String { localized("got no contribution") }

    // MARK: Assistants

    static var readTotals: String { localized("read totals") }
    static var didNotReadTotals: String { localized("asked for totals it may not read") }
    static var drafted: String { localized("drafted an entry") }
    static var notLetDraft: String { localized("tried to draft without permission") }
    static func tool(_ name: String) -> String { localized("tool \(name)") }
    static func draftedToday(_ count: Int) -> String { localized("drafted \(times(count)) today") }

    // MARK: Types and times

    static var severalTypes: String { localized("several types") }
    static func times(_ count: Int) -> String {
        switch count {
        case 1: localized("once")
        case 2: localized("twice")
        default:
            plural(count, one: "\(NumberText.text(count)) time", other: "\(NumberText.text(count)) times")
        }
    }

    // MARK: A day of an app, summed up; several stand in a line with semicolons between them

    static func readToday(_ count: Int, samples: Int) -> String {
        guard samples > 0 else { return localized("read \(times(count)) today") }
        return plural(
            samples,
            one: "read \(times(count)) today, \(NumberText.text(samples)) sample",
            other: "read \(times(count)) today, \(NumberText.text(samples)) samples"
        )
    }
    static func lookedInVainToday(_ count: Int) -> String { localized("looked without access \(times(count)) today") }
    static func wroteToday(_ samples: Int) -> String {
        plural(
            samples,
            one: "saved \(NumberText.text(samples)) sample today",
            other: "saved \(NumberText.text(samples)) samples today"
        )
    }
    static func refusedToday(_ count: Int) -> String { localized("refused \(times(count)) today") }

    // MARK: Companions
    static var mirrored: String { localized("shared a workout") }
    static var launched: String { localized("started it") }
    static var notLetMirror: String { localized("not allowed to share a workout") }
    static var notLetLaunch: String { localized("not allowed to start it") }
    static func companion(_ app: String) -> String { localized("companion \(app)") }
    static func sharedToday(_ count: Int) -> String { localized("shared a workout \(times(count)) today") }
}
