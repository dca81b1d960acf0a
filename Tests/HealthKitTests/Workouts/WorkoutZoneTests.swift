import Foundation
import RandomTesting
import Testing

@testable import HealthKit

/// Zones of heart rate and power: whose they are, and the time in them.
@Suite("Zones of workouts")
struct WorkoutZoneTests {
    private let test = TestStore()
    private let power = HKQuantityType(.cyclingPower)

    private func rates(_ values: [Double]) -> [HKQuantity] {
        values.map { HKQuantity(unit: perMinute, doubleValue: $0) }
    }

    private func zones(_ values: [Double] = [110, 130, 150]) throws -> HKWorkoutZoneConfiguration {
        try HKWorkoutZoneConfiguration(quantityType: heartRate, zoneBoundaries: rates(values))
    }

    private func running(_ from: Double, _ to: Double?, _ events: [HKWorkoutEvent] = []) -> RunningTime {
        RunningTime(from: at(from), to: to.map { at($0) }, events: events)
    }

    private func event(_ type: HKWorkoutEventType, _ time: Double) -> HKWorkoutEvent {
        HKWorkoutEvent(type: type, dateInterval: DateInterval(start: at(time), duration: 0), metadata: nil)
    }

    // MARK: Configurations

    @Test("R7.20 boundaries make zones without gaps, open at both ends, of an app")
    func configuration() throws {
        let zones = try zones()
        #expect(zones.source == .app)
        #expect(zones.quantityType == heartRate)
        #expect(zones.zones.map(\.index) == [0, 1, 2, 3])
        #expect(zones.zones.map(\.minimum) == [nil] + rates([110, 130, 150]).map { $0 })
        #expect(zones.zones.map(\.maximum) == rates([110, 130, 150]).map { $0 } + [nil])
        #expect(try zones == self.zones())
        #expect(try zones != self.zones([110, 130, 151]))
        let perSecond = HKUnit.count().unitDivided(by: .second())
        let other = [120.0, 132, 150].map { HKQuantity(unit: perSecond, doubleValue: $0 / 60) }
        let same = try HKWorkoutZoneConfiguration(quantityType: heartRate, zoneBoundaries: other)
        #expect(try same == self.zones([120, 132, 150]), "in whatever unit")
    }

    @Test(
        "R7.20 what makes no zones is refused: too few, too many, not rising, no numbers",
        arguments: [
            [], [110], Array(stride(from: 100, through: 180, by: 10)), [130, 110], [110, 110], [0, 100], [-5, 100],
            [100, .infinity], [100, .nan],
        ] as [[Double]]
    )
    func refused(values: [Double]) async throws {
        #expect(await code { _ = try zones(values) } == .errorInvalidArgument)
        #expect(throws: HKError.self) { try test.person.setZones(rates(values), of: heartRate) }
    }

    @Test("R7.20 units must fit the type, and only heart rate and power have zones")
    func types() async throws {
        let watts = [100.0, 200].map { HKQuantity(unit: .watt(), doubleValue: $0) }
        #expect(try HKWorkoutZoneConfiguration(quantityType: power, zoneBoundaries: watts).zones.count == 3)
        for type in [heartRate, steps] {
            #expect(
                await code { _ = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: watts) }
                    == .errorInvalidArgument
            )
        }
        #expect(
            await code { _ = try await test.store.preferredWorkoutZoneConfiguration(for: steps) }
                == .errorInvalidArgument
        )
    }

    // MARK: The person's zones

    @Test("R7.20 with 40 years and a resting rate of 72, the third zone begins at 136.8 and ends at 147.6")
    func karvonen() throws {
        let zones = try #require(AutomaticZones.heartRate(age: 40, resting: 72))
        #expect(zones.source == .system)
        #expect(zones.boundaries == rates([136.8, 147.6, 158.4, 169.2]))
        #expect(AutomaticZones.heartRate(age: 40, resting: nil)?.boundaries == rates([108, 126, 144, 162]))
        #expect(AutomaticZones.heartRate(age: 40, resting: 175) == nil, "no room between rest and the greatest")
        #expect(AutomaticZones.heartRate(age: -1, resting: 60) == nil)
        let watts = try #require(AutomaticZones.cyclingPower(threshold: 200)).boundaries
        #expect(watts.map { $0.doubleValue(for: .watt()) } == [110, 150, 180, 210, 240])
        #expect(AutomaticZones.cyclingPower(threshold: .nan) == nil)
    }

    @Test("R7.20 zones are the person's own, else worked out, else none")
    func preferred() async throws {
        func preferred(_ type: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
            try await test.store.preferredWorkoutZoneConfiguration(for: type)
        }
        #expect(try await preferred(heartRate) == nil)
        var me = CharacteristicValues()
        me.dateOfBirth = CalendarDay(Date(), in: Calendar(identifier: .gregorian)).text
            .replacing(/^\d+/) { String((Int($0.output) ?? 0) - 40) }
        try test.person.setCharacteristics(me)
        #expect(try await preferred(heartRate)?.boundaries == rates([108, 126, 144, 162]))
        let resting = HKQuantitySample(
            type: HKQuantityType(.restingHeartRate),
            quantity: HKQuantity(unit: perMinute, doubleValue: 72),
            start: Date().addingTimeInterval(-3600),
            end: Date().addingTimeInterval(-3600)
        )
        try await test.store.save(resting)
        #expect(try await preferred(heartRate)?.boundaries.first == rates([136.8]).first)
        try test.person.setZones(rates([100, 120]), of: heartRate)
        #expect(try await preferred(heartRate)?.source == .user)
        #expect(try await preferred(heartRate)?.zones.count == 3)
        try test.person.setZones(nil, of: heartRate)
        #expect(try await preferred(heartRate)?.source == .system)

        #expect(try await preferred(power) == nil)
        let threshold = HKQuantitySample(
            type: HKQuantityType(.cyclingFunctionalThresholdPower),
            quantity: HKQuantity(unit: .watt(), doubleValue: 200),
            start: Date().addingTimeInterval(-60),
            end: Date().addingTimeInterval(-60)
        )
        try await test.store.save(threshold)
        #expect(try await preferred(power)?.zones.count == 6)
    }

    @Test("R7.20 an app needs the right to read the type: unasked an error, refused none")
    func rights() async throws {
        try test.person.setZones(rates([100, 120]), of: heartRate)
        let app = test.app("zones")
        #expect(
            await code { _ = try await app.preferredWorkoutZoneConfiguration(for: heartRate) }
                == .errorAuthorizationNotDetermined
        )
        try test.grant("zones", heartRate, read: false, share: true)
        #expect(try await app.preferredWorkoutZoneConfiguration(for: heartRate) == nil)
        try test.grant("zones", heartRate, read: true, share: nil)
        #expect(try await app.preferredWorkoutZoneConfiguration(for: heartRate)?.zones.count == 3)
    }

    /// What is known of the person: born 40 years ago, with a resting heart rate of 72.
    private func knowMe() async throws {
        var me = CharacteristicValues()
        me.dateOfBirth = CalendarDay(Date(), in: Calendar(identifier: .gregorian)).text
            .replacing(/^\d+/) { String((Int($0.output) ?? 0) - 40) }
        try test.person.setCharacteristics(me)
        let resting = HKQuantitySample(
            type: HKQuantityType(.restingHeartRate),
            quantity: HKQuantity(unit: perMinute, doubleValue: 72),
            start: Date().addingTimeInterval(-3600),
            end: Date().addingTimeInterval(-3600)
        )
        try await test.store.save(resting)
    }

    @Test("R7.20 zones are worked out for an app of what it may read: by default of 30 years and no resting heart rate")
    func origins() async throws {
        let app = test.app("zones")
        try test.grant("zones", heartRate, read: true, share: nil)
        func boundaries() async throws -> [HKQuantity]? {
            try await app.preferredWorkoutZoneConfiguration(for: heartRate)?.boundaries
        }
        let standard = AutomaticZones.heartRate(age: 30, resting: nil)?.boundaries
        #expect(try await boundaries() == standard)
        try await knowMe()
        #expect(try await boundaries() == standard)
        try test.grant("zones", HKCharacteristicType(.dateOfBirth), read: true, share: nil)
        #expect(try await boundaries() == rates([108, 126, 144, 162]))
        try test.grant("zones", HKQuantityType(.restingHeartRate), read: true, share: nil)
        #expect(try await boundaries() == rates([136.8, 147.6, 158.4, 169.2]))
        try test.grant("zones", HKCharacteristicType(.dateOfBirth), read: false, share: nil)
        #expect(try await boundaries() == AutomaticZones.heartRate(age: 30, resting: 72)?.boundaries)
        let limited = Grant(read: true, since: Date().timeIntervalSinceReferenceDate)
        let resting = HKQuantityType(.restingHeartRate).identifier
        try test.person.setGrants([resting: limited], app: "test.zones")
        #expect(try await boundaries() == standard)
        try test.grant("zones", power, read: true, share: nil)
        let threshold = HKQuantitySample(
            type: HKQuantityType(.cyclingFunctionalThresholdPower),
            quantity: HKQuantity(unit: .watt(), doubleValue: 200),
            start: Date().addingTimeInterval(-60),
            end: Date().addingTimeInterval(-60)
        )
        try await test.store.save(threshold)
        #expect(try await app.preferredWorkoutZoneConfiguration(for: power) == nil)
    }

    @Test(
        "R7.20 a stored workout shows an app the default zones, unless it may read what the others were worked out from"
    )
    func storedOrigins() async throws {
        try await knowMe()
        let now = Date().timeIntervalSinceReferenceDate
        let run = HKWorkout(activityType: .running, start: at(now), end: at(now + 600))
        try await test.store.save(run)
        try await test.store.addSamples((0..<10).map { pulse(100 + Double($0) * 8, now + Double($0) * 60) }, to: run)
        for type in [heartRate, .workoutType()] as [HKObjectType] {
            try test.grant("zones", type, read: true, share: nil)
        }
        let app = test.app("zones")
        func group(_ store: HKHealthStore) async throws -> HKWorkoutZoneGroup? {
            (try await store.all(.workoutType()).first as? HKWorkout)?.zoneGroup(for: heartRate)
        }
        let standard = AutomaticZones.heartRate(age: 30, resting: nil)?.boundaries
        #expect(try await group(test.store)?.configuration.boundaries == rates([136.8, 147.6, 158.4, 169.2]))
        #expect(try await group(app)?.configuration.boundaries == standard)
        let workout = try #require(try await app.all(.workoutType()).first)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: workout, requiringSecureCoding: true)
        #expect(!String(decoding: archive, as: UTF8.self).contains("136.8"))
        try test.grant("zones", HKCharacteristicType(.dateOfBirth), read: true, share: nil)
        #expect(try await group(app)?.configuration.boundaries == standard)
        try test.grant("zones", HKQuantityType(.restingHeartRate), read: true, share: nil)
        #expect(try await group(app)?.configuration.boundaries == rates([136.8, 147.6, 158.4, 169.2]))
    }

    // MARK: Time in zones

    @Test("R7.21 a value holds until the next, for a minute at most, and not while the workout is paused")
    func counting() throws {
        let events = [event(.pause, 100), event(.resume, 110)]
        var tally = WorkoutZoneTally(try zones(), running: running(0, 1_000, events))
        tally.add([pulse(100, -5), pulse(110, 10), pulse(149.9, 90), pulse(150, 120), pulse(90, 400)])
        // −5…10: from the start on; 10…70: a minute; 90…120 without the pause; 120…180; 400…460.
        #expect(tally.durations() == [70, 60, 20, 60])
        #expect(tally.durations(until: at(430)) == [40, 60, 20, 60])
        #expect(tally.currentZone == 0)
        #expect(tally.lastDate == at(400))
        tally.setRunning(running(0, 420, events))
        #expect(tally.durations() == [30, 60, 20, 60])
    }

    @Test("R7.21 a sample with a time of its own counts for all of it, up to the next")
    func longSamples() throws {
        func long(_ value: Double, _ start: Double, _ end: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: heartRate,
                quantity: HKQuantity(unit: perMinute, doubleValue: value),
                start: at(start),
                end: at(end)
            )
        }
        var tally = WorkoutZoneTally(try zones(), running: running(0, nil))
        tally.add([long(120, 0, 300), long(140, 200, 320), stepSample(10, 0, 60)])
        #expect(tally.durations() == [0, 200, 120, 0])
    }

    @Test("R7.21 however the values come in, in batches and late, the time is the same")
    func batches() throws {
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let samples = (0..<200)
                .map { _ in
                    pulse(
                        Double.random(in: 80...190, using: &random),
                        Double(Int.random(in: 0..<3_000, using: &random)) + 0.25
                    )
                }
            let unique = Array(Dictionary(samples.map { ($0.startDate, $0) }) { first, _ in first }.values)
            let events = [event(.pause, 500), event(.resume, 700), event(.pause, 2_000)]
            var whole = WorkoutZoneTally(try zones(), running: running(0, 3_000, events))
            whole.add(unique)
            var parts = WorkoutZoneTally(try zones(), running: running(0, nil))
            var rest = unique[...]
            while !rest.isEmpty {
                let count = min(rest.count, Int.random(in: 1...20, using: &random))
                parts.add(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
                if Bool.random(using: &random) { parts.setRunning(running(0, nil, [event(.pause, 500)])) }
            }
            parts.setRunning(running(0, 3_000, events))
            for (one, other) in zip(whole.durations(), parts.durations()) {
                #expect(abs(one - other) < 1e-6, "seed \(seed)")
            }
            #expect(whole.durations().reduce(0, +) <= 1_800, "no more than the workout ran; seed \(seed)")
        }
    }

    @Test("R7.22 a live workout tells of a zone when it is reached, not with every value")
    func live() throws {
        var zones = LiveWorkoutZones(try zones(), running: running(0, nil))
        let begun = zones.add([pulse(100, 0), pulse(105, 5)])
        let first = try #require(begun)
        #expect(first.currentZoneDuration?.zone.index == 0)
        #expect(first.previousZoneDuration == nil)
        let same = zones.add([pulse(109, 10)])
        #expect(same == nil)
        let moved = zones.add([pulse(115, 15), pulse(135, 20)])
        let second = try #require(moved)
        #expect(second.currentZoneDuration?.zone.index == 2)
        #expect(second.previousZoneDuration?.zone.index == 0)
        #expect(second.previousZoneDuration?.duration == 15)
        #expect(second.zoneGroup?.zoneDurations.map(\.duration) == [15, 5, 0, 0])
        #expect(second.lastSampleProcessedDate == at(20))
    }

    // MARK: Workouts

    @Test("R7.21 samples that are added to a workout give it time in zones, and its activities theirs")
    func workout() async throws {
        try test.person.setZones(rates([110, 130]), of: heartRate)
        var content = WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue)
        content.activities = [(0.0, 60.0), (60, 120)]
            .map { start, end in
                WorkoutActivityContent(
                    uuid: UUID(),
                    configuration: WorkoutConfigurationContent(activityType: 37),
                    start: at(start),
                    end: at(end),
                    duration: nil,
                    metadata: nil,
                    statistics: []
                )
            }
        let workout = HKWorkout(ObjectAttributes(), content: content, start: at(0), end: at(120))
        try await test.store.save(workout)
        func stored() async throws -> HKWorkout {
            try #require(try await test.store.all(.workoutType()).first as? HKWorkout)
        }
        #expect(try await stored().zoneGroupsByType == nil)
        let samples = [pulse(100, 0), pulse(120, 30), pulse(140, 90)]
        try await test.store.addSamples(samples, to: workout)
        let group = try #require(try await stored().zoneGroup(for: heartRate))
        #expect(group.zoneDurations.map(\.duration) == [30, 60, 30])
        #expect(group.configuration.source == .user)
        let parts = try await stored().workoutActivities
            .map { $0.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) }
        #expect(parts == [[30, 30, 0], [0, 30, 30]])
        #expect(try await stored().zoneGroup(for: power) == nil)

        try test.person.setZones(rates([50, 60, 70]), of: heartRate)
        try await test.store.delete([samples[2]])
        #expect(
            try await stored().zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [30, 60, 0],
            "its own zones"
        )
        try await test.store.delete([samples[0], samples[1]])
        #expect(try await stored().zoneGroupsByType == nil)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: try await stored(), requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkout.self, from: archive) != nil)
    }

    @Test("Zones of a type that an app may not read are as if there were none")
    func hidden() async throws {
        try test.person.setZones(rates([110, 130]), of: heartRate)
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(120))
        try await test.store.save(workout)
        try await test.store.addSamples([pulse(100, 0)], to: workout)
        try test.grant("coach", .workoutType(), read: true, share: nil)
        let app = test.app("coach")
        #expect((try await app.all(.workoutType()).first as? HKWorkout)?.zoneGroupsByType == nil)
        try test.grant("coach", heartRate, read: true, share: nil)
        let shown = try #require(try await app.all(.workoutType()).first as? HKWorkout)
        #expect(shown.zoneGroup(for: heartRate)?.zoneDurations.map(\.duration) == [60, 0, 0])
        #expect(shown.workoutActivities.first?.zoneGroup(for: heartRate)?.zoneDurations.count == 3)
    }

    @Test("A workout whose archive was given zones that are none is refused")
    func forged() async throws {
        func refused(_ change: (inout WorkoutZoneContent) -> Void) async throws -> Bool {
            var zone = WorkoutZoneContent(try zones(), durations: [1, 2, 3, 4])
            change(&zone)
            var content = WorkoutContent(activityType: 37)
            content.zones = [zone]
            let workout = HKWorkout(ObjectAttributes(), content: content, start: at(0), end: at(60))
            return await code { try await test.store.save(workout) } == .errorInvalidArgument
        }
        #expect(try await !refused { _ in })
        #expect(try await refused { $0.durations = [1, 2] })
        #expect(try await refused { $0.durations = [1, 2, -3, 4] })
        #expect(try await refused { $0.boundaries.reverse() })
        #expect(try await refused { $0.source = "somebody" })
        #expect(try await refused { $0.type = HKQuantityTypeIdentifier.stepCount.rawValue })
    }
}
