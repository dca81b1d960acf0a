import Foundation
import HealthKitStore
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import HealthKit

@Suite("Attachments")
struct AttachmentTests {
    private let test = TestStore()
    private let type = HKObjectType.visionPrescriptionType()

    private func file(_ bytes: [UInt8]) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(bytes).write(to: url)
        return url
    }

    private func prescription(_ store: HKHealthStore) async throws -> HKVisionPrescription {
        let sample = HKVisionPrescription(
            type: .glasses,
            dateIssued: at(0),
            expirationDate: nil,
            device: nil,
            metadata: nil
        )
        try await store.save(sample)
        return sample
    }

    private func add(_ bytes: [UInt8], to object: HKObject, _ store: HKHealthStore, metadata: [String: Any] = [:])
        async throws -> HKAttachment
    {
        let url = try file(bytes)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await HKAttachmentStore(healthStore: store)
            .addAttachment(to: object, name: "scan", contentType: .pdf, url: url, metadata: metadata)
    }

    @Test("a file comes back whole, in pieces and byte by byte, long after the file is gone")
    func roundTrip() async throws {
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let object = try await prescription(test.store)
        let attachment = try await add(bytes, to: object, test.store, metadata: ["page": 2, "on": at(3)])
        let attachments = HKAttachmentStore(healthStore: test.store)
        let found = try #require(try await attachments.attachments(for: object).first)
        #expect(found == attachment && found.name == "scan" && found.contentType == .pdf && found.size == 600_000)
        #expect(found.metadata?["page"] as? Int == 2 && found.metadata?["on"] as? Date == at(3))
        #expect(try archived(found).creationDate == attachment.creationDate)
        let reader = attachments.dataReader(for: found)
        #expect(try await [UInt8](reader.data) == bytes)
        #expect(reader.progress.fractionCompleted == 1 && reader.attachment == found)
        var walked: [UInt8] = []
        for try await byte in attachments.dataReader(for: found).bytes { walked.append(byte) }
        #expect(walked == bytes)
        let whole: Data? = await withCheckedContinuation { continuation in
            attachments.getData(for: found) { data, _ in continuation.resume(returning: data) }
        }
        #expect(whole.map { [UInt8]($0) } == bytes)
    }

    @Test("an attachment is removed by itself, and goes with its object")
    func removing() async throws {
        let attachments = HKAttachmentStore(healthStore: test.store)
        let object = try await prescription(test.store)
        let other = try await prescription(test.store)
        let first = try await add([1], to: object, test.store)
        let second = try await add([2], to: object, test.store)
        #expect(await code { try await attachments.removeAttachment(first, from: other) } == .errorInvalidArgument)
        try await attachments.removeAttachment(first, from: object)
        #expect(try await attachments.attachments(for: object) == [second])
        #expect(await code { _ = try await attachments.dataReader(for: first).data } == .errorNoData)
        try await test.store.delete(object)
        #expect(try await attachments.attachments(for: object).isEmpty)
        #expect(await code { _ = try await attachments.dataReader(for: second).data } == .errorNoData)
        let left = try test.store.database().read { try $0.store.values("attachments.data").count }
        #expect(left == 0)
    }

    @Test("R2.24 other objects, other types of files, other metadata and too large files are refused")
    func validation() async throws {
        let object = try await prescription(test.store)
        let attachments = HKAttachmentStore(healthStore: test.store)
        #expect(await code { _ = try await add([1], to: stepSample(1, 0, 1), test.store) } == .errorInvalidArgument)
        #expect(await code { _ = try await add([], to: object, test.store) } == .errorInvalidArgument)
        let quantity = ["q": HKQuantity(unit: .count(), doubleValue: 1)]
        #expect(
            await code { _ = try await add([1], to: object, test.store, metadata: quantity) } == .errorInvalidArgument
        )
        let url = try file([1])
        #expect(
            await code {
                _ = try await attachments.addAttachment(to: object, name: "", contentType: .plainText, url: url)
            } == .errorInvalidArgument
        )
        try FileManager.default.removeItem(at: url)
        #expect(
            await code { _ = try await attachments.addAttachment(to: object, name: "", contentType: .pdf, url: url) }
                == .errorInvalidArgument
        )
        let large = [UInt8](repeating: 7, count: AttachmentContent.maximumSize + 1)
        #expect(await code { _ = try await add(large, to: object, test.store) } == .errorDataSizeExceeded)
        #expect(try await attachments.attachments(for: object).isEmpty)
    }

    @Test("only who saved a prescription changes its attachments, and only who may read it reads them")
    func permission() async throws {
        let object = try await prescription(test.store)
        let attachment = try await add([1, 2], to: object, test.store)
        let prompt = ChoosingPrompt()
        let app = test.app("optician", prompt: prompt)
        let attachments = HKAttachmentStore(healthStore: app)
        #expect(await code { _ = try await attachments.attachments(for: object) } == .errorAuthorizationNotDetermined)
        #expect(await code { _ = try await add([1], to: object, app) } == .errorAuthorizationNotDetermined)
        try test.grant("optician", type, read: nil, share: true)
        #expect(await code { _ = try await add([1], to: object, app) } == .errorInvalidArgument)
        #expect(try await attachments.attachments(for: object).isEmpty)
        #expect(await code { _ = try await attachments.dataReader(for: attachment).data } == .errorNoData)
        prompt.choice.withLock { $0 = [object.uuid] }
        try await app.requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(try await attachments.attachments(for: object) == [attachment])
        #expect(try await attachments.dataReader(for: attachment).data == Data([1, 2]))
    }
}
