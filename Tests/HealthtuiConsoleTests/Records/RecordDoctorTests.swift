import Foundation
import HealthKit
import Testing

/// What the doctor says of records.
@Suite struct RecordDoctorTests {
    @Test("A store with records of every kind, and with a list of medications, is intact")
    func everyKind() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("doctor-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let store = TestStore(at: .file(path))
        try store.electrocardiogram()
        try store.audiogram()
        try store.glasses()
        try store.heartbeats()
        try store.labResults()
        try store.moods()
        try store.document()
        _ = try store.verifiable()
        try store.medications()
        #expect(try store.person.medications().isEmpty == false)
        let check = try StoreDoctor(path: path).check()
        #expect(check.problems == [])
        #expect(check.types > 8)
    }
}
