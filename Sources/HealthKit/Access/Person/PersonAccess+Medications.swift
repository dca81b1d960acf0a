import Foundation

// Medications, and finding records by the beginning of their identity.
extension PersonAccess {
    /// The medications in the person's list, in the order in which they were added.
    ///
    /// - Returns: The medications, including archived ones.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    package func medications() throws -> [HKUserAnnotatedMedication] {
        try ask(OwnerMedicationsCall())
    }

    /// Adds a medication to the person's list, or replaces the one with the same identifier.
    ///
    /// - Parameter medication: The medication.
    /// - Throws: `HKError.errorInvalidArgument` for an empty identifier, `errorDatabaseInaccessible`.
    package func save(_ medication: HKUserAnnotatedMedication) throws {
        try store.port.send(SaveMedicationCall(medication: medication.content))
    }

    /// Archives a medication of the person's list.
    ///
    /// Its logged doses stay, and saving the medication again restores it.
    ///
    /// - Parameter medication: The medication.
    /// - Throws: `HKError.errorDatabaseInaccessible`.
    package func archive(_ medication: HKUserAnnotatedMedication) throws {
        var content = medication.content
        content.isArchived = true
        try save(HKUserAnnotatedMedication(content))
    }

    /// Logs how the person handled a dose, replacing an earlier log of the same dose in the same transaction.
    ///
    /// - Parameters:
    ///   - dose: The dose event.
    ///   - earlier: The stored event of the dose; `nil` if there is none.
    /// - Throws: `HKError.errorInvalidArgument` for an invalid dose, `errorDatabaseInaccessible`.
    package func log(_ dose: HKMedicationDoseEvent, inPlaceOf earlier: UUID?) throws {
        try store.port.send(LogDoseCall(dose: dose, earlier: earlier))
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
        let types = try types().compactMap { HKSampleType.ofStored($0.identifier) }
            .filter { $0.recordClass != nil }
        return try ask(
            OwnerBeginningCall(prefix: prefix, types: Set(types.map { ByIdentifier(wrappedValue: $0) }), limit: limit)
        )
    }
}
