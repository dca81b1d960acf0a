import Foundation

/// The effort of a workout, or of one of its activities.
open class HKWorkoutEffortRelationship: NSObject, NSSecureCoding, HKArchivedObject, NSCopying, @unchecked Sendable {
    /// The workout.
    public let workout: HKWorkout

    /// The activity of the workout that the samples are about; `nil` for the workout as a whole.
    ///
    /// A workout with only one activity is meant as a whole.
    public let activity: HKWorkoutActivity?

    /// The effort scores, the latest last; `nil` once the last of them was removed or deleted.
    ///
    /// A relationship of the whole workout doesn't repeat the samples of its activities.
    public let samples: [HKSample]?

    package init(workout: HKWorkout, activity: HKWorkoutActivity?, samples: [HKSample]?) {
        self.workout = workout
        self.activity = activity
        self.samples = samples
    }

    /// Whether secure coding is supported; always true.
    open class var supportsSecureCoding: Bool { true }

    /// Creates a relationship from an archive.
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

    /// Relationships are equal if they are about the same workout and activity and have the same samples.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same contents.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKWorkoutEffortRelationship else { return false }
        return other.subject == subject && other.samples == samples
    }

    /// A hash of the workout and the activity.
    open override var hash: Int { subject.hashValue }

    /// The subject of the samples.
    var subject: WorkoutEffortSubject { WorkoutEffortSubject(workout: workout.uuid, activity: activity?.uuid) }

    /// The same relationship without samples: its state after the last of them is removed.
    var withoutSamples: HKWorkoutEffortRelationship {
        HKWorkoutEffortRelationship(workout: workout, activity: activity, samples: nil)
    }
}

/// A workout, or one of its activities, whose effort is rated.
struct WorkoutEffortSubject: Hashable, Sendable {
    let workout: UUID
    let activity: UUID?
}
