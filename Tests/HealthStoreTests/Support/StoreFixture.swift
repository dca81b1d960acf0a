import Foundation
import HealthStore
import Testing

/// The ways of keeping a store that every behaviour is tested in.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case file
    case tinyBatches
    case reopened

    var testDescription: String { rawValue }
}

/// A store in a folder of its own that goes when the fixture does.
final class StoreFixture {
    let kind: StoreKind
    let folder: URL
    private(set) var store: SampleStore

    var path: String { folder.appendingPathComponent("health.store").path }

    init(_ kind: StoreKind) throws {
        self.kind = kind
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("health.store").path
        store = try SampleStore(at: kind == .memory ? .memory : .file(path), options: StoreFixture.options(kind))
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func options(_ kind: StoreKind) -> StoreOptions {
        var options = StoreOptions()
        if kind == .tinyBatches {
            options.batchCapacity = 4
            options.recentIdentityLimit = 8
        }
        return options
    }

    /// Opens the store again, where its kind says that this happens after every transaction.
    func settle() throws {
        if kind == .reopened { try reopen() }
    }

    func reopen() throws {
        guard kind != .memory else { return }
        store.close()
        store = try SampleStore(at: .file(path), options: StoreFixture.options(kind))
    }

    @discardableResult
    func write<T>(_ body: (StoreWriter) throws -> T) throws -> T {
        let result = try store.write(body)
        try settle()
        return result
    }

    func read<T>(_ body: (StoreReader) throws -> T) throws -> T { try store.read(body) }
}

/// A few dictionary entries to make samples with.
struct Vocabulary {
    var steps: DictionaryID
    var heartRate: DictionaryID
    var workout: DictionaryID
    var count: DictionaryID
    var bpm: DictionaryID
    var phone: DictionaryID
    var watch: DictionaryID
    var revisions: [DictionaryID]
    var devices: [DictionaryID]
    var metadata: [DictionaryID]

    init(_ writer: StoreWriter) throws {
        func intern(_ kind: DictionaryKind, _ text: String) throws -> DictionaryID {
            try writer.intern(kind, Array(text.utf8))
        }
        steps = try intern(.type, "steps")
        heartRate = try intern(.type, "heart rate")
        workout = try intern(.type, "workout")
        count = try intern(.unit, "count")
        bpm = try intern(.unit, "count/min")
        phone = try intern(.source, "phone")
        watch = try intern(.source, "watch")
        revisions = try (1...3).map { try intern(.revision, "revision \($0)") }
        devices = try (1...2).map { try intern(.device, "device \($0)") }
        metadata = try (1...5).map { try intern(.metadata, "metadata \($0)") }
    }

    func step(
        _ start: Double,
        _ length: Double = 60,
        value: Double = 10,
        source: DictionaryID? = nil,
        identity: SampleIdentity = .derived
    ) -> NewSample {
        NewSample(
            type: steps,
            source: source ?? phone,
            unit: count,
            revision: revisions[0],
            device: devices[0],
            start: start,
            end: start + length,
            value: value,
            creation: start + length + 5,
            identity: identity
        )
    }
}

extension StoreReader {
    /// All samples of a type in order.
    func all(_ type: DictionaryID, order: StoreOrder = .ascending) throws -> [StoredSample] {
        var samples: [StoredSample] = []
        try forEachSample(ScanRequest(type: type), order: order) { sample in
            samples.append(copy sample)
            return .continue
        }
        return samples
    }
}
