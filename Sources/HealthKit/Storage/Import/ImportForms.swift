import HealthStore

/// The forms under which an import recognises what the store holds, whatever spelling an export has it in.
///
/// They decide what is a duplicate, so whoever gives them may never change them.
package struct ImportForms: Sendable {
    /// The form of a unit.
    package var unit: @Sendable (String) -> String
    /// The form of a set of metadata.
    package var metadata: @Sendable (Metadata) -> [UInt8]
    /// What a workout is known by beside its source, start and end, the most exact first.
    package var workout: @Sendable (WorkoutContent) -> [String]
    /// Whether two summaries of a day differ only in how they are spelled.
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

    /// Forms that recognise nothing, where another process has the real ones.
    static let none = ImportForms(unit: { $0 }, metadata: { $0.bytes }, workout: { _ in [] }, saysTheSame: { $0 == $1 })

    /// The forms of what the store keeps.
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
