import Foundation
import HealthStore

extension ObjectReader {
    /// What a sample said before the person edited it, the oldest first.
    ///
    /// - Throws: `errorDatabaseInaccessible` where that can't be read: the next edit would replace it.
    func versions(of uuid: UUID) throws -> [SampleVersion] {
        try requiredValue([SampleVersion].self, StoreNamespace.versions, uuid.uuidString) ?? []
    }

    /// Which sample an edited one has become.
    func successor(of uuid: UUID) throws -> UUID? {
        try values([SampleVersion].self, StoreNamespace.versions)
            .first { $0.value.contains { $0.uuid == uuid } }
            .flatMap { UUID(uuidString: $0.key) }
    }
}

extension ObjectWriter {
    /// Puts a sample in the place of another that the person typed, and keeps what that said.
    ///
    /// - Throws: `errorInvalidArgument` for a sample that is not the person's own or of another type.
    func edit(_ old: UUID, to new: HKSample, revision: HKSourceRevision, now: Date) throws {
        guard case .sample(let stored)? = try store.object(uuid: old) else { throw Self.notThere(old) }
        guard try source(stored.source).bundleIdentifier == revision.source.bundleIdentifier else {
            throw HKError.invalid("Only samples that you added yourself can be edited")
        }
        guard try type(stored.type) == new.sampleType else {
            throw HKError.invalid("A sample stays of its type when it is edited")
        }
        var versions = try versions(of: old)
        versions.append(
            SampleVersion(
                uuid: old,
                start: stored.start,
                end: stored.end,
                value: stored.value,
                unit: stored.unit == 0 ? nil : DictionaryCoding.text(try store.dictionaryBytes(.unit, stored.unit)),
                edited: now.timeIntervalSinceReferenceDate
            )
        )
        try save([new], revision: revision, now: now)
        guard try store.object(uuid: new.uuid) != nil else {
            throw HKError.invalid("A sample with the same sync identifier is stored at this or a later version")
        }
        // A sync identifier that both have has put the new one in the old one's place already.
        if try store.object(uuid: old) != nil { try replace(old, with: new) }
        try setValue(versions, StoreNamespace.versions, new.uuid.uuidString)
    }

    private static func notThere(_ uuid: UUID) -> HKError {
        .invalid("The sample \(uuid.uuidString) no longer exists, or can't be edited")
    }

    /// Forgets what deleted samples said before.
    func forgetVersions(of uuids: [UUID]) throws {
        let known = Set(try store.valueKeys(StoreNamespace.versions))
        if known.isEmpty { return }
        for uuid in uuids where known.contains(uuid.uuidString) {
            try writer.setValue(nil, StoreNamespace.versions, uuid.uuidString)
        }
    }
}
