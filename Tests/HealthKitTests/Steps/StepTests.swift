import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// What taking back means for apps, for what others changed, and for what is kept.
@Suite struct StepTests {
    private let test = TestStore()

    @Test("What apps save and delete is no step, and an app can ask neither for the steps nor turn them")
    func apps() async throws {
        try test.grant("app", steps, read: true, share: true)
        let app = test.app("app")
        let count = try test.person.steps().count
        let sample = stepSample(1, 0, 1)
        try await app.save(sample)
        try await app.delete(sample)
        #expect(try test.person.steps().count == count)
        #expect(throws: HKError.self) { try app.port.send(UndoOperationCall(isRedo: false)) }
        #expect(throws: HKError.self) { try app.port.send(OwnerOperationsCall(limit: nil)) }
        #expect(throws: HKError.self) { try app.port.send(ForgetOperationsCall()) }
        #expect(throws: HKError.self) { try app.port.send(EditCall(old: UUID(), new: sample)) }
    }

    @Test("An app hears of a deletion that is taken back as of samples that are there again")
    func anchored() async throws {
        try test.grant("app", steps, read: true, share: false)
        let app = test.app("app")
        let sample = stepSample(7, 0, 1)
        try test.person.save([sample])
        func changes(_ anchor: HKQueryAnchor?) async throws -> (added: [UUID], deleted: [UUID], anchor: HKQueryAnchor) {
            let result = try await HKAnchoredObjectQueryDescriptor(
                predicates: [.sample(type: steps)],
                anchor: anchor
            )
            .result(for: app)
            return (result.addedSamples.map(\.uuid), result.deletedObjects.map(\.uuid), result.newAnchor)
        }
        let first = try await changes(nil)
        #expect(first.added == [sample.uuid])
        try test.person.delete([sample.uuid])
        let second = try await changes(first.anchor)
        #expect(second.added.isEmpty && second.deleted == [sample.uuid])
        _ = try test.person.undo()
        let third = try await changes(second.anchor)
        #expect(third.added == [sample.uuid] && third.deleted.isEmpty)
        // Who did not hear of the deletion hears of no deletion.
        let fresh = try await changes(first.anchor)
        #expect(fresh.added == [sample.uuid] && fresh.deleted.isEmpty)
        let back = try #require(try test.person.sample(sample.uuid) as? HKQuantitySample)
        #expect(back.quantity == sample.quantity && back.sourceRevision == HKSourceRevision.health)
    }

    @Test("Of deletions that stand together one step's are taken back, and the others stay, for anchored queries too")
    func many() async throws {
        try test.grant("app", steps, read: true, share: false)
        let app = test.app("app")
        let samples = stepSamples(0..<600) { ($0 + 1, $0, $0 + 0.5) }
        try test.person.save(samples)
        func deleted(after anchor: HKQueryAnchor?, limit: Int? = nil) async throws -> (
            uuids: [UUID], anchor: HKQueryAnchor
        ) {
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.sample(type: steps)],
                anchor: anchor,
                limit: limit
            )
            let result = try await query.result(for: app)
            return (result.deletedObjects.map(\.uuid), result.newAnchor)
        }
        let start = try await deleted(after: nil).anchor
        // Three steps, whose deletions are in one row.
        let parts = [samples[0..<200], samples[200..<450], samples[450..<500]].map { $0.map(\.uuid) }
        try test.person.delete(parts[0])
        try test.person.delete(parts[1])
        let middle = try await deleted(after: start)
        #expect(Set(middle.uuids) == Set(parts[0] + parts[1]))
        try test.person.delete(parts[2])
        #expect(try await Set(deleted(after: middle.anchor).uuids) == Set(parts[2]))
        _ = try test.person.undo()
        #expect(try await deleted(after: middle.anchor).uuids == [])
        var paged: [UUID] = []
        var page = try await deleted(after: start, limit: 7)
        while !page.uuids.isEmpty {
            paged += page.uuids
            page = try await deleted(after: page.anchor, limit: 7)
        }
        #expect(paged == middle.uuids)
        _ = try test.person.undo()
        #expect(try await Set(deleted(after: start).uuids) == Set(parts[0]))
        _ = try test.person.redo()
        #expect(try await Set(deleted(after: start).uuids) == Set(parts[0] + parts[1]))
    }

    @Test("A medication that was added, put aside or noted is as it was when that is taken back, and done again")
    func medications() throws {
        let concept = HKMedicationConcept(
            MedicationConceptContent(
                identifier: ConceptIdentifierContent(domain: .medication, identifier: "m"),
                displayText: "Aspirin",
                generalForm: .tablet,
                codings: []
            )
        )
        let medication = HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: concept.content,
                nickname: nil,
                isArchived: false,
                hasSchedule: false
            )
        )
        try test.person.save(medication)
        #expect(try test.person.steps().first?.note == "Aspirin")
        _ = try test.person.undo()
        #expect(try test.person.medications().isEmpty)
        _ = try test.person.redo()
        try test.person.archive(medication)
        #expect(try test.person.medications().map(\.isArchived) == [true])
        _ = try test.person.undo()
        #expect(try test.person.medications() == [medication])
    }

    @Test("What an app deleted meanwhile is told, and the rest is taken back")
    func missing() throws {
        let samples = stepSamples(0..<3) { (1, $0 * 60, $0 * 60 + 1) }
        try test.person.save(samples)
        try test.store.port.local().personsDatabase().write { _ = try $0.delete([samples[1].uuid]) }
        let outcome = try #require(try test.person.undo())
        #expect(outcome.deleted == 2 && outcome.missing == 1)
        #expect(try test.person.latest(steps) == nil)
    }

    @Test("A setting that somebody else changed since stays as it is, and that is told")
    func changedSince() throws {
        try test.person.setPinnedTypes(["a"])
        try test.person.setPinnedTypes(["b"])
        try test.store.port.local().personsDatabase()
            .write { try $0.setValue(["c"], StoreNamespace.pins, PersonAccess.pinsKey) }
        #expect(try test.person.undo()?.kept == 1)
        #expect(try test.person.pinnedTypes() == ["c"])
    }

    @Test("What changes nothing is no step")
    func nothing() throws {
        try test.person.setPinnedTypes(["a"])
        try test.person.setPinnedTypes(["a"])
        try test.person.delete([UUID()])
        #expect(try test.person.steps().map(\.kind) == [.pins])
    }

    @Test("A step that fails leaves neither itself nor a line in the log")
    func failed() throws {
        try test.person.save([stepSample(1, 0, 1), stepSample(2, 60, 61)])
        #expect(throws: DeletionError.self) {
            try test.person.delete([SampleListQuery(type: steps)], expecting: 3)
        }
        struct Fault: Error {}
        #expect(throws: Fault.self) {
            try test.store.port.local().personsDatabase()
                .write { writer in
                    _ = try writer.recording(OperationDraft(.delete), now: at(0)) {
                        try writer.deleteInParts(FetchRequest(type: steps, filter: .everything), visit: { _ in })
                    }
                    throw Fault()
                }
        }
        #expect(try test.person.steps().map(\.kind) == [.add])
        #expect(try test.person.count(SampleListQuery(type: steps)) == 2)
        #expect(try test.person.undo()?.deleted == 2)
    }

    @Test("An app's data and rights come back when its removal is taken back")
    func removedApp() async throws {
        try test.grant("app", steps, read: true, share: true)
        try await test.app("app").save([stepSample(1, 0, 1), stepSample(2, 60, 61)])
        let before = try StepWorld.contents(test.person)
        #expect(try test.person.removeApp("test.app") == 2)
        #expect(try test.person.undo()?.restored == 2)
        #expect(try StepWorld.contents(test.person) == before)
    }

    @Test("A deleted reading comes back into its workout, whose statistics are what they were")
    func workout() throws {
        let workout = HKWorkout(activityType: .walking, start: at(0), end: at(600))
        try test.store.saveNow([workout])
        let members = [stepSample(100, 0, 60), stepSample(50, 60, 120)]
        try test.store.port.send(AddSamplesCall(samples: members, workout: workout.uuid))
        let before = try StepWorld.contents(test.person)
        try test.person.delete([members[0].uuid])
        let less = try #require(try test.person.sample(workout.uuid) as? HKWorkout)
        #expect(less.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 50)
        _ = try test.person.undo()
        let again = try #require(try test.person.sample(workout.uuid) as? HKWorkout)
        #expect(again.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 150)
        #expect(try StepWorld.contents(test.person) == before)
    }

    @Test("An edited sample is another with what it said before, until that is taken back")
    func edited() throws {
        let old = stepSample(100, 0, 60)
        let new = stepSample(120, 0, 60)
        try test.person.save([old])
        try test.person.edit(old.uuid, to: new)
        #expect(try test.person.sample(old.uuid) == nil)
        #expect(try test.person.versions(of: new.uuid).map(\.value) == [100])
        let newer = stepSample(130, 0, 60)
        try test.person.edit(new.uuid, to: newer)
        #expect(try test.person.versions(of: newer.uuid).map(\.value) == [100, 120])
        _ = try test.person.undo()
        _ = try test.person.undo()
        #expect(try test.person.latest(steps)?.uuid == old.uuid)
        #expect(try test.person.versions(of: old.uuid).isEmpty)
        _ = try test.person.redo()
        try test.person.delete([new.uuid])
        #expect(try test.person.versions(of: new.uuid).isEmpty, "what is deleted leaves no history")
    }

    @Test("A correlation is edited with its members, never by half, and undone as a whole")
    func editedPair() throws {
        let type = HKCorrelationType(.bloodPressure)
        let unit = HKUnit.millimeterOfMercury()
        func pair(_ systolic: Double, _ diastolic: Double) -> HKCorrelation {
            let members = [
                (HKQuantityType(.bloodPressureSystolic), systolic),
                (HKQuantityType(.bloodPressureDiastolic), diastolic),
            ]
            .map { type, value in
                HKQuantitySample(
                    type: type,
                    quantity: HKQuantity(unit: unit, doubleValue: value),
                    start: at(0),
                    end: at(0)
                )
            }
            return HKCorrelation(type: type, start: at(0), end: at(0), objects: Set(members))
        }
        let (old, new) = (pair(118, 76), pair(128, 80))
        try test.person.save([old])
        let before = try StepWorld.contents(test.person)
        try test.person.edit(old.uuid, to: new)
        #expect(try test.person.sample(old.uuid) == nil)
        for member in old.objects { #expect(try test.person.sample(member.uuid) == nil) }
        for member in new.objects {
            #expect(try test.person.sample(member.uuid) != nil)
            #expect(try test.person.versions(of: member.uuid).count == 1)
        }
        let stored = try #require(try test.person.sample(new.uuid) as? HKCorrelation)
        #expect(Set(stored.objects.map(\.uuid)) == Set(new.objects.map(\.uuid)))
        #expect(try test.person.successor(of: old.uuid)?.uuid == new.uuid)
        let version = try #require(try test.person.versions(of: new.uuid).first?.sample(of: type) as? HKCorrelation)
        let said = version.objects.compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: unit) }
        #expect(said.sorted() == [76, 118])
        _ = try test.person.undo()
        #expect(try StepWorld.contents(test.person) == before)
        _ = try test.person.redo()
        #expect(try test.person.sample(new.uuid) != nil)
    }

    @Test("Only what the person typed can be edited, and it stays of its type")
    func notEdited() async throws {
        try test.grant("app", steps, read: true, share: true)
        let foreign = stepSample(1, 0, 1)
        try await test.app("app").save(foreign)
        #expect(throws: HKError.self) { try test.person.edit(foreign.uuid, to: stepSample(2, 0, 1)) }
        #expect(throws: HKError.self) { try test.person.edit(UUID(), to: stepSample(2, 0, 1)) }
        let own = stepSample(3, 0, 1)
        try test.person.save([own])
        #expect(throws: HKError.self) { try test.person.edit(own.uuid, to: pulse(60, 0)) }
    }

    @Test("Forgetting leaves nothing of what was done")
    func forget() throws {
        try test.person.save([stepSample(1, 0, 1)])
        try test.person.delete(SampleListQuery(type: steps))
        #expect(try test.person.forgetSteps() == 2)
        #expect(try test.person.steps().isEmpty)
        #expect(try test.person.undo() == nil)
        let left = try test.person.store.port.local().personsDatabase()
            .read { reader in try OperationNamespace.all.flatMap { try reader.store.valueKeys($0) } }
        #expect(left.isEmpty)
    }

    @Test("Forgetting overwrites what was kept of a deletion in the store's file")
    func forgetInFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("store")
        let secret = Data("a word that nobody else says".utf8)
        func work(_ body: (ObjectWriter) throws -> Void) throws -> Bool {
            let store = try SampleStore(at: .file(file.path))
            try HealthDatabase(store).write(body)
            store.close()
            return try Data(contentsOf: file).range(of: secret) != nil
        }
        let isKept = try work { writer in
            for word in [String(decoding: secret, as: UTF8.self), "other"] {
                _ = try writer.recording(OperationDraft(.pins), now: at(0)) {
                    try writer.setValue([word], StoreNamespace.pins, PersonAccess.pinsKey)
                }
            }
        }
        #expect(isKept)
        #expect(try work { _ = try $0.forgetSteps() } == false)
    }

    @Test("The log keeps its last thousand steps")
    func bounds() throws {
        for number in 0..<StepBounds.steps + 20 { try test.person.setPinnedTypes(["\(number)"]) }
        let log = try test.person.steps()
        #expect(log.count == StepBounds.steps && log.first?.number == StepBounds.steps + 20)
        let parts = try test.person.store.port.local().personsDatabase()
            .read { try $0.store.valueKeys(OperationNamespace.parts) }
        #expect(parts.count == StepBounds.steps)
    }

    @Test("Steps of two programs on one file are one log, kept over an end, and each takes back the other's")
    func twoStores() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("store").path
        func opened() throws -> (SampleStore, HealthDatabase) {
            let store = try SampleStore(at: .file(path))
            return (store, HealthDatabase(store))
        }
        let (first, one) = try opened()
        let (second, two) = try opened()
        func save(_ database: HealthDatabase, _ sample: HKSample) throws {
            try database.write { writer in
                _ = try writer.recording(OperationDraft(.add), now: at(0)) {
                    try writer.save([sample], revision: .health, now: at(0))
                }
            }
        }
        try save(one, stepSample(1, 0, 1))
        try save(two, stepSample(2, 60, 61))
        #expect(try one.write { try $0.turnStep(isRedo: false, now: at(1)) }?.step.number == 2)
        first.close()
        second.close()
        let (third, three) = try opened()
        defer { third.close() }
        #expect(try three.read { try $0.steps().map(\.state) } == [.undone, .done])
        #expect(try three.write { try $0.turnStep(isRedo: true, now: at(1)) }?.restored == 1)
        #expect(try three.read { try $0.steps().map(\.state) } == [.done, .done])
    }

    @Test("A copy that goes along with an export has nothing of what was done, not even in its free pages")
    func copies() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SampleStore(at: .file(folder.appendingPathComponent("store").path))
        defer { store.close() }
        let secret = "a word that nobody else says"
        try HealthDatabase(store)
            .write { writer in
                _ = try writer.recording(OperationDraft(.pins), now: at(0)) {
                    try writer.setValue([secret], StoreNamespace.pins, PersonAccess.pinsKey)
                }
                _ = try writer.recording(OperationDraft(.pins), now: at(0)) {
                    try writer.setValue(["other"], StoreNamespace.pins, PersonAccess.pinsKey)
                }
            }
        let copy = folder.appendingPathComponent("copy").path
        try store.backUp(to: copy, leavingOut: StoreNamespace.stepNamespaces)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        #expect(bytes.range(of: Data(secret.utf8)) == nil)
        #expect(bytes.range(of: Data("other".utf8)) != nil)
        let plain = folder.appendingPathComponent("plain").path
        try store.backUp(to: plain)
        #expect(try Data(contentsOf: URL(fileURLWithPath: plain)).range(of: Data(secret.utf8)) != nil)
        let opened = try SampleStore(at: .file(copy))
        let namespaces = try opened.read { try $0.namespaces() }
        #expect(namespaces.allSatisfy { !$0.hasPrefix("steps") })
        opened.close()
        #expect(try SampleStore.inspect(path: copy).findings.isEmpty)
    }
}
