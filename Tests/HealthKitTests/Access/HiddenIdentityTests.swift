import Foundation
import Testing
import UniformTypeIdentifiers
import WaitTesting

@testable import HealthKit

/// An app that holds a sample, perhaps from an archive, must not learn from its UUID whether it is stored.
@Suite("R2.27 a UUID doesn't tell an app whether a hidden object has it")
struct HiddenIdentityTests {
    private static let types: [HKObjectType] = [
        steps, protein, HKObjectType.workoutType(), HKSeriesType.workoutRoute(),
        HKQuantityType(.workoutEffortScore), HKObjectType.visionPrescriptionType(),
    ]

    /// A store with an app that may share and another one that saved things.
    private struct World {
        let test = TestStore()
        let app: HKHealthStore
        let other: HKHealthStore

        init() throws {
            app = test.app("app")
            other = test.app("other")
            for type in HiddenIdentityTests.types {
                try test.grant("app", type, read: false, share: true)
                try test.grant("other", type, read: true, share: true)
            }
        }
    }

    /// Samples with UUIDs that the app knows; in the second world another app has saved them.
    private struct Held {
        let step = stepSample(1, 0, 1)
        let member = grams(protein, 1)
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        let score = HKQuantitySample(
            type: HKQuantityType(.workoutEffortScore),
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 3),
            start: at(0),
            end: at(1)
        )
        let prescription = HKVisionPrescription(
            type: .glasses,
            dateIssued: at(0),
            expirationDate: nil,
            device: nil,
            metadata: nil
        )

        var all: [HKSample] { [step, member, workout, score, prescription] }
    }

    private func text(_ body: () async throws -> Any) async -> String {
        do { return "\(try await body())" } catch {
            let error = error as NSError
            return "\(error.domain) \(error.code) \(error.localizedDescription)"
        }
    }

    /// Everything that the app learns by saving, finding, relating and deleting what it holds.
    private func answers(_ world: World, _ held: Held) async throws -> [String] {
        let (app, run) = (world.app, HKWorkout(activityType: .walking, start: at(0), end: at(60)))
        try await app.save(run)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data([1, 2, 3]).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let attachments = HKAttachmentStore(healthStore: app)
        let meal = meal([held.member])
        func stored(_ type: HKSampleType, _ predicate: NSPredicate? = nil) async -> String {
            await text { try await app.all(type, predicate).map { "\($0.uuid) \($0.metadata ?? [:])" } }
        }
        return [
            await text { try await app.save(held.step) },
            await stored(steps),
            await stored(steps, HKQuery.predicateForObject(with: held.step.uuid)),
            await text { try await app.save(held.step) },
            await text { try await app.save(meal) },
            await text {
                try await app.all(HKCorrelationType(.food))
                    .flatMap { ($0 as? HKCorrelation)?.objects.map(\.uuid) ?? [] }
            },
            await stored(protein),
            await text { try await app.save(held.workout) },
            await text { try await app.addSamples([held.step], to: held.workout) },
            await stored(steps, HKQuery.predicateForObjects(from: held.workout)),
            await stored(HKObjectType.workoutType(), HKQuery.predicateForObject(with: held.workout.uuid)),
            await text { try await app.relateWorkoutEffortSample(held.score, with: held.workout, activity: nil) },
            await text { try await app.save(held.prescription) },
            await text {
                try await attachments.addAttachment(
                    to: held.prescription,
                    name: "scan",
                    contentType: .pdf,
                    url: url
                )
                .name
            },
            await text { try await attachments.attachments(for: held.prescription).map(\.name) },
            await text {
                let query = HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: steps)],
                    anchor: nil
                )
                try await app.delete(held.step)
                return try await query.result(for: app).deletedObjects.map(\.uuid)
            },
            await text { try await app.delete(held.step) },
            await text { try await app.save(held.step) },
            await text { try await app.delete([held.workout]) },
            await stored(HKObjectType.workoutType()).replacing(run.uuid.uuidString, with: "run"),
        ]
    }

    @Test("Saving, finding, relating and deleting under a UUID that a hidden object has is as under a free one")
    func same() async throws {
        let held = Held()
        let (first, second) = (try World(), try World())
        try await second.other.save(held.all)
        let plain = try await answers(first, held)
        #expect(try await answers(second, held) == plain)
        #expect(plain[2].contains(held.step.uuid.uuidString), "the app finds its sample by the UUID it chose")
        for sample in held.all {
            let theirs = try await second.other.all(sample.sampleType, HKQuery.predicateForObject(with: sample.uuid))
            #expect(theirs.map(\.uuid) == [sample.uuid], "the other app's object stays as it was")
        }
    }

    @Test("A sample that was saved beside a hidden one can't be saved again after the hidden one was deleted")
    func deletedSince() async throws {
        let (world, held) = (try World(), Held())
        try await world.other.save(held.step)
        try await world.app.save(held.step)
        try await world.other.delete(held.step)
        #expect(await code { try await world.app.save(held.step) } == .errorInvalidArgument)
        #expect(try await world.app.all(steps).map(\.uuid) == [held.step.uuid])
        try await world.app.delete(held.step)
        try await world.app.save(held.step)
        #expect(try await world.test.store.all(steps).count == 1)
    }

    @Test("Of a visible object's UUID the error is told, and the person sees two objects with two UUIDs")
    func visible() async throws {
        let (world, held) = (try World(), Held())
        try await world.other.save(held.all)
        try await world.app.save(held.step)
        let all = try await world.test.store.all(steps)
        #expect(all.count == 2 && Set(all.map(\.uuid)).count == 2)
        #expect(all.allSatisfy { $0.metadata == nil || $0.metadata?.isEmpty == true })
        for type in Self.types { try world.test.grant("app", type, read: true, share: true) }
        #expect(await code { try await world.app.save(held.member) } == .errorInvalidArgument)
        #expect(try Set(await world.app.all(steps).map(\.uuid)) == Set(all.map(\.uuid)))
    }

    @Test("A sample with a sync identifier replaces the one that was saved under the substitute")
    func synced() async throws {
        func sample(_ version: Int) -> HKQuantitySample {
            stepSample(
                Double(version),
                0,
                1,
                metadata: [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version]
            )
        }
        let world = try World()
        let held = sample(1)
        try await world.other.save(held)
        try await world.app.save(held)
        try await world.app.save(sample(2))
        let own = try await world.app.all(steps)
        #expect(own.count == 1)
        #expect((own.first as? HKQuantitySample)?.quantity.doubleValue(for: .count()) == 2)
    }

    @Test("A save that waits for the machine to be unlocked is as well")
    func locked() async throws {
        let (world, held) = (try World(), Held())
        try await world.other.save(held.step)
        let database = try world.test.store.database()
        database.lock()
        try await world.app.save(held.step)
        database.unlock()
        await eventually("the save that waited", seconds: 60) {
            let all = try? database.read { reader in
                try reader.samples([FetchRequest(type: steps)], order: .byStart(ascending: true), limit: nil)
            }
            return all?.count == 2
        }
        #expect(try await world.app.all(steps).map(\.uuid) == [held.step.uuid])
    }
}
