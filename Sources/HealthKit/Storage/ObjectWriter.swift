import Foundation
import HealthStore

/// One transaction on the store, written as HealthKit's objects.
package final class ObjectWriter: ObjectReader {
    package let writer: StoreWriter
    private var lastType = LastInterned<HKObjectType>()
    private var lastUnit = LastInterned<HKUnit>()
    private var lastDevice = LastInterned<HKDevice>()
    private var lastMetadata = LastInterned<Metadata>()

    init(_ writer: StoreWriter) {
        self.writer = writer
        super.init(writer)
    }

    /// The numbers of a revision and of its source.
    package func intern(_ revision: HKSourceRevision) throws -> (revision: DictionaryID, source: DictionaryID) {
        (
            try writer.intern(.revision, DictionaryCoding.bytes(revision: revision)),
            try writer.intern(.source, DictionaryCoding.bytes(source: revision.source))
        )
    }

    package func intern(type identifier: String) throws -> DictionaryID {
        try writer.intern(.type, DictionaryCoding.bytes(type: identifier))
    }

    /// The number of a type.
    ///
    /// Most samples of a save share theirs, and their unit, device and metadata: the last of each is remembered.
    func intern(type: HKObjectType) throws -> DictionaryID {
        try lastType.id(of: type) { try intern(type: type.identifier) }
    }

    package func intern(unit: HKUnit) throws -> DictionaryID {
        try lastUnit.id(of: unit) { try writer.intern(.unit, DictionaryCoding.bytes(unit: unit.unitString)) }
    }

    package func intern(device: HKDevice?) throws -> DictionaryID {
        guard let device else { return 0 }
        return try lastDevice.id(of: device) { try writer.intern(.device, DictionaryCoding.bytes(device: device)) }
    }

    package func intern(metadata: Metadata?) throws -> DictionaryID {
        guard let metadata else { return 0 }
        return try lastMetadata.id(of: metadata) { try writer.intern(.metadata, metadata.bytes) }
    }
}

/// The last object of a kind that was looked up, and its number.
private struct LastInterned<Object: AnyObject> {
    private var known: (object: Object, id: DictionaryID)?

    mutating func id(of object: Object, _ find: () throws -> DictionaryID) rethrows -> DictionaryID {
        if let known, known.object === object { return known.id }
        let id = try find()
        known = (object, id)
        return id
    }
}
