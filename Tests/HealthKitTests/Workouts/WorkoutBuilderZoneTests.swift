import Foundation
import Synchronization
import Testing

@testable import HealthKit

/// Zones of workouts that are being built, and what a live one tells.
@Suite("Zones of workouts that are being built")
struct WorkoutBuilderZoneTests {
    private let test = TestStore()

    private func rates(_ values: [Double]) -> [HKQuantity] {
        values.map { HKQuantity(unit: perMinute, doubleValue: $0) }
    }

    private func zones(_ values: [Double]) throws -> HKWorkoutZoneConfiguration {
        try HKWorkoutZoneConfiguration(quantityType: heartRate, zoneBoundaries: rates(values))
    }

    private var configuration: HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        return configuration
    }

    private func builder() -> HKWorkoutBuilder {
        HKWorkoutBuilder(healthStore: test.store, configuration: configuration, device: nil)
    }

    @Test("R7.20 zones for one workout go before the person's, are set before it begins, and change nothing else")
    func custom() async throws {
        try test.person.setZones(rates([100, 120]), of: heartRate)
        let builder = builder()
        #expect(try await builder.zoneConfiguration(for: heartRate)?.source == .user)
        #expect(
            await code { try await builder.setCustomZoneConfiguration(try zones([90, 110]), for: steps) }
                == .errorInvalidArgument
        )
        let power = HKQuantityType(.cyclingPower)
        #expect(
            await code { try await builder.setCustomZoneConfiguration(try zones([90, 110]), for: power) }
                == .errorInvalidArgument
        )
        try await builder.setCustomZoneConfiguration(try zones([90, 110, 130]), for: heartRate)
        #expect(try await builder.zoneConfiguration(for: heartRate)?.source == .app)
        try await builder.setCustomZoneConfiguration(nil, for: heartRate)
        #expect(try await builder.zoneConfiguration(for: heartRate)?.source == .user)
        try await builder.setCustomZoneConfiguration(try zones([90, 110, 130]), for: heartRate)
        #expect(builder.zoneGroup(for: heartRate) == nil)
        try await builder.beginCollection(at: at(0))
        #expect(
            await code { try await builder.setCustomZoneConfiguration(nil, for: heartRate) } == .errorInvalidArgument
        )
        try await builder.addSamples([pulse(95, 0), pulse(135, 30)])
        #expect(builder.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [0, 30, 0, 60])
        let pauses = [(HKWorkoutEventType.pause, 10.0), (.resume, 20)]
            .map { HKWorkoutEvent(type: $0, dateInterval: DateInterval(start: at($1), duration: 0), metadata: nil) }
        try await builder.addWorkoutEvents(pauses)
        #expect(builder.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [0, 20, 0, 60])
        try await builder.endCollection(at: at(60))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [0, 20, 0, 30])
        #expect(workout.zoneGroup(for: heartRate)?.configuration.source == .app)
        #expect(try await test.store.preferredWorkoutZoneConfiguration(for: heartRate)?.zones.count == 3)
    }

    @Test("R7.21 a workout keeps the person's zones of its beginning")
    func preferred() async throws {
        try test.person.setZones(rates([100, 120]), of: heartRate)
        let builder = builder()
        try await builder.beginCollection(at: at(0))
        try test.person.setZones(rates([50, 60, 70]), of: heartRate)
        #expect(try await builder.zoneConfiguration(for: heartRate)?.zones.count == 3)
        try await builder.addSamples([pulse(110, 0)])
        try await builder.endCollection(at: at(40))
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [0, 40, 0])
    }

    @Test("R7.20 an app that may not read heart rate builds with its own zones, and with none without")
    func rights() async throws {
        try test.person.setZones(rates([100, 120]), of: heartRate)
        for type in [HKObjectType.workoutType(), heartRate] {
            try test.grant("coach", type, read: false, share: true)
        }
        let app = test.app("coach")
        let plain = HKWorkoutBuilder(healthStore: app, configuration: configuration, device: nil)
        #expect(try await plain.zoneConfiguration(for: heartRate) == nil)
        try await plain.beginCollection(at: at(0))
        try await plain.addSamples([pulse(110, 0)])
        #expect(plain.zoneGroup(for: heartRate) == nil)
        let own = HKWorkoutBuilder(healthStore: app, configuration: configuration, device: nil)
        try await own.setCustomZoneConfiguration(try zones([90, 105]), for: heartRate)
        try await own.beginCollection(at: at(100))
        try await own.addSamples([pulse(110, 100)])
        #expect(own.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [0, 0, 60])
    }

    /// Notes the zones that it is told of.
    private final class Listener: NSObject, HKLiveWorkoutBuilderDelegate, Sendable {
        let reported: AsyncStream<HKLiveWorkoutZoneUpdate>
        private let continuation: AsyncStream<HKLiveWorkoutZoneUpdate>.Continuation

        override init() {
            (reported, continuation) = AsyncStream.makeStream()
            super.init()
        }

        func workoutBuilder(_ builder: HKLiveWorkoutBuilder, didCollectDataOf types: Set<HKSampleType>) {}
        func workoutBuilderDidCollectEvent(_ builder: HKLiveWorkoutBuilder) {}
        func workoutBuilder(_ builder: HKLiveWorkoutBuilder, didUpdateWorkoutZone update: HKLiveWorkoutZoneUpdate) {
            continuation.yield(update)
        }
    }

    @Test("R7.22 a live builder tells its delegate of each zone that is reached, and of deletions' time afterwards")
    func live() async throws {
        let session = try HKWorkoutSession(healthStore: test.store, configuration: configuration)
        let builder = session.associatedWorkoutBuilder()
        let listener = Listener()
        builder.delegate = listener
        try await builder.setCustomZoneConfiguration(try zones([100, 120]), for: heartRate)
        try await builder.beginCollection(at: at(0))
        let late = pulse(130, 50)
        for sample in [pulse(90, 0), pulse(95, 10), pulse(110, 20), pulse(112, 30), late] {
            try await builder.addSamples([sample])
        }
        var reported: [HKLiveWorkoutZoneUpdate] = []
        for await update in listener.reported {
            reported.append(update)
            if reported.count == 3 { break }
        }
        #expect(reported.map { $0.currentZoneDuration?.zone.index } == [0, 1, 2])
        #expect(reported.map { $0.previousZoneDuration?.zone.index } == [nil, 0, 1])
        #expect(reported[2].zoneGroup?.zoneDurations.map(\.duration) == [20, 30, 0])
        #expect(reported[2].lastSampleProcessedDate == at(50))
        builder.discardWorkout()
        session.end()
    }
}
