import Foundation
import HealthStore

/// The types of samples that tell how hard a workout was.
enum WorkoutEffort {
    /// The person's own score, and after it the estimated one.
    static let types = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

    static let typeIdentifiers = Set(types.map(\.identifier))
}

/// What an asker wants to know of workouts' effort, and may.
struct WorkoutEffortRequest {
    var workouts: FetchRequest
    /// What the asker may see of each type of effort scores that was ever asked for.
    var scopes: [String: ReadScope]
    var isMostRelevantOnly: Bool
}

extension ObjectReader {
    /// The effort of workouts, those that began first first.
    ///
    /// - Parameters:
    ///   - request: Which workouts, and what may be seen.
    ///   - start: Only workouts whose relationships changed after this anchor.
    /// - Returns: The relationships of each workout, that of the whole before those of its activities.
    /// - Throws: What reading the store throws.
    func effortRelationships(_ request: WorkoutEffortRequest, after start: Int64) throws
        -> [HKWorkoutEffortRelationship]
    {
        var samples: [UUID: [UUID: HKQuantitySample]] = [:]
        for uuid in try store.linkedChildren(role: LinkRole.workoutEffort.rawValue) {
            try checkpoint?()
            guard let sample = try sample(uuid: uuid) as? HKQuantitySample,
                let scope = request.scopes[sample.quantityType.identifier], scope.admits(sample)
            else { continue }
            for link in try store.parents(of: uuid, role: LinkRole.workoutEffort.rawValue) {
                samples[link.parent, default: [:]][uuid] = sample
            }
        }
        return try samples.keys.compactMap { try effortWorkout($0, request.workouts, after: start) }
            .sorted { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
            .flatMap { relationships(of: $0, samples, request) }
    }

    /// The workout with a UUID when it is asked for and changed since.
    private func effortWorkout(_ uuid: UUID, _ request: FetchRequest, after start: Int64) throws -> HKWorkout? {
        guard let record = try store.record(uuid: uuid),
            try start == 0 || effortAnchor(ofWorkout: uuid) > start || record.anchor > start,
            try typeIdentifier(record.type) == HKWorkoutTypeIdentifier, isVisible(record.source, request),
            request.matches(StoredRow(record, self, kind: request.type))
        else { return nil }
        return try object(record) as? HKWorkout
    }

    private func effortAnchor(ofWorkout uuid: UUID) throws -> Int64 {
        try value(Int64.self, StoreNamespace.workoutEffort, uuid.uuidString) ?? 0
    }

    /// The relationship of a workout as a whole, then those of its activities.
    ///
    /// A sample of an activity is linked to the workout too, but is told of once.
    private func relationships(
        of workout: HKWorkout,
        _ samples: [UUID: [UUID: HKQuantitySample]],
        _ request: WorkoutEffortRequest
    ) -> [HKWorkoutEffortRelationship] {
        // The one activity of a workout without others has its UUID, and is the workout as a whole.
        let activities = workout.workoutActivities.filter { $0.uuid != workout.uuid && samples[$0.uuid] != nil }
        let ofActivities = activities.reduce(into: Set<UUID>()) { $0.formUnion(samples[$1.uuid, default: [:]].keys) }
        let ofWorkout = samples[workout.uuid, default: [:]].filter { !ofActivities.contains($0.key) }
        var found: [HKWorkoutEffortRelationship] = []
        if !ofWorkout.isEmpty {
            found.append(
                HKWorkoutEffortRelationship(
                    workout: workout,
                    activity: nil,
                    samples: ordered(ofWorkout.values, request.isMostRelevantOnly)
                )
            )
        }
        for activity in activities {
            found.append(
                HKWorkoutEffortRelationship(
                    workout: workout,
                    activity: activity,
                    samples: ordered(samples[activity.uuid, default: [:]].values, request.isMostRelevantOnly)
                )
            )
        }
        return found
    }

    /// The samples by time, or only the most relevant: the latest of the person's own scores, else of the estimated ones.
    private func ordered(_ samples: some Collection<HKQuantitySample>, _ isMostRelevantOnly: Bool) -> [HKSample] {
        let byTime = samples.sorted {
            ($0.endDate, $0.creationDate ?? .distantPast, $0.uuid.uuidString)
                < ($1.endDate, $1.creationDate ?? .distantPast, $1.uuid.uuidString)
        }
        guard isMostRelevantOnly else { return byTime }
        for type in WorkoutEffort.types {
            if let latest = byTime.last(where: { $0.quantityType == type }) { return [latest] }
        }
        return []
    }
}

extension ObjectWriter {
    /// Remembers where in the order of changes the effort of a workout changed.
    func noteEffort(ofWorkout uuid: UUID) throws {
        try setValue(try writer.takeAnchor(), StoreNamespace.workoutEffort, uuid.uuidString)
    }

    /// The same for the workouts that an effort score which goes belongs to; other samples change nothing.
    func noteEffort(of sample: UUID, type: DictionaryID) throws {
        guard try WorkoutEffort.types.contains(where: { try typeID($0.identifier) == type }) else { return }
        for link in try store.parents(of: sample, role: LinkRole.workoutEffort.rawValue) {
            try noteEffort(ofWorkout: link.parent)
        }
    }
}

extension ReadScope {
    /// Whether the asker may see a sample.
    fileprivate func admits(_ sample: HKSample) -> Bool {
        switch self {
        case .everything: true
        case .nothing: false
        case .only(let bundle): sample.sourceRevision.source.bundleIdentifier == bundle
        }
    }
}
