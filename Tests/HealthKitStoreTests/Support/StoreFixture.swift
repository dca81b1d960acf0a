import Foundation
import HealthKitStore
import Testing

/// The ways of keeping a store that every behaviour is tested in.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case memory
    case file
    case tinyBatches
    case reopened
    case encrypted

    var testDescription: String { rawValue }
}

/// A store in a folder of its own, or on a disk that fails, that goes when the fixture does.
final class StoreFixture {
    let kind: StoreKind
    let folder: URL
    private let disk: FaultyDisk?
    private(set) var path: String
    private(set) var store: SampleStore
    private let options: StoreOptions
    private var crashes = 0

    /// Is called when a write has returned, before the store may be opened again.
    var afterWrite: (() throws -> Void)?

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - kind: how it is kept.
    ///   - disk: where, instead of a folder of the system.
    ///   - change: changes the options with which it is opened.
    /// - Throws: ``StoreError``.
    init(_ kind: StoreKind, on disk: FaultyDisk? = nil, _ change: (inout StoreOptions) -> Void = { _ in }) throws {
        self.kind = kind
        self.disk = disk
        var options = StoreFixture.options(kind)
        if let disk { (options.fileSystem, options.key) = (FaultyDisk.fileSystem, disk.options.key) }
        change(&options)
        self.options = options
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = disk?.path ?? folder.appendingPathComponent("health.store").path
        store = try SampleStore(at: kind == .memory ? .memory : .file(path), options: options)
    }

    /// So little memory that most transactions write pages to the log before they end, and read them there again.
    static let fewKilobytes = 16

    deinit {
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func options(_ kind: StoreKind) -> StoreOptions {
        var options = StoreOptions()
        if kind == .tinyBatches {
            options.batchCapacity = 4
            options.recentIdentityLimit = 8
            options.keptKilobytes = fewKilobytes
        }
        if kind == .encrypted {
            options.key = TestKey.secret
            // Disks that fail have the other.
            options.cipher = .xchacha
            options.keptKilobytes = fewKilobytes
        }
        return options
    }

    /// Opens the store again, where its kind says that this happens after every transaction.
    func settle() throws {
        try afterWrite?()
        if kind == .reopened { try reopen() }
    }

    func reopen() throws {
        guard kind != .memory else { return }
        store.close()
        store = try SampleStore(at: .file(path), options: options)
    }

    /// Goes on with what the program would find if it had been killed now: the files as they are, never closed.
    ///
    /// On a disk that fails it is opened anew: that disk makes crashes of its own.
    func crash() throws {
        guard kind != .memory, disk == nil else { return try reopen() }
        crashes += 1
        let copy = folder.appendingPathComponent("health-\(crashes).store").path
        for suffix in ["", "-log", "-mark"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        store.close()
        try FileManager.default.removeItem(atPath: path)
        path = copy
        store = try SampleStore(at: .file(path), options: options)
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
    var steps: TypeID
    var heartRate: TypeID
    var workout: TypeID
    var count: UnitID
    var bpm: UnitID
    var phone: SourceID
    var watch: SourceID
    var revisions: [RevisionID]
    var devices: [DeviceID]
    var metadata: [MetadataID]

    init(_ writer: StoreWriter) throws {
        func intern<Entry>(_ dictionary: StoreDictionary<Entry>, _ text: String) throws -> EntryID<Entry> {
            try writer.intern(dictionary, Array(text.utf8))
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
        source: SourceID? = nil,
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
    func all(_ type: TypeID, order: StoreOrder = .ascending) throws -> [StoredSample] {
        var samples: [StoredSample] = []
        try forEachSample(ScanRequest(type: type), order: order) { sample in
            samples.append(copy sample)
            return .continue
        }
        return samples
    }
}
