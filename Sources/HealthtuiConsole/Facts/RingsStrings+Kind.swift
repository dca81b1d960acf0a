import HealthKit

extension RingsStrings {
    /// The name of a ring; wheelchair users roll instead of standing.
    static func ring(_ kind: ActivityRings.Kind, inWheelchair: Bool) -> String {
        switch kind {
        case .move: move
        case .exercise: exercise
        case .stand: inWheelchair ? roll : stand
        }
    }
}
