import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// Imported samples have UUIDs that are made of their content: who guesses the content must not learn that it is stored.
@Suite("R2.27 UUIDs of imported samples tell nothing")
struct ImportedIdentityTests {
    private let test = TestStore()
    private let secret = HKCategoryType(.sexualActivity)

    /// Stores a sample as an import does, and gives its UUID.
    private func imported(_ type: HKSampleType, at time: Double, source: String = "com.example.tracker") throws -> UUID
    {
        let database = try test.store.database()
        try database.write { writer in
            let revision = HKSourceRevision(source: HKSource(name: "Tracker", bundleIdentifier: source), version: nil)
            let ids = try writer.intern(revision)
            let isQuantity = type is HKQuantityType
            try writer.writer.insert([
                NewSample(
                    type: try writer.intern(type: type),
                    source: ids.source,
                    unit: isQuantity ? writer.intern(unit: .count()) : 0,
                    revision: ids.revision,
                    device: 0,
                    metadata: 0,
                    start: time,
                    end: time + 60,
                    value: isQuantity ? 5 : 0,
                    creation: time,
                    identity: .derived
                )
            ])
        }
        let found = try database.read { reader in
            try reader.samples([FetchRequest(type: type)], order: .byStart(ascending: true), limit: nil)
        }
        let uuid = try #require(found.first { $0.startDate == at(time) }?.uuid)
        #expect(uuid.isOfContent)
        return uuid
    }

    /// A UUID of the same form that nothing has.
    private func absent(_ uuid: UUID) -> UUID {
        var bytes = uuid.uuid
        bytes.15 ^= 1
        return UUID(uuid: bytes)
    }

    private func text(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "done"
        } catch {
            let error = error as NSError
            let info = error.userInfo.map { "\($0.key): \($0.value)" }.sorted()
            return "\(error.domain) \(error.code) \(error.localizedDescription) \(info)"
        }
    }

    @Test("Saving under such a UUID is one error, whether it is stored or not, alone or as a member, locked or not")
    func saving() async throws {
        let hidden = try imported(secret, at: 1_000)
        for type in [steps, protein, .workoutType(), HKQuantityType(.workoutEffortScore)] as [HKObjectType] {
            try test.grant("app", type, read: false, share: true)
        }
        let app = test.app("app")
        let database = try test.store.database()
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(3_600))
        try await app.save(workout)
        func answers(_ uuid: UUID) async throws -> [String] {
            let step = try forged(stepSample(1, 0, 1), as: uuid)
            let member = try forged(grams(protein, 1), as: uuid)
            let score = try forged(
                HKQuantitySample(
                    type: HKQuantityType(.workoutEffortScore),
                    quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 3),
                    start: at(0),
                    end: at(1)
                ),
                as: uuid
            )
            let run = try forged(HKWorkout(activityType: .running, start: at(0), end: at(60)), as: uuid)
            return [
                await text { try await app.save(step) },
                await text { try await app.save([stepSample(1, 5, 6), step]) },
                await text { try await app.save(meal([member])) },
                await text { try await app.save(run) },
                await text { try app.port.send(SaveSeriesCall(samples: [step])) },
                await text { try app.port.send(AddToWorkoutCall(samples: [step])) },
                await text {
                    _ = try app.port.send(FinishWorkoutCall(workout: run, routes: [], members: [:]))
                },
                await text { try await app.addSamples([step], to: workout) },
                await text { try await app.relateWorkoutEffortSample(score, with: workout, activity: nil) },
                await text { try await app.relateWorkoutEffortSample(score, with: run, activity: nil) },
                await text { try await app.delete(step) },
            ]
        }
        let before = try database.read { try $0.store.currentAnchor }
        let (stored, missing) = (try await answers(hidden), try await answers(absent(hidden)))
        #expect(stored == missing)
        #expect(stored.allSatisfy { $0.contains("com.apple.healthkit 3 ") }, "\(stored)")
        for answer in stored + missing {
            #expect(!answer.contains(hidden.uuidString) && !answer.contains(absent(hidden).uuidString), "\(answer)")
        }
        #expect(try database.read { try $0.store.currentAnchor } == before, "nothing is stored")
        database.lock()
        #expect(try await answers(hidden) == answers(absent(hidden)))
        let step = try forged(stepSample(1, 0, 1), as: hidden)
        #expect(await code { try await app.save(step) } == .errorInvalidArgument)
        database.unlock()
        #expect(try database.read { try $0.store.currentAnchor } == before)
    }

    @Test("Errors name no UUID, those of the app's own either")
    func names() async throws {
        try test.grant("app", steps, read: true, share: true)
        let app = test.app("app")
        let own = stepSample(1, 0, 1)
        try await app.save(own)
        let answer = await text { try await app.save([stepSample(2, 2, 3), own]) }
        #expect(answer.contains(" 3 ") && !answer.contains(own.uuid.uuidString), "\(answer)")
    }

    @Test("An imported sample that the app may see is read by its UUID, added to its workout and related")
    func visible() async throws {
        let sample = try imported(steps, at: 100)
        for type in [steps, .workoutType()] as [HKObjectType] { try test.grant("app", type, read: true, share: true) }
        let app = test.app("app")
        let found = try #require(try await app.all(steps, HKQuery.predicateForObject(with: sample)).first)
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(3_600))
        try await app.save(workout)
        try await app.addSamples([found], to: workout)
        let added = try await app.all(steps, HKQuery.predicateForObjects(from: workout))
        #expect(added.map(\.uuid) == [sample])
    }

    @Test("An object is looked for only where the app may see: hidden samples are not even gone through")
    func work() throws {
        let hidden = try imported(secret, at: 1_000)
        let shown = try imported(steps, at: 1_000)
        try test.grant("app", steps, read: true, share: true)
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app")
        func searched(_ uuid: UUID) throws -> String {
            try test.store.database()
                .read(caller: identity) { reader in
                    let before = reader.store.searchedRows
                    let found = try reader.sample(uuid: uuid) != nil
                    return "\(found), \(reader.store.searchedRows - before) rows"
                }
        }
        #expect(try searched(hidden) == "false, 0 rows")
        #expect(try searched(absent(hidden)) == "false, 0 rows")
        #expect(try searched(shown) == "true, 1 rows")
    }
}
