import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry

// Medications, laboratory results, health records and electrocardiograms.
extension ReportReader {
    /// The largest number of electrocardiograms that are drawn.
    private static let mostStrips = 3

    func readMedications(_ facts: inout ReportFacts) throws -> Bool {
        let doses = try MedicationPlan.doses(.person(person), from: period.start, to: period.end)
        let byMedication = Dictionary(grouping: doses, by: \.medicationConceptIdentifier)
        let medications = try person.medications()
            .filter { !$0.isArchived || byMedication[$0.medication.identifier] != nil }
            .map { medication in
                let own = byMedication[medication.medication.identifier] ?? []
                let due = own.filter { MedicationPlan.isDue($0, by: request.now) }
                let asNeeded = own.filter { $0.scheduledDate == nil && $0.logStatus == .taken }
                return ReportFacts.Medication(
                    name: medication.nickname ?? medication.medication.displayText,
                    form: medication.medication.generalForm.rawValue,
                    due: due.count,
                    taken: due.count { $0.logStatus == .taken },
                    asNeeded: asNeeded.count,
                    last: own.filter { $0.logStatus == .taken }.map(\.startDate).max()
                )
            }
        facts.medications = medications
        return !medications.isEmpty
    }

    // MARK: Health records

    private var dates: DateText { DateText(calendar: calendar, now: request.now) }

    func readLaboratory(_ type: HKClinicalType, _ facts: inout ReportFacts) throws -> Bool {
        var laboratory = ReportFacts.Laboratory()
        var newest: [String: ReportFacts.Result] = [:]
        let sex = try Caller.person(person).referenceSex
        try person.snapshot(ExportSelection()) { snapshot in
            try snapshot.forEachRecord(of: type.identifier) { sample in
                guard let record = sample as? HKClinicalRecord, let data = record.fhirResource?.data else { return }
                let said = ClinicalFacts(data, dates: dates, sex: sex)
                let date = said.date ?? record.startDate
                guard date >= period.start, date < period.end, !said.result.isEmpty else { return }
                laboratory.count += 1
                guard let verdict = said.result.verdict, verdict.isOutside else { return }
                laboratory.out += 1
                let result = ReportFacts.Result(
                    name: record.displayName,
                    result: said.result,
                    verdict: verdict,
                    date: date
                )
                // Two laboratories may use two names and one code for a test.
                let key = said.loinc.min() ?? record.displayName.lowercased()
                if newest[key].map({ $0.date < date }) ?? true { newest[key] = result }
            }
        }
        laboratory.results = newest.values.sorted { ($1.date, $0.name) < ($0.date, $1.name) }
        facts.laboratory = laboratory
        return laboratory.count > 0
    }

    func readRecords(_ type: HKClinicalType, _ facts: inout ReportFacts) throws -> Bool {
        let entries = try request.textLocale.during { try ClinicalList(type, .person(person), dates: dates).entries }
        guard !entries.isEmpty else { return false }
        facts.records.append(ReportFacts.Records(type: type, entries: entries))
        return true
    }

    // MARK: Electrocardiograms

    func readElectrocardiograms(_ type: HKElectrocardiogramType, _ facts: inout ReportFacts) throws -> Bool {
        var newest: [HKElectrocardiogram] = []
        var found: [ReportFacts.Electrocardiogram] = []
        var classifications: [Int: Int] = [:]
        try person.snapshot(ExportSelection(from: period.start, to: period.end)) { snapshot in
            try snapshot.forEachRecord(of: type.identifier) { sample in
                guard let sample = sample as? HKElectrocardiogram, sample.startDate >= period.start else { return }
                classifications[sample.classification.rawValue, default: 0] += 1
                newest.append(sample)
                newest.sort { ($1.startDate, $0.uuid.uuidString) < ($0.startDate, $1.uuid.uuidString) }
                if newest.count > Self.mostStrips { newest.removeLast() }
            }
            found = try newest.map { sample in
                let hertz = sample.samplingFrequency?.converted(to: .hertz()) ?? 0
                return ReportFacts.Electrocardiogram(
                    date: sample.startDate,
                    classification: sample.classification.rawValue,
                    rate: sample.averageHeartRate?.converted(to: .count().unitDivided(by: .minute())),
                    symptoms: try snapshot.symptoms(of: sample).map { request.language.name(of: $0.sampleType) },
                    trace: try snapshot.trace(of: sample).flatMap { VoltageTrace($0, hertz: hertz) }
                )
            }
        }
        facts.electrocardiograms = found
        facts.classifications = classifications
        return !found.isEmpty
    }
}
