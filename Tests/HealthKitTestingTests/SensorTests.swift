import Foundation
import HealthKit
import HealthKitTesting
import Synchronization
import Testing

@Suite("Sensors that a test's person wears")
struct SensorTests {
    private let test: HealthKitTestStore
    private let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    private let configuration = HKWorkoutConfiguration()
    private let perMinute = HKUnit.count().unitDivided(by: .minute())

    init() throws {
        test = try HealthKitTestStore(now: start)
        configuration.activityType = .running
        let types: [HKQuantityTypeIdentifier] = [.heartRate, .activeEnergyBurned, .distanceWalkingRunning, .stepCount]
        for type in types { try test.setPermission(HKQuantityType(type), read: true, share: true) }
        try test.setPermission(HKObjectType.workoutType(), read: true, share: true)
    }

    /// A session that runs, and its builder, which collects.
    private func run() async throws -> (session: HKWorkoutSession, builder: HKLiveWorkoutBuilder) {
        let store = test.healthStore
        let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
        let builder = session.associatedWorkoutBuilder()
        builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
        session.startActivity(with: test.now)
        try await builder.beginCollection(at: test.now)
        return (session, builder)
    }

    private func sum(_ builder: HKLiveWorkoutBuilder, _ type: HKQuantityTypeIdentifier, _ unit: HKUnit) -> Double? {
        builder.statistics(for: HKQuantityType(type))?.sumQuantity()?.doubleValue(for: unit)
    }

    @Test("What sensors measure is in the builder's statistics when the call returns, and in the workout")
    func run10Minutes() async throws {
        let (session, builder) = try await run()
        let heard = Heard()
        builder.delegate = heard
        try await test.sensors()
            .feed(session, for: 600, every: 60) { elapsed in
                WorkoutReading(heartRate: 100 + elapsed / 60, activeEnergyPerMinute: 9, speed: 2.5, cadence: 160)
            }
        #expect(test.now == start.addingTimeInterval(600))
        let rate = builder.statistics(for: HKQuantityType(.heartRate))
        #expect(rate?.mostRecentQuantity()?.doubleValue(for: perMinute) == 110)
        #expect(rate?.minimumQuantity()?.doubleValue(for: perMinute) == 101)
        #expect(sum(builder, .activeEnergyBurned, .kilocalorie()) == 90)
        #expect(sum(builder, .distanceWalkingRunning, .meter()) == 1500)
        #expect(sum(builder, .stepCount, .count()) == 1600)
        #expect(heard.types.withLock { $0 }.count == 4)

        session.end()
        try await builder.endCollection(at: test.now)
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration == 600)
        let energy = workout.statistics(for: HKQuantityType(.activeEnergyBurned))
        #expect(energy?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 90)
        let stored = try test.samples(of: HKQuantityType(.heartRate))
        #expect(stored.count == 10 && stored.allSatisfy { $0.sourceRevision.source == test.watch().source })
        #expect(stored.first?.startDate == start.addingTimeInterval(60))
    }

    @Test("Nothing is measured in a pause; the last interval is as long as what is left; other types are as said")
    func pause() async throws {
        let (session, builder) = try await run()
        let power = HKQuantityType(.runningPower)
        try test.setPermission(power, read: true, share: true)
        let device = HKDevice.local()
        let sensors = test.sensors(test.app("Strap"), device: device)
        let watts = HKQuantity(unit: .watt(), doubleValue: 240)
        try await sensors.feed(session, for: 25, every: 10) { _ in
            WorkoutReading(speed: 2, others: [power: watts])
        }
        #expect(sum(builder, .distanceWalkingRunning, .meter()) == 50)
        #expect(builder.statistics(for: power)?.averageQuantity() == watts)
        session.pause()
        try await sensors.feed(session, for: 1000) { _ in
            Issue.record("measured in a pause")
            return WorkoutReading(speed: 9)
        }
        session.resume()
        try await sensors.feed(session, for: 5) { _ in WorkoutReading(speed: 2) }
        #expect(sum(builder, .distanceWalkingRunning, .meter()) == 60)
        #expect(builder.elapsedTime(at: test.now) == 30)
        let stored = try test.samples(of: HKQuantityType(.distanceWalkingRunning))
        #expect(stored.map { $0.endDate.timeIntervalSince($0.startDate) } == [10, 10, 5, 5])
        #expect(stored.allSatisfy { $0.device == device && $0.sourceRevision.source.name == "Strap" })
    }

    @Test("What the app may not read is measured and not collected")
    func denied() async throws {
        try test.setPermission(HKQuantityType(.heartRate), read: false, share: false)
        let (session, builder) = try await run()
        try await test.sensors().feed(session, for: 60) { _ in WorkoutReading(heartRate: 150, speed: 3) }
        #expect(builder.statistics(for: HKQuantityType(.heartRate)) == nil)
        #expect(sum(builder, .distanceWalkingRunning, .meter()) == 180)
        #expect(try test.samples(of: HKQuantityType(.heartRate)).count == 12)
    }

    @Test("Sensors need a session that runs, a length above nothing, and numbers")
    func mistakes() async throws {
        let sensors = test.sensors()
        func code(_ session: HKWorkoutSession, _ seconds: Double, _ interval: Double, _ rate: Double = 60) async
            -> HKError.Code?
        {
            do {
                try await sensors.feed(session, for: seconds, every: interval) { _ in WorkoutReading(heartRate: rate) }
                return nil
            } catch {
                return (error as? HKError)?.code
            }
        }
        let idle = try HKWorkoutSession(healthStore: test.healthStore, configuration: configuration)
        #expect(await code(idle, 10, 5) == .errorInvalidArgument)
        let (session, _) = try await run()
        for (seconds, interval) in [(0, 5), (-1, 5), (.infinity, 5), (.nan, 5), (10, 0), (10, .nan)] {
            #expect(await code(session, seconds, interval) == .errorInvalidArgument, "\(seconds) \(interval)")
        }
        #expect(test.now == start)
        #expect(await code(session, 10, 5, .nan) == .errorInvalidArgument)
        session.end()
        #expect(await code(session, 10, 5) == .errorInvalidArgument)
        #expect(try test.samples(of: HKQuantityType(.heartRate)).isEmpty)
    }
}

/// Of which types a builder's delegate heard.
private final class Heard: NSObject, HKLiveWorkoutBuilderDelegate, Sendable {
    let types = Mutex<Set<HKSampleType>>([])

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
        types.withLock { $0.formUnion(collectedTypes) }
    }

    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}
