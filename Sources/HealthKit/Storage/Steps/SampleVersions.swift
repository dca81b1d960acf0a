import Foundation
import HealthKitStore

extension ObjectReader {
    /// The versions of a sample before the person edited it, the oldest first.
    ///
    /// - Throws: `errorDatabaseInaccessible` if they can't be read, because the next edit would replace them.
    func versions(of uuid: UUID) throws -> [SampleVersion] {
        try requiredValue([SampleVersion].self, StoreNamespace.versions, uuid.uuidString) ?? []
    }

    /// The sample that an edited one has become; `nil` if none is stored.
    ///
    /// If other devices edited it too, several samples claim to be it, but only one of them is stored.
    func successor(of uuid: UUID) throws -> HKSample? {
        let successors = try values([SampleVersion].self, StoreNamespace.versions)
            .filter { $0.value.contains { $0.uuid == uuid } }
            .compactMap { UUID(uuidString: $0.key) }
        for uuid in successors {
            if let sample = try sample(uuid: uuid) { return sample }
        }
        return nil
    }
}

extension ObjectWriter {
    /// Replaces a sample that the person entered, and keeps its previous version.
    ///
    /// A correlation is replaced together with its members.
    ///
    /// - Throws: `errorInvalidArgument` for a sample that isn't the person's own or has another type.
    func edit(_ old: UUID, to new: HKSample, revision: HKSourceRevision, now: Date) throws {
        guard let object = try store.object(uuid: old) else { throw Self.notThere(old) }
        guard try source(object.source).bundleIdentifier == revision.source.bundleIdentifier else {
            throw HKError.invalid("Only samples that you added yourself can be edited")
        }
        guard try type(object.type) == new.sampleType else {
            throw HKError.invalid("A sample stays of its type when it is edited")
        }
        switch object {
        case .sample(let stored):
            let versions = try versions(of: old) + [version(stored, now)]
            try put(new, inPlaceOf: old, revision: revision, now: now)
            try setValue(versions, StoreNamespace.versions, new.uuid.uuidString)
        case .record(let stored):
            guard let new = new as? HKCorrelation else { throw Self.notThere(old) }
            try edit(stored, to: new, revision: revision, now: now)
        }
    }

    /// Saves a sample and deletes the one that it replaces.
    private func put(_ new: HKSample, inPlaceOf old: UUID, revision: HKSourceRevision, now: Date) throws {
        try save([new], revision: revision, now: now)
        guard try store.object(uuid: new.uuid) != nil else {
            throw HKError.invalid("A sample with the same sync identifier is stored at this or a later version")
        }
        // If both have the same sync identifier, the new one has already replaced the old one.
        if try store.object(uuid: old) != nil { try replace(old, with: new.uuid) }
    }

    /// Replaces a correlation and all of its members.
    private func edit(_ old: StoredRecord, to new: HKCorrelation, revision: HKSourceRevision, now: Date) throws {
        let uuids = try store.children(of: old.uuid, role: LinkRole.correlationMember.rawValue).map(\.child)
        let members = try store.samples(uuids: uuids)
        guard members.count == uuids.count else {
            throw HKError.invalid("A correlation of records can't be edited")
        }
        for member in members.values
        where try source(member.source).bundleIdentifier != revision.source.bundleIdentifier {
            throw HKError.invalid("Only samples that you added yourself can be edited")
        }
        var said: [String: SampleVersion] = [:]
        for member in members.values { said[try typeIdentifier(member.type)] = try version(member, now) }
        let version = SampleVersion(
            uuid: old.uuid,
            start: old.start,
            end: old.end,
            value: 0,
            edited: now.timeIntervalSinceReferenceDate,
            members: said
        )
        let versions = try versions(of: old.uuid) + [version]
        try put(new, inPlaceOf: old.uuid, revision: revision, now: now)
        for uuid in uuids {
            guard let member = members[uuid], try store.object(uuid: uuid) != nil else { continue }
            let identifier = try typeIdentifier(member.type)
            guard let successor = new.objects.first(where: { $0.sampleType.identifier == identifier }) else {
                _ = try delete([uuid])
                continue
            }
            let earlier = try self.versions(of: uuid) + [self.version(member, now)]
            try replace(uuid, with: successor.uuid)
            try setValue(earlier, StoreNamespace.versions, successor.uuid.uuidString)
        }
        try setValue(versions, StoreNamespace.versions, new.uuid.uuidString)
    }

    /// The contents of a stored sample as a version.
    private func version(_ stored: StoredSample, _ now: Date) throws -> SampleVersion {
        SampleVersion(
            uuid: stored.uuid,
            start: stored.start,
            end: stored.end,
            value: stored.value,
            unit: stored.unit == 0 ? nil : DictionaryCoding.text(try store.dictionaryBytes(.unit, stored.unit)),
            edited: now.timeIntervalSinceReferenceDate
        )
    }

    private static func notThere(_ uuid: UUID) -> HKError {
        .invalid("The sample \(uuid.uuidString) no longer exists, or can't be edited")
    }

    /// Removes the earlier versions of deleted samples.
    func forgetVersions(of uuids: [UUID]) throws {
        let known = Set(try store.valueKeys(StoreNamespace.versions))
        if known.isEmpty { return }
        for uuid in uuids where known.contains(uuid.uuidString) {
            try writer.setValue(nil, StoreNamespace.versions, uuid.uuidString)
        }
    }
}
