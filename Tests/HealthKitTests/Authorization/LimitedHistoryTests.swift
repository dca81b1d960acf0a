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

    @Test("R1.21 a running query follows when the person changes the time")
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
