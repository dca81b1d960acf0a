import Foundation
import Synchronization
import Testing

@testable import HealthKit

/// What each kind of query shows to an app that may not see everything.
@Suite("What queries show", .timeLimit(.minutes(30)))
struct VisibilityTests {
    private let test = TestStore()

    private var daily: DateComponents {
        var components = DateComponents(day: 1)
        components.timeZone = TimeZone(identifier: "UTC")
        return components
    }

    /// The numbers of steps and the sources that each kind of query finds.
    private struct Seen: Equatable {
        var samples: [Double] = []
        var anchored: [Double] = []
        var sum: Double?
        var daily: Double?
        var series: [Double] = []
        var sources: [String] = []
    }

    private func seen(by store: HKHealthStore) async throws -> Seen {
        let predicate = HKSamplePredicate.quantitySample(type: steps)
        let count = { (sample: HKSample) in (sample as? HKQuantitySample)?.quantity.doubleValue(for: .count()) ?? 0 }
        var seen = Seen()
        seen.samples = try await store.all(steps).map(count)
        seen.anchored = try await HKAnchoredObjectQueryDescriptor(predicates: [predicate], anchor: nil)
            .result(for: store).addedSamples.map(count)
        seen.sum = try await HKStatisticsQueryDescriptor(predicate: predicate, options: .cumulativeSum)
            .result(for: store)?
            .sumQuantity()?
            .doubleValue(for: .count())
        seen.daily = try await HKStatisticsCollectionQueryDescriptor(
            predicate: predicate,
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: daily
        )
        .result(for: store).statistics().first?
        .sumQuantity()?
        .doubleValue(for: .count())
        for try await result in HKQuantitySeriesSampleQueryDescriptor(predicate: predicate).results(for: store) {
            seen.series.append(result.quantity.doubleValue(for: .count()))
        }
        seen.sources = try await HKSourceQueryDescriptor(predicate: predicate).result(for: store).map(\.name).sorted()
        return seen
    }

    @Test("R4.6 deleted samples are in no query; data of other sources is in none where only sharing is allowed")
    func hidden() async throws {
        let app = test.app("mine")
        try test.grant("mine", steps, read: true, share: true)
        let (own, gone, foreign) = (stepSample(1, 0, 10), stepSample(2, 20, 30), stepSample(4, 40, 50))
        let foreignGone = stepSample(8, 60, 70)
        try await app.save([own, gone])
        try await test.store.save([foreign, foreignGone])
        try await app.delete(gone)
        try await test.store.delete(foreignGone)
        let everything = Seen(
            samples: [1, 4],
            anchored: [1, 4],
            sum: 5,
            daily: 5,
            series: [1, 4],
            sources: ["Health", "mine"]
        )
        #expect(try await seen(by: app) == everything)
        let deleted = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
        #expect(try await deleted.result(for: app).deletedObjects.map(\.uuid) == [gone.uuid, foreignGone.uuid])
        try test.grant("mine", steps, read: false, share: true)
        let mine = Seen(samples: [1], anchored: [1], sum: 1, daily: 1, series: [1], sources: ["mine"])
        #expect(try await seen(by: app) == mine)
        #expect(try await deleted.result(for: app).deletedObjects.map(\.uuid) == [gone.uuid])
        try test.grant("mine", steps, read: false, share: false)
        #expect(try await seen(by: app) == Seen())
        #expect(try await deleted.result(for: app).deletedObjects.isEmpty)
    }

    @Test("R2.7 R4.23 before the earliest permitted date nothing is saved and nothing is found; its end counts")
    func earliest() async throws {
        let app = test.app("late")
        try test.grant("late", steps, read: true, share: true)
        try await app.save([
            stepSample(1, 0, 50), stepSample(2, 60, 100), stepSample(4, 90, 110), stepSample(8, 200, 201),
        ])
        #expect(app.earliestPermittedSampleDate() == .distantPast)
        try test.store.database().state.earliestSampleDate = at(100)
        #expect(app.earliestPermittedSampleDate() == at(100))
        let late = try await seen(by: app)
        #expect(late.samples == [2, 4, 8] && late.anchored == [2, 4, 8] && late.series == [2, 4, 8])
        #expect(late.sources == ["late"])
        let early = HKQuery.predicateForSamples(withStart: nil, end: at(80))
        #expect(try await app.all(steps, early).count == 1)
        #expect(await code { try await app.save(stepSample(1, 80, 99)) } == .errorInvalidArgument)
        #expect(
            await code { try await app.save([stepSample(16, 300, 301), stepSample(1, 80, 99)]) }
                == .errorInvalidArgument
        )
        try await app.save(stepSample(16, 80, 100))
        #expect(try await app.all(steps).count == 4)
        #expect(try await test.store.all(steps).count == 5, "the person still sees everything")
    }

    @Test("R3.4 a deletion leaves the UUID and the sync keys, and nothing else")
    func tombstones() async throws {
        let metadata: [String: Any] = [
            HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: 3, HKMetadataKeyExternalUUID: "secret",
            "note": "private",
        ]
        let (bare, full) = (stepSample(1, 0, 1), stepSample(2, 10, 11, metadata: metadata))
        let correlation = HKCorrelation(
            type: HKCorrelationType(.food),
            start: at(0),
            end: at(0),
            objects: [
                HKQuantitySample(
                    type: HKQuantityType(.dietaryProtein),
                    quantity: HKQuantity(unit: .gram(), doubleValue: 3),
                    start: at(0),
                    end: at(0)
                )
            ],
            metadata: metadata
        )
        try await test.store.save([bare, full, correlation])
        try await test.store.delete([bare, full, correlation])
        func deleted(_ type: HKSampleType) async throws -> [UUID: [String: Any]] {
            let query = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: type)], anchor: nil)
            let objects = try await query.result(for: test.store).deletedObjects
            return Dictionary(uniqueKeysWithValues: objects.map { ($0.uuid, $0.metadata ?? [:]) })
        }
        let found = try await deleted(steps)
        #expect(found.count == 2)
        #expect(found[bare.uuid]?.isEmpty == true)
        for metadata in [found[full.uuid], try await deleted(HKCorrelationType(.food))[correlation.uuid]] {
            #expect(metadata?[HKMetadataKeySyncIdentifier] as? String == "walk")
            #expect(metadata?[HKMetadataKeySyncVersion] as? Int == 3)
            #expect(metadata?.count == 2)
        }
    }

    @Test("R3.5 a workout that is deleted leaves its samples, which then belong to none")
    func workout() async throws {
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        try await test.store.save(workout)
        try await test.store.addSamples([stepSample(1, 0, 10), stepSample(2, 20, 30)], to: workout)
        try await test.store.delete(workout)
        #expect(try await test.store.all(.workoutType()).isEmpty)
        #expect(try await test.store.all(steps).count == 2)
        #expect(try await test.store.all(steps, HKQuery.predicateForObjects(from: workout)).isEmpty)
    }

    @Test("R2.19 a workout that is replaced leaves its samples; they can be added to the new one without doubling")
    func replacedWorkout() async throws {
        func workout(_ version: Int) -> HKWorkout {
            HKWorkout(
                activityType: .running,
                start: at(0),
                end: at(60),
                duration: 0,
                totalEnergyBurned: nil,
                totalDistance: nil,
                metadata: [HKMetadataKeySyncIdentifier: "run", HKMetadataKeySyncVersion: version]
            )
        }
        let (first, second) = (workout(1), workout(2))
        let samples = [stepSample(1, 0, 10), stepSample(2, 20, 30)]
        try await test.store.save(first)
        try await test.store.addSamples(samples, to: first)
        try await test.store.save(second)
        #expect(try await test.store.all(.workoutType()).map(\.uuid) == [second.uuid])
        #expect(try await test.store.all(steps, HKQuery.predicateForObjects(from: second)).isEmpty)
        #expect(try await test.store.all(steps).count == 2)
        try await test.store.addSamples(samples, to: second)
        #expect(try await test.store.all(steps, HKQuery.predicateForObjects(from: second)).count == 2)
        #expect(try await test.store.all(steps).count == 2)
    }
}
