import Foundation
import HealthKitStore

/// A deleted object with a sync identifier.
struct IdentifiedObject {
    var uuid: UUID
    /// The identifier's key in the store.
    var key: String
    var version: Double
}

extension ObjectWriter {
    /// The objects with a sync identifier that a step deleted.
    ///
    /// - Throws: The store's errors.
    func identifiedObjects(of step: OwnerOperation) throws -> [IdentifiedObject] {
        var found: [IdentifiedObject] = []
        // Many samples share their metadata.
        var known: [MetadataID: Metadata?] = [:]
        func note(_ uuid: UUID, _ id: MetadataID, _ type: TypeID, _ source: SourceID) throws {
            if known[id] == nil { known[id] = .some(try metadata(id)) }
            guard let metadata = known[id] ?? nil,
                let version = metadata[HKMetadataKeySyncVersion]?.number,
                let key = SyncKey(
                    metadata,
                    type: try typeIdentifier(type),
                    bundleIdentifier: try self.source(source).bundleIdentifier
                )
            else { return }
            found.append(IdentifiedObject(uuid: uuid, key: key.text, version: version))
        }
        try forEachChange(of: step) { change in
            switch change {
            case .samples(let samples):
                for (uuid, metadata) in try store.withMetadata(samples) {
                    try note(uuid, metadata, samples.type, samples.source)
                }
            case .record(let record):
                if record.metadata != 0 { try note(record.uuid, record.metadata, record.type, record.source) }
            default: break
            }
        }
        return found
    }

    /// Whether another stored object has the sync identifier of one that is to be restored.
    func isHeldByAnother(_ object: IdentifiedObject) throws -> Bool {
        guard let held = try value(SyncEntry.self, SyncKey.namespace, object.key), held.uuid != object.uuid else {
            return false
        }
        return try store.object(uuid: held.uuid) != nil
    }

    /// Records the sync identifier of a restored object again, so that its app's next save finds it.
    func rememberRestored(_ object: IdentifiedObject) throws {
        guard try store.object(uuid: object.uuid) != nil, try !isHeldByAnother(object) else { return }
        let entry = SyncEntry(uuid: object.uuid, version: object.version)
        if try value(SyncEntry.self, SyncKey.namespace, object.key)?.uuid == object.uuid { return }
        try setValue(entry, SyncKey.namespace, object.key)
    }
}
