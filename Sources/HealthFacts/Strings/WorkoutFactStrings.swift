import Localization

/// The words of what is known of a workout.
enum WorkoutFactStrings {
    static var easy: String { localized("easy") }
    static var moderate: String { localized("moderate") }
    static var hard: String { localized("hard") }
    static var allOut: String { localized("all out") }
    static func event(_ number: Int) -> String { localized("event \(plain: number)") }
}
