/// A batch of an import: objects that refer to shared entries by the import's numbers, and the definitions of new numbers.
package struct ImportChunk: Sendable {
    /// New entries; each gets the next number, continuing from the previous chunk.
    package struct Definitions: Sendable {
        package var series: [ImportedSeries] = []
        package var revisions: [HKSourceRevision] = []
        package var devices: [HKDevice] = []
        package var metadata: [Metadata] = []

        package init() {}
    }

    package var definitions = Definitions()
    /// Whether the chunk begins another file of the import, which may repeat data of an earlier one.
    package var startsFile = false
    /// Rows that earlier versions wrongly stored for the same text; they are deleted before the rest is stored.
    package var superseded: [SupersededRow] = []
    package var rows: [ImportedRow] = []
    package var buckets: [ImportedBucket] = []
    package var correlations: [ImportedCorrelation] = []
    package var workouts: [ImportedWorkout] = []
    package var summaries: [ActivitySummaryContent] = []
    package var objects: [ImportedObject] = []
    package var attachments: [ImportedAttachment] = []
    /// Pieces of documents in this chunk or an earlier one.
    package var documentPieces: [ImportedDocumentPiece] = []
    /// Samples of workouts in this chunk or an earlier one.
    package var members: [ImportedMembers] = []
    /// The workouts with an identity whose samples and objects have all been delivered, this chunk included.
    package var completed: [ImportNumber.Owner] = []
    package var characteristics: CharacteristicValues?

    package init() {}
}

/// A type and the unit of its values.
package struct ImportedSeries: Codable, Hashable, Sendable {
    /// The type's identifier; one that HealthKit doesn't know is kept unchanged.
    package var type: String
    /// The unit; empty for none.
    package var unit: String

    package init(type: String, unit: String) {
        self.type = type
        self.unit = unit
    }
}

/// A quantity or category sample of an import.
package struct ImportedRow: Codable, Sendable {
    package var series: ImportNumber.Series
    package var value: Double
    package var header: ImportedHeader

    package init(series: ImportNumber.Series, value: Double, header: ImportedHeader) {
        self.series = series
        self.value = value
        self.header = header
    }
}

/// A value for a time span that another app computed, and that may be delivered again with another value.
///
/// It is identified by its source, type and sync identifier. The one with the highest version is kept.
package struct ImportedBucket: Codable, Sendable {
    /// The value; its metadata contains the sync identifier and the version.
    package var row: ImportedRow
    package var identifier: String
    package var version: Double

    package init(row: ImportedRow, identifier: String, version: Double) {
        self.row = row
        self.identifier = identifier
        self.version = version
    }
}

/// Instants that an earlier version made from the same text as other rows of the chunk, and that would count twice.
package struct SupersededRow: Codable, Hashable, Sendable {
    package var type: String
    /// The unit; empty for none.
    package var unit: String
    package var bundleIdentifier: String
    /// Seconds since the reference date.
    package var start: Double
    package var values: ClosedRange<Double>

    package init(type: String, unit: String, bundleIdentifier: String, start: Double, values: ClosedRange<Double>) {
        self.type = type
        self.unit = unit
        self.bundleIdentifier = bundleIdentifier
        self.start = start
        self.values = values
    }
}

/// A correlation of an import with its members, which may also be delivered as rows.
package struct ImportedCorrelation: Codable, Sendable {
    package var series: ImportNumber.Series
    package var header: ImportedHeader
    package var members: [ImportedRow]
    /// The name by which files know it; `nil` for one that is recognized by its content.
    package var identity: ImportedIdentity?

    package init(
        series: ImportNumber.Series,
        header: ImportedHeader,
        members: [ImportedRow],
        identity: ImportedIdentity? = nil
    ) {
        self.series = series
        self.header = header
        self.members = members
        self.identity = identity
    }
}

/// A workout of an import.
package struct ImportedWorkout: Codable, Sendable {
    package var header: ImportedHeader
    package var content: WorkoutContent
    /// The number by which dependent objects refer to the workout; `nil` if there are none.
    package var number: ImportNumber.Owner?
    /// The records contained in the workout; `nil` for none.
    package var members: [ImportedWorkoutMember]?
    /// The name by which files know it; `nil` for one that is recognized by its content.
    ///
    /// A workout with an identity has a number, and is among ``ImportChunk/completed`` after all its data.
    package var identity: ImportedIdentity?

    package init(
        header: ImportedHeader,
        content: WorkoutContent,
        number: ImportNumber.Owner? = nil,
        members: [ImportedWorkoutMember] = [],
        identity: ImportedIdentity? = nil
    ) {
        self.header = header
        self.content = content
        self.number = number
        self.members = members.isEmpty ? nil : members
        self.identity = identity
    }
}

/// Samples that were recorded in a workout and are linked to it, in several parts, since there may be many.
package struct ImportedMembers: Sendable {
    package var workout: ImportNumber.Owner
    package var rows: [ImportedRow]

    package init(workout: ImportNumber.Owner, rows: [ImportedRow]) {
        self.workout = workout
        self.rows = rows
    }
}

/// A record contained in a workout, which may also be delivered as a row.
package struct ImportedWorkoutMember: Codable, Sendable {
    package var row: ImportedRow
    /// Whether it rates the workout's effort.
    package var isEffort: Bool
    /// The activity of the workout that it rates; `nil` for the workout as a whole.
    package var activity: UUID?

    package init(row: ImportedRow, isEffort: Bool, activity: UUID? = nil) {
        self.row = row
        self.isEffort = isEffort
        self.activity = activity
    }
}
