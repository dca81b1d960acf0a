import Foundation
import HealthKit

/// The facts of samples of a type that HealthKit doesn't know: as they were imported.
package struct UnknownSampleFacts {
    package let timestamps: Timestamps

    package init(timestamps: Timestamps) { self.timestamps = timestamps }

    /// The names of the facts, in the order of columns: those that every sample has.
    package static let keys = SampleFacts.common.map(\.key)

    /// The facts of a sample.
    ///
    /// - Parameter sample: The sample, whose value is a number or a text, as imported.
    /// - Returns: All facts of ``keys``, in their order; null for those it doesn't have.
    package func fields(of sample: UnknownSample) -> JSONValue.Fields {
        let revision = sample.sourceRevision
        return [
            ("uuid", .text(sample.uuid.uuidString)), ("type", .text(sample.identifier)),
            ("start", timestamps.json(sample.start)), ("end", timestamps.json(sample.end)),
            ("value", sample.text.map { .text($0) } ?? .number(sample.value)),
            ("unit", sample.unit.isEmpty ? .null : .text(sample.unit)),
            ("source", .text(revision.source.name)), ("bundle", .text(revision.source.bundleIdentifier)),
            ("sourceVersion", .text(revision.version)), ("device", .device(sample.device)),
            ("metadata", .metadata(sample.metadata, timestamps)),
        ]
    }
}
