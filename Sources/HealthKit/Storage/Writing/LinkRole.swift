/// The role of one stored object in another.
package enum LinkRole: Int, Sendable {
    /// The child is a member of the parent, a correlation.
    case correlationMember = 1
    /// The child was added to the parent, a workout.
    case workoutSample = 2
    /// The child rates the effort of the parent, a workout.
    case workoutEffort = 3
    /// The child is a symptom that a person noted with the parent, an electrocardiogram.
    case electrocardiogramSymptom = 4
}
