import Foundation
import Testing

@testable import HealthKit

/// Reading from some time on: what ended earlier is as if it were not there.
@Suite("Reading from some time on")
struct LimitedHistoryTests {
    private let test = TestStore()
    private var app: HKHealthStore { test.app("app") }

    private func limit(_ types: [HKObjectType], since: Double?, share: Bool? = nil) throws {
        let grant = Grant(read: true, share: share, since: since)
        try test.person.setGrants(
            Dictionary(uniqueKeysWithValues: types.map { ($0.identifier, grant) }),
            app: "test.app"
        )
    }

    @Test("R1.21 an app knows the time of a type that is limited; whole, refused and never asked types have none")
    func dates() async throws {
        try limit([steps], since: 1_000)
        try limit([heartRate], since: nil)
        try test.grant("app", HKQuantityType(.bodyMass), read: false, share: true)
        try limit([HKCharacteristicType(.bloodType)], since: 1_000)
        let types: Set<HKObjectType> = [
            steps, heartRate, HKQuantityType(.bodyMass), HKQuantityType(.height), HKCharacteristicType(.bloodType),
        ]
        #expect(try await app.earliestAuthorizedSampleDate(for: types) == [steps: at(1_000)])
        #expect(try await app.earliestAuthorizedSampleDate(for: []) == [:])
        #expect(try await test.store.earliestAuthorizedSampleDate(for: types) == [:], "the person reads everything")
        try test.grant("app", steps, read: false, share: nil)
        #expect(try await app.earliestAuthorizedSampleDate(for: types) == [:])
    }

    @Test("R1.21 samples, sums and objects before the time are not there, whoever saved them; the end decides")
    func samples() async throws {
        try limit([steps], since: nil, share: true)
        let own = stepSample(1, 0, 100)
        try await app.save(own)
        let over = stepSample(4, 900, 1_000)
        try await test.store.save([stepSample(2, 500, 999.5), over, stepSample(8, 1_500, 1_600)])
        try limit([steps], since: 1_000, share: true)
        #expect(try await app.all(steps).map(\.startDate) == [at(900), at(1_500)])
        let sum = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
        #expect(try await sum.result(for: app)?.sumQuantity()?.doubleValue(for: .count()) == 12)
        #expect(try await app.all(steps, HKQuery.predicateForObject(with: own.uuid)).isEmpty)
        try limit([steps], since: nil, share: true)
        #expect(try await app.all(steps).count == 4)
    }

    @Test("R1.21 a running query follows when the person changes the time", .timeLimit(.minutes(30)))
    func running() async throws {
        try limit([steps], since: 1_000)
        try await test.store.save(stepSample(2, 2_000, 2_100))
        try await test.store.save(stepSample(1, 0, 100))
        var iterator = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: steps)], anchor: nil)
            .results(for: app).makeAsyncIterator()
        #expect(try await iterator.next()?.addedSamples.map(\.startDate) == [at(2_000)])
        try limit([steps], since: nil)
        #expect(try await iterator.next()?.addedSamples.map(\.startDate) == [at(0)])
    }

    @Test(
        "R1.21 what a limit kept from a running query comes once it is lifted, each sample once",
        .timeLimit(.minutes(30))
    )
    func lifted() async throws {
        try limit([steps], since: 1_000)
        for (count, start) in [(1.0, 0.0), (2, 500), (4, 2_000)] {
            try await test.store.save(stepSample(count, start, start + 100))
        }
        var iterator = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: steps)], anchor: nil)
            .results(for: app).makeAsyncIterator()
        #expect(try await iterator.next()?.addedSamples.map(\.startDate) == [at(2_000)])
        try limit([steps], since: 600)
        #expect(try await iterator.next()?.addedSamples.map(\.startDate) == [at(500)])
        try limit([steps], since: nil)
        #expect(try await iterator.next()?.addedSamples.map(\.startDate) == [at(0)])
        // A limit that comes later keeps what comes later, and lifting it tells of nothing twice.
        try limit([steps], since: 1_500)
        try await test.store.save(stepSample(8, 700, 800))
        try await test.store.save(stepSample(16, 3_000, 3_100))
        #expect(try await iterator.next()?.addedSamples.map(\.startDate) == [at(3_000)])
        try limit([steps], since: nil)
        let last = try await iterator.next()
        #expect(last?.addedSamples.map(\.startDate) == [at(700)])
        let anchor = try #require(last?.newAnchor)
        let rest = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: steps)], anchor: anchor)
        #expect(try await rest.result(for: app).addedSamples.isEmpty)
    }

    @Test("R1.21 what a moving limit keeps and reveals is what came while it did")
    func hiddenTimes() {
        typealias Revealed = HiddenTimes.Revealed
        var hidden = HiddenTimes(since: 100)
        #expect(hidden.move(to: 200, reported: 7) == [])
        let both = [Revealed(ends: 50..<100, after: 0), Revealed(ends: 100..<200, after: 7)]
        #expect(hidden.move(to: 50, reported: 9) == both)
        #expect(hidden.move(to: -.infinity, reported: 9) == [Revealed(ends: -.infinity..<50, after: 0)])
        #expect(hidden.move(to: 300, reported: 12) == [])
        #expect(hidden.move(to: -.infinity, reported: 20) == [Revealed(ends: -.infinity..<300, after: 12)])
        var none = HiddenTimes(since: -.infinity)
        #expect(none.move(to: -.infinity, reported: 3) == [])
    }

    @Test("R1.21 R7.14 effort before the time is not there, and its coming and going moves no anchor")
    func effort() async throws {
        let type = HKQuantityType(.workoutEffortScore)
        let run = HKWorkout(activityType: .running, start: at(0), end: at(2_000))
        try await test.store.save(run)
        func score(_ value: Double, _ time: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: type,
                quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: value),
                start: at(time),
                end: at(time)
            )
        }
        try limit([HKObjectType.workoutType(), type], since: 1_000)
        let (early, late) = (score(3, 500), score(7, 1_500))
        try await test.store.relateWorkoutEffortSample(late, with: run, activity: nil)
        func query(_ anchor: HKQueryAnchor?) async throws -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
            try await HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: anchor, option: .default)
                .result(for: app)
        }
        let first = try await query(nil)
        #expect(first.relationships.map { $0.samples?.map(\.uuid) } == [[late.uuid]])
        try await test.store.relateWorkoutEffortSample(early, with: run, activity: nil)
        #expect(try await query(nil).newAnchor == first.newAnchor)
        #expect(try await query(first.newAnchor).relationships.isEmpty)
        try await test.store.delete(early)
        #expect(try await query(first.newAnchor).relationships.isEmpty)
        try limit([HKObjectType.workoutType(), type], since: nil)
        let other = score(5, 800)
        try await test.store.relateWorkoutEffortSample(other, with: run, activity: nil)
        let after = try await query(first.newAnchor).relationships
        #expect(after.map { $0.samples?.map(\.uuid) } == [[other.uuid, late.uuid]])
    }

    @Test("R1.21 a workout's statistics and zones are those of what may be read; members of correlations go one by one")
    func joined() async throws {
        let boundaries = [110.0, 130].map { HKQuantity(unit: perMinute, doubleValue: $0) }
        try test.person.setZones(boundaries, of: heartRate)
        let run = HKWorkout(activityType: .running, start: at(0), end: at(2_000))
        try await test.store.save(run)
        try await test.store.addSamples([pulse(100, 10), pulse(140, 1_500)], to: run)
        try limit([HKObjectType.workoutType(), heartRate], since: 1_000)
        let seen = try #require(try await app.all(.workoutType()).first as? HKWorkout)
        let rate = seen.statistics(for: heartRate)
        #expect(rate?.averageQuantity()?.doubleValue(for: perMinute) == 140)
        #expect(seen.zoneGroupsByType == nil)
        try limit([HKObjectType.workoutType(), heartRate], since: 2_001)
        #expect(try await app.all(.workoutType()).isEmpty)
    }
}
