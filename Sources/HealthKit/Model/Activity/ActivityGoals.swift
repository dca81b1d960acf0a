import Foundation

/// The goals of the rings that a person set, from a day on; those that are missing were not set.
package struct ActivityGoals: Codable, Hashable, Sendable {
    /// Kilocalories of active energy.
    package var energy: Double?
    /// Minutes of moving, for a ring that counts time.
    package var moveTime: Double?
    /// Minutes of exercise.
    package var exercise: Double?
    /// Hours with some standing, or rolling.
    package var stand: Double?

    package init(energy: Double? = nil, moveTime: Double? = nil, exercise: Double? = nil, stand: Double? = nil) {
        self.energy = energy
        self.moveTime = moveTime
        self.exercise = exercise
        self.stand = stand
    }

    /// Goals of a person who set none: half an hour of exercise, twelve hours with some standing (R6.6).
    package static let usual = ActivityGoals(exercise: 30, stand: 12)

    /// The goals of a day's summary.
    package init(_ content: ActivitySummaryContent) {
        func number(_ text: QuantityText?, _ unit: HKUnit) -> Double? { text?.quantity?.converted(to: unit) }
        energy = number(content.activeEnergyBurnedGoal, .kilocalorie())
        moveTime = number(content.appleMoveTimeGoal, .minute())
        exercise = number(content.appleExerciseTimeGoal, .minute())
        stand = number(content.appleStandHoursGoal, .count())
    }

    /// These goals, with others where there is none.
    package func filled(with others: ActivityGoals) -> ActivityGoals {
        ActivityGoals(
            energy: energy ?? others.energy,
            moveTime: moveTime ?? others.moveTime,
            exercise: exercise ?? others.exercise,
            stand: stand ?? others.stand
        )
    }

    /// Checks that the goals can be reached.
    ///
    /// - Throws: `errorInvalidArgument` for goals that are no positive numbers, or more than a day has room for.
    package func check() throws {
        let all: [(name: String, value: Double?, most: Double)] = [
            ("move goal in kilocalories", energy, 100_000), ("move goal in minutes", moveTime, 1_440),
            ("exercise goal in minutes", exercise, 1_440), ("stand goal in hours", stand, 24),
        ]
        for (name, value, most) in all {
            guard let value, !(value > 0 && value <= most) else { continue }
            throw HKError.invalid("The \(name) must be more than 0 and at most \(Int(most)), not \(value)")
        }
    }
}

/// A time in which the rings are paused: days without goals break no row of days.
package struct RingPause: Codable, Hashable, Sendable {
    /// `yyyy-MM-dd`, the last day; `nil` until the person goes on.
    package var last: String?

    package init(last: String?) { self.last = last }
}

extension [(first: CalendarDay, pause: RingPause)] {
    /// Whether a day lies in one of the pauses.
    package func cover(_ day: CalendarDay) -> Bool {
        contains { first, pause in
            first <= day && (pause.last.flatMap { CalendarDay(text: $0) }.map { day <= $0 } ?? (pause.last == nil))
        }
    }
}
