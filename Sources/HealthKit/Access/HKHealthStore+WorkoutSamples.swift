import Foundation

extension HKHealthStore {
    /// Adds on this thread.
    func addNow(_ samples: [HKSample], to workout: HKWorkout) throws {
        try port.send(AddSamplesCall(samples: samples, workout: workout.uuid))
    }

    /// Relates on this thread.
    func relateNow(_ sample: HKSample, _ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws {
        let score = try Self.effortScore(sample)
        try port.send(RelateCall(sample: score, workout: workout.uuid, activity: activity?.uuid))
    }

    /// Removes the relation on this thread.
    func unrelateNow(_ sample: HKSample, _ workout: HKWorkout, _ activity: HKWorkoutActivity?) throws {
        try port.send(
            UnrelateCall(
                sample: sample.uuid,
                type: sample.sampleType.identifier,
                workout: workout.uuid,
                activity: activity?.uuid
            )
        )
    }

    private static func effortScore(_ sample: HKSample) throws -> HKQuantitySample {
        guard let sample = sample as? HKQuantitySample,
            WorkoutEffort.typeIdentifiers.contains(sample.quantityType.identifier)
        else {
            throw HKError.invalid("Samples of type \(sample.sampleType.identifier) do not tell how hard a workout was")
        }
        let score = sample.quantity.doubleValue(for: .appleEffortScore())
        guard (0...10).contains(score) else {
            throw HKError.invalid("An effort score is from 0 to 10, not \(score)")
        }
        return sample
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
