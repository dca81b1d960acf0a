import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// A check finds what the store keeps well and HealthKit can't read.
@Suite("Content that can't be read") final class UnreadableContentTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mute-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("health.store").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func dose() throws -> HKMedicationDoseEvent {
        let concept = HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "aspirin"))
        return try HKMedicationDoseEvent(of: concept, status: .taken, at: at(5), unit: .gramUnit(with: .milli))
    }

    @Test("A dose in an unknown unit is none, in the store and by itself")
    func unknownUnit() async throws {
        let store = HKHealthStore.person(location: .memory).store
        let dose = try dose()
        try await store.save(dose)
        var content = dose.content
        content.unit = "blorb"
        #expect(HKMedicationDoseEvent(dose.parts, content: content) == nil)
        let bytes = try content.bytes
        try store.database().write { try $0.writer.update(record: dose.uuid, payload: bytes) }
        #expect(try await store.all(HKObjectType.medicationDoseEventType()) == [])
    }

    @Test("A prism for an unknown eye is none")
    func unknownEye() throws {
        let quantity = HKQuantity(unit: .prismDiopter(), doubleValue: 2)
        var content = try PrismContent(
            amount: quantity,
            angle: HKQuantity(unit: .degreeAngle(), doubleValue: 30),
            eye: .right
        )
        #expect(HKVisionPrism(content)?.eye == .right)
        content.eye = 7
        #expect(HKVisionPrism(content) == nil)
        #expect(throws: HKError.self) { try content.check() }
    }

    @Test("A check names settings, records and category samples that can't be read")
    func check() async throws {
        let person = HKHealthStore.person(location: .file(path)).store
        let dose = try dose()
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        try await person.save([dose, workout])
        #expect(try StoreDoctor(path: path).check().problems == [])
        var content = dose.content
        content.unit = "blorb"
        let bytes = try content.bytes
        try person.database()
            .write { writer in
                try writer.writer.update(record: dose.uuid, payload: bytes)
                try writer.writer.update(record: workout.uuid, payload: [1, 2, 3])
                let (revision, source) = try writer.intern(HKSourceRevision.health)
                let type = try writer.intern(type: HKCategoryType(.sleepAnalysis))
                try writer.writer.insert([
                    NewSample(type: type, source: source, revision: revision, start: 0, end: 1, value: 1.5, creation: 1)
                ])
                for (namespace, key) in [
                    (StoreNamespace.sourceOrder, steps.identifier), (StoreNamespace.grants, "app\u{1F}a"),
                    (StoreNamespace.grants, "app\u{1F}b"), (AuditNamespace.minutes, "000000000000.x"),
                ] {
                    try writer.writer.setValue([1, 2, 3], namespace, key)
                }
                try writer.setValue("blorb", StoreNamespace.preferredUnits, steps.identifier)
            }
        let problems = try StoreDoctor(path: path).check().problems
        #expect(problems.filter { $0.kind == "records" }.map(\.count) == [2, 1])
        #expect(
            problems.filter { $0.kind == "settings" }.map(\.text) == [
                "2 permissions of apps can't be decoded", "1 orders of sources can't be decoded",
                "1 preferred units can't be decoded", "1 entries of the audit can't be decoded",
            ]
        )
    }
}
