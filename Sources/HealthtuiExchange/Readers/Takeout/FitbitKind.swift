import HealthKit

/// The samples that a list of Fitbit's own export becomes, by the name of its file.
///
/// All lists look alike, and their names are the same in every language.
struct FitbitKind {
    /// The kind of sample that entries become.
    enum Outcome: Equatable {
        /// The amount in a minute of UTC, divided by a number.
        case minute(HKQuantityTypeIdentifier, unit: String, divisor: Double)
        /// Weights in pounds at local times.
        case weight
        /// Resting heart rates of local days.
        case restingRate
        /// Nights in local time, with their stages.
        case sleep
        /// Nothing: they are counted. It is data where HealthKit has a type for it.
        case counted(isData: Bool)
    }

    /// The beginning of the file's name, before a hyphen and a date or a number.
    let name: String
    /// A text in the beginning of the file.
    let mark: StaticString
    let outcome: Outcome

    /// Whether the times are those of the person's clock, which the file doesn't name.
    var isLocal: Bool {
        switch outcome {
        case .weight, .restingRate, .sleep: true
        case .minute, .counted: false
        }
    }

    /// The source of data that comes from Fitbit itself.
    static let source = ReadSource(identifier: "fitbit", name: "Fitbit")

    private static let byTime: StaticString = "\"dateTime\""

    /// The kinds that are known.
    static let all: [FitbitKind] = [
        FitbitKind(name: "steps", mark: byTime, outcome: .minute(.stepCount, unit: "count", divisor: 1)),
        FitbitKind(
            name: "distance",
            mark: byTime,
            outcome: .minute(.distanceWalkingRunning, unit: "m", divisor: 100)
        ),
        FitbitKind(name: "weight", mark: "\"weight\"", outcome: .weight),
        FitbitKind(name: "resting_heart_rate", mark: byTime, outcome: .restingRate),
        FitbitKind(name: "sleep", mark: "\"dateOfSleep\"", outcome: .sleep),
        counted("heart_rate", true), counted("exercise", true, "\"activityName\""), counted("height", true),
        counted("demographic_vo2_max", true), counted("run_vo2_max", true), counted("swim_lengths_data", true),
        counted("altitude", false), counted("calories", false), counted("time_in_heart_rate_zones", false),
        counted("sedentary_minutes", false), counted("lightly_active_minutes", false),
        counted("moderately_active_minutes", false), counted("very_active_minutes", false),
    ]

    private static func counted(_ name: String, _ isData: Bool, _ mark: StaticString = byTime) -> FitbitKind {
        FitbitKind(name: name, mark: mark, outcome: .counted(isData: isData))
    }

    /// The kind of a file by its name.
    ///
    /// - Parameter fileName: The file's name without folders.
    /// - Returns: The kind, or `nil` for another name.
    static func named(_ fileName: String) -> FitbitKind? {
        guard fileName.hasSuffix(".json"), let hyphen = fileName.firstIndex(of: "-") else { return nil }
        return all.first { $0.name == fileName[..<hyphen] }
    }

    /// The stages by their words; `restless` leaves open whether it is sleep.
    static let stages: [String: HKCategoryValueSleepAnalysis] = [
        "wake": .awake, "awake": .awake, "light": .asleepCore, "deep": .asleepDeep, "rem": .asleepREM,
        "asleep": .asleepUnspecified,
    ]
}
