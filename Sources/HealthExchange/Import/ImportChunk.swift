import HealthKit
import HealthStore

/// What the scanner hands to the writer at once: rows and records that name dictionary entries by the numbers of this
/// import, and the entries that are new.
struct ImportChunk: Sendable {
    /// Entries that are new, each under the number its place gives it, counted on from the chunk before.
    struct Definitions: Sendable {
        var series: [ImportSeries] = []
        var revisions: [HKSourceRevision] = []
        var devices: [HKDevice] = []
        var metadata: [Metadata] = []
    }

    /// A correlation and its members; numbers are those of this import.
    struct Correlation: Sendable {
        var record: NewRecord
        var members: [NewSample]
    }

    /// A workout; numbers are those of this import.
    struct Workout: Sendable {
        /// The record, without its payload.
        var record: NewRecord
        var content: WorkoutContent
    }

    var definitions = Definitions()
    var rows: [NewSample] = []
    var correlations: [Correlation] = []
    var workouts: [Workout] = []
    var summaries: [ActivitySummaryContent] = []
    var characteristics: CharacteristicValues?
    /// The length of the texts that belong to one record each, such as lists of beats.
    var ownTextLength = 0

    /// How much there is to hold and to write, roughly in rows.
    var weight: Int {
        rows.count + 20 * correlations.count + 50 * workouts.count + 20 * summaries.count + ownTextLength / 64
    }

    var isEmpty: Bool { weight == 0 && characteristics == nil }
}

/// What a chunk brought.
struct ImportOutcome: Sendable {
    var records = ImportTally()
    var correlations = ImportTally()
    var workouts = ImportTally()
    var activitySummaries = ImportTally()
    var linkedMembers = 0
    var twins = 0
}
