import HealthKitLocalization

/// The texts about a workout's facts.
enum WorkoutFactStrings {
    static var easy: String { localized("easy") }
    static var moderate: String { localized("moderate") }
    static var hard: String { localized("hard") }
    static var allOut: String { localized("all out") }
    static func event(_ number: Int) -> String { localized("event \(plain: number)") }
}
