import Foundation
import HealthStore
import Testing

@testable import HealthKit

@Suite("Saves that outlive their process")
final class SaveJournalTests {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString).store").path

    deinit {
        for suffix in ["", "-log", "-mark", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Opens the file as a process does that has just begun; what the one before had in memory is gone.
    private func open<T>(_ body: (HKHealthStore, HealthDatabase) async throws -> T) async throws -> T {
        let (person, access) = HKHealthStore.person(location: .file(path))
        try access.setGrants(
            Dictionary(
                uniqueKeysWithValues: [steps.identifier, "HKCorrelationTypeIdentifierBloodPressure"]
                    .map { ($0, Grant(read: true, share: true)) }
            ),
            app: "test.left"
        )
        let identity = AppIdentity(bundleIdentifier: "test.left", name: "Left", version: "7")
        let app = HKHealthStore(sharing: person, principal: .app(identity))
        return try await body(app, try person.database())
    }

    private func version(_ number: Int) -> [String: Any] {
        [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: number]
    }

    @Test("R10.1 what was saved while locked is stored when the next process opens the store, in the order of saves")
    func nextProcess() async throws {
        let first = stepSample(2, 0, 1, metadata: version(2))
        let second = stepSample(3, 0, 1, metadata: version(3))
        let device = HKDevice.local()
        let third = HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 0.1),
            start: at(1.123456789),
            end: at(2.987654321),
            device: device,
            metadata: ["note": "äöü 🏃", "on": at(7), "part": HKQuantity(unit: .percent(), doubleValue: 0.25)]
        )
        try await open { app, database in
            database.lock()
            try await app.save(first)
            try await app.save([second, third])
            try await app.save(stepSample(1, 0, 1, metadata: version(1)))
            #expect(await code { try await app.save(third) } == .errorInvalidArgument, "it waits already")
            let stored = try database.read { try $0.sample(uuid: first.uuid) }
            #expect(stored == nil)
        }
        try await open { app, _ in
            let found = try await app.all(steps).compactMap { $0 as? HKQuantitySample }
            #expect(found.map(\.uuid) == [second.uuid, third.uuid])
            let last = try #require(found.last)
            #expect(last.quantity == third.quantity && last.device == device)
            #expect(last.startDate == third.startDate && last.endDate == third.endDate)
            #expect(last.metadataValues == third.metadataValues)
            #expect(last.sourceRevision.source.bundleIdentifier == "test.left")
            #expect(last.sourceRevision.version == "7")
            try await app.delete(last)
        }
        let count = try await open { app, _ in try await app.all(steps).count }
        #expect(count == 1, "nothing is stored a second time")
    }

    @Test("R10.1 the journal is on the disk when the save returns, not when the process ends")
    func copied() async throws {
        let copy = path + ".copy"
        defer { for suffix in ["", "-log"] { try? FileManager.default.removeItem(atPath: copy + suffix) } }
        let sample = stepSample(4, 0, 1)
        try await open { app, database in
            database.lock()
            try await app.save(sample)
            for suffix in ["", "-log"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
        }
        let (person, _) = HKHealthStore.person(location: .file(copy))
        #expect(try await person.all(steps).map(\.uuid) == [sample.uuid])
    }

    @Test("R10.1 a store that is opened for reading only shows what is stored, and leaves the journal for later")
    func readOnly() async throws {
        try await open { app, database in
            try await app.save(stepSample(1, 0, 1))
            database.lock()
            try await app.save(stepSample(2, 10, 11))
        }
        do {
            let (reader, _) = HKHealthStore.person(location: .file(path), isReadOnly: true)
            #expect(try await reader.all(steps).count == 1)
        }
        let count = try await open { app, _ in try await app.all(steps).count }
        #expect(count == 2)
    }

    @Test("R10.1 a journaled save that was damaged is passed over, the others are stored")
    func damaged() async throws {
        let samples = (0..<3).map { stepSample(1, Double($0) * 10, Double($0) * 10 + 1) }
        try await open { app, database in
            database.lock()
            for sample in samples { try await app.save(sample) }
            try database.write { writer in
                let entry = try #require(try writer.store.values("journal").dropFirst().first)
                var bytes = entry.bytes
                bytes[bytes.count / 2] ^= 0x10
                try writer.writer.setValue(bytes, "journal", entry.key)
            }
        }
        let found = try await open { app, _ in try await app.all(steps) }
        #expect(found.map(\.uuid) == [samples[0].uuid, samples[2].uuid])
    }

    @Test("R10.1 correlations and workouts wait too, and come back whole")
    func kinds() async throws {
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        let pressure = HKUnit.millimeterOfMercury()
        let members = Set(
            [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
                .map { type -> HKSample in
                    let quantity = HKQuantity(unit: pressure, doubleValue: 90)
                    return HKQuantitySample(type: type, quantity: quantity, start: at(0), end: at(0))
                }
        )
        let correlation = HKCorrelation(
            type: HKCorrelationType(.bloodPressure),
            start: at(0),
            end: at(0),
            objects: members
        )
        let sleep = HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 4, start: at(0), end: at(60))
        let objects: [HKObject] = [workout, correlation, sleep]
        let save = JournaledSave(objects: objects, revision: .current, time: at(99))
        let read = try #require(JournaledSave(bytes: try save.bytes))
        #expect(read.objects == objects && read.time == at(99))
        #expect((read.objects[0] as? HKWorkout)?.content == workout.content)
        #expect((read.objects[1] as? HKCorrelation)?.objects == members)
        #expect((read.objects[2] as? HKCategorySample)?.value == 4)
        let bytes = try save.bytes
        for length in 0..<bytes.count { #expect(JournaledSave(bytes: Array(bytes.prefix(length))) == nil) }
    }
}
