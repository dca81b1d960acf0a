import HealthKit

/// A record of a Health Connect export in HealthKit's types and units; times in milliseconds since 1970.
///
/// App, device and clock are those of the record.
package enum HealthConnectObject: Sendable, Equatable {
    case quantity(Quantity)
    case category(Category)
    case correlation(Correlation)
    case workout(Workout)

    /// A value of metadata.
    package enum Value: Sendable, Equatable {
        case number(Int)
        case boolean(Bool)
        case text(String)
    }

    /// An entry of metadata.
    package struct Entry: Sendable, Equatable {
        package var key: String
        package var value: Value
    }

    /// A quantity sample.
    package struct Quantity: Sendable, Equatable {
        package var type: HKQuantityTypeIdentifier
        package var unit: String
        package var value: Double
        package var start: Int64
        package var end: Int64
        package var metadata: [Entry] = []
    }

    /// A category sample.
    package struct Category: Sendable, Equatable {
        package var type: HKCategoryTypeIdentifier
        package var value: Int
        package var start: Int64
        package var end: Int64
        package var metadata: [Entry] = []
    }

    /// A correlation with its members.
    package struct Correlation: Sendable, Equatable {
        package var type: HKCorrelationTypeIdentifier
        package var members: [Quantity]
        package var start: Int64
        package var end: Int64
        package var metadata: [Entry] = []
    }

    /// A workout.
    package struct Workout: Sendable, Equatable {
        package var exercise: HealthConnectExercise
        package var start: Int64
        package var end: Int64
        package var segments: [HealthConnectRecord.Part]
        package var laps: [HealthConnectRecord.Part]
        /// In the order of time.
        package var places: [HealthConnectRecord.Place]
        package var metadata: [Entry] = []
    }
}
