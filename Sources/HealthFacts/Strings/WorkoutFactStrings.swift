/// The words of what is known of a workout.
enum WorkoutFactStrings {
    static let easy = "easy"
    static let moderate = "moderate"
    static let hard = "hard"
    static let allOut = "all out"
    static func event(_ number: Int) -> String { "event \(number)" }
}
