import Foundation
import HealthKit
import HealthtuiEntry

// Doses of medications.
extension RecordReader {
    func dose(_ sample: HKMedicationDoseEvent, _ contents: any RecordContents, _ page: inout RecordPage) throws {
        let medication = try contents.medications()
            .first { $0.medication.identifier == sample.medicationConceptIdentifier }
        let name = medication.map { $0.nickname ?? $0.medication.displayText }
        let status = DoseWords.status(sample.logStatus)
        page.detail = .dose(name: medication?.medication.displayText)
        page.figures.append(RecordPage.Figure(name ?? RecordDoseStrings.medication))
        page.figures.append(RecordPage.Figure(status))
        page.add(RecordDoseStrings.medication, medication?.medication.displayText ?? RecordDoseStrings.notInList)
        page.add(RecordDoseStrings.nickname, medication?.nickname)
        page.add(RecordDoseStrings.form, medication.map { DoseWords.form($0.medication.generalForm) })
        page.add(RecordDoseStrings.identifier, sample.medicationConceptIdentifier.description)
        page.add(RecordDoseStrings.status, status)
        page.add(RecordDoseStrings.taken, DoseWords.amount(sample.doseQuantity, sample.unit))
        page.add(
            RecordDoseStrings.schedule,
            CaseName.label(sample.scheduleType.rawValue, of: "HKMedicationDoseEvent.ScheduleType")
        )
        page.add(RecordDoseStrings.due, sample.scheduledDate.map(dates.full))
        page.add(RecordDoseStrings.dueAmount, DoseWords.amount(sample.scheduledDoseQuantity, sample.unit))
        if let medication {
            for coding in medication.medication.relatedCodings.sorted(by: { $0.code < $1.code }) {
                page.add(RecordDoseStrings.code, RecordDoseStrings.code(coding.code, of: coding.system))
            }
        }
    }
}

/// Texts about doses.
package enum DoseWords {
    package static func status(_ status: HKMedicationDoseEvent.LogStatus) -> String {
        CaseName.label(status.rawValue, of: "HKMedicationDoseEvent.LogStatus")
    }

    /// `tablet`.
    package static func form(_ form: HKMedicationGeneralForm) -> String {
        let prefix = "HKMedicationGeneralForm"
        let name = form.rawValue.hasPrefix(prefix) ? String(form.rawValue.dropFirst(prefix.count)) : form.rawValue
        return RecordDoseStrings.form(name) ?? name.lowercased()
    }

    /// `2`, `5 mL`, or nil without a quantity.
    package static func amount(_ quantity: Double?, _ unit: HKUnit) -> String? {
        quantity.map { NumberText.exact($0) + (unit == .count() ? "" : " " + unit.unitString) }
    }
}
