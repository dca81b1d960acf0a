import Foundation
import HealthStore

extension HKHealthStore {
    /// Adds samples to a workout that is stored.
    ///
    /// Samples that are not stored yet are saved, without their device (R2.10). The workout's own totals and duration stay;
    /// its statistics follow the samples (R2.23).
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - workout: The workout.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func add(
        _ samples: [HKSample],
        to workout: HKWorkout,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.addNow(samples, to: workout) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Adds samples to a workout that is stored; see the completion form.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - workout: The workout.
    /// - Throws: `errorInvalidArgument` for a workout that is not stored, no samples, and samples that cannot be added;
    ///   `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    public func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
        try await perform { try self.addNow(samples, to: workout) }
    }

    private func addNow(_ samples: [HKSample], to workout: HKWorkout) throws {
        guard !samples.isEmpty else { throw HKError.invalid("There are no samples to add to the workout") }
        for sample in samples {
            guard !WorkoutEffort.typeIdentifiers.contains(sample.sampleType.identifier) else {
                throw HKError.invalid("Sample of type \(sample.sampleType.identifier) must be related to a workout")
            }
            guard !(sample is HKWorkout) else { throw HKError.invalid("A workout cannot be added to a workout") }
        }
        let bare = try samples.map { try $0.withoutDevice() }
        let now = clock()
        let database = try writableDatabase(needsUnlocked: true)
        try database.write { writer in
            try writer.checkSharing(principal, Self.types(of: samples))
            try writer.requireWorkout(workout.uuid)
            for sample in bare {
                try writer.saveIfMissing(sample, revision: principal.revision, now: now)
                try writer.writer.link(
                    parent: workout.uuid,
                    child: sample.uuid,
                    role: LinkRole.workoutSample.rawValue
                )
            }
            try writer.refreshStatistics(ofWorkout: workout.uuid)
        }
    }

    /// Says that a sample tells how hard a workout was, or one of its activities.
    ///
    /// A sample that is not stored yet is saved.
    ///
    /// - Parameters:
    ///   - sample: An effort score, estimated or given, from 0 to 10.
    ///   - workout: A workout that is stored.
    ///   - activity: One of its activities; `nil` for the whole workout.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func relateWorkoutEffortSample(
        _ sample: HKSample,
        with workout: HKWorkout,
        activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.relateNow(sample, workout, activity) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Says that a sample tells how hard a workout was, or one of its activities.
    ///
    /// - Parameters:
    ///   - sample: An effort score, estimated or given, from 0 to 10; it is saved when it is not stored yet.
    ///   - workout: A workout that is stored.
    ///   - activity: One of its activities; `nil` for the whole workout.
    /// - Returns: True: what fails throws.
    /// - Throws: `errorInvalidArgument` for other samples, a workout that is not stored and an activity of another workout;
    ///   `errorAuthorizationNotDetermined`, `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    @discardableResult
    public func relateWorkoutEffortSample(
        _ sample: HKSample,
        with workout: HKWorkout,
        activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await perform { try self.relateNow(sample, workout, activity) }
        return true
    }

    private func relateNow(_ sample: HKSample, _ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws {
        try Self.checkEffort(sample, workout, activity)
        let now = clock()
        try writableDatabase(needsUnlocked: true)
            .write { writer in
                try writer.checkSharing(principal, [sample.sampleType])
                try writer.requireWorkout(workout.uuid)
                try writer.saveIfMissing(sample, revision: principal.revision, now: now)
                for parent in Self.effortParents(workout, activity) {
                    try writer.writer.link(parent: parent, child: sample.uuid, role: LinkRole.workoutEffort.rawValue)
                }
                try writer.noteEffort(ofWorkout: workout.uuid)
            }
    }

    /// Takes back that a sample tells how hard a workout was; the sample stays stored.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - workout: The workout.
    ///   - activity: The activity it was related to; `nil` for the whole workout.
    ///   - completion: Called on a background queue with success, or with the error.
    @preconcurrency
    public func unrelateWorkoutEffortSample(
        _ sample: HKSample,
        from workout: HKWorkout,
        activity: HKWorkoutActivity?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        perform({ try self.unrelateNow(sample, workout, activity) }, { completion($0.isSuccess, $0.failure) })
    }

    /// Takes back that a sample tells how hard a workout was; the sample stays stored.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - workout: The workout.
    ///   - activity: The activity it was related to; `nil` for the whole workout.
    /// - Returns: True: what fails throws.
    /// - Throws: `errorInvalidArgument` for a sample that is not related to the workout; `errorAuthorizationNotDetermined`,
    ///   `errorAuthorizationDenied`, `errorDatabaseInaccessible`.
    @discardableResult
    public func unrelateWorkoutEffortSample(
        _ sample: HKSample,
        from workout: HKWorkout,
        activity: HKWorkoutActivity?
    ) async throws -> Bool {
        try await perform { try self.unrelateNow(sample, workout, activity) }
        return true
    }

    private func unrelateNow(_ sample: HKSample, _ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws {
        try writableDatabase(needsUnlocked: true)
            .write { writer in
                try writer.checkSharing(principal, [sample.sampleType])
                let parents = Self.effortParents(workout, activity)
                let role = LinkRole.workoutEffort.rawValue
                let related = Set(try writer.store.parents(of: sample.uuid, role: role).map(\.parent))
                guard parents.allSatisfy({ related.contains($0) }) else {
                    throw HKError.invalid("The sample \(sample.uuid.uuidString) is not related to the workout")
                }
                for parent in parents { try writer.writer.unlink(parent: parent, child: sample.uuid, role: role) }
                try writer.noteEffort(ofWorkout: workout.uuid)
            }
    }

    private static func types(of samples: [HKSample]) -> Set<HKObjectType> {
        samples.reduce(into: [HKObjectType.workoutType()]) { $0.formUnion($1.sharedTypes) }
    }

    /// The workout, and the activity where one is named: effort of an activity is effort of its workout.
    private static func effortParents(_ workout: HKWorkout, _ activity: HKWorkoutActivity?) -> Set<UUID> {
        Set([workout.uuid, activity?.uuid].compactMap { $0 })
    }

    private static func checkEffort(_ sample: HKSample, _ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws {
        guard let sample = sample as? HKQuantitySample,
            WorkoutEffort.typeIdentifiers.contains(sample.quantityType.identifier)
        else {
            throw HKError.invalid("Samples of type \(sample.sampleType.identifier) do not tell how hard a workout was")
        }
        let score = sample.quantity.doubleValue(for: .appleEffortScore())
        guard (0...10).contains(score) else {
            throw HKError.invalid("An effort score is from 0 to 10, not \(score)")
        }
        if let activity, !workout.workoutActivities.contains(activity) {
            throw HKError.invalid("The activity \(activity.uuid.uuidString) does not belong to the workout")
        }
    }
}

extension ObjectWriter {
    /// - Throws: `errorInvalidArgument` unless a workout with this UUID is stored.
    func requireWorkout(_ uuid: UUID) throws {
        guard try sample(uuid: uuid) is HKWorkout else {
            throw HKError.invalid("The workout \(uuid.uuidString) is not stored")
        }
    }

    /// Saves a sample unless it is stored already.
    func saveIfMissing(_ sample: HKSample, revision: HKSourceRevision, now: Date) throws {
        guard try self.sample(uuid: sample.uuid) == nil else { return }
        try save([sample], revision: revision, now: now)
    }
}

extension HKSample {
    /// The same sample without its device.
    ///
    /// - Throws: `errorInvalidArgument` for samples that cannot be added to workouts.
    func withoutDevice() throws -> HKSample {
        guard device != nil else { return self }
        let attributes = ObjectAttributes(uuid: uuid, metadata: metadataValues)
        switch self {
        case let sample as HKQuantitySample:
            return QuantityContent(
                type: sample.quantityType,
                value: sample.value,
                unit: sample.unit,
                start: startDate,
                end: endDate,
                series: sample.series
            )
            .sample(attributes)
        case let sample as HKCategorySample:
            return HKCategorySample(
                attributes,
                type: sample.categoryType,
                value: sample.value,
                start: startDate,
                end: endDate
            )
        case let sample as HKCorrelation:
            return HKCorrelation(
                attributes,
                type: sample.correlationType,
                start: startDate,
                end: endDate,
                objects: sample.objects
            )
        default:
            throw HKError.invalid("Samples of type \(sampleType.identifier) cannot be added to a workout")
        }
    }
}
