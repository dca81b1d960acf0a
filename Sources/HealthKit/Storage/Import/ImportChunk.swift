/// What an import hands over at once: objects that name what they share by the numbers of the import, and what is new
/// under these numbers.
package struct ImportChunk: Sendable {
    /// What is new, each under the number that its place gives it, counted on from the chunk before.
    package struct Definitions: Sendable {
        package var series: [ImportedSeries] = []
        package var revisions: [HKSourceRevision] = []
        package var devices: [HKDevice] = []
        package var metadata: [Metadata] = []

        package init() {}
    }

    package var definitions = Definitions()
    /// What earlier versions stored of the same text and is wrong; it goes before the rest comes.
    package var superseded: [SupersededRow] = []
    package var rows: [ImportedRow] = []
    package var buckets: [ImportedBucket] = []
    package var correlations: [ImportedCorrelation] = []
    package var workouts: [ImportedWorkout] = []
    package var summaries: [ActivitySummaryContent] = []
    package var objects: [ImportedObject] = []
    package var attachments: [ImportedAttachment] = []
    /// Of documents that were handed over before, or with this chunk.
    package var documentPieces: [ImportedDocumentPiece] = []
    package var characteristics: CharacteristicValues?

    package init() {}
}

/// A type and the unit that its values come in.
package struct ImportedSeries: Codable, Hashable, Sendable {
    /// The type's identifier; one that HealthKit does not know is kept as it is.
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

/// A value for a span of time that another app computed, and that may come again with another value.
///
/// Its source, its type and its sync identifier say which one it is. The one of the highest version stays.
package struct ImportedBucket: Codable, Sendable {
    /// The value, whose metadata has the sync identifier and the version.
    package var row: ImportedRow
    package var identifier: String
    package var version: Double

    package init(row: ImportedRow, identifier: String, version: Double) {
        self.row = row
        self.identifier = identifier
        self.version = version
    }
}

/// Instants that an earlier version made of the same text as other rows of the chunk, and that would count twice.
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

/// A correlation of an import with its members, which may come as rows too.
package struct ImportedCorrelation: Codable, Sendable {
    package var series: ImportNumber.Series
    package var header: ImportedHeader
    package var members: [ImportedRow]

    package init(series: ImportNumber.Series, header: ImportedHeader, members: [ImportedRow]) {
        self.series = series
        self.header = header
        self.members = members
    }
}

/// A workout of an import.
package struct ImportedWorkout: Codable, Sendable {
    package var header: ImportedHeader
    package var content: WorkoutContent
    /// The number that objects name the workout by that belong to it; `nil` when there are none.
    package var number: ImportNumber.Owner?
    /// The records that stand in the workout; `nil` for none.
    package var members: [ImportedWorkoutMember]?

    package init(
        header: ImportedHeader,
        content: WorkoutContent,
        number: ImportNumber.Owner? = nil,
        members: [ImportedWorkoutMember] = []
    ) {
        self.header = header
        self.content = content
        self.number = number
        self.members = members.isEmpty ? nil : members
    }
}

/// A record that stands in a workout, and may come as a row too.
package struct ImportedWorkoutMember: Codable, Sendable {
    package var row: ImportedRow
    /// Whether it tells how hard the workout was.
    package var isEffort: Bool
    /// The activity of the workout that it is about; `nil` for the workout as a whole.
    package var activity: UUID?

    package init(row: ImportedRow, isEffort: Bool, activity: UUID? = nil) {
        self.row = row
        self.isEffort = isEffort
        self.activity = activity
    }
}
