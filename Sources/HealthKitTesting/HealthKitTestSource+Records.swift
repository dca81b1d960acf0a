public import Foundation
public import HealthKit

// Objects that only the system can create on Apple's platforms: apps can't, tests have to.
extension HealthKitTestSource {
    /// Saves an electrocardiogram.
    ///
    /// - Parameters:
    ///   - start: Its start; it ends after as many measurements as there are voltages.
    ///   - microvolts: The voltages of the lead that a watch measures, in order of time: at least one.
    ///   - hertz: The number of measurements per second.
    ///   - classification: The classification of the heart's rhythm.
    ///   - averageHeartRate: Beats per minute; `nil` if unknown.
    ///   - symptomsStatus: Whether the person had symptoms.
    ///   - symptoms: The symptoms, which are saved too.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Returns: The electrocardiogram.
    /// - Throws: `HKError.errorInvalidArgument` without voltages and for invalid numbers.
    @discardableResult
    public func saveElectrocardiogram(
        start: Date,
        microvolts: [Double],
        hertz: Double = 512,
        classification: HKElectrocardiogram.Classification = .sinusRhythm,
        averageHeartRate: Double? = nil,
        symptomsStatus: HKElectrocardiogram.SymptomsStatus = .notSet,
        symptoms: [HKCategorySample] = [],
        metadata: [String: Any]? = nil
    ) throws -> HKElectrocardiogram {
        let perMinute = HKUnit.count().unitDivided(by: .minute())
        let sample = try HKElectrocardiogram(
            start: start,
            trace: ElectrocardiogramTrace(
                unit: .voltUnit(with: .micro),
                leads: [.appleWatchSimilarToLeadI: microvolts]
            ),
            samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: hertz),
            classification: classification,
            averageHeartRate: averageHeartRate.map { HKQuantity(unit: perMinute, doubleValue: $0) },
            symptomsStatus: symptomsStatus,
            metadata: metadata
        )
        try test.database.write { writer in
            try writer.save([sample] + symptoms, revision: revision, now: test.now)
            try writer.associate(symptoms: symptoms, with: sample)
        }
        return sample
    }

    /// Saves a clinical record.
    ///
    /// - Parameters:
    ///   - type: The type of the record.
    ///   - displayName: Its subject, as readable text.
    ///   - resourceType: The kind of its FHIR resource.
    ///   - identifier: The identifier of its FHIR resource.
    ///   - data: The FHIR resource as JSON.
    ///   - version: The version of FHIR.
    ///   - sourceURL: The resource's origin.
    /// - Returns: The record, added at the time of the test's clock.
    /// - Throws: `HKError.errorInvalidArgument` for an empty type or identifier.
    @discardableResult
    public func saveClinicalRecord(
        _ type: HKClinicalType,
        displayName: String,
        resourceType: HKFHIRResourceType,
        identifier: String,
        data: Data,
        version: HKFHIRVersion = .primaryR4(),
        sourceURL: URL? = nil
    ) throws -> HKClinicalRecord {
        let resource = HKFHIRResource(
            FHIRResourceContent(
                version: FHIRVersionContent(
                    major: version.majorVersion,
                    minor: version.minorVersion,
                    patch: version.patchVersion
                ),
                type: resourceType,
                identifier: identifier,
                data: data,
                sourceURL: sourceURL
            )
        )
        let record = try HKClinicalRecord(type: type, displayName: displayName, resource: resource, added: test.now)
        try save(record)
        return record
    }

    /// Adds a medication to the person's list, or replaces the one with the same identifier.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - identifier: Its identity, any text; `nil` for its name.
    ///   - form: Its form.
    ///   - codings: Its codes in terminologies.
    ///   - nickname: The person's name for it.
    ///   - hasSchedule: Whether the person takes it on a schedule.
    ///   - isArchived: Whether the person archived it.
    /// - Returns: The medication, and the UUID by which the person permits apps to read it.
    /// - Throws: `HKError.errorInvalidArgument` for an empty identifier.
    @discardableResult
    public func saveMedication(
        _ name: String,
        identifier: String? = nil,
        form: HKMedicationGeneralForm = .tablet,
        codings: Set<HKClinicalCoding> = [],
        nickname: String? = nil,
        hasSchedule: Bool = false,
        isArchived: Bool = false
    ) throws -> (medication: HKUserAnnotatedMedication, uuid: UUID) {
        let concept = MedicationConceptContent(
            identifier: ConceptIdentifierContent(domain: .medication, identifier: identifier ?? name),
            displayText: name,
            generalForm: form,
            codings: codings
        )
        let medication = HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: concept,
                nickname: nickname,
                isArchived: isArchived,
                hasSchedule: hasSchedule
            )
        )
        let uuid = try test.database.write { try $0.save(medication, revision: revision, now: test.now) }
        return (medication, uuid)
    }

    /// Saves the person's log entry for a dose of a medication.
    ///
    /// - Parameters:
    ///   - medication: The medication.
    ///   - status: Whether the person took or skipped it, for example.
    ///   - date: The time of the log entry.
    ///   - scheduledDate: The time the dose was due; `nil` for one taken as needed.
    ///   - scheduledQuantity: The quantity that was due, for scheduled doses only.
    ///   - quantity: The quantity taken; `nil` for the one that was due, or for 1 of a dose taken as needed.
    ///   - unit: The unit of the quantities.
    /// - Returns: The dose.
    /// - Throws: `HKError.errorInvalidArgument` for invalid numbers.
    @discardableResult
    public func saveDose(
        of medication: HKMedicationConcept,
        _ status: HKMedicationDoseEvent.LogStatus = .taken,
        at date: Date,
        scheduledDate: Date? = nil,
        scheduledQuantity: Double = 1,
        quantity: Double? = nil,
        unit: HKUnit = .count()
    ) throws -> HKMedicationDoseEvent {
        let dose = try HKMedicationDoseEvent(
            of: medication.identifier,
            status: status,
            at: date,
            due: scheduledDate.map { ($0, scheduledQuantity) },
            quantity: quantity,
            unit: unit
        )
        try save(dose)
        return dose
    }

    /// Saves a verifiable clinical record.
    ///
    /// - Parameters:
    ///   - recordTypes: The types that it attests: at least one.
    ///   - items: Its contents, as readable text.
    ///   - fullName: The name of the person whom it is about.
    ///   - dateOfBirth: The person's day of birth; `nil` when it is not known.
    ///   - issuer: Its issuer.
    ///   - relevantDate: The date that matters most.
    ///   - issuedDate: Its date of issue; `nil` for the date that matters most.
    ///   - expirationDate: Its expiration date; `nil` for never.
    ///   - sourceType: The format it was issued in.
    ///   - data: The record as it was issued.
    /// - Returns: The record.
    /// - Throws: `HKError.errorInvalidArgument` for a record that attests nothing.
    @discardableResult
    public func saveVerifiableRecord(
        _ recordTypes: [HKVerifiableClinicalRecordCredentialType],
        items: [String],
        fullName: String,
        dateOfBirth: DateComponents? = nil,
        issuer: String,
        relevantDate: Date,
        issuedDate: Date? = nil,
        expirationDate: Date? = nil,
        sourceType: HKVerifiableClinicalRecordSourceType = .smartHealthCard,
        data: Data = Data()
    ) throws -> HKVerifiableClinicalRecord {
        let content = VerifiableRecordContent(
            recordTypes: recordTypes.map(\.rawValue),
            issuer: issuer,
            subject: VerifiableSubjectContent(fullName: fullName, birth: dateOfBirth),
            issued: issuedDate ?? relevantDate,
            expiration: expirationDate,
            items: items,
            sourceType: sourceType,
            data: data
        )
        let record = try HKVerifiableClinicalRecord(content: content, relevant: relevantDate)
        try save(record)
        return record
    }
}
