import Foundation
import HealthKitStore

/// A transaction on the store that writes HealthKit objects.
package final class ObjectWriter: ObjectReader {
    package let writer: StoreWriter
    private var lastType = LastInterned<HKObjectType, TypeEntry>()
    private var lastUnit = LastInterned<HKUnit, UnitEntry>()
    private var lastDevice = LastInterned<HKDevice, DeviceEntry>()
    private var lastMetadata = LastInterned<Metadata, MetadataEntry>()

    init(_ writer: StoreWriter) {
        self.writer = writer
        super.init(writer)
    }

    /// The numbers of a revision and its source.
    package func intern(_ revision: HKSourceRevision) throws -> (revision: RevisionID, source: SourceID) {
        (
            try writer.intern(.revision, DictionaryCoding.bytes(revision: revision)),
            try writer.intern(.source, DictionaryCoding.bytes(source: revision.source))
        )
    }

    package func intern(type identifier: String) throws -> TypeID {
        try writer.intern(.type, DictionaryCoding.bytes(type: identifier))
    }

    /// The number of a type.
    ///
    /// Most samples of a save share their type, unit, device and metadata, so the last of each is cached.
    func intern(type: HKObjectType) throws -> TypeID {
        try lastType.id(of: type) { try intern(type: type.identifier) }
    }

    package func intern(unit: HKUnit) throws -> UnitID {
        try lastUnit.id(of: unit) { try writer.intern(.unit, DictionaryCoding.bytes(unit: unit.unitString)) }
    }

    package func intern(device: HKDevice?) throws -> DeviceID {
        guard let device else { return 0 }
        return try lastDevice.id(of: device) { try writer.intern(.device, DictionaryCoding.bytes(device: device)) }
    }

    package func intern(metadata: Metadata?) throws -> MetadataID {
        guard let metadata else { return 0 }
        return try lastMetadata.id(of: metadata) { try writer.intern(.metadata, metadata.bytes) }
    }
}

/// The last object of a kind that was looked up, with its number.
private struct LastInterned<Object: AnyObject, Entry> {
    private var known: (object: Object, id: EntryID<Entry>)?

    mutating func id(of object: Object, _ find: () throws -> EntryID<Entry>) rethrows -> EntryID<Entry> {
        if let known, known.object === object { return known.id }
        let id = try find()
        known = (object, id)
        return id
    }
}
