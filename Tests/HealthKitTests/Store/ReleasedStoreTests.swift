import Foundation
import HealthKitStore
import LockTesting
import Testing

@testable import HealthKit

/// Stores, a journal and an anchor that version 0.2.0 wrote: `Tests/Fixtures/stores/make_0_2.sh` says how.
@Suite("What version 0.2.0 wrote", .serialized)
struct ReleasedStoreTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/stores")
    private static let walker = "org.example.walker"
    private static let types: [(type: HKSampleType, unit: HKUnit?)] = [
        (steps, .count()), (heartRate, perMinute), (HKQuantityType(.bodyMass), .gramUnit(with: .kilo)),
        (HKQuantityType(.bloodPressureSystolic), .millimeterOfMercury()),
        (HKQuantityType(.bloodPressureDiastolic), .millimeterOfMercury()), (HKCategoryType(.sleepAnalysis), nil),
        (HKCorrelationType(.bloodPressure), nil), (HKObjectType.workoutType(), nil),
    ]

    /// A folder with copies of fixtures, which goes with this value.
    private final class Copies {
        let folder = FileManager.default.temporaryDirectory.appending(path: "released-\(UUID().uuidString)")

        init(_ names: String...) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in names {
                try FileManager.default.copyItem(
                    at: ReleasedStoreTests.fixtures.appending(path: name),
                    to: folder.appending(path: name)
                )
            }
            chmod(folder.path, 0o700)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appending(path: name).path }
    }

    /// What 0.2.0 said of the store, by what it is about.
    private static func facts() throws -> [String: [String]] {
        let data = try Data(contentsOf: fixtures.appending(path: "released-0.2.json"))
        return try JSONDecoder().decode([String: [String]].self, from: data)
    }

    private static func anchor() throws -> HKQueryAnchor {
        let data = try Data(contentsOf: fixtures.appending(path: "anchor-0.2.plist"))
        return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data))
    }

    private func app(_ bundle: String, of store: HKHealthStore) -> HKHealthStore {
        HKHealthStore(sharing: store, principal: .app(AppIdentity(bundleIdentifier: bundle, name: bundle)))
    }

    private func line(_ sample: HKSample, _ unit: HKUnit?) -> String {
        let value: String =
            switch sample {
            case let sample as HKQuantitySample: unit.map { "\(sample.quantity.doubleValue(for: $0))" } ?? ""
            case let sample as HKCategorySample: "\(sample.value)"
            case let sample as HKCorrelation: sample.objects.map(\.uuid.uuidString).sorted().joined(separator: ",")
            case let sample as HKWorkout:
                "\(sample.workoutActivityType.rawValue) \(sample.duration) \(sample.workoutEvents?.count ?? 0)"
            default: ""
            }
        let times = [sample.startDate, sample.endDate].map { "\($0.timeIntervalSinceReferenceDate)" }
        let note = sample.metadata?["note"] as? String ?? ""
        let source = sample.sourceRevision.source.bundleIdentifier
        return ([sample.uuid.uuidString] + times + [source, value, note]).joined(separator: "|")
    }

    private func checkSamples(_ store: HKHealthStore, _ facts: [String: [String]]) async throws {
        for (type, unit) in Self.types {
            let expected = try #require(facts[type.identifier])
            #expect(!expected.isEmpty)
            #expect(try await store.all(type).map { line($0, unit) }.sorted() == expected, "\(type)")
        }
    }

    @Test("The store has every sample, correlation and workout, and doctor finds nothing wrong")
    func contents() async throws {
        let copies = try Copies("released-0.2.store")
        let path = copies.path("released-0.2.store")
        let (store, person) = HKHealthStore.person(location: .file(path))
        try await checkSamples(store, Self.facts())
        #expect(try StoreDoctor(path: path).check().problems == [])
        let workout = try #require(try await store.all(HKObjectType.workoutType()).first as? HKWorkout)
        #expect(try person.memberCounts(of: workout).map(\.count) == [1])
        let pressure = try #require(try await store.all(HKCorrelationType(.bloodPressure)).first as? HKCorrelation)
        #expect(pressure.objects.count == 2)
    }

    @Test("A store opened for reading alone says the same, and stays the bytes that it was")
    func readOnly() async throws {
        let copies = try Copies("released-0.2.store")
        let path = copies.path("released-0.2.store")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        let (store, _) = HKHealthStore.person(location: .file(path), isReadOnly: true)
        try await checkSamples(store, Self.facts())
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    @Test("Permissions and settings hold")
    func decisions() throws {
        let copies = try Copies("released-0.2.store")
        let (_, person) = HKHealthStore.person(location: .file(copies.path("released-0.2.store")))
        let both = Grant(read: true, share: true)
        #expect(
            try person.grants(app: Self.walker) == [
                steps.identifier: both, HKObjectType.workoutType().identifier: both,
                heartRate.identifier: Grant(read: true, share: false, since: 780_000_050),
                HKQuantityType(.bodyMass).identifier: Grant(read: false),
            ]
        )
        let known = try person.characteristics()
        #expect(known.dateOfBirth == "1980-05-17" && known.biologicalSex == HKBiologicalSex.female.rawValue)
        #expect(try person.pinnedTypes() == [HKQuantityType(.bodyMass).identifier, steps.identifier])
        #expect(try person.chosenUnit(for: HKQuantityType(.bodyMass)) == .pound())
        let goals = try person.goals(on: CalendarDay(year: 2025, month: 9, day: 20))
        #expect(goals.energy == 450 && goals.exercise == 40)
        let order = try person.sourceOrder(steps.identifier)
        #expect(order.order.first?.bundleIdentifier == Self.walker && order.excluded == ["org.example.other"])
    }

    @Test("An app sees what it was allowed to, from the time that it was allowed on")
    func sight() async throws {
        let copies = try Copies("released-0.2.store")
        let (store, _) = HKHealthStore.person(location: .file(copies.path("released-0.2.store")))
        let walker = app(Self.walker, of: store)
        #expect(try await walker.all(heartRate).count == 1)
        #expect(try await walker.all(HKQuantityType(.bodyMass)).isEmpty)
        let sum = try await walker.all(steps).count
        #expect(sum == (try Self.facts()[steps.identifier]?.count))
    }

    @Test("An archived anchor gives exactly what came and went after it, before and after the store is written to")
    func archivedAnchor() async throws {
        let copies = try Copies("released-0.2.store")
        let (store, person) = HKHealthStore.person(location: .file(copies.path("released-0.2.store")))
        let (walker, facts) = (app(Self.walker, of: store), try Self.facts())
        func changes() async throws -> (added: [String], deleted: [String]) {
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                anchor: try Self.anchor()
            )
            let found = try await query.result(for: walker)
            return (found.addedSamples.map(\.uuid.uuidString), found.deletedObjects.map(\.uuid.uuidString).sorted())
        }
        let first = try await changes()
        #expect(first.added == facts["added"] && first.deleted == facts["deleted"])
        #expect(first.added.count == 1 && !first.deleted.isEmpty)
        // A decision of this version renews the key of the anchors.
        try person.setGrants([HKQuantityType(.height).identifier: Grant(read: true)], app: Self.walker)
        let new = stepSample(5, 900_000_000, 900_000_060)
        try await walker.save(new)
        let second = try await changes()
        #expect(second.added == first.added + [new.uuid.uuidString] && second.deleted == first.deleted)
    }

    @Test("The undo history goes on where it was")
    func history() throws {
        let copies = try Copies("released-0.2.store")
        let (_, person) = HKHealthStore.person(location: .file(copies.path("released-0.2.store")))
        func log() throws -> [String] {
            try person.steps().map { "\($0.number) \($0.kind.rawValue) \($0.state.rawValue)" }
        }
        #expect(try log() == Self.facts()["steps"])
        // The last deletion is undone, redone and undone again, then the two weights that were typed in together, then the
        // edited one.
        #expect(try person.undo()?.restored == 1)
        #expect(try person.redo()?.deleted == 1)
        #expect(try person.undo()?.restored == 1)
        #expect(try person.undo()?.deleted == 2)
        #expect(try person.undo() != nil)
        let query = SampleListQuery(type: HKQuantityType(.bodyMass))
        let weights = try person.samples(query, limit: 10).compactMap { $0 as? HKQuantitySample }
        #expect(weights.map { $0.quantity.doubleValue(for: .gramUnit(with: .kilo)) } == [70.5])
    }

    @Test(
        "What apps saved while an encrypted store was locked comes in at the first unlock, with the rights that they have"
    )
    func journal() async throws {
        let copies = try Copies("locked-0.2.store", "locked-0.2.store-saves")
        let path = copies.path("locked-0.2.store")
        let agent = AgentAddress(folder: copies.path("agent"))
        let lock = try #require(try StoreLock.read(at: path))
        var secret = Array(EncryptedStore.passphrase.utf8)
        let key = try lock.unlock(passphrase: SecretBytes(taking: &secret))
        let database = try DatabaseHandle.shared(path: path, isReadOnly: false, agent: agent)
        #expect(database.lockedState?.waiting == 3)
        let report = try #require(try database.unlockStore(key))
        #expect(report.stored == 2 && report.refused == 1 && report.later == 0 && report.damaged == 0)
        #expect(!FileManager.default.fileExists(atPath: path + "-saves"))
        var configuration = HKHealthStoreConfiguration.person(location: .file(path))
        configuration.handle = DatabaseHandle(database, agent: agent)
        let store = HKHealthStore(configuration: configuration)
        let found = try await store.all(steps)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
        #expect(found.filter { $0 > 1_000 } == [1_100, 1_200, 1_300])
        let before = try #require(Self.facts()[steps.identifier])
        #expect(found.count == before.count + 3)
    }
}
