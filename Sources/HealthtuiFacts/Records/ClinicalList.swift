import Foundation
import HealthKit
import HealthtuiEntry

/// The health records of a type, grouped by subject: all results of one test together.
package struct ClinicalList: Sendable {
    /// The records of one test, allergy or condition.
    package struct Entry: Sendable {
        package let name: String
        /// The newest record.
        package let latest: HKClinicalRecord
        /// The date of the newest record according to its contents, otherwise the date it was added.
        package let date: Date
        /// The newest record's value, if it is a result.
        package let value: String
        package let count: Int
        /// The exact numbers of all results in the newest one's unit, the oldest first.
        package let numbers: [Double]
        /// The newest one's result, and whether it is out of range.
        package let result: ClinicalResult
    }

    package let entries: [Entry]
    package let count: Int

    /// Reads the list.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - caller: The caller.
    ///   - dates: The time zone of days.
    /// - Throws: `HKError` if the store can't be read.
    package init(_ type: HKClinicalType, _ caller: Caller, dates: DateText) throws {
        var groups: [String: Group] = [:]
        let sex = try caller.referenceSex
        try caller.records { contents in
            try contents.forEachRecord(of: type.identifier) { sample in
                guard let record = sample as? HKClinicalRecord else { return }
                let facts = record.fhirResource.map { ClinicalFacts($0.data, dates: dates, sex: sex) }
                // Two laboratories may use two names and one code for a test.
                let key = facts?.loinc.min().map { "loinc " + $0 } ?? "name " + record.displayName.lowercased()
                groups[key, default: Group()].add(record, facts)
            }
        }
        count = groups.values.reduce(0) { $0 + $1.count }
        entries = groups.values
            .compactMap { group -> Entry? in
                guard let newest = group.newest else { return nil }
                let result = newest.facts?.result ?? ClinicalResult(object: nil, sex: sex)
                return Entry(
                    name: newest.record.displayName,
                    latest: newest.record,
                    date: newest.place.date,
                    value: result.text(),
                    count: group.count,
                    numbers: group.numbers.filter { $0.unit == result.main?.unit }.sorted { $0.place < $1.place }
                        .map(\.number),
                    result: result
                )
            }
            .sorted { ($1.date, $0.name) < ($0.date, $1.name) }
    }

    /// The records of one test; for all but the newest, only the data for a line is kept, because there may be
    /// thousands.
    private struct Group {
        struct Place: Comparable {
            let date: Date
            let uuid: String

            static func < (left: Place, right: Place) -> Bool { (left.date, left.uuid) < (right.date, right.uuid) }
        }

        private(set) var newest: (place: Place, record: HKClinicalRecord, facts: ClinicalFacts?)?
        private(set) var numbers: [(place: Place, number: Double, unit: String)] = []
        private(set) var count = 0

        mutating func add(_ record: HKClinicalRecord, _ facts: ClinicalFacts?) {
            let place = Place(date: facts?.date ?? record.startDate, uuid: record.uuid.uuidString)
            count += 1
            if let main = facts?.result.main, let number = main.exact { numbers.append((place, number, main.unit)) }
            if newest.map({ $0.place < place }) ?? true { newest = (place, record, facts) }
        }
    }
}
