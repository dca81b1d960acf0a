import Foundation

/// The progress of a day's rings.
package struct ActivityRings: Sendable, Hashable {
    /// One of the rings, from the outer to the inner.
    package enum Kind: Int, CaseIterable, Sendable {
        case move, exercise, stand

        /// The ring's name; a person in a wheelchair rolls instead of standing.
        package func name(inWheelchair: Bool) -> String {
            switch self {
            case .move: "Move"
            case .exercise: "Exercise"
            case .stand: inWheelchair ? "Roll" : "Stand"
            }
        }
    }

    /// One ring.
    package struct Ring: Sendable, Hashable {
        /// In ``unit``.
        package var value: Double
        /// In ``unit``; 0 if there is none.
        package var goal: Double
        /// The string of the unit: `kcal`, `min` or `count`.
        package var unit: String

        /// The fraction of the goal that is reached: 1 for all of it, more beyond; 0 without a goal (R6.6).
        package var share: Double { goal > 0 && value > 0 ? value / goal : 0 }
        /// Whether the goal is reached.
        package var isClosed: Bool { share >= 1 }
    }

    package let move: Ring
    package let exercise: Ring
    package let stand: Ring
    /// Whether the rings were paused that day.
    package let isPaused: Bool

    package init(_ summary: HKActivitySummary) {
        func ring(_ value: HKQuantity, _ goal: HKQuantity, _ unit: HKUnit) -> Ring {
            func number(_ quantity: HKQuantity) -> Double {
                guard let number = quantity.converted(to: unit), number.isFinite else { return 0 }
                return number
            }
            return Ring(value: number(value), goal: number(goal), unit: unit.unitString)
        }
        move =
            summary.activityMoveMode == .appleMoveTime
            ? ring(summary.appleMoveTime, summary.appleMoveTimeGoal, .minute())
            : ring(summary.activeEnergyBurned, summary.activeEnergyBurnedGoal, .kilocalorie())
        exercise = ring(summary.appleExerciseTime, summary.appleExerciseTimeGoal, .minute())
        stand = ring(summary.appleStandHours, summary.appleStandHoursGoal, .count())
        isPaused = summary.isPaused
    }

    package subscript(kind: Kind) -> Ring {
        switch kind {
        case .move: move
        case .exercise: exercise
        case .stand: stand
        }
    }
}
