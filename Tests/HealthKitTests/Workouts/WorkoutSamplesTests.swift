import Foundation
import Testing

@testable import HealthKit

@Suite("Samples of workouts")
struct WorkoutSamplesTests {
    let test = TestStore()
    let effort = HKQuantityType(.workoutEffortScore)

    private func app() throws -> HKHealthStore {
        for type in [steps, heartRate, effort] as [HKSampleType] + [HKObjectType.workoutType()] {
            try test.grant("gym", type, read: true, share: true)
        }
        return test.app("gym")
    }

    private func workout(_ store: HKHealthStore) async throws -> HKWorkout {
        let workout = HKWorkout(
            activityType: .running,
            start: at(0),
            end: at(3600),
            workoutEvents: nil,
            totalEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 100),
            totalDistance: nil,
            metadata: nil
        )
        try await store.save(workout)
        return workout
    }

    private func score(_ value: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: effort,
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
            start: at(0),
            end: at(3600)
        )
    }

    @Test("R4.16 R2.23 added samples belong to the workout, its statistics follow, its totals stay")
    func adding() async throws {
        let store = try app()
        let workout = try await workout(store)
        try await store.save(stepSample(7, 100, 200))
        try await store.addSamples(
            [stepSample(10, 0, 60), stepSample(5, 30, 90), pulse(100, 10), pulse(140, 20)],
            to: workout
        )
        #expect(try await store.all(steps, HKQuery.predicateForObjects(from: workout)).count == 2)
        #expect(try await store.all(steps).count == 3)
        let stored = try #require(try await store.all(.workoutType()).first as? HKWorkout)
        #expect(stored.uuid == workout.uuid)
        #expect(stored.totalEnergyBurned == workout.totalEnergyBurned && stored.duration == workout.duration)
        let sum = try #require(stored.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()))
        #expect(abs(sum - 12.5) < 1e-9)
        let rate = try #require(stored.statistics(for: heartRate))
        #expect(rate.minimumQuantity()?.doubleValue(for: perMinute) == 100)
        #expect(rate.maximumQuantity()?.doubleValue(for: perMinute) == 140)
        #expect(stored.statistics(for: HKQuantityType(.activeEnergyBurned)) != nil)
    }

    @Test("R2.10 samples are saved without their device")
    func device() async throws {
        let store = try app()
        let workout = try await workout(store)
        let sample = HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 1),
            start: at(0),
            end: at(1),
            device: .local(),
            metadata: [HKMetadataKeyWasUserEntered: true]
        )
        try await store.addSamples([sample], to: workout)
        let stored = try #require(try await store.all(steps).first)
        #expect(stored.uuid == sample.uuid)
        #expect(stored.device == nil)
        #expect(stored.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
    }

    @Test("R2.19 samples that are stored already are added without being doubled")
    func again() async throws {
        let store = try app()
        let sample = stepSample(1, 0, 1)
        try await store.save(sample)
        let (first, second) = (try await workout(store), try await workout(store))
        try await store.addSamples([sample], to: first)
        try await store.addSamples([sample], to: second)
        #expect(try await store.all(steps).count == 1)
        #expect(try await store.all(steps, HKQuery.predicateForObjects(from: second)).count == 1)
    }

    @Test("R2.23 a workout that is not stored, no samples, workouts and effort scores are errors, and nothing is saved")
    func mistakes() async throws {
        let store = try app()
        let stranger = HKWorkout(activityType: .running, start: at(0), end: at(1))
        #expect(await code { try await store.addSamples([stepSample(1, 0, 1)], to: stranger) } == .errorInvalidArgument)
        let workout = try await workout(store)
        #expect(await code { try await store.addSamples([], to: workout) } == .errorInvalidArgument)
        #expect(await code { try await store.addSamples([stranger], to: workout) } == .errorInvalidArgument)
        #expect(await code { try await store.addSamples([score(5)], to: workout) } == .errorInvalidArgument)
        #expect(try await store.all(steps).isEmpty)
        try test.grant("gym", steps, read: true, share: false)
        #expect(
            await code { try await store.addSamples([stepSample(1, 0, 1)], to: workout) } == .errorAuthorizationDenied
        )
    }

    @Test("R7.14 an effort score is related, found by its workout, and taken back")
    func effortScore() async throws {
        let store = try app()
        let workout = try await workout(store)
        let sample = score(7)
        #expect(try await store.relateWorkoutEffortSample(sample, with: workout, activity: nil))
        let predicate = HKQuery.predicateForWorkoutEffortSamplesRelated(workout: workout, activity: nil)
        #expect(try await store.all(effort, predicate).map(\.uuid) == [sample.uuid])
        #expect(try await store.unrelateWorkoutEffortSample(sample, from: workout, activity: nil))
        #expect(try await store.all(effort, predicate).isEmpty)
        #expect(try await store.all(effort).count == 1)
        #expect(
            await code { try await store.unrelateWorkoutEffortSample(sample, from: workout, activity: nil) }
                == .errorInvalidArgument
        )
    }

    @Test("R7.14 scores beyond 10, other types and activities of other workouts are errors")
    func effortMistakes() async throws {
        let store = try app()
        let workout = try await workout(store)
        let other = HKWorkoutActivity(
            workoutConfiguration: HKWorkoutConfiguration(),
            start: at(0),
            end: at(10),
            metadata: nil
        )
        for (sample, activity) in [(score(11), nil), (score(5), other), (stepSample(1, 0, 1), nil)] {
            #expect(
                await code { try await store.relateWorkoutEffortSample(sample, with: workout, activity: activity) }
                    == .errorInvalidArgument
            )
        }
        #expect(try await store.all(effort).isEmpty)
    }
}
