import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// A goal and the progress towards it, in words.
package struct GoalText: Sendable {
    private let type: HKSampleType
    private let unit: ChartUnit

    package init(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.type = type
        unit = ChartSource(type: type, environment: environment).unit
    }

    /// `at least 8,000 count a day`.
    package func text(_ goal: TypeGoal) -> String {
        let amount = amount(goal, labelled: true)
        return switch (goal.bound, goal.period, isTotal) {
        case (.atLeast, .day, true): GoalStrings.atLeastADay(amount)
        case (.atLeast, .week, true): GoalStrings.atLeastAWeek(amount)
        case (.atMost, .day, true): GoalStrings.atMostADay(amount)
        case (.atMost, .week, true): GoalStrings.atMostAWeek(amount)
        case (.atLeast, .day, false): GoalStrings.dailyAtLeast(amount)
        case (.atLeast, .week, false): GoalStrings.weeklyAtLeast(amount)
        case (.atMost, .day, false): GoalStrings.dailyAtMost(amount)
        case (.atMost, .week, false): GoalStrings.weeklyAtMost(amount)
        }
    }

    /// So many days or weeks.
    package static func length(_ period: TypeGoal.Period, _ count: Int) -> String {
        period == .day ? GoalStrings.days(count) : GoalStrings.weeks(count)
    }

    /// The amount of a goal, in the person's unit.
    package func amount(_ goal: TypeGoal, labelled: Bool) -> String {
        guard let number = unit.number(goal.amount) else { return "" }
        guard let second = goal.second.flatMap(unit.number) else {
            return labelled ? unit.labelled(number) : unit.text(number)
        }
        return unit.text(number) + "/" + (labelled ? unit.labelled(second) : unit.text(second))
    }

    /// The value of a period, without a unit; `nil` where nothing was recorded.
    package func value(_ period: GoalHistory.Period) -> String? {
        guard let value = period.value else { return nil }
        return unit.text(value) + (period.second.map { "/" + unit.text($0) } ?? "")
    }

    /// Whether a goal was met, in a word or two; `nil` if there is no data.
    package func state(_ state: GoalHistory.State) -> String? {
        switch state {
        case .met: GoalStrings.reached
        case .missed: GoalStrings.missed
        case .open: GoalStrings.stillOpen
        case .unknown: nil
        }
    }

    private var isTotal: Bool { Measure(of: type)?.kind == .total }
}

extension GoalFacts {
    /// The number of times the goal was met, and streaks, the most important first.
    func facts(from start: Date, to end: Date) -> [String] {
        let (met, judged) = history.count(from: start, to: end)
        let period = goal.period
        let streak = history.streak
        var facts =
            judged == 0
            ? [] : [period == .day ? GoalStrings.metDays(met, of: judged) : GoalStrings.metWeeks(met, of: judged)]
        if streak.longest > 0 {
            facts.append(
                streak.current > 0
                    ? GoalStrings.streak(GoalText.length(period, streak.current)) : GoalStrings.noStreak
            )
            facts.append(GoalStrings.longest(GoalText.length(period, streak.longest)))
        }
        return facts
    }
}
