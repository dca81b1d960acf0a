import Foundation
import HealthKitStore

/// A caller's request for the effort of workouts, with its visibility.
struct WorkoutEffortRequest {
    var workouts: FetchRequest
    /// The caller's visibility of each type of effort score that was ever requested.
    var scores: [String: FetchRequest]
    var isMostRelevantOnly: Bool
}

/// Relationships with the change numbers of their last changes, as far as the caller may know.
struct FoundEfforts {
    var relationships: [(relationship: HKWorkoutEffortRelationship, changed: Int64)] = []
    /// The last change number of all.
    var changeNumber: Int64 = 0
}

extension ObjectReader {
    /// The effort of workouts, sorted by start.
    ///
    /// - Parameter request: The workouts and the caller's visibility.
    /// - Returns: The relationships of each workout, with the whole workout before its activities.
    /// - Throws: Any error from reading the store.
    func effortRelationships(_ request: WorkoutEffortRequest) throws -> FoundEfforts {
        var found = FoundEfforts()
        guard request.workouts.scope != .nothing, request.scores.values.contains(where: { $0.scope != .nothing }) else {
            return found
        }
        let scores = try effortScores(request)
        let workouts = try scores.keys.compactMap { try effortWorkout($0, request) }
            .sorted {
                ($0.workout.startDate, $0.workout.uuid.uuidString) < ($1.workout.startDate, $1.workout.uuid.uuidString)
            }
        for (workout, changed) in workouts {
            found.changeNumber = max(found.changeNumber, changed)
            found.relationships += relationships(of: workout, scores, request)
                .map { (relationship: $0, changed: changed) }
        }
        return found
    }

    /// The scores that the caller can see, by the workouts and activities that they are related to.
    ///
    /// They are found by the scores, not by the relations, so that the scores of others aren't even examined.
    private func effortScores(_ request: WorkoutEffortRequest) throws -> [UUID: [UUID: HKQuantitySample]] {
        var scores: [UUID: [UUID: HKQuantitySample]] = [:]
        for type in WorkoutEffort.types {
            guard let visible = request.scores[type.identifier] else { continue }
            for case let score as HKQuantitySample in try samples(
                [visible],
                order: .byStart(ascending: true),
                limit: nil
            ) {
                for link in try store.parents(of: score.uuid, role: LinkRole.workoutEffort.rawValue) {
                    scores[link.parent, default: [:]][score.uuid] = score
                }
            }
        }
        return scores
    }

    /// The requested workout with a UUID, and the last change number of it or its effort.
    private func effortWorkout(
        _ uuid: UUID,
        _ request: WorkoutEffortRequest
    ) throws -> (workout: HKWorkout, changed: Int64)? {
        guard let record = try store.record(uuid: uuid), try typeIdentifier(record.type) == HKWorkoutTypeIdentifier,
            isVisible(record.source, request.workouts),
            request.workouts.matches(StoredSubject(record, self, kind: request.workouts.type)),
            let workout = try object(record) as? HKWorkout
        else { return nil }
        return (workout, max(record.anchor, try effortAnchor(ofWorkout: uuid, request)))
    }

    /// The last change number at which effort scores visible to the caller were related to a workout or removed from it.
    private func effortAnchor(ofWorkout uuid: UUID, _ request: WorkoutEffortRequest) throws -> Int64 {
        var latest: Int64 = 0
        for (key, changeNumber) in try values(Int64.self, StoreNamespace.workoutEffort, prefix: uuid.uuidString) {
            let parts = key.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
            // Older versions didn't record the source of a score, nor its time.
            guard parts.count >= 3 else {
                latest = max(latest, caller == nil ? changeNumber : 0)
                continue
            }
            guard let visible = request.scores[parts[1]] else { continue }
            let end = parts.count > 3 ? UInt64(parts[3], radix: 16).map { Double(bitPattern: $0) } : nil
            guard visible.bounds.endLower <= end ?? -.infinity else { continue }
            if visible.scope == .everything || visible.scope == .only(bundleIdentifier: parts[2]) {
                latest = max(latest, changeNumber)
            }
        }
        return latest
    }

    /// The relationship of a workout as a whole, then those of its activities.
    ///
    /// A sample of an activity is also linked to the workout, but is reported only once.
    private func relationships(
        of workout: HKWorkout,
        _ samples: [UUID: [UUID: HKQuantitySample]],
        _ request: WorkoutEffortRequest
    ) -> [HKWorkoutEffortRelationship] {
        // A workout's only activity shares its UUID and represents the whole workout.
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

    /// The samples sorted by time, or only the most relevant: the latest of the person's own scores, otherwise of the estimated
    /// ones.
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
    /// Records the change number at which a workout's effort changed, with the source, type and time of the score.
    func noteEffort(ofWorkout uuid: UUID, through sample: StoredObject) throws {
        let type = try typeIdentifier(sample.type)
        let bundle = try source(sample.source).bundleIdentifier
        let end = String(sample.end.bitPattern, radix: 16)
        let key = [uuid.uuidString, type, bundle, end].joined(separator: "\u{1F}")
        try setValue(try writer.takeAnchor(), StoreNamespace.workoutEffort, key)
    }

    /// Does the same for the workouts of a deleted effort score; other samples change nothing.
    func noteEffort(of sample: UUID, type: TypeID) throws {
        guard try WorkoutEffort.types.contains(where: { try typeID($0.identifier) == type }),
            let object = try store.object(uuid: sample)
        else { return }
        for link in try store.parents(of: sample, role: LinkRole.workoutEffort.rawValue) {
            try noteEffort(ofWorkout: link.parent, through: object)
        }
    }
}
