import Foundation
import HealthKit

/// The facts of samples of one type, as the members of a JSON object and the columns of a table.
package struct SampleFacts {
    package let type: HKSampleType
    package let timestamps: Timestamps
    /// The unit of quantities, or `nil` for the stored unit of each.
    package let unit: HKUnit?
    /// The sex whose reference ranges apply to the person.
    package let sex: HKReferenceSex
    private let own: [SampleFact]

    /// Facts of samples.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - timestamps: The format of times.
    ///   - unit: The unit of quantities; `nil` for the stored unit of each.
    ///   - sex: The sex whose reference ranges apply to the person.
    package init(
        _ type: HKSampleType,
        timestamps: Timestamps,
        unit: HKUnit? = nil,
        sex: HKReferenceSex = .notSet
    ) {
        self.type = type
        self.timestamps = timestamps
        self.unit = unit
        self.sex = sex
        own = SampleFact.facts(of: type, sex: sex)
    }

    /// Creates facts of samples as a caller may read them.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - caller: The caller.
    ///   - timestamps: The format of times.
    ///   - unit: The unit of quantities; `nil` for the stored unit of each.
    /// - Throws: `HKError` if the store can't be read.
    package init(_ type: HKSampleType, _ caller: Caller, timestamps: Timestamps, unit: HKUnit? = nil) throws {
        // The facts of other samples don't depend on it.
        let sex = type is HKClinicalType ? try caller.referenceSex : .notSet
        self.init(type, timestamps: timestamps, unit: unit, sex: sex)
    }

    /// The names of the facts that every sample has, and their meanings.
    package static let common: [(key: String, meaning: String)] = [
        ("uuid", "the sample's identity"),
        ("type", "the identifier of its type"),
        ("start", "when it began"),
        ("end", "when it ended; null while it goes on"),
        ("value", "the number: a quantity, a category's value, a workout's duration; null where there is none"),
        ("unit", "the unit of the number, as HealthKit writes units; null for a bare number"),
        ("source", "the name of the app or device that saved it"),
        ("bundle", "the identifier of that app"),
        ("sourceVersion", "the version of that app"),
        ("device", "what is known of the device that measured it"),
        ("metadata", "its metadata by key"),
    ]

    /// The names of all facts, in the order of columns; the same for all samples of a kind.
    package var keys: [String] { Self.common.map(\.key) + own.map(\.key) }

    /// The facts of a sample.
    ///
    /// - Parameter sample: A sample of the type.
    /// - Returns: All facts of ``keys``, in their order; null for those it doesn't have.
    /// - Throws: `HKError` if the sample can't be converted to the unit.
    package func fields(of sample: HKSample) throws -> JSONValue.Fields {
        let revision = sample.sourceRevision
        let content = try SampleNumber(sample, in: unit)
        let fields: JSONValue.Fields = [
            ("uuid", .text(sample.uuid.uuidString)),
            ("type", .text(sample.sampleType.identifier)),
            ("start", timestamps.json(sample.startDate)),
            ("end", timestamps.json(sample.endDate)),
            ("value", content.value),
            ("unit", content.unit),
            ("source", .text(revision.source.name)),
            ("bundle", .text(revision.source.bundleIdentifier)),
            ("sourceVersion", .text(revision.version)),
            ("device", .device(sample.device)),
            ("metadata", .metadata(sample.metadataValues, timestamps)),
        ]
        return fields + own.map { ($0.key, $0.value(sample, timestamps)) }
    }
}
