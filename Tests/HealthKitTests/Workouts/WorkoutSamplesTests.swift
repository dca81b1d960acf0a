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

    /// What the stored workout says of a type.
    private func sum(_ type: HKQuantityType, _ store: HKHealthStore) async throws -> Double? {
        let stored = try #require(try await store.all(.workoutType()).first as? HKWorkout)
        return stored.statistics(for: type)?.sumQuantity()?.doubleValue(for: type.canonicalUnit)
    }

    @Test("R2.23 statistics follow samples that are deleted, one by one and by predicate; with the last they are gone")
    func deleting() async throws {
        let store = try app()
        let workout = try await workout(store)
        let samples = stepSamples(0..<4) { (exp2($0), $0 * 100, $0 * 100 + 50) }
        let pulses = [pulse(100, 10), pulse(140, 20)]
        try await store.addSamples(samples + pulses, to: workout)
        #expect(try await sum(steps, store) == 15)
        try await store.delete(samples[0])
        #expect(try await sum(steps, store) == 14)
        try await store.delete(pulses[1])
        let stored = try #require(try await store.all(.workoutType()).first as? HKWorkout)
        #expect(stored.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: perMinute) == 100)
        let early = HKQuery.predicateForSamples(withStart: at(0), end: at(250), options: .strictStartDate)
        #expect(try await store.deleteObjects(of: steps, predicate: early) == 2)
        #expect(try await sum(steps, store) == 8)
        try test.person.delete([samples[3].uuid])
        #expect(try await sum(steps, store) == nil)
        #expect(try await sum(HKQuantityType(.activeEnergyBurned), store) == 100, "its own totals stay")
        #expect(try await store.all(.workoutType()).map(\.uuid) == [workout.uuid])
    }

    @Test("R2.16 R2.23 statistics follow a sample that a higher sync version replaces")
    func replacing() async throws {
        let store = try app()
        func version(_ number: Int) -> [String: Any] {
            [HKMetadataKeySyncIdentifier: "lap", HKMetadataKeySyncVersion: number]
        }
        let workout = try await workout(store)
        try await store.addSamples([stepSample(10, 0, 60, metadata: version(1)), stepSample(1, 100, 160)], to: workout)
        #expect(try await sum(steps, store) == 11)
        let better = stepSample(20, 0, 60, metadata: version(2))
        try await store.save(better)
        #expect(try await sum(steps, store) == 21)
        let inWorkout = try await store.all(steps, HKQuery.predicateForObjects(from: workout))
        #expect(inWorkout.first?.uuid == better.uuid && inWorkout.count == 2)
    }

    @Test("R2.23 statistics follow a member that leaves a correlation of the workout, and a large deletion")
    func members() async throws {
        let energy = HKQuantityType(.dietaryEnergyConsumed)
        let workout = try await workout(test.store)
        func meal(_ value: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: energy,
                quantity: HKQuantity(unit: .kilocalorie(), doubleValue: value),
                start: at(value),
                end: at(value)
            )
        }
        let members = [meal(100), meal(30)]
        let food = HKCorrelation(type: HKCorrelationType(.food), start: at(0), end: at(200), objects: Set(members))
        try await test.store.addSamples([food], to: workout)
        #expect(try await sum(energy, test.store) == 130)
        try await test.store.delete(members[1])
        #expect(try await sum(energy, test.store) == 100)
        let many = stepSamples(0..<300) { (1, $0, $0 + 1) }
        try await test.store.save(many)
        try await test.store.addSamples([many[7], many[299]], to: workout)
        #expect(try await sum(steps, test.store) == 2)
        try await test.store.delete(Array(many.prefix(250)))
        #expect(try await sum(steps, test.store) == 1)
        try await test.store.delete(food)
        #expect(try await sum(energy, test.store) == nil)
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
