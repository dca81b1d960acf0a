import Foundation

/// The ring goals that a person set, from a certain day on; missing ones weren't set.
package struct ActivityGoals: Codable, Hashable, Sendable {
    /// Kilocalories of active energy.
    package var energy: Double?
    /// Minutes of movement, for a ring that counts time.
    package var moveTime: Double?
    /// Minutes of exercise.
    package var exercise: Double?
    /// Hours with at least some standing, or rolling.
    package var stand: Double?

    package init(energy: Double? = nil, moveTime: Double? = nil, exercise: Double? = nil, stand: Double? = nil) {
        self.energy = energy
        self.moveTime = moveTime
        self.exercise = exercise
        self.stand = stand
    }

    /// The default goals: half an hour of exercise, twelve hours with some standing (R6.6).
    package static let usual = ActivityGoals(exercise: 30, stand: 12)

    /// The goals of a day's summary.
    package init(_ content: ActivitySummaryContent) {
        func number(_ text: QuantityText?, _ unit: HKUnit) -> Double? { text?.quantity?.converted(to: unit) }
        energy = number(content.activeEnergyBurnedGoal, .kilocalorie())
        moveTime = number(content.appleMoveTimeGoal, .minute())
        exercise = number(content.appleExerciseTimeGoal, .minute())
        stand = number(content.appleStandHoursGoal, .count())
    }

    /// These goals, with missing ones taken from others.
    package func filled(with others: ActivityGoals) -> ActivityGoals {
        ActivityGoals(
            energy: energy ?? others.energy,
            moveTime: moveTime ?? others.moveTime,
            exercise: exercise ?? others.exercise,
            stand: stand ?? others.stand
        )
    }

    /// Checks that the goals are achievable.
    ///
    /// - Throws: `errorInvalidArgument` for goals that aren't positive numbers or exceed what a day allows.
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

/// A period in which the rings are paused; days without goals don't break a streak.
package struct RingPause: Codable, Hashable, Sendable {
    /// The last day as `yyyy-MM-dd`; `nil` until the person resumes.
    package var last: String?

    package init(last: String?) { self.last = last }
}

extension [(first: CalendarDay, pause: RingPause)] {
    /// Whether any of the pauses includes a day.
    package func cover(_ day: CalendarDay) -> Bool {
        contains { first, pause in
            first <= day && (pause.last.flatMap { CalendarDay(text: $0) }.map { day <= $0 } ?? (pause.last == nil))
        }
    }
}
