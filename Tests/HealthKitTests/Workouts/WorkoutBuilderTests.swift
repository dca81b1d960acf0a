import CoreLocation
import Foundation
import Testing

@testable import HealthKit

@Suite("Workout builders")
struct WorkoutBuilderTests {
    let test = TestStore()
    let app: HKHealthStore

    init() throws {
        app = test.app("runner")
        let types: [HKObjectType] = [
            .workoutType(), steps, heartRate, HKQuantityType(.activeEnergyBurned),
            HKQuantityType(.distanceWalkingRunning),
            HKSeriesType.workoutRoute(),
        ]
        for type in types { try test.grant("runner", type, read: true, share: true) }
    }

    private func builder(_ location: HKWorkoutSessionLocationType = .outdoor) -> HKWorkoutBuilder {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        configuration.locationType = location
        return HKWorkoutBuilder(healthStore: app, configuration: configuration, device: nil)
    }

    private func energy(_ value: Double, _ start: Double, _ end: Double) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.activeEnergyBurned),
            quantity: HKQuantity(unit: .kilocalorie(), doubleValue: value),
            start: at(start),
            end: at(end)
        )
    }

    @Test("R7.1 a builder is filled in its order; any other is an error, and changes nothing")
    func order() async throws {
        let builder = builder()
        let event = HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: at(1), end: at(2)), metadata: nil)
        let activity = HKWorkoutActivity(workoutConfiguration: .init(), start: at(1), end: nil, metadata: nil)
        func adding() async -> [HKError.Code?] {
            [
                await code { try await builder.addSamples([stepSample(1, 1, 2)]) },
                await code { try await builder.addWorkoutEvents([event]) },
                await code { try await builder.addMetadata(["a": "b"]) },
                await code { try await builder.addWorkoutActivity(activity) },
                await code { try await builder.updateActivity(uuid: activity.uuid, end: at(3)) },
            ]
        }
        #expect(await adding().allSatisfy { $0 == .errorInvalidArgument })
        #expect(await code { try await builder.endCollection(at: at(3)) } == .errorInvalidArgument)
        #expect(await code { _ = try await builder.finishWorkout() } == .errorInvalidArgument)
        try await builder.beginCollection(at: at(0))
        #expect(await code { try await builder.beginCollection(at: at(0)) } == .errorInvalidArgument)
        #expect(await code { _ = try await builder.finishWorkout() } == .errorInvalidArgument)
        #expect(await code { try await builder.endCollection(at: at(-1)) } == .errorInvalidArgument)
        #expect(await adding().allSatisfy { $0 == nil })
        try await builder.endCollection(at: at(10))
        #expect(await code { try await builder.endCollection(at: at(11)) } == .errorInvalidArgument)
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.workoutEvents?.count == 1 && workout.metadata?["a"] as? String == "b")
        #expect(workout.workoutActivities.map(\.uuid) == [activity.uuid])
        #expect(await adding().allSatisfy { $0 == .errorInvalidArgument })
        #expect(await code { _ = try await builder.finishWorkout() } == .errorInvalidArgument)
        #expect(try await app.all(.workoutType()).count == 1)
    }

    @Test("R7.2 samples are stored as they are added, and stay when the workout is discarded")
    func discard() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        let samples = stepSamples(0..<3) { (1, $0, $0 + 1) }
        try await builder.addSamples(samples)
        #expect(try await app.all(steps).map(\.uuid) == samples.map(\.uuid))
        builder.discardWorkout()
        #expect(await code { try await builder.endCollection(at: at(9)) } == .errorInvalidArgument)
        #expect(try await app.all(steps).count == 3)
        #expect(try await app.all(.workoutType()).isEmpty)
    }

    @Test(
        "R7.2 samples outside, below nothing, of other kinds or without permission are errors, and none of the rest is saved"
    )
    func badSamples() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(100))
        let good = stepSample(1, 100, 101)
        let score = HKQuantitySample(
            type: HKQuantityType(.workoutEffortScore),
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 3),
            start: at(100),
            end: at(101)
        )
        let samples: [HKSample] = [
            stepSample(1, 99, 101), stepSample(-5, 100, 101), score, HKWorkout(activityType: .run, at(100)),
        ]
        for bad in samples {
            #expect(await code { try await builder.addSamples([good, bad]) } == .errorInvalidArgument)
        }
        let mass = HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: HKQuantity(unit: .gram(), doubleValue: 1),
            start: at(100),
            end: at(100)
        )
        #expect(await code { try await builder.addSamples([good, mass]) } == .errorAuthorizationNotDetermined)
        #expect(try await app.all(steps).isEmpty && builder.statistics(for: steps) == nil)
        try await builder.addSamples([good])
        #expect(builder.statistics(for: steps)?.sumQuantity() == HKQuantity(unit: .count(), doubleValue: 1))
    }

    @Test("R7.2 samples that are stored already are added as they are; those of others that may not be seen are not")
    func stored() async throws {
        let mine = stepSample(1, 1, 2)
        try await app.save(mine)
        let theirs = stepSample(2, 3, 4)
        try test.grant("other", steps, read: true, share: true)
        try await test.app("other").save(theirs)
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        try await builder.addSamples([mine, stepSample(4, 5, 6)])
        try await builder.addSamples(try await app.all(steps).filter { $0.uuid == theirs.uuid })
        try test.grant("runner", steps, read: false, share: true)
        let hidden = try #require(try await test.store.all(steps).first { $0.uuid == theirs.uuid })
        #expect(await code { try await builder.addSamples([hidden]) } == .errorInvalidArgument)
        try test.grant("runner", steps, read: true, share: true)
        try await builder.endCollection(at: at(10))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 7)
        #expect(try await app.all(steps).count == 3)
    }

    @Test("R7.2 of two values for a metadata key the later stays; after an error all is as before")
    func metadata() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        try await builder.addMetadata(["a": "1", "b": "2"])
        try await builder.addMetadata(["a": "3"])
        #expect(
            await code { try await builder.addMetadata(["a": "4", HKMetadataKeyIndoorWorkout: "no"]) }
                == .errorInvalidArgument
        )
        #expect(builder.metadata["a"] as? String == "3" && builder.metadata["b"] as? String == "2")
    }

    @Test(
        "R7.3 while the machine is locked a workout is finished with neither workout nor error, and is there after unlocking"
    )
    func locked() async throws {
        let database = try test.store.database()
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        try await builder.addSamples([energy(10, 0, 60)])
        database.lock()
        try await builder.addSamples([energy(5, 60, 120)])
        try await builder.endCollection(at: at(120))
        #expect(try await builder.finishWorkout() == nil)
        database.unlock()
        let workout = try #require(try await app.all(.workoutType()).first as? HKWorkout)
        let sum = workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()
        #expect(sum?.doubleValue(for: .kilocalorie()) == 15)
        #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 15)
        let members = HKQuery.predicateForObjects(from: workout)
        #expect(try await app.all(HKQuantityType(.activeEnergyBurned), members).count == 2)
    }

    @Test(
        "R7.4 events outside the workout and laps that overlap are errors; what the clock put past the end belongs to the end"
    )
    func events() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(100))
        func event(_ type: HKWorkoutEventType, _ start: Double, _ end: Double) -> HKWorkoutEvent {
            HKWorkoutEvent(type: type, dateInterval: DateInterval(start: at(start), end: at(end)), metadata: nil)
        }
        for bad in [
            [event(.marker, 99, 99)], [event(.resume, 101, 101)], [event(.lap, 101, 120), event(.lap, 110, 130)],
        ] {
            #expect(await code { try await builder.addWorkoutEvents(bad) } == .errorInvalidArgument)
        }
        try await builder.addWorkoutEvents([event(.segment, 101, 120), event(.segment, 110, 130)])
        try await builder.addWorkoutEvents(
            [event(.resume, 150, 150), event(.pause, 140, 140)].sorted { $0.date < $1.date }
        )
        #expect(builder.elapsedTime(at: at(145)) == 40 && builder.elapsedTime(at: at(160)) == 50)
        try await builder.addWorkoutEvents([event(.pause, 210, 210)])
        try await builder.endCollection(at: at(200))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration == 90)
        #expect(workout.workoutEvents?.last?.date == at(200))
    }

    @Test("R7.5 the totals of a built workout come from its samples")
    func totals() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        let distance = HKQuantitySample(
            type: HKQuantityType(.distanceWalkingRunning),
            quantity: HKQuantity(unit: .meterUnit(with: .kilo), doubleValue: 1.5),
            start: at(0),
            end: at(60)
        )
        try await builder.addSamples([energy(10, 0, 60), energy(7, 60, 120), distance, pulse(100, 5), pulse(120, 65)])
        #expect(builder.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: perMinute) == 120)
        #expect(builder.statistics(for: heartRate)?.mostRecentQuantity()?.doubleValue(for: perMinute) == 120)
        #expect(builder.allStatistics.count == 3)
        try await builder.endCollection(at: at(120))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 17)
        #expect(workout.totalDistance?.doubleValue(for: .meter()) == 1500)
        #expect(workout.statistics(for: heartRate)?.averageQuantity()?.doubleValue(for: perMinute) == 100)
        let stored = try #require(try await app.all(.workoutType()).first as? HKWorkout)
        #expect(stored.totalDistance == workout.totalDistance && stored.allStatistics.count == 3)
    }

    @Test("R7.6 a builder says whether it was indoors: anything but indoors is outdoors", arguments: [1, 2, 3])
    func indoor(location: Int) async throws {
        let builder = builder(HKWorkoutSessionLocationType(rawValue: location) ?? .unknown)
        try await builder.beginCollection(at: at(0))
        try await builder.endCollection(at: at(10))
        let workout = try #require(try await builder.finishWorkout())
        #expect((workout.metadata?[HKMetadataKeyIndoorWorkout] as? NSNumber)?.boolValue == (location == 2))
        let read = workout.workoutActivities.first?.workoutConfiguration.locationType
        #expect(read == (location == 2 ? .indoor : .outdoor))
    }

    @Test("R7.7 activities have the statistics of their time, and end with the workout")
    func activities() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        let first = HKWorkoutActivity(workoutConfiguration: .init(), start: at(0), end: nil, metadata: nil)
        let second = HKWorkoutActivity(workoutConfiguration: .init(), start: at(60), end: nil, metadata: nil)
        try await builder.addWorkoutActivity(first)
        #expect(await code { try await builder.addWorkoutActivity(second) } == .errorInvalidArgument)
        try await builder.updateActivity(uuid: first.uuid, end: at(60))
        try await builder.addWorkoutActivity(second)
        try await builder.updateActivity(uuid: second.uuid, adding: ["leg": 2])
        try await builder.addSamples([energy(10, 0, 60), energy(7, 60, 120)])
        let running = builder.workoutActivities.map { $0.statistics(for: HKQuantityType(.activeEnergyBurned)) }
        #expect(running.map { $0?.sumQuantity()?.doubleValue(for: .kilocalorie()) } == [10, 7])
        try await builder.endCollection(at: at(120))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.workoutActivities.map(\.endDate) == [at(60), at(120)])
        #expect(workout.workoutActivities.last?.metadata?["leg"] as? Int == 2)
    }

    @Test("R7.13 the builder's route is finished with the workout, by it alone, and not at all when it was discarded")
    func route() async throws {
        let builder = builder()
        #expect(builder.seriesBuilder(for: .heartbeat()) == nil)
        let route = try #require(builder.seriesBuilder(for: .workoutRoute()) as? HKWorkoutRouteBuilder)
        #expect(builder.seriesBuilder(for: .workoutRoute()) === route)
        try await builder.beginCollection(at: at(0))
        try await route.insertRouteData([
            CLLocation(
                coordinate: CLLocationCoordinate2D(latitude: 52, longitude: 13),
                altitude: 30,
                horizontalAccuracy: 5,
                verticalAccuracy: 5,
                timestamp: at(1)
            )
        ])
        let other = HKWorkout(activityType: .running, start: at(0), end: at(1))
        #expect(await code { _ = try await route.finishRoute(with: other, metadata: nil) } == .errorInvalidArgument)
        try await builder.endCollection(at: at(10))
        let workout = try #require(try await builder.finishWorkout())
        let routes = try await app.all(HKSeriesType.workoutRoute(), HKQuery.predicateForObjects(from: workout))
        #expect(routes.count == 1)
        let second = self.builder()
        let discarded = try #require(second.seriesBuilder(for: .workoutRoute()))
        try await second.beginCollection(at: at(0))
        try await second.endCollection(at: at(10))
        discarded.discard()
        #expect(await code { _ = try await second.finishWorkout() } == .errorInvalidArgument)
    }

    @Test("An app that may not save workouts cannot begin one")
    func denied() async throws {
        let configuration = HKWorkoutConfiguration()
        let other = HKWorkoutBuilder(healthStore: test.app("nobody"), configuration: configuration, device: nil)
        #expect(await code { try await other.beginCollection(at: at(0)) } == .errorAuthorizationNotDetermined)
        try test.grant("nobody", .workoutType(), read: true, share: false)
        #expect(await code { try await other.beginCollection(at: at(0)) } == .errorAuthorizationDenied)
    }

    @Test("A sample that is deleted while the workout runs is not in the workout")
    func deleted() async throws {
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        let samples = [energy(10, 0, 60), energy(7, 60, 120)]
        try await builder.addSamples(samples)
        try await app.delete(samples[0])
        try await builder.endCollection(at: at(120))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 7)
    }
}

extension HKWorkout {
    fileprivate convenience init(activityType: ShortActivity, _ start: Date) {
        self.init(activityType: .running, start: start, end: start.addingTimeInterval(1))
    }

    fileprivate enum ShortActivity { case run }
}
