/// What apps did with data, in lower case, as it stands behind an app's name or in a column.
enum AuditStrings {
    // MARK: What was done

    static let askedWithSuccess = "got access"
    static let read = "read"
    static let followed = "read what was new"
    static let observed = "was notified of changes"
    static let readStatistics = "read statistics"
    static let readSources = "read the sources"
    static let saved = "saved"
    static let changed = "changed"
    static let deleted = "deleted"

    // MARK: What was not let, or found nothing

    static let asked = "asked for access"
    static let didNotRead = "had no access"
    static let didNotFollow = "looked for new data it may not read"
    static let didNotObserve = "waited for changes it may not see"
    static let didNotReadStatistics = "asked for statistics it may not read"
    static let didNotReadSources = "asked for sources it may not see"
    static let notLetSave = "tried to save without permission"
    static let notLetChange = "tried to change data without permission"
    static let notLetDelete = "tried to delete without permission"

    // MARK: Types and times

    static let severalTypes = "several types"
    static func times(_ count: Int) -> String {
        switch count {
        case 1: "once"
        case 2: "twice"
        default: NumberText.count(count, "time")
        }
    }

    // MARK: A day of an app, summed up; several stand in a line with semicolons between them

    static func readToday(_ count: Int, samples: Int) -> String {
        guard samples > 0 else { return "read \(times(count)) today" }
        return "read \(times(count)) today, \(NumberText.count(samples, "sample"))"
    }
    static func lookedInVainToday(_ count: Int) -> String { "looked without access \(times(count)) today" }
    static func wroteToday(_ samples: Int) -> String { "saved \(NumberText.count(samples, "sample")) today" }
    static func refusedToday(_ count: Int) -> String { "refused \(times(count)) today" }

    // MARK: Companions
    static let mirrored = "shared a workout"
    static let launched = "started it"
    static let notLetMirror = "not allowed to share a workout"
    static let notLetLaunch = "not allowed to start it"
    static func companion(_ app: String) -> String { "companion \(app)" }
    static func sharedToday(_ count: Int) -> String { "shared a workout \(times(count)) today" }
}
