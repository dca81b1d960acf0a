import Foundation
import HealthKit
import HealthKitStore

/// Reads a store's objects as what a group's entries say.
///
/// Texts are looked up once: most objects share theirs.
final class StoreContents {
    private let store: StoreReader
    private var known: [Key: Shared] = [:]
    /// The number of texts kept in memory: each object may have its own.
    private static let mostKnown = 4_096
    /// The shared content of the previous object.
    private var last: (key: Key, shared: Shared)?

    /// The numbers of an object's texts, two in one.
    private struct Key: Hashable {
        private let first: UInt64
        private let second: UInt64
        private let third: UInt64

        init(_ sample: StoredSample) {
            first = Self.pair(sample.type, sample.unit)
            second = Self.pair(sample.source, sample.revision)
            third = Self.pair(sample.device, sample.metadata)
        }

        init(_ block: SampleBlock, _ row: Int) {
            first = Self.pair(block.type, block.unit)
            second = Self.pair(block.source, block.revisions[row])
            third = Self.pair(block.devices[row], block.metadata[row])
        }

        init(_ record: StoredRecord) {
            first = Self.pair(record.type, 0 as UnitID)
            second = Self.pair(record.source, record.revision)
            third = Self.pair(record.device, record.metadata)
        }

        private static func pair<First, Second>(_ first: EntryID<First>, _ second: EntryID<Second>) -> UInt64 {
            UInt64(UInt32(bitPattern: first.number)) << 32 | UInt64(UInt32(bitPattern: second.number))
        }
    }

    /// The content shared by objects with the same texts.
    private final class Shared {
        let texts: [[UInt8]]
        let byteCount: Int
        let identifier: SyncedIdentifier?
        /// The texts with the source as the device has it where the sample was saved.
        private(set) lazy var savedTexts = StoredTexts.shared(texts)
        /// Whether other machines take samples with them, and whether these are of a category.
        private(set) lazy var isSound = SharedContentCheck.flaw(texts: texts, isRecord: false) == nil
        private(set) lazy var isCategory = SharedContentCheck.isCategory(texts: texts)
        private(set) lazy var identity = ComputedIdentity(texts: texts)

        init(_ texts: [[UInt8]], _ identifier: SyncedIdentifier?) {
            self.texts = texts
            byteCount = SharedTexts(texts).byteCount
            self.identifier = identifier
        }
    }

    init(_ store: StoreReader) { self.store = store }

    /// An object of the store, in the form of entries.
    struct Object {
        var id: SyncID
        var content: SampleContent
        var origin: SyncedVersion.Origin
        var identifier: SyncedIdentifier?
    }

    func object(_ sample: StoredSample) throws -> Object {
        let shared = try shared(sample)
        let isImported = Self.isComputed(sample.uuid)
        let content = SampleContent(
            sharing: isImported ? shared.texts : shared.savedTexts,
            start: sample.start,
            end: sample.end,
            creation: sample.creation,
            body: .value(sample.value)
        )
        return Object(
            id: SyncID(sample.uuid),
            content: content,
            origin: isImported ? .imported(Self.ordinal(sample, shared.identity) ?? 0) : .saved,
            identifier: shared.identifier
        )
    }

    func object(_ record: StoredRecord) throws -> Object {
        let shared = try shared(record)
        let isImported = Self.isComputed(record.uuid)
        let content = SampleContent(
            sharing: isImported ? shared.texts : shared.savedTexts,
            start: record.start,
            end: record.end,
            creation: record.creation,
            body: .record(record.payload)
        )
        return Object(
            id: SyncID(record.uuid),
            content: content,
            origin: isImported ? .imported(0) : .saved,
            identifier: shared.identifier
        )
    }

    /// A sample as a row of others, as far as the store's numbers don't say it.
    struct Row {
        var texts: SharedTexts
        var flags: SampleRows.Flags
        var ordinal: UInt32
    }

    /// The most bytes that the texts of a row have.
    private static let mostTextBytes = 64 << 10

    /// A sample as a row; `nil` for one that an app knows by an identifier, whose texts are long, or that isn't shared.
    func row(_ sample: StoredSample) throws -> Row? {
        let shared = try shared(sample)
        guard shared.identifier == nil, shared.byteCount <= Self.mostTextBytes, shared.isSound,
            SharedContentCheck.flaw(start: sample.start, end: sample.end, creation: sample.creation) == nil,
            SharedContentCheck.flaw(value: sample.value, ofCategory: shared.isCategory) == nil
        else {
            return nil
        }
        guard Self.isComputed(sample.uuid) else {
            return Row(texts: SharedTexts(shared.savedTexts), flags: .first, ordinal: 0)
        }
        let ordinal = Self.ordinal(sample, shared.identity)
        let flags: SampleRows.Flags = ordinal == nil ? [.first, .imported] : [.first, .imported, .computed]
        return Row(texts: SharedTexts(shared.texts), flags: flags, ordinal: ordinal ?? 0)
    }

    /// An app's identifier for an object, if there is one.
    func identifier(of sample: StoredSample) throws -> SyncedIdentifier? {
        sample.metadata == 0 ? nil : try shared(sample).identifier
    }

    /// An app's identifier for an object, if there is one.
    func identifier(of record: StoredRecord) throws -> SyncedIdentifier? {
        record.metadata == 0 ? nil : try shared(record).identifier
    }

    /// An app's identifier for a row of a batch, if there is one; the batch's provenance must have been requested.
    func identifier(of block: SampleBlock, _ row: Int) throws -> SyncedIdentifier? {
        if block.metadata[row] == 0 { return nil }
        let (revision, device, metadata) = (block.revisions[row], block.devices[row], block.metadata[row])
        let shared = try shared(Key(block, row)) {
            try texts(block.type, block.unit, block.source, revision, device, metadata)
        }
        return shared.identifier
    }

    /// Whether a UUID is one that is computed from what a sample says, as imported samples have them.
    static func isComputed(_ uuid: UUID) -> Bool { uuid.uuid.6 >> 4 == 8 && uuid.uuid.8 >> 6 == 2 }

    /// The most equal samples from imports for which the number is still looked for.
    private static let mostEqual: UInt32 = 64

    /// The ordinal of an imported sample among equal ones; `nil` for a sample whose identity isn't computed as now.
    private static func ordinal(_ sample: StoredSample, _ identity: ComputedIdentity) -> UInt32? {
        for ordinal in 0..<mostEqual {
            let uuid = identity.uuid(
                start: sample.start,
                end: sample.end,
                value: sample.value,
                creation: sample.creation,
                ordinal: ordinal
            )
            if uuid == sample.uuid { return ordinal }
        }
        return nil
    }

    private func shared(_ sample: StoredSample) throws -> Shared {
        try shared(Key(sample)) {
            try texts(sample.type, sample.unit, sample.source, sample.revision, sample.device, sample.metadata)
        }
    }

    private func shared(_ record: StoredRecord) throws -> Shared {
        try shared(Key(record)) {
            try texts(record.type, 0, record.source, record.revision, record.device, record.metadata)
        }
    }

    private func shared(_ key: Key, _ texts: () throws -> [[UInt8]]) throws -> Shared {
        if let last, last.key == key { return last.shared }
        let shared: Shared
        if let known = known[key] {
            shared = known
        } else {
            let texts = try texts()
            shared = Shared(texts, Self.identifier(texts))
            if known.count >= Self.mostKnown { known = [:] }
            known[key] = shared
        }
        last = (key, shared)
        return shared
    }

    private func texts(
        _ type: TypeID,
        _ unit: UnitID,
        _ source: SourceID,
        _ revision: RevisionID,
        _ device: DeviceID,
        _ metadata: MetadataID
    ) throws -> [[UInt8]] {
        [
            try text(.type, type), try text(.unit, unit), try text(.source, source), try text(.revision, revision),
            try text(.device, device), try text(.metadata, metadata),
        ]
    }

    private func text<Entry>(_ dictionary: StoreDictionary<Entry>, _ id: EntryID<Entry>) throws -> [UInt8] {
        id == 0 ? [] : try store.dictionaryBytes(dictionary, id)
    }

    private static func identifier(_ texts: [[UInt8]]) -> SyncedIdentifier? {
        if texts[5].isEmpty { return nil }
        return StoredSyncIdentifier(source: texts[2], metadata: texts[5])
            .map { stored in
                SyncedIdentifier(
                    key: SyncedIdentifier.Key(
                        source: Array((stored.deviceSource?.app ?? stored.bundleIdentifier).utf8),
                        type: texts[0],
                        identifier: Array(stored.identifier.utf8)
                    ),
                    version: stored.version,
                    incarnation: 0
                )
            }
    }
}

/// Samples say the same that have type, unit, source, times and value in common, as imports recognize them.
struct StoreForms: SampleForms {
    func form(of content: SampleContent) -> Digest {
        var writer = SyncByteWriter()
        for text in content.texts.prefix(3) { writer.sized(text) }
        writer.number(content.start)
        writer.number(content.end)
        switch content.body {
        case .value(let value):
            writer.byte(0)
            writer.number(value)
        case .record(let payload):
            writer.byte(1)
            writer.sized(payload)
        case .pieces(let whole, _):
            writer.byte(2)
            writer.digest(whole)
        }
        return Digest(of: writer.bytes)
    }

    func hash(of content: SampleContent) -> Int {
        var hasher = Hasher()
        hasher.combine(content.start)
        hasher.combine(content.end)
        if case .value(let value) = content.body { hasher.combine(value) }
        return hasher.finalize()
    }
}
