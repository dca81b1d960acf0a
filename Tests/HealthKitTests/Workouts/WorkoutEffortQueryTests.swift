import Foundation
import Testing

@testable import HealthKit

@Suite struct WorkoutEffortQueryTests {
    private let test = TestStore()
    private let effort = HKQuantityType(.workoutEffortScore)
    private let estimate = HKQuantityType(.estimatedWorkoutEffortScore)

    private func app(reading types: [HKObjectType]? = nil) throws -> HKHealthStore {
        for type in types ?? [effort, estimate, .workoutType()] {
            try test.grant("gym", type, read: true, share: true)
        }
        return test.app("gym")
    }

    private func workout(_ store: HKHealthStore, at start: Double = 0, _ type: HKWorkoutActivityType = .running)
        async throws -> HKWorkout
    {
        let workout = HKWorkout(activityType: type, start: at(start), end: at(start + 3600))
        try await store.save(workout)
        return workout
    }

    private func score(_ value: Double, _ type: HKQuantityType? = nil, at time: Double = 0) -> HKQuantitySample {
        HKQuantitySample(
            type: type ?? effort,
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
            start: at(time),
            end: at(time + 60)
        )
    }

    private func relationships(
        _ store: HKHealthStore,
        _ predicate: NSPredicate? = nil,
        anchor: HKQueryAnchor? = nil,
        option: HKWorkoutEffortRelationshipQueryOptions = .default
    ) async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
        try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: predicate, anchor: anchor, option: option)
            .result(for: store)
    }

    @Test("R7.14 a workout's scores are found with it, those of an activity with the activity, each once")
    func found() async throws {
        let store = try app()
        let triathlon = try await triathlon(store)
        _ = try await workout(store, at: 9000)
        let (swim, ride) = (triathlon.workoutActivities[0], triathlon.workoutActivities[1])
        let (whole, part) = (score(7), score(4))
        try await store.relateWorkoutEffortSample(whole, with: triathlon, activity: nil)
        try await store.relateWorkoutEffortSample(part, with: triathlon, activity: ride)
        let found = try await relationships(store).relationships
        #expect(found.map(\.workout.uuid) == [triathlon.uuid, triathlon.uuid])
        #expect(found.map(\.activity?.uuid) == [nil, ride.uuid])
        #expect(found.map { $0.samples?.map(\.uuid) } == [[whole.uuid], [part.uuid]])
        try await store.unrelateWorkoutEffortSample(part, from: triathlon, activity: ride)
        try await store.relateWorkoutEffortSample(part, with: triathlon, activity: swim)
        #expect(try await relationships(store).relationships.map(\.activity?.uuid) == [nil, swim.uuid])
    }

    @Test("R7.24 a workout has any number of scores, each as it was saved; the most relevant is the person's latest")
    func several() async throws {
        let store = try app()
        let run = try await workout(store)
        let (early, late, guess) = (score(3), score(8, at: 100), score(5, estimate, at: 200))
        for sample in [late, guess, early] {
            try await store.relateWorkoutEffortSample(sample, with: run, activity: nil)
        }
        try await store.relateWorkoutEffortSample(early, with: run, activity: nil)
        let all = try await relationships(store).relationships
        #expect(all.map { $0.samples?.map(\.uuid) } == [[early.uuid, late.uuid, guess.uuid]], "each once, by time")
        let best = try await relationships(store, option: .mostRelevant).relationships
        #expect(best.map { $0.samples?.map(\.uuid) } == [[late.uuid]])
        try await store.unrelateWorkoutEffortSample(late, from: run, activity: nil)
        let next = try await relationships(store, option: .mostRelevant).relationships
        #expect(next.map { $0.samples?.map(\.uuid) } == [[early.uuid]])
        #expect(try await store.all(effort).count == 2, "it is no longer related, and stays stored")
    }

    @Test("R7.24 taking back the relation of a score that is gone is no error, and tells nothing of hidden ones")
    func unrelateDeleted() async throws {
        let store = try app()
        let run = try await workout(store)
        let (gone, kept) = (score(3), score(8, at: 100))
        for sample in [gone, kept] { try await store.relateWorkoutEffortSample(sample, with: run, activity: nil) }
        try await store.delete(gone)
        #expect(try await store.unrelateWorkoutEffortSample(gone, from: run, activity: nil))
        let found = try await relationships(store).relationships
        #expect(found.map { $0.samples?.map(\.uuid) } == [[kept.uuid]])

        // Somebody else's score that this app may not see is, to it, like one that was never saved.
        let hidden = score(9, at: 200)
        try await test.store.relateWorkoutEffortSample(hidden, with: run, activity: nil)
        try test.grant("gym", effort, read: false, share: true)
        for unknown in [hidden, score(1)] {
            #expect(try await store.unrelateWorkoutEffortSample(unknown, from: run, activity: nil))
        }
        let all = try await relationships(test.store).relationships
        #expect(all.first?.samples?.map(\.uuid) == [kept.uuid, hidden.uuid], "and nothing is taken from it")
    }

    @Test("R7.14 the only activity of a workout is the workout as a whole")
    func onlyActivity() async throws {
        let store = try app()
        _ = try await workout(store)
        let run = try #require(try await store.all(.workoutType()).first as? HKWorkout)
        let sample = score(4)
        try await store.relateWorkoutEffortSample(sample, with: run, activity: run.workoutActivities.first)
        let found = try await relationships(store).relationships
        #expect(found.count == 1 && found.first?.activity == nil)
        #expect(found.first?.samples?.map(\.uuid) == [sample.uuid])
    }

    /// A stored workout of two activities.
    private func triathlon(_ store: HKHealthStore) async throws -> HKWorkout {
        var content = WorkoutContent(activityType: HKWorkoutActivityType.swimBikeRun.rawValue)
        for (start, type) in [(0.0, HKWorkoutActivityType.swimming), (1800, .cycling)] {
            let configuration = HKWorkoutConfiguration()
            configuration.activityType = type
            content.activities.append(
                WorkoutActivityContent(
                    uuid: UUID(),
                    configuration: WorkoutConfigurationContent(configuration),
                    start: at(start),
                    end: at(start + 1800),
                    duration: nil,
                    metadata: nil,
                    statistics: []
                )
            )
        }
        let workout = HKWorkout(ObjectAttributes(), content: content, start: at(0), end: at(3600))
        try await store.save(workout)
        return try #require(try await store.all(.workoutType()).first as? HKWorkout)
    }

    @Test("R7.14 the predicate chooses workouts, the option the latest score that the person gave")
    func chosen() async throws {
        let store = try app()
        let run = try await workout(store)
        let swim = try await workout(store, at: 9000, .swimming)
        let (early, late, guess) = (score(3), score(5, at: 100), score(8, estimate, at: 200))
        for sample in [late, early, guess] {
            try await store.relateWorkoutEffortSample(sample, with: run, activity: nil)
        }
        try await store.relateWorkoutEffortSample(score(9, estimate), with: swim, activity: nil)
        let runs = try await relationships(store, HKQuery.predicateForWorkouts(with: .running)).relationships
        #expect(runs.map { $0.samples?.map(\.uuid) } == [[early.uuid, late.uuid, guess.uuid]])
        let relevant = try await relationships(store, option: .mostRelevant).relationships
        #expect(relevant.first?.samples?.map(\.uuid) == [late.uuid])
        #expect(relevant.last?.samples?.count == 1)
    }

    @Test("R7.14 after an anchor only workouts that changed are found")
    func anchored() async throws {
        let store = try app()
        let (run, ride) = (try await workout(store), try await workout(store, at: 9000))
        try await store.relateWorkoutEffortSample(score(3), with: run, activity: nil)
        let first = try await relationships(store)
        #expect(first.relationships.count == 1)
        #expect(try await relationships(store, anchor: first.newAnchor).relationships.isEmpty)
        try await store.relateWorkoutEffortSample(score(4), with: ride, activity: nil)
        let second = try await relationships(store, anchor: first.newAnchor)
        #expect(second.relationships.map(\.workout.uuid) == [ride.uuid])
        let estimate = score(5, estimate)
        try await store.relateWorkoutEffortSample(estimate, with: run, activity: nil)
        let third = try await relationships(store, anchor: second.newAnchor)
        #expect(third.relationships.map(\.samples?.count) == [2])
        try await store.delete(estimate)
        let fourth = try await relationships(store, anchor: third.newAnchor)
        #expect(fourth.relationships.map(\.workout.uuid) == [run.uuid])
        #expect(fourth.relationships.map(\.samples?.count) == [1])
    }

    @Test("R7.14 the sequence goes on with what comes, changes and goes", .timeLimit(.minutes(30)))
    func longRunning() async throws {
        let store = try app()
        let run = try await workout(store)
        let (one, two) = (score(3), score(6, at: 100))
        let sequence = HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default)
            .results(for: store)
        var iterator = sequence.makeAsyncIterator()
        #expect(try await iterator.next()?.relationships == [])
        try await store.relateWorkoutEffortSample(one, with: run, activity: nil)
        #expect(try await iterator.next()?.relationships.map(\.samples) == [[one]])
        try await store.relateWorkoutEffortSample(two, with: run, activity: nil)
        #expect(try await iterator.next()?.relationships.map(\.samples) == [[one, two]])
        try await store.delete(two)
        #expect(try await iterator.next()?.relationships.map(\.samples) == [[one]])
        try await store.unrelateWorkoutEffortSample(one, from: run, activity: nil)
        #expect(try await iterator.next()?.relationships.map(\.samples) == [nil])
    }

    @Test("R1.5 R1.2 types never asked for are error 5, denied ones leave nothing, own ones are seen")
    func authorization() async throws {
        let store = try app()
        let run = try await workout(store)
        try await store.relateWorkoutEffortSample(score(3), with: run, activity: nil)
        #expect(await code { _ = try await relationships(test.app("nosy")) } == .errorAuthorizationNotDetermined)
        try test.grant("nosy", .workoutType(), read: true, share: nil)
        #expect(await code { _ = try await relationships(test.app("nosy")) } == .errorAuthorizationNotDetermined)
        try test.grant("nosy", effort, read: false, share: true)
        #expect(try await relationships(test.app("nosy")).relationships.isEmpty)
        try test.grant("nosy", effort, read: true, share: true)
        #expect(try await relationships(test.app("nosy")).relationships.count == 1)
        try test.grant("gym", effort, read: false, share: true)
        #expect(try await relationships(store).relationships.count == 1)
        try test.grant("gym", .workoutType(), read: false, share: false)
        #expect(try await relationships(store).relationships.isEmpty)
    }

    @Test("A relationship survives archiving; without a workout it is nil")
    func coding() async throws {
        let store = try app()
        let run = try await workout(store)
        try await store.relateWorkoutEffortSample(score(3), with: run, activity: nil)
        let found = try #require(try await relationships(store).relationships.first)
        for one in [found, found.withoutSamples] {
            let data = try NSKeyedArchiver.archivedData(withRootObject: one, requiringSecureCoding: true)
            let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkoutEffortRelationship.self, from: data)
            #expect(back == one)
        }
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.finishEncoding()
        let empty = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        #expect(HKWorkoutEffortRelationship(coder: empty) == nil)
    }
}
