import Foundation
import HealthKitStore

/// Stores an app's objects under other UUIDs where objects that the app may not see already have theirs.
///
/// A save that failed would tell the app that a UUID is stored. The store has one object per UUID, so the app's object gets
/// another one and records in its metadata which UUID the app knows it by; readers of that app show that one.
final class SubstituteUUIDs {
    /// Finds the stored object that an app knows by a UUID: one that it saved or may see.
    typealias Lookup = (UUID) throws -> StoredObject?

    private let bundleIdentifier: String
    private let lookup: Lookup
    private var substitutes: [UUID: UUID] = [:]
    /// Whether the app has had a substitute in this store; looked up once per save.
    private var hasEarlier: Bool?

    /// - Parameters:
    ///   - bundleIdentifier: The app that saves.
    ///   - lookup: Finds the stored object that the app knows by a UUID.
    init(bundleIdentifier: String, lookup: @escaping Lookup) {
        self.bundleIdentifier = bundleIdentifier
        self.lookup = lookup
    }

    /// The UUID under which an app's object is stored if it can't have its own.
    ///
    /// It begins like the object's own, because objects that start together are listed in the order of their UUIDs.
    static func substitute(for uuid: UUID, bundleIdentifier: String) -> UUID {
        let chosen = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let hash = Blake2b.hash(chosen + Array(bundleIdentifier.utf8), count: 16)
        let bytes = Array(chosen[..<9] + hash[9...])
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// The UUID under which an object of this save is stored.
    subscript(_ uuid: UUID) -> UUID { substitutes[uuid] ?? uuid }

    /// The objects of this save that have a substitute, by the UUIDs that the app knows.
    var replaced: [UUID: UUID] { substitutes }

    /// The metadata with which an object is stored.
    func metadata(of sample: HKSample) -> Metadata? {
        substitutes[sample.uuid] == nil
            ? sample.metadataValues : Self.adding(sample.uuid, to: sample.metadataValues)
    }

    /// The stored object that the app knows by a UUID; `nil` if there is none, even if another app's hidden object has it.
    func known(_ uuid: UUID, isTaken: Bool, in writer: ObjectWriter) throws -> StoredObject? {
        try isTaken || hasEarlier(in: writer) ? lookup(uuid) : nil
    }

    /// Gives an object a substitute if an object that the app may not see has its UUID.
    ///
    /// - Returns: Whether it has one now.
    func replace(_ uuid: UUID, in writer: ObjectWriter) throws -> Bool {
        if substitutes[uuid] != nil { return true }
        guard try writer.store.object(uuid: uuid) != nil, try lookup(uuid) == nil else { return false }
        substitutes[uuid] = Self.substitute(for: uuid, bundleIdentifier: bundleIdentifier)
        if try !hasEarlier(in: writer) {
            try writer.setValue(true, StoreNamespace.substituteUUIDs, bundleIdentifier)
            hasEarlier = true
        }
        return true
    }

    /// Refuses objects that the app saved before under a substitute, also after the hidden ones with their UUIDs were deleted.
    ///
    /// - Throws: The error that the store has for an object that is stored already.
    func checkNew(_ uuids: some Sequence<UUID>, in writer: ObjectWriter, else error: StoreError) throws {
        guard try hasEarlier(in: writer) else { return }
        for uuid in uuids where substitutes[uuid] == nil {
            guard try writer.store.object(uuid: uuid) == nil, try lookup(uuid) != nil else { continue }
            throw error
        }
    }

    private func hasEarlier(in writer: ObjectWriter) throws -> Bool {
        if let hasEarlier { return hasEarlier }
        let has = try writer.store.value(StoreNamespace.substituteUUIDs, bundleIdentifier) != nil
        hasEarlier = has
        return has
    }

    /// Metadata that records the UUID that an app knows an object by.
    static func adding(_ uuid: UUID, to metadata: Metadata?) -> Metadata {
        Metadata((metadata?.entries ?? []) + [Metadata.entry(own: .uuid, .text(uuid.uuidString))])
    }
}

extension ObjectReader {
    /// The UUID by which the caller knows an object of a source: for its own object with a substitute, the one that it chose,
    /// unless it may see the object that has that one.
    func shownUUID(_ uuid: UUID, _ metadata: Metadata?, from bundleIdentifier: String) throws -> UUID {
        guard let caller else { return uuid }
        return try knownUUID(uuid, metadata, from: bundleIdentifier, to: caller.bundleIdentifier)
    }

    private func knownUUID(
        _ uuid: UUID,
        _ metadata: Metadata?,
        from bundleIdentifier: String,
        to app: String
    ) throws -> UUID {
        guard bundleIdentifier == app, case .text(let text)? = metadata?[own: .uuid],
            let chosen = UUID(uuidString: text)
        else { return uuid }
        if caller != nil, let other = try store.object(uuid: chosen, where: rowVisibility), try sees(other) {
            return uuid
        }
        return chosen
    }

    /// Whether an app knows a stored object by a UUID.
    private func isKnown(_ object: StoredObject, as uuid: UUID, to app: String) throws -> Bool {
        let id =
            switch object {
            case .sample(let row): row.metadata
            case .record(let record): record.metadata
            }
        if id == 0 { return object.uuid == uuid }
        let source = try source(object.source).bundleIdentifier
        return try knownUUID(object.uuid, metadata(id), from: source, to: app) == uuid
    }

    /// The stored object that an app knows by a UUID, among those that may be looked at; `nil` if there is none.
    private func object(
        _ uuid: UUID,
        knownTo app: String,
        where isVisible: StoreReader.Visibility?
    ) throws -> StoredObject? {
        if let object = try store.object(uuid: uuid, where: isVisible), try isKnown(object, as: uuid, to: app) {
            return object
        }
        return try substituted(uuid, knownTo: app, where: isVisible)
    }

    private func substituted(
        _ uuid: UUID,
        knownTo app: String,
        where isVisible: StoreReader.Visibility?
    ) throws -> StoredObject? {
        let substitute = SubstituteUUIDs.substitute(for: uuid, bundleIdentifier: app)
        guard let object = try store.object(uuid: substitute, where: isVisible), try isKnown(object, as: uuid, to: app)
        else { return nil }
        return object
    }

    /// The caller's object that is stored under the substitute of a UUID; `nil` if there is none.
    func substituted(_ uuid: UUID, where isVisible: StoreReader.Visibility?) throws -> StoredObject? {
        try caller.flatMap { try substituted(uuid, knownTo: $0.bundleIdentifier, where: isVisible) }
    }

    /// An app's own stored object that it knows by a UUID; `nil` if there is none.
    func ownObject(_ uuid: UUID, of app: String) throws -> StoredObject? {
        try object(uuid, knownTo: app) { [unowned self] _, source in
            try self.source(source).bundleIdentifier == app
        }
    }

    /// The caller's own stored object that it knows by a UUID; `nil` if there is none.
    func ownObject(_ uuid: UUID) throws -> StoredObject? {
        try caller.flatMap { try ownObject(uuid, of: $0.bundleIdentifier) }
    }

    /// The stored object that the caller knows by a UUID and may see; `nil` if there is none.
    func visibleObject(_ uuid: UUID) throws -> StoredObject? {
        guard let caller else { return try store.object(uuid: uuid) }
        guard let found = try object(uuid, knownTo: caller.bundleIdentifier, where: rowVisibility), try sees(found)
        else { return nil }
        return found
    }

    /// The UUID in the store of the workout, or other owner of samples, that the caller knows by a UUID.
    func storedOwner(_ uuid: UUID) throws -> UUID {
        guard caller != nil else { return uuid }
        if let known = visibilityCache.storedOwners[uuid] { return known }
        let stored = try ownObject(uuid)?.uuid ?? uuid
        visibilityCache.storedOwners[uuid] = stored
        return stored
    }
}
