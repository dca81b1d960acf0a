import Foundation

/// A sample of a type that this version of HealthKit doesn't know, exactly as imported.
package struct UnknownSample: Sendable {
    package var uuid: UUID
    /// The type's raw identifier.
    package var identifier: String
    package var start: Date
    package var end: Date
    /// The value; meaningless if ``text`` is set.
    package var value: Double
    /// The value, if it isn't a number.
    package var text: String?
    /// The unit as the export gave it; empty for none.
    package var unit: String
    package var creationDate: Date
    package var sourceRevision: HKSourceRevision
    package var device: HKDevice?
    package var metadata: Metadata?
}
