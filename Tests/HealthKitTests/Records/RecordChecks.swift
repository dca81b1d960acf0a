import Foundation
import Synchronization
import Testing

@testable import HealthKit

/// What every sample of a class of its own promises.
struct RecordChecks {
    let test = TestStore()

    /// Saves a sample, and checks that it is found again by every query, hidden from who may not read it, and kept by an
    /// archive, by the judgement of a closure.
    func pass<S: HKSample & RecordSample>(_ sample: S, _ isSame: (S) throws -> Bool) async throws {
        try await test.store.save(sample)
        let found = try #require(try await test.store.all(sample.sampleType).first { $0.uuid == sample.uuid } as? S)
        #expect(try isSame(found))
        #expect(found.sampleType == sample.sampleType)
        #expect(found.startDate == sample.startDate && found.endDate == sample.endDate)
        #expect(found.device == sample.device)
        #expect(found.metadataValues == sample.metadataValues)
        try await isFoundByAnchoredQuery(sample)
        try await isHidden(sample)
        let read = try archived(found)
        #expect(try isSame(read))
        #expect(read.uuid == sample.uuid && read.metadataValues == sample.metadataValues)
        #expect(read.sourceRevision == found.sourceRevision)
        try survivesDamage(sample)
        #expect(await code { try await test.store.save(sample) } == .errorInvalidArgument)
        try await test.store.delete(sample)
        #expect(try await test.store.all(sample.sampleType).isEmpty)
    }

    private func isFoundByAnchoredQuery(_ sample: HKSample) async throws {
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [HKSamplePredicate<HKSample>.sample(type: sample.sampleType)],
            anchor: nil
        )
        #expect(try await query.result(for: test.store).addedSamples.map(\.uuid).contains(sample.uuid))
    }

    private func isHidden(_ sample: HKSample) async throws {
        let type = sample.sampleType
        #expect(await code { _ = try await test.app("stranger").all(type) } == .errorAuthorizationNotDetermined)
        try test.grant("denied", type, read: false, share: false)
        #expect(try await test.app("denied").all(type).isEmpty)
        try test.grant("writer", type, read: nil, share: true)
        #expect(try await test.app("writer").all(type).isEmpty)
        let prompt = ChoosingPrompt()
        let reader = test.app("reader", prompt: prompt)
        try test.grant("reader", type, read: true, share: nil)
        if type.requiresPerObjectAuthorization() {
            #expect(try await reader.all(type).isEmpty)
            prompt.choice.withLock { $0 = [sample.uuid] }
            try await reader.requestPerObjectReadAuthorization(for: type, predicate: nil)
        }
        if type is HKDocumentType {
            #expect(try await reader.all(type).isEmpty, "the person chooses documents in answer to a document query")
            try test.store.database()
                .write { writer in
                    let app = AppIdentity(bundleIdentifier: "test.reader", name: "reader")
                    let request = try writer.ask(app, objectsOf: type, .everything, now: at(0))
                    try writer.answer(request.id, objects: [sample.uuid])
                }
        }
        let copy = try #require(try await reader.all(type).first { $0.uuid == sample.uuid })
        #expect(await code { try await reader.save(copy) } == .errorAuthorizationDenied)
    }

    /// Reads the content from bytes that were cut off and changed anywhere: nothing or something, and no trap.
    private func survivesDamage<S: HKSample & RecordSample>(_ sample: S) throws {
        let bytes = try sample.recordBytes
        let places = bytes.count < 600 ? Array(bytes.indices) : Array(stride(from: 0, to: bytes.count, by: 37))
        for place in places {
            _ = S.sample(sample.parts, bytes: Array(bytes[..<place]))
            var damaged = bytes
            damaged[place] ^= UInt8(1 << (place % 8))
            if let changed = S.sample(sample.parts, bytes: damaged) { _ = changed.description }
        }
    }
}

/// An object that went through an archive.
func archived<T: NSObject & NSSecureCoding>(_ object: T) throws -> T {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data))
}

/// Checks that an archive without one of its parts opens as nothing, and does not stop the program.
func checkIncompleteArchives<T: HKSample & RecordSample>(of sample: T) throws {
    let type = sample.sampleType
    func open(_ parts: [(key: String, value: Any)]) throws -> T? {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        for part in parts {
            if let number = part.value as? Double {
                archiver.encode(number, forKey: part.key)
            } else {
                archiver.encode(part.value, forKey: part.key)
            }
        }
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        return T(coder: unarchiver)
    }
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    sample.encode(with: coder)
    coder.finishEncoding()
    let whole = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
    let content = try #require(whole.decodeObject(of: NSData.self, forKey: "content"))
    let parts: [(key: String, value: Any)] = [
        ("uuid", sample.uuid.uuidString as NSString), ("sampleType", type), ("startDate", 0.0), ("endDate", 0.0),
        ("content", content),
    ]
    #expect(try open(parts) != nil)
    for index in parts.indices {
        var fewer = parts
        fewer.remove(at: index)
        #expect(try open(fewer) == nil, "without \(parts[index].key)")
    }
    #expect(try open(parts.dropLast() + [("content", Data("[]".utf8) as NSData)]) == nil)
    #expect(try open(parts.dropLast() + [("content", "text" as NSString)]) == nil)
    #expect(try open([parts[0], ("sampleType", HKQuantityType(.stepCount))] + parts[2...]) == nil)
}
