import Foundation
import HealthKit

/// A blood pressure found by a reader.
package struct ReadPressure: Sendable {
    package var systolic: Double
    package var diastolic: Double
    /// The unit of both, as HealthKit spells it.
    package var unit: String
    package var start: Date
    package var end: Date
    /// The recording source.
    package var source: ReadSource
    package var device: HKDevice?
}

/// A correlation of any type found by a reader, such as a meal.
package struct ReadCorrelation: Sendable {
    /// The identifier of its type; one that HealthKit doesn't know is kept as it is.
    package var type: String
    package var start: Date
    package var end: Date
    /// The recording source.
    package var source: ReadSource
    package var device: HKDevice?
    /// Metadata as an Apple Health export has it.
    package var metadata: [String: String] = [:]
    /// Metadata with types.
    package var values: [String: MetadataValue] = [:]
    /// The name by which files know it, or `nil` for one that is recognized by its content.
    package var identity: ReadIdentity?
    /// Its members, each with its own times and metadata; their identities don't count.
    package var members: [ReadSample]

    package init(
        type: HKCorrelationTypeIdentifier,
        start: Date,
        end: Date,
        source: ReadSource,
        members: [ReadSample] = []
    ) {
        self.type = type.rawValue
        self.start = start
        self.end = end
        self.source = source
        self.members = members
    }
}
