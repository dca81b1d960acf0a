import HealthKit

/// The samples that a stream of Google Fit becomes, by the name of its data type.
struct GoogleFitKind: Equatable {
    /// The kind of sample that values become.
    enum Outcome: Equatable {
        /// A quantity, in a unit and divided by a number.
        case quantity(HKQuantityTypeIdentifier, unit: String, divisor: Double)
        /// A distance of the session's activity.
        case distance
        case sleep
        /// Nothing: they are counted. It is data where HealthKit has a type for it.
        case counted(isData: Bool)
    }

    let name: String
    let outcome: Outcome

    /// The source of data that comes from Google Fit itself.
    static let source = ReadSource(identifier: "google-fit", name: "Google Fit")

    /// The kinds that are known.
    static let all: [GoogleFitKind] = [
        quantity("com.google.step_count.delta", .stepCount, "count"),
        GoogleFitKind(name: "com.google.distance.delta", outcome: .distance),
        quantity("com.google.heart_rate.bpm", .heartRate, "count/min"),
        quantity("com.google.weight", .bodyMass, "kg"),
        quantity("com.google.height", .height, "m"),
        quantity("com.google.body.fat.percentage", .bodyFatPercentage, "%", 100),
        GoogleFitKind(name: "com.google.sleep.segment", outcome: .sleep),
        counted("com.google.oxygen_saturation", true), counted("com.google.blood_pressure", true),
        counted("com.google.blood_glucose", true), counted("com.google.hydration", true),
        counted("com.google.nutrition", true), counted("com.google.calories.expended", false),
        counted("com.google.active_minutes", false), counted("com.google.heart_minutes", false),
        counted("com.google.activity.segment", false), counted("com.google.speed", false),
        counted("com.google.location.sample", false),
    ]

    private static func quantity(
        _ name: String,
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ divisor: Double = 1
    ) -> GoogleFitKind {
        GoogleFitKind(name: name, outcome: .quantity(type, unit: unit, divisor: divisor))
    }

    private static func counted(_ name: String, _ isData: Bool) -> GoogleFitKind {
        GoogleFitKind(name: name, outcome: .counted(isData: isData))
    }

    /// The kind of a data type; one that isn't known is counted.
    ///
    /// - Parameter name: The name of the data type.
    /// - Returns: The kind.
    static func named(_ name: String) -> GoogleFitKind { all.first { $0.name == name } ?? counted(name, false) }

    /// The stages by the numbers of segments of sleep; out of bed is none.
    static let stages: [Int64: HKCategoryValueSleepAnalysis] = [
        1: .awake, 2: .asleepUnspecified, 4: .asleepCore, 5: .asleepDeep, 6: .asleepREM,
    ]
}
