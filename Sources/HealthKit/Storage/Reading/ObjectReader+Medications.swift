import Foundation
import HealthKitStore

extension ObjectReader {
    /// The medications on the person's list that match a filter and that a caller may read, in the order they were added.
    ///
    /// - Throws: `errorAuthorizationNotDetermined` if the app never requested medications.
    package func medications(_ filter: SampleFilter) throws -> [HKUserAnnotatedMedication] {
        let type = HKObjectType.userAnnotatedMedicationType()
        guard try requiredVisibility(of: type).scope == .everything else { return [] }
        return try medicationRecords().filter { try sees(.record($0)) }
            .filter { filter.matches(StoredSubject($0, self, kind: type)) }
            .compactMap { AnnotatedMedicationContent(bytes: $0.payload).map { HKUserAnnotatedMedication($0) } }
    }

    func medicationRecords() throws -> [StoredRecord] {
        guard let type = try typeID(HKObjectType.userAnnotatedMedicationType().identifier) else { return [] }
        return try store.records(RecordRequest(type: type))
    }
}

extension ObjectWriter {
    /// Adds a medication to the person's list, or replaces the one with the same identity.
    ///
    /// - Returns: The UUID with which the person permits apps to read it.
    /// - Throws: `errorInvalidArgument` for a medication without an identity.
    @discardableResult
    package func save(_ medication: HKUserAnnotatedMedication, revision: HKSourceRevision, now: Date) throws -> UUID {
        let content = medication.content
        try content.check()
        let known = try medicationRecords()
            .first { AnnotatedMedicationContent(bytes: $0.payload)?.concept.identifier == content.concept.identifier }
        if let known {
            try writer.update(record: known.uuid, payload: try content.bytes)
            return known.uuid
        }
        let ids = try intern(revision)
        let time = now.timeIntervalSinceReferenceDate
        return try writer.insert(
            NewRecord(
                type: try intern(type: HKObjectType.userAnnotatedMedicationType().identifier),
                source: ids.source,
                revision: ids.revision,
                start: time,
                end: time,
                creation: time,
                payload: try content.bytes,
                identity: .uuid(UUID())
            )
        )
    }
}
