import HealthKitStore

/// The normalized forms by which an import recognizes stored data, regardless of how an export spells it.
///
/// They determine which samples count as duplicates, so their provider must never change them.
package struct ImportForms: Sendable {
    /// The form of a unit.
    package var unit: @Sendable (String) -> String
    /// The form of a set of metadata.
    package var metadata: @Sendable (Metadata) -> [UInt8]
    /// The keys that identify a workout besides its source, start and end, the most exact first.
    package var workout: @Sendable (WorkoutContent) -> [String]
    /// Whether two summaries of a day differ only in spelling.
    package var saysTheSame: @Sendable (ActivitySummaryContent, ActivitySummaryContent) -> Bool

    package init(
        unit: @escaping @Sendable (String) -> String,
        metadata: @escaping @Sendable (Metadata) -> [UInt8],
        workout: @escaping @Sendable (WorkoutContent) -> [String],
        saysTheSame: @escaping @Sendable (ActivitySummaryContent, ActivitySummaryContent) -> Bool
    ) {
        self.unit = unit
        self.metadata = metadata
        self.workout = workout
        self.saysTheSame = saysTheSame
    }

    /// Forms that recognize nothing, used if another process has the real ones.
    static let none = ImportForms(unit: { $0 }, metadata: { $0.bytes }, workout: { _ in [] }, saysTheSame: { $0 == $1 })

    /// The forms of stored data.
    var spelling: ImportSpelling {
        let workoutType = HKObjectType.workoutType().identifier
        return ImportSpelling(
            unit: { Array(unit(DictionaryCoding.text($0)).utf8) },
            metadata: { bytes in Metadata(bytes: bytes).map(metadata) ?? bytes },
            record: { type, payload in
                guard DictionaryCoding.text(type) == workoutType, let content = WorkoutContent(json: payload) else {
                    return []
                }
                return workout(content).map { Array($0.utf8) }
            }
        )
    }
}
