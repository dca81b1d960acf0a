import Foundation
import HealthKit
import HealthtuiFacts

/// Turns samples of one type into rows of a list.
struct SampleListRows {
    let facts: SampleFacts
    private let values = ValueText()

    /// Rows of samples.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - caller: The caller.
    ///   - timestamps: The format of times.
    ///   - unit: The unit in which quantities are written; `nil` for the unit in which each is stored.
    /// - Throws: `HKError` when the store cannot be read.
    init(_ type: HKSampleType, _ caller: Caller, timestamps: Timestamps, unit: HKUnit? = nil) throws {
        facts = try SampleFacts(type, caller, timestamps: timestamps, unit: unit)
    }

    static let columns: [ListColumn] = [
        .left("Start"), .left("End"), .right("Value"), .flexible("Source"), .flexible("Device"),
    ]

    /// The columns of a table of samples of a type.
    static func columns(of type: HKSampleType) -> [ListColumn] {
        guard type is HKClinicalType else { return columns }
        return [.left("Start"), .flexible("Record"), .left("Value"), .flexible("Source")]
    }

    /// The row of a sample.
    ///
    /// - Parameter sample: A sample of the type.
    /// - Returns: Its facts and its table cells.
    /// - Throws: `HKError` if the sample cannot be expressed in the unit.
    func row(_ sample: HKSample) throws -> ListRow {
        ListRow(fields: try facts.fields(of: sample), cells: cells(sample))
    }

    private func cells(_ sample: HKSample) -> [String] {
        let timestamps = facts.timestamps
        if let record = sample as? HKClinicalRecord {
            return [timestamps.minute(record.startDate), record.displayName, result(record), source(record)]
        }
        let end = sample.endDate == sample.startDate ? "" : timestamps.minute(sample.endDate)
        let text =
            if let unit = facts.unit, let sample = sample as? HKQuantitySample {
                values.quantity(sample.quantity, sample.quantityType, unit: unit)
            } else {
                values.sample(sample)
            }
        return [timestamps.minute(sample.startDate), end, text, source(sample), sample.device?.name ?? ""]
    }

    private func source(_ sample: HKSample) -> String { sample.sourceRevision.source.name }

    /// The result of a record; one out of range has a mark.
    private func result(_ record: HKClinicalRecord) -> String {
        guard let data = record.fhirResource?.data else { return "" }
        let result = ClinicalResult(data, sex: facts.sex)
        return (result.isOutside == true ? "! " : "") + result.text()
    }
}
