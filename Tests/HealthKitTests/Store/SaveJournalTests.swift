import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// A save as the first version kept it while the machine was locked, in the store's own values.
private struct FirstVersionSave {
    var objects: [HKObject]
    var time = at(99)
    var members: WorkoutMembers?

    /// A checksum, and an archive.
    var bytes: [UInt8] {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(objects as NSArray, forKey: "objects")
        let source = HKSource(name: "Left", bundleIdentifier: "test.left")
        archiver.encode(HKSourceRevision(source: source, version: "7"), forKey: "revision")
        archiver.encodeTime(time, forKey: "time")
        if let members {
            archiver.encode(IdentifierBytes.data(members.known) as NSData, forKey: "members")
            archiver.encode(IdentifierBytes.data(members.own) as NSData, forKey: "ownMembers")
        }
        archiver.finishEncoding()
        let archive = [UInt8](archiver.encodedData)
        var writer = ByteWriter()
        writer.varint(archive.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 })
        return writer.bytes + archive
    }

    static func journal(_ saves: [[UInt8]], _ objects: [HKObject], in database: HealthDatabase) throws {
        try database.write { writer in
            for object in objects { try writer.writer.setValue([], "journal.object", object.uuid.uuidString) }
            for (number, bytes) in saves.enumerated() {
                let digits = String(number + 1)
                let place = String(repeating: "0", count: 20 - digits.count) + digits
                try writer.writer.setValue(bytes, "journal", place)
            }
        }
    }
}

@Suite("Saves that wait in a store of the first version")
final class SaveJournalTests {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString).store").path

    deinit {
        for suffix in ["", "-log", "-mark", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Opens the file as a process does that has just begun; what the one before had in memory is gone.
    private func open<T>(_ body: (HKHealthStore, HealthDatabase) async throws -> T) async throws -> T {
        let (person, access) = HKHealthStore.person(location: .file(path))
        try access.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.left")
        let identity = AppIdentity(bundleIdentifier: "test.left", name: "Left", version: "7")
        let app = HKHealthStore(sharing: person, principal: .app(identity))
        return try await body(app, try person.database())
    }

    private func keep(_ saves: FirstVersionSave...) async throws {
        try await open { _, database in
            try FirstVersionSave.journal(saves.map(\.bytes), saves.flatMap(\.objects), in: database)
        }
    }

    private func version(_ number: Int) -> [String: Any] {
        [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: number]
    }

    @Test("R10.1 what waits is stored when the next process opens the store, in the order of saves")
    func nextProcess() async throws {
        let first = stepSample(2, 0, 1, metadata: version(2))
        let second = stepSample(3, 0, 1, metadata: version(3))
        let third = HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 0.1),
            start: at(1.123456789),
            end: at(2.987654321),
            device: .local(),
            metadata: ["note": "äöü 🏃", "on": at(7), "part": HKQuantity(unit: .percent(), doubleValue: 0.25)]
        )
        let earlier = stepSample(1, 0, 1, metadata: version(1))
        try await keep(
            FirstVersionSave(objects: [first]),
            FirstVersionSave(objects: [second, third]),
            FirstVersionSave(objects: [earlier])
        )
        try await open { app, database in
            let found = try await app.all(steps).compactMap { $0 as? HKQuantitySample }
            #expect(found.map(\.uuid) == [second.uuid, third.uuid])
            let last = try #require(found.last)
            #expect(last.quantity == third.quantity && last.device == third.device)
            #expect(last.startDate == third.startDate && last.endDate == third.endDate)
            #expect(last.metadataValues == third.metadataValues)
            #expect(last.sourceRevision.source.bundleIdentifier == "test.left")
            #expect(last.sourceRevision.version == "7")
            let rest = try database.read { reader in
                try reader.store.values("journal").count + reader.store.values("journal.object").count
            }
            #expect(rest == 0)
            try await app.delete(last)
        }
        let count = try await open { app, _ in try await app.all(steps).count }
        #expect(count == 1, "nothing is stored a second time")
    }

    @Test("R10.1 a store that is opened for reading only shows what is stored, and leaves the journal for later")
    func readOnly() async throws {
        try await open { app, _ in try await app.save(stepSample(1, 0, 1)) }
        try await keep(FirstVersionSave(objects: [stepSample(2, 10, 11)]))
        do {
            let (reader, _) = HKHealthStore.person(location: .file(path), isReadOnly: true)
            #expect(try await reader.all(steps).count == 1)
        }
        let count = try await open { app, _ in try await app.all(steps).count }
        #expect(count == 2)
    }

    @Test("R10.1 a save that was damaged is passed over, the others are stored")
    func damaged() async throws {
        let samples = stepSamples(0..<3) { (1, $0 * 10, $0 * 10 + 1) }
        var saves = samples.map { FirstVersionSave(objects: [$0]).bytes }
        saves[1][saves[1].count / 2] ^= 0x10
        try await open { [saves] _, database in try FirstVersionSave.journal(saves, samples, in: database) }
        let found = try await open { app, _ in try await app.all(steps) }
        #expect(found.map(\.uuid) == [samples[0].uuid, samples[2].uuid])
    }

    @Test("R10.1 correlations and workouts come back whole, and half a save is none")
    func kinds() throws {
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
        let own = WorkoutMembers(known: [UUID()], own: [UUID()])
        let bytes = FirstVersionSave(objects: objects, members: own).bytes
        let read = try #require(JournaledSave(bytes: bytes))
        #expect(read.objects == objects && read.time == at(99))
        #expect(read.members?.known == own.known && read.members?.own == own.own)
        #expect((read.objects[0] as? HKWorkout)?.content == workout.content)
        #expect((read.objects[1] as? HKCorrelation)?.objects == members)
        #expect((read.objects[2] as? HKCategorySample)?.value == 4)
        for length in 0..<bytes.count { #expect(JournaledSave(bytes: Array(bytes.prefix(length))) == nil) }
    }
}
