import Foundation
import HealthKit

/// The elements after the records: the person, days, and samples with additional content.
extension ExportMarkup {
    /// Appends the beginning of an export: the document type of version 14, the date, and the person's characteristics.
    mutating func beginning(_ me: CharacteristicValues, locale: String, now: Date) {
        buffer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        buffer.raw(ExportDocumentType.text)
        buffer.raw("<HealthData")
        buffer.attribute("locale", locale)
        buffer.raw(">\n <ExportDate")
        buffer.attribute("value", date: now.timeIntervalSinceReferenceDate, &metadata.dates)
        buffer.raw("/>\n <Me")
        let prefix = "HKCharacteristicTypeIdentifier"
        buffer.attribute(prefix + "DateOfBirth", me.dateOfBirth ?? "")
        buffer.attribute(prefix + "BiologicalSex", Self.name(me.biologicalSex, "HKBiologicalSex"))
        buffer.attribute(prefix + "BloodType", Self.name(me.bloodType, "HKBloodType"))
        buffer.attribute(prefix + "FitzpatrickSkinType", Self.name(me.fitzpatrickSkinType, "HKFitzpatrickSkinType"))
        buffer.attribute(prefix + "CardioFitnessMedicationsUse", me.cardioFitnessMedicationsUse ?? "None")
        buffer.raw("/>\n")
    }

    mutating func end() { buffer.raw("</HealthData>\n") }

    /// The name of a value, or that of "not set" for `nil`.
    private static func name(_ value: Int?, _ enumeration: String) -> String {
        TypeCatalogue.shared.enumerations[enumeration]?.case(value: value ?? 0)?.constant ?? "\(enumeration)NotSet"
    }

    mutating func activitySummary(_ summary: ActivitySummaryContent) {
        buffer.raw(" <ActivitySummary")
        buffer.attribute("dateComponents", summary.day)
        let energy = [summary.activeEnergyBurned, summary.activeEnergyBurnedGoal].lazy.compactMap { $0 }.first
        buffer.attribute("activeEnergyBurned", summary.activeEnergyBurned?.value)
        buffer.attribute("activeEnergyBurnedGoal", summary.activeEnergyBurnedGoal?.value)
        buffer.attribute("activeEnergyBurnedUnit", energy?.unit)
        buffer.attribute("appleMoveTime", Self.number(summary.appleMoveTime, .minute()))
        buffer.attribute("appleMoveTimeGoal", Self.number(summary.appleMoveTimeGoal, .minute()))
        buffer.attribute("appleExerciseTime", Self.number(summary.appleExerciseTime, .minute()))
        buffer.attribute("appleExerciseTimeGoal", Self.number(summary.appleExerciseTimeGoal, .minute()))
        buffer.attribute("appleStandHours", Self.number(summary.appleStandHours, .count()))
        buffer.attribute("appleStandHoursGoal", Self.number(summary.appleStandHoursGoal, .count()))
        buffer.raw("/>\n")
    }

    /// The number of a quantity in a unit that exports don't name.
    private static func number(_ quantity: QuantityText?, _ unit: HKUnit) -> Double? {
        guard let quantity, quantity.unit != unit.unitString, let known = quantity.quantity,
            known.is(compatibleWith: unit)
        else { return quantity?.value }
        return known.doubleValue(for: unit)
    }

    /// Appends a clinical record, whose FHIR is in a separate file.
    mutating func clinicalRecord(_ record: HKClinicalRecord, _ resource: HKFHIRResource, path: String) {
        buffer.raw(" <ClinicalRecord")
        buffer.attribute("type", resource.resourceType.rawValue)
        buffer.attribute("identifier", resource.identifier)
        buffer.attribute("sourceName", record.sourceRevision.source.name)
        buffer.attribute("sourceURL", resource.sourceURL?.absoluteString ?? "")
        buffer.attribute("fhirVersion", resource.fhirVersion.stringRepresentation)
        buffer.attribute("receivedDate", date: record.startDate.timeIntervalSinceReferenceDate, &metadata.dates)
        buffer.attribute("resourceFilePath", path)
        buffer.raw("/>\n")
    }

    mutating func audiogram(_ audiogram: HKAudiogramSample, _ content: AudiogramContent) {
        buffer.raw(" <Audiogram")
        buffer.attribute("type", audiogram.sampleType.identifier)
        header(audiogram)
        buffer.raw(">\n")
        entries(audiogram.metadataValues, indent: "  ")
        for point in content.points {
            let left = point.tests.filter { $0.side == HKAudiogramSensitivityTestSide.left.rawValue }
            let right = point.tests.filter { $0.side == HKAudiogramSensitivityTestSide.right.rawValue }
            // An element holds one test per ear; further tests of an ear go into further elements.
            for index in 0..<max(left.count, right.count, 1) {
                buffer.raw("  <SensitivityPoint")
                buffer.attribute("frequencyValue", point.frequency.value)
                buffer.attribute("frequencyUnit", point.frequency.unit)
                if index < left.count { ear("leftEar", left[index]) }
                if index < right.count { ear("rightEar", right[index]) }
                buffer.raw("/>\n")
            }
        }
        buffer.raw(" </Audiogram>\n")
    }

    private mutating func ear(_ name: String, _ test: SensitivityTestContent) {
        buffer.attribute(name + "Value", test.sensitivity.value)
        buffer.attribute(name + "Unit", test.sensitivity.unit)
        if test.masked { buffer.attribute(name + "Masked", "1") }
        buffer.attribute(name + "ClampingRangeLowerBound", test.clampingRange?.lowerBound)
        buffer.attribute(name + "ClampingRangeUpperBound", test.clampingRange?.upperBound)
    }

    mutating func prescription(
        _ prescription: HKVisionPrescription,
        _ content: PrescriptionContent,
        _ attachments: [HKAttachment]
    ) {
        buffer.raw(" <VisionPrescription")
        let isContacts = prescription.prescriptionType == .contacts
        buffer.attribute("type", "HKVisionPrescriptionType" + (isContacts ? "Contacts" : "Glasses"))
        buffer.attribute("dateIssued", date: prescription.dateIssued.timeIntervalSinceReferenceDate, &metadata.dates)
        buffer.attribute("expirationDate", date: content.expiration, &metadata.dates)
        buffer.attribute("brand", content.brand)
        buffer.raw(">\n")
        if let eye = content.rightEye { lens("RightEye", eye) }
        if let eye = content.leftEye { lens("LeftEye", eye) }
        for attachment in attachments {
            buffer.raw("  <Attachment")
            buffer.attribute("identifier", attachment.identifier.uuidString)
            buffer.raw("/>\n")
        }
        entries(prescription.metadataValues, indent: "  ")
        buffer.raw(" </VisionPrescription>\n")
    }

    private mutating func lens(_ name: String, _ lens: LensContent) {
        buffer.raw("  <" + name)
        let fields: [(name: String, quantity: QuantityText?)] = [
            ("sphere", lens.sphere), ("cylinder", lens.cylinder), ("axis", lens.axis), ("add", lens.addPower),
            ("vertex", lens.vertexDistance), ("prismAmount", lens.prism?.amount), ("prismAngle", lens.prism?.angle),
            ("farPD", lens.farPupillaryDistance), ("nearPD", lens.nearPupillaryDistance),
            ("baseCurve", lens.baseCurve), ("diameter", lens.diameter),
        ]
        for (name, quantity) in fields {
            buffer.attribute(name, quantity?.value)
            buffer.attribute(name + "Unit", quantity?.unit)
        }
        buffer.raw("/>\n")
    }
}
