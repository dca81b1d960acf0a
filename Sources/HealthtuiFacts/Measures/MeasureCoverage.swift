import HealthKit
import HealthtuiEntry

/// The available data of a measure: the number of days, the first and the last.
package struct MeasureCoverage: Sendable {
    package let measure: Measure
    /// The number of days that have a value.
    package let days: Int
    /// The first and the last of them; `nil` without any.
    package let range: ClosedRange<CalendarDay>?
    /// The unit as programs read it: of a lab test that of the newest result.
    package let unit: String

    fileprivate init(_ measure: Measure, _ days: [CalendarDay], unit: String? = nil) {
        self.measure = measure
        self.days = days.count
        self.unit = unit ?? measure.unit.text
        range = days.min().flatMap { first in days.max().map { first...$0 } }
    }
}

extension MeasureReader {
    /// Reads what there is of some measures, in their order.
    ///
    /// - Parameters:
    ///   - measures: The measures.
    ///   - body: Receives each, once it is read.
    /// - Throws: `HKError`, and any error of the closure.
    package func coverage(of measures: [Measure], _ body: (MeasureCoverage) throws -> Void) throws {
        let stored = try storedTypes()
        // All lab tests are read at once, since there may be thousands.
        let isLaboratory = measures.contains { if case .laboratory = $0.subject { true } else { false } }
        let laboratory = isLaboratory ? try LaboratoryTests(self) : nil
        for measure in measures {
            if case .laboratory(let name) = measure.subject {
                let results = laboratory?.test(name)?.results ?? []
                let unit = results.last?.foldedUnit
                let days = Set(results.filter { $0.foldedUnit == unit }.map(\.day))
                try body(MeasureCoverage(measure, Array(days), unit: results.last?.unit))
            } else if let stored, !measure.types.isEmpty, stored.isDisjoint(with: measure.types) {
                try body(MeasureCoverage(measure, []))
            } else {
                try body(MeasureCoverage(measure, Array(try days(of: measure).days.keys)))
            }
        }
    }

    /// The identifiers of the types that have samples; `nil` for an app, which doesn't learn them.
    private func storedTypes() throws -> Set<String>? {
        guard case .person(let person) = caller else { return nil }
        return Set(try person.types().map(\.identifier))
    }
}

extension Measure {
    /// The identifiers of the types without which there is nothing; empty where that can't be said.
    fileprivate var types: [String] {
        switch subject {
        case .bloodPressure: [BloodPressure.systolicType.identifier]
        default: [type?.identifier].compactMap { $0 }
        }
    }
}
