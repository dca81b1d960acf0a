import Foundation
import HealthEntry
import HealthKit

/// The health records of a type by what they are about: all results of one test together.
package struct ClinicalList: Sendable {
    /// What is known of one test, allergy or condition.
    package struct Entry: Sendable {
        package let name: String
        /// The newest record of it.
        package let latest: HKClinicalRecord
        /// When the newest was made, as it says, else when it was added.
        package let date: Date
        /// What the newest says, where it is a result.
        package let value: String
        package let count: Int
        /// The numbers of all results in the newest one's unit, the oldest first.
        package let numbers: [Double]
    }

    package let entries: [Entry]
    package let count: Int

    /// Reads the list.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - person: Access to the store.
    ///   - dates: The time zone of days.
    /// - Throws: `HKError` when the store cannot be read.
    package init(_ type: HKClinicalType, _ person: PersonAccess, dates: DateText) throws {
        struct Found {
            let record: HKClinicalRecord
            let facts: ClinicalFacts?
            var date: Date { facts?.date ?? record.startDate }
        }
        var groups: [String: [Found]] = [:]
        try person.snapshot(ExportSelection()) { snapshot in
            try snapshot.forEachRecord(of: type.identifier) { sample in
                guard let record = sample as? HKClinicalRecord else { return }
                let facts = record.fhirResource.map { ClinicalFacts($0.data, dates: dates) }
                // Two laboratories call a test by two names and one code.
                let key = facts?.loinc.min().map { "loinc " + $0 } ?? "name " + record.displayName.lowercased()
                groups[key, default: []].append(Found(record: record, facts: facts))
            }
        }
        count = groups.values.reduce(0) { $0 + $1.count }
        entries = groups.values
            .compactMap { group -> Entry? in
                let sorted = group.sorted {
                    ($0.date, $0.record.uuid.uuidString) < ($1.date, $1.record.uuid.uuidString)
                }
                guard let newest = sorted.last else { return nil }
                let value = newest.facts?.value
                let text = value.map { NumberText.exact($0.number) + ($0.unit.isEmpty ? "" : " " + $0.unit) }
                return Entry(
                    name: newest.record.displayName,
                    latest: newest.record,
                    date: newest.date,
                    value: text ?? newest.facts?.words ?? "",
                    count: group.count,
                    numbers: sorted.compactMap { found in
                        found.facts?.value.flatMap { $0.unit == value?.unit ? $0.number : nil }
                    }
                )
            }
            .sorted { ($1.date, $0.name) < ($0.date, $1.name) }
    }
}
