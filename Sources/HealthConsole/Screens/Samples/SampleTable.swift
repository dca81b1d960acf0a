import Foundation
import HealthEntry
import HealthFacts
import HealthKit
import TerminalUI

/// A page of samples, with what health records among them say: their FHIR is read away from the loop.
package struct SampleRows: Sendable {
    let samples: [HKSample]
    let results: [UUID: ClinicalResult]

    init(_ samples: [HKSample]) {
        self.samples = samples
        let records = samples.lazy.compactMap { $0 as? HKClinicalRecord }
        results = Dictionary(
            records.compactMap { record in record.fhirResource.map { (record.uuid, ClinicalResult($0.data)) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// The columns and rows of a list of samples.
struct SampleTable {
    private let type: HKSampleType
    private let environment: ConsoleEnvironment

    init(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.type = type
        self.environment = environment
    }

    var columns: [TableColumn] {
        let isPressure = type.identifier == BloodPressure.type?.identifier
        let unit = (type as? HKQuantityType).map { environment.unit($0).label } ?? SharedStrings.value
        if type is HKQuantityType || isPressure {
            return [
                TableColumn.figures(unit, minimum: 7, maximum: 10, importance: 9),
                TableColumn.dates(SharedStrings.when, minimum: 18, maximum: 31, importance: 8),
                TableColumn(SharedStrings.source, minimum: 10, maximum: 30, importance: 6),
                TableColumn(SharedStrings.device, minimum: 8, maximum: 16, importance: 2),
            ]
        }
        if hasResults {
            return [
                TableColumn(RecordStrings.record, minimum: 14, maximum: 28, importance: 9),
                TableColumn(SharedStrings.value, minimum: 8, maximum: 16, importance: 8),
                TableColumn(RecordStrings.usualRange, minimum: RangeBar.width, maximum: RangeBar.width, importance: 7),
                TableColumn.dates(SharedStrings.when, minimum: 17, maximum: 40, importance: 6),
                TableColumn(SharedStrings.source, minimum: 10, maximum: 24, importance: 5),
            ]
        }
        return [
            TableColumn(unit, minimum: 14, maximum: 28, importance: 9),
            TableColumn.dates(SharedStrings.when, minimum: 21, maximum: 40, importance: 8),
            TableColumn(SharedStrings.source, minimum: 10, maximum: 24, importance: 6),
        ]
    }

    /// Whether samples have results with ranges.
    private var hasResults: Bool {
        type is HKClinicalType
            && [HKClinicalTypeIdentifier.labResultRecord, .vitalSignRecord].map(\.rawValue).contains(type.identifier)
    }

    /// The row of a sample.
    func row(_ sample: HKSample, _ result: ClinicalResult?, isMarked: Bool) -> TableRow {
        let (dates, theme) = (environment.dates, environment.theme)
        let isInstant = sample.startDate == sample.endDate
        let value = Line(environment.samples.value(sample).value)
        let when = Line(dates.span(sample.startDate, sample.endDate, seconds: isInstant))
        let shorter = dates.shorterSpans(sample.startDate, sample.endDate, seconds: isInstant).map { Line($0) }
        let source = Line(sourceName(sample))
        guard hasResults else {
            let cells = [value, when, source, Line(DevicePhrase.name(sample.device))]
            return TableRow(cells, isMarked: isMarked, shorter: [1: shorter])
        }
        let result = result ?? ClinicalResult(Data())
        let number =
            result.main
            .map { $0.comparator + NumberText.exact($0.number) + ($0.unit.isEmpty ? "" : " " + $0.unit) } ?? ""
        let cells = [
            value, ClinicalLine.value(number, result, theme), ClinicalLine.bar(result, theme), when, source,
        ]
        return TableRow(cells, isMarked: isMarked, shorter: [3: shorter])
    }

    private func sourceName(_ sample: HKSample) -> String {
        let revision = sample.sourceRevision
        return revision.version.map { revision.source.shownName + " " + $0 } ?? revision.source.shownName
    }
}
