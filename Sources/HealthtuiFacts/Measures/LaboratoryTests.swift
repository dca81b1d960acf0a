import Foundation
import HealthKit
import HealthtuiEntry

/// The lab tests of a store by their names, with their results that are numbers.
package struct LaboratoryTests: Sendable {
    /// A number of a test.
    package struct Result: Sendable, Hashable {
        package let date: Date
        package let day: CalendarDay
        package let value: Double
        /// The sign of a bound, such as that of `<14`; empty for a number.
        package let comparator: String
        package let unit: String
        /// The range that the laboratory gives for it.
        package let usual: ReferenceRange?
        fileprivate let uuid: UUID

        fileprivate var place: (Date, String) { (date, uuid.uuidString) }

        /// A unit without spaces; its case is kept, since `G/L` isn't `g/L`.
        var foldedUnit: String { unit.filter { !$0.isWhitespace } }
    }

    /// The results of one test.
    package struct Test: Sendable, Hashable {
        /// The newest result's name; with its code where another test has the same name.
        package let name: String
        /// The oldest first; never empty.
        package let results: [Result]
    }

    /// In the order of their names.
    package let tests: [Test]
    private let places: [String: Int]

    /// Reads the tests.
    ///
    /// - Parameter reader: What it may read, and the zone of days. Its condition is that of days, not of names.
    /// - Throws: `HKError`.
    init(_ reader: MeasureReader) throws {
        let reader = reader.withoutCondition
        var groups: [String: Group] = [:]
        let sex = try reader.caller.referenceSex
        let dates = DateText(calendar: reader.calendar, now: reader.now)
        let clock = reader.clock
        try reader.visit(HKClinicalType(.labResultRecord), from: nil, to: nil) { sample in
            guard let record = sample as? HKClinicalRecord, let data = record.fhirResource?.data else { return }
            let facts = ClinicalFacts(data, dates: dates, sex: sex)
            guard let main = facts.result.main, main.number.isFinite else { return }
            let date = facts.date ?? record.startDate
            let result = Result(
                date: date,
                day: CalendarDay(date, on: clock),
                value: main.number,
                comparator: main.comparator,
                unit: main.unit,
                usual: facts.result.usual,
                uuid: record.uuid
            )
            // Two laboratories may use two names and one code for a test.
            let code = facts.loinc.min()
            let key = code.map { "loinc " + $0 } ?? "name " + record.displayName.lowercased()
            groups[key, default: Group(code: code)].add(result, record.displayName)
        }
        let named = Dictionary(grouping: groups.values, by: \.name)
        tests = groups.values
            .map { group in
                let isShared = named[group.name].map { $0.count > 1 } ?? false
                let name = isShared ? group.name + (group.code.map { " (\($0))" } ?? "") : group.name
                return Test(name: name, results: group.results.sorted { $0.place < $1.place })
            }
            .sorted { $0.name < $1.name }
        places = Dictionary(tests.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The test with a name; `nil` where there is none.
    package func test(_ name: String) -> Test? { places[name].map { tests[$0] } }

    private struct Group {
        let code: String?
        private(set) var results: [Result] = []
        private(set) var name = ""
        private var newest: (Date, String)?

        init(code: String?) { self.code = code }

        mutating func add(_ result: Result, _ name: String) {
            results.append(result)
            if let newest, newest > result.place { return }
            (newest, self.name) = (result.place, name)
        }
    }
}

extension MeasureReader {
    /// Adds the newest result of each day, in the unit of the newest of all; those in other units stand apart.
    func addLaboratory(_ name: String, to days: inout MeasureDays) throws {
        guard let test = try LaboratoryTests(self).test(name), let newest = test.results.last else { return }
        var wanted: Set<UUID>?
        if condition != nil {
            var found: Set<UUID> = []
            try visit(HKClinicalType(.labResultRecord), from: nil, to: nil) { found.insert($0.uuid) }
            wanted = found
        }
        days.resultUnit = newest.unit
        for result in test.results where days.span.contains(result.day) && wanted?.contains(result.uuid) ?? true {
            guard result.foldedUnit == newest.foldedUnit else {
                days.apart.append(
                    MeasureResult(
                        day: result.day,
                        value: result.value,
                        comparator: result.comparator,
                        unit: result.unit
                    )
                )
                continue
            }
            var day = MeasureDay(result.value)
            day.comparator = result.comparator
            day.usual = result.usual
            days.days[result.day] = day
        }
    }
}
