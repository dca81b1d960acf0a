import Foundation
import HealthKit

/// Turns samples of a type that HealthKit does not know into rows of a list: as the import brought them.
struct UnknownSampleRows {
    let timestamps: Timestamps

    /// The names of the facts, in the order of CSV's columns: those that every sample has.
    static let keys = SampleRows.common.map(\.key)

    /// The row of a sample.
    ///
    /// - Parameter sample: Its value is a number or a text, as it came.
    /// - Returns: Its facts and what a table shows of them.
    func row(_ sample: UnknownSample) -> ListRow {
        let revision = sample.sourceRevision
        let end = sample.end == sample.start ? "" : timestamps.minute(sample.end)
        let value = sample.text ?? ValueText.number(sample.value, decimals: 9)
        return ListRow(
            fields: [
                ("uuid", .text(sample.uuid.uuidString)), ("type", .text(sample.identifier)),
                ("start", timestamps.json(sample.start)), ("end", timestamps.json(sample.end)),
                ("value", sample.text.map { .text($0) } ?? .number(sample.value)),
                ("unit", sample.unit.isEmpty ? .null : .text(sample.unit)),
                ("source", .text(revision.source.name)), ("bundle", .text(revision.source.bundleIdentifier)),
                ("sourceVersion", .text(revision.version)),
                ("device", sample.device.map(SampleRows.device) ?? .null),
                ("metadata", SampleRows.json(sample.metadata, timestamps)),
            ],
            cells: [
                timestamps.minute(sample.start), end, sample.unit.isEmpty ? value : "\(value) \(sample.unit)",
                revision.source.name, sample.device?.name ?? "",
            ]
        )
    }
}
