import Foundation
import HealthKit
import HealthtuiFacts

/// Turns samples of a type that HealthKit does not know into rows of a list.
struct UnknownSampleRows {
    let timestamps: Timestamps

    /// The row of a sample.
    ///
    /// - Parameter sample: Its value is a number or a text, as it came.
    /// - Returns: Its facts and its table cells.
    func row(_ sample: UnknownSample) -> ListRow {
        ListRow(fields: UnknownSampleFacts(timestamps: timestamps).fields(of: sample), cells: cells(sample))
    }

    private func cells(_ sample: UnknownSample) -> [String] {
        let end = sample.end == sample.start ? "" : timestamps.minute(sample.end)
        let value = sample.text ?? ValueText.number(sample.value, decimals: 9)
        return [
            timestamps.minute(sample.start), end, sample.unit.isEmpty ? value : "\(value) \(sample.unit)",
            sample.sourceRevision.source.name, sample.device?.name ?? "",
        ]
    }
}
