import Foundation
import HealthKit
import HealthStore

/// Reads a store's objects as what a group's entries say.
///
/// Texts are looked up once: most objects share theirs.
final class StoreContents {
    private let store: StoreReader
    private var texts: [Key: [[UInt8]]] = [:]
    private var savedTexts: [Key: [[UInt8]]] = [:]
    private var identities: [Key: ComputedIdentity] = [:]
    private var identifiers: [Key: SyncedIdentifier?] = [:]

    private struct Key: Hashable {
        var type: TypeID
        var unit: UnitID
        var source: SourceID
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID

        init(_ sample: StoredSample) {
            (type, unit, source) = (sample.type, sample.unit, sample.source)
            (revision, device, metadata) = (sample.revision, sample.device, sample.metadata)
        }

        init(_ record: StoredRecord) {
            (type, unit, source) = (record.type, 0, record.source)
            (revision, device, metadata) = (record.revision, record.device, record.metadata)
        }
    }

    init(_ store: StoreReader) { self.store = store }

    /// An object of the store, as far as entries tell it.
    struct Object {
        var id: SyncID
        var content: SampleContent
        var origin: SampleVersion.Origin
        var identifier: SyncedIdentifier?
    }

    func object(_ sample: StoredSample) throws -> Object {
        let key = Key(sample)
        let isImported = Self.isComputed(sample.uuid)
        let content = SampleContent(
            sharing: try isImported ? texts(key) : savedTexts(key),
            start: sample.start,
            end: sample.end,
            creation: sample.creation,
            body: .value(sample.value)
        )
        return Object(
            id: SyncID(sample.uuid),
            content: content,
            origin: origin(sample, key, content.texts),
            identifier: try identifier(key)
        )
    }

    func object(_ record: StoredRecord) throws -> Object {
        let key = Key(record)
        let isImported = Self.isComputed(record.uuid)
        let content = SampleContent(
            sharing: try isImported ? texts(key) : savedTexts(key),
            start: record.start,
            end: record.end,
            creation: record.creation,
            body: .record(record.payload)
        )
        return Object(
            id: SyncID(record.uuid),
            content: content,
            origin: isImported ? .imported(0) : .saved,
            identifier: try identifier(key)
        )
    }

    /// What an app knows an object by, if it does.
    func identifier(of sample: StoredSample) throws -> SyncedIdentifier? {
        sample.metadata == 0 ? nil : try identifier(Key(sample))
    }

    /// What an app knows an object by, if it does.
    func identifier(of record: StoredRecord) throws -> SyncedIdentifier? {
        record.metadata == 0 ? nil : try identifier(Key(record))
    }

    /// Whether a UUID is one that is computed from what a sample says, as imported samples have them.
    static func isComputed(_ uuid: UUID) -> Bool { uuid.uuid.6 >> 4 == 8 && uuid.uuid.8 >> 6 == 2 }

    /// How many equal samples an import may have brought before the number is no longer looked for.
    private static let mostEqual: UInt32 = 64

    private func origin(_ sample: StoredSample, _ key: Key, _ texts: [[UInt8]]) -> SampleVersion.Origin {
        guard Self.isComputed(sample.uuid) else { return .saved }
        let identity = identities[key] ?? ComputedIdentity(texts: texts)
        identities[key] = identity
        for ordinal in 0..<Self.mostEqual {
            let uuid = identity.uuid(
                start: sample.start,
                end: sample.end,
                value: sample.value,
                creation: sample.creation,
                ordinal: ordinal
            )
            if uuid == sample.uuid { return .imported(ordinal) }
        }
        return .imported(0)
    }

    private func texts(_ key: Key) throws -> [[UInt8]] {
        if let known = texts[key] { return known }
        let made = [
            try text(.type, key.type), try text(.unit, key.unit), try text(.source, key.source),
            try text(.revision, key.revision), try text(.device, key.device), try text(.metadata, key.metadata),
        ]
        texts[key] = made
        return made
    }

    /// The texts with the source as the device has it where the sample was saved.
    private func savedTexts(_ key: Key) throws -> [[UInt8]] {
        if let known = savedTexts[key] { return known }
        let made = ArrivedTexts.shared(try texts(key))
        savedTexts[key] = made
        return made
    }

    private func text<Entry>(_ dictionary: StoreDictionary<Entry>, _ id: EntryID<Entry>) throws -> [UInt8] {
        id == 0 ? [] : try store.dictionaryBytes(dictionary, id)
    }

    private func identifier(_ key: Key) throws -> SyncedIdentifier? {
        if key.metadata == 0 { return nil }
        if let known = identifiers[key] { return known }
        let texts = try texts(key)
        let made = StoredSyncIdentifier(source: texts[2], metadata: texts[5])
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
        identifiers[key] = made
        return made
    }
}

/// Samples say the same that have type, unit, source, times and value in common, as imports recognize them.
struct StoreForms: SampleForms {
    func form(of content: SampleContent) -> Digest {
        var writer = ByteWriter()
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
