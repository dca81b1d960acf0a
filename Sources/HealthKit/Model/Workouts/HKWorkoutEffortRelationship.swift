import Foundation

/// What tells how hard a workout was, or one of its activities.
open class HKWorkoutEffortRelationship: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The workout.
    public let workout: HKWorkout

    /// The activity of the workout that the samples are about; `nil` for the workout as a whole.
    ///
    /// A workout with only one activity is meant as a whole.
    public let activity: HKWorkoutActivity?

    /// The effort scores, the latest last; `nil` once the last of them was taken back or deleted.
    ///
    /// A relationship of the workout as a whole does not repeat the samples of its activities.
    public let samples: [HKSample]?

    package init(workout: HKWorkout, activity: HKWorkoutActivity?, samples: [HKSample]?) {
        self.workout = workout
        self.activity = activity
        self.samples = samples
    }

    /// Whether secure coding is supported: it is.
    open class var supportsSecureCoding: Bool { true }

    /// Makes a relationship from an archive.
    ///
    /// - Parameter coder: The archive to read; one without a workout gives `nil`.
    public required init?(coder: NSCoder) {
        guard let workout = coder.decoded(HKWorkout.self, forKey: "workout") else { return nil }
        self.workout = workout
        activity = coder.decoded(HKWorkoutActivity.self, forKey: "activity")
        samples = coder.decodedArray(of: HKQuantitySample.self, forKey: "samples")
    }

    /// Writes the relationship to an archive.
    ///
    /// - Parameter coder: The archive to write.
    open func encode(with coder: NSCoder) {
        coder.encode(workout, forKey: "workout")
        coder.encode(activity, forKey: "activity")
        if let samples { coder.encode(samples as NSArray, forKey: "samples") }
    }

    /// The same relationship: relationships are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Relationships are equal when they are about the same workout and activity and have the same samples.
    ///
    /// - Parameter object: What to compare with.
    /// - Returns: Whether both say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutEffortRelationship else { return false }
        return other.subject == subject && other.samples == samples
    }

    /// A hash of the workout and the activity.
    open override var hash: Int { subject.hashValue }

    /// What the samples are about.
    var subject: WorkoutEffortSubject { WorkoutEffortSubject(workout: workout.uuid, activity: activity?.uuid) }

    /// The same relationship without samples: what it becomes when the last of them is taken back.
    var withoutSamples: HKWorkoutEffortRelationship {
        HKWorkoutEffortRelationship(workout: workout, activity: activity, samples: nil)
    }
}

/// A workout, or an activity of it, whose effort samples tell.
struct WorkoutEffortSubject: Hashable, Sendable {
    let workout: UUID
    let activity: UUID?
}
