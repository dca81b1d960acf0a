import Foundation
import HealthStore

// What the person keeps of medications, and how records are found by the beginning of their identity.
extension PersonAccess {
    /// The medications in the person's list, in the order in which they were added.
    ///
    /// - Returns: The medications, those put aside among them.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    package func medications() throws -> [HKUserAnnotatedMedication] {
        try read { try $0.medications(SampleFilter(nil)) }
    }

    /// Puts a medication into the person's list, or in the place of the one with the same identifier.
    ///
    /// - Parameters:
    ///   - medication: The medication.
    ///   - now: When it is added.
    /// - Throws: `HKError.errorInvalidArgument` for an empty identifier, `errorDatabaseInaccessible`.
    package func save(_ medication: HKUserAnnotatedMedication, now: Date) throws {
        _ = try write { try $0.save(medication, revision: .health, now: now) }
    }

    /// Puts a medication of the person's list aside.
    ///
    /// What was noted of it stays, and saving it again brings it back.
    ///
    /// - Parameters:
    ///   - medication: The medication.
    ///   - now: When it is put aside.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    package func archive(_ medication: HKUserAnnotatedMedication, now: Date) throws {
        var content = medication.content
        content.isArchived = true
        try save(HKUserAnnotatedMedication(content), now: now)
    }

    /// Notes what the person did about a dose; what was noted of the same dose before goes, in the same transaction.
    ///
    /// - Parameters:
    ///   - dose: What the person did.
    ///   - earlier: What is stored of the dose; `nil` for one that nothing is stored of.
    ///   - now: When it is noted.
    /// - Throws: `HKError.errorInvalidArgument` for a dose that is none, `errorDatabaseInaccessible`.
    package func log(_ dose: HKMedicationDoseEvent, inPlaceOf earlier: UUID?, now: Date) throws {
        try write { writer in
            if let earlier { _ = try writer.delete([earlier]) }
            try writer.save([dose], revision: .health, now: now)
        }
    }

    /// The samples with a class of their own (electrocardiograms, audiograms, clinical records, …) whose UUIDs begin with
    /// a text.
    ///
    /// - Parameters:
    ///   - prefix: The beginning, with or without hyphens.
    ///   - limit: The most samples.
    /// - Returns: The samples.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    package func records(beginning prefix: String, limit: Int = 5) throws -> [HKSample] {
        let wanted = prefix.uppercased().filter { $0 != "-" }
        let types = try types().compactMap { HKObjectType.type(identifier: $0.identifier) as? HKSampleType }
            .filter { $0.recordClass != nil }
        return try read { reader in
            var found: [HKSample] = []
            for type in types where found.count < limit {
                try reader.forEachRecord(FetchRequest(type: type), ascending: false) { record in
                    guard record.uuid.uuidString.filter({ $0 != "-" }).hasPrefix(wanted) else { return true }
                    if let sample = try reader.sample(uuid: record.uuid) { found.append(sample) }
                    return found.count < limit
                }
            }
            return found
        }
    }
}
