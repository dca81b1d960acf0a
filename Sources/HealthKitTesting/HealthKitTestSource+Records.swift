public import Foundation
public import HealthKit

// Objects that only the system can create on Apple's platforms: apps can't, tests have to.
extension HealthKitTestSource {
    /// Saves an electrocardiogram.
    ///
    /// - Parameters:
    ///   - start: When it begins; it ends after as many measurements as there are voltages.
    ///   - microvolts: The voltages of the lead that a watch measures, in order of time: at least one.
    ///   - hertz: How many measurements there are a second.
    ///   - classification: What the voltages say about the rhythm of the heart.
    ///   - averageHeartRate: Beats a minute; `nil` when it is not known.
    ///   - symptomsStatus: Whether the person had symptoms.
    ///   - symptoms: The symptoms, which are saved too.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Returns: The electrocardiogram.
    /// - Throws: `HKError.errorInvalidArgument` without voltages and for numbers that are none.
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
    ///   - type: What kind of record it is.
    ///   - displayName: What it is about, in words.
    ///   - resourceType: The kind of its FHIR resource.
    ///   - identifier: The identifier of its FHIR resource.
    ///   - data: The FHIR resource as JSON.
    ///   - version: The version of FHIR.
    ///   - sourceURL: Where the resource comes from.
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

    /// Puts a medication into the person's list, or in the place of the one with the same identifier.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - identifier: Its identity, any text; `nil` for its name.
    ///   - form: The form that it comes in.
    ///   - codings: Its codes in terminologies.
    ///   - nickname: What the person calls it.
    ///   - hasSchedule: Whether the person takes it by a schedule.
    ///   - isArchived: Whether the person put it aside.
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

    /// Saves what the person did about a dose of a medication.
    ///
    /// - Parameters:
    ///   - medication: The medication.
    ///   - status: What the person did.
    ///   - date: When the person did it.
    ///   - scheduledDate: When the dose was due; `nil` for one taken as needed.
    ///   - scheduledQuantity: How much was due; it counts for scheduled doses only.
    ///   - quantity: How much the person took; `nil` for what was due, or for 1 of a dose taken as needed.
    ///   - unit: The unit of the quantities.
    /// - Returns: The dose.
    /// - Throws: `HKError.errorInvalidArgument` for numbers that are none.
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
    ///   - recordTypes: What it attests: at least one type.
    ///   - items: What it contains, in words.
    ///   - fullName: The name of the person whom it is about.
    ///   - dateOfBirth: The person's day of birth; `nil` when it is not known.
    ///   - issuer: Who issued it.
    ///   - relevantDate: The date that matters most.
    ///   - issuedDate: When it was issued; `nil` for the date that matters most.
    ///   - expirationDate: When it expires; `nil` for never.
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
