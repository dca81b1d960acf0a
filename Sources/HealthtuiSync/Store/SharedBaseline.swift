import Foundation
import HealthKit
import HealthKitStore

/// A store's contents outside the order of changes when it was last in step: any difference was made here since.
struct SharedBaseline: Equatable {
    /// Hashes of what records say that change under their identities.
    var records: [UUID: UInt64] = [:]
    var links: Set<StoreLink> = []
    /// Hashes of values, by the keys of their registers.
    var values: [[UInt8]: UInt64] = [:]

    init() {}

    /// A hash of bytes, the same in every process.
    static func hash(_ bytes: [UInt8]) -> UInt64 { Digest(of: bytes).word }
}

/// The baseline as a store keeps it. One that can't be read counts as none: then everything is looked at.
extension SharedBaseline {
    private static let version: UInt8 = 1
    private static let recordsKey = "records"
    private static let linksKey = "links"
    private static let valuesKey = "values"

    init(_ store: StoreReader) throws {
        func read<T>(_ key: String, _ empty: T, _ body: (inout SyncByteReader) throws(SyncError) -> T) throws -> T {
            guard let bytes = try store.value(StoreNamespace.deviceShared, key) else { return empty }
            var reader = SyncByteReader(bytes)
            do throws(SyncError) {
                guard try reader.byte() == Self.version else { return empty }
                return try body(&reader)
            } catch {
                return empty
            }
        }
        records = try read(Self.recordsKey, [:]) { reader throws(SyncError) in
            var records: [UUID: UInt64] = [:]
            while reader.remaining > 0 { records[try reader.id().uuid] = try reader.long() }
            return records
        }
        links = try read(Self.linksKey, []) { reader throws(SyncError) in
            var links: Set<StoreLink> = []
            while reader.remaining > 0 {
                let (parent, child) = (try reader.id().uuid, try reader.id().uuid)
                links.insert(StoreLink(parent: parent, child: child, role: Int(try reader.word())))
            }
            return links
        }
        values = try read(Self.valuesKey, [:]) { reader throws(SyncError) in
            var values: [[UInt8]: UInt64] = [:]
            while reader.remaining > 0 { values[Array(try reader.sized())] = try reader.long() }
            return values
        }
    }

    /// Keeps what differs from what is kept.
    func save(_ writer: ObjectWriter, replacing old: SharedBaseline) throws {
        func write(_ key: String, _ body: (inout SyncByteWriter) -> Void) throws {
            var bytes = SyncByteWriter()
            bytes.byte(Self.version)
            body(&bytes)
            try writer.writer.setValue(bytes.bytes, StoreNamespace.deviceShared, key)
        }
        if records != old.records {
            try write(Self.recordsKey) { bytes in
                for (uuid, hash) in records {
                    bytes.id(SyncID(uuid))
                    bytes.long(hash)
                }
            }
        }
        if links != old.links {
            try write(Self.linksKey) { bytes in
                for link in links {
                    bytes.id(SyncID(link.parent))
                    bytes.id(SyncID(link.child))
                    bytes.word(UInt32(link.role))
                }
            }
        }
        if values != old.values {
            try write(Self.valuesKey) { bytes in
                for (key, hash) in values {
                    bytes.sized(key)
                    bytes.long(hash)
                }
            }
        }
    }
}

/// Records whose payloads change under their identities, which takes no place in the order of changes.
enum SharedRecords {
    private static let types = [HKWorkoutTypeIdentifier, HKObjectType.userAnnotatedMedicationType().identifier]

    /// The records that a store has now, by identity, with hashes of what they say.
    static func hashes(_ store: StoreReader) throws -> [UUID: UInt64] {
        var hashes: [UUID: UInt64] = [:]
        try forEach(store) { record in
            var bytes = SyncByteWriter()
            for number in [record.start, record.end, record.creation] { bytes.number(number) }
            for number in [
                record.source.number, record.revision.number, record.device.number, record.metadata.number,
            ] { bytes.word(UInt32(bitPattern: number)) }
            bytes.append(record.payload)
            hashes[record.uuid] = SharedBaseline.hash(bytes.bytes)
        }
        return hashes
    }

    private static func forEach(_ store: StoreReader, _ body: (StoredRecord) throws -> Void) throws {
        for type in types {
            guard let id = try store.entryID(.type, DictionaryCoding.bytes(type: type)) else { continue }
            for record in try store.records(RecordRequest(type: id)) { try body(record) }
        }
    }

    /// The changes of records that differ from the group's.
    static func changes(_ objects: [StoreContents.Object], _ context: OutgoingChanges.Context) -> [Entry] {
        var entries: [Entry] = []
        for object in objects {
            let root = context.roots[object.id] ?? object.id
            guard let shown = context.merged.samples[root], shown.id == object.id,
                !shown.content.isEqual(to: object.content)
            else {
                continue
            }
            let stamp = shown.stamp.next(clock: context.clock, device: context.device)
            entries.append(
                .sample(
                    SyncedVersion(
                        name: VersionName(root: root, stamp: stamp, id: object.id),
                        origin: object.origin,
                        identifier: shown.identifier,
                        content: object.content
                    )
                )
            )
        }
        return entries
    }
}
