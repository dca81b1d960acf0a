import HealthKit

extension RingsStrings {
    /// What a ring is called; somebody in a wheelchair rolls instead of standing.
    static func ring(_ kind: ActivityRings.Kind, inWheelchair: Bool) -> String {
        switch kind {
        case .move: move
        case .exercise: exercise
        case .stand: inWheelchair ? roll : stand
        }
    }
}
