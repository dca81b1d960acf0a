import Foundation
import HealthKit

/// The history of a goal of a type, day by day or week by week.
///
/// The chart's marks and the counts on cards, the page of goals and the command all come from this.
package struct GoalHistory: Sendable, Hashable {
    /// Whether a goal was met in a period.
    package enum State: Sendable, Hashable {
        case met
        case missed
        /// The period isn't over, and may still end either way.
        case open
        /// Nothing was recorded that could be judged.
        case unknown
    }

    /// A day or a week.
    package struct Period: Sendable, Hashable {
        package let interval: DateInterval
        /// The total or the average, or `nil` if nothing was recorded.
        package let value: Double?
        /// The second number of a pair.
        package let second: Double?
        package let state: State
    }

    /// Consecutive periods in which the goal was met.
    package struct Streak: Sendable, Hashable {
        /// The length up to now.
        package fileprivate(set) var current = 0
        package fileprivate(set) var longest = 0
        /// The last period of the longest streak; the latest if there are several.
        package fileprivate(set) var longestEnd: DateInterval?
    }

    package let goal: TypeGoal
    /// The amount of the goal as a number, in the unit of the values.
    package let limit: Double
    /// The same for the second number of a pair.
    package let secondLimit: Double?
    /// The periods, the oldest first.
    package let periods: [Period]
    package private(set) var streak = Streak()

    /// The history of a goal.
    ///
    /// - Parameters:
    ///   - rule: The goal, and the rule for judging values.
    ///   - values: The value of each period, the oldest first.
    ///   - now: The current time: a period that isn't over by then doesn't count as missed yet.
    package init(
        _ rule: GoalRule,
        _ values: [(interval: DateInterval, value: Double?, second: Double?)],
        now: Date
    ) {
        goal = rule.goal
        limit = rule.limit
        secondLimit = rule.secondLimit
        periods = values.map { found in
            Period(
                interval: found.interval,
                value: found.value,
                second: found.second,
                state: rule.state(found.value, found.second, isOver: found.interval.end <= now)
            )
        }
        for period in periods {
            switch period.state {
            case .met:
                streak.current += 1
                if streak.current >= streak.longest {
                    (streak.longest, streak.longestEnd) = (streak.current, period.interval)
                }
            case .missed: streak.current = 0
            case .open, .unknown: break
            }
        }
    }

    /// The period that holds a time.
    package func period(at date: Date) -> Period? {
        var (low, high) = (0, periods.count)
        while low < high {
            let middle = (low + high) / 2
            if periods[middle].interval.end <= date { low = middle + 1 } else { high = middle }
        }
        return low < periods.count && periods[low].interval.start <= date ? periods[low] : nil
    }

    /// The number of periods starting in a time span in which the goal was met, and the number of those that can be
    /// judged.
    package func count(from start: Date, to end: Date) -> (met: Int, judged: Int) {
        var (met, judged) = (0, 0)
        for period in periods where period.interval.start >= start && period.interval.start < end {
            switch period.state {
            case .met: (met, judged) = (met + 1, judged + 1)
            case .missed: judged += 1
            case .open, .unknown: break
            }
        }
        return (met, judged)
    }
}

/// A goal, and the rule for judging a type's values.
package struct GoalRule: Sendable {
    /// The meaning of a period without any data.
    package enum Gap: Sendable {
        /// There was nothing, as for events.
        case zero
        /// Too little was done; for a limit, nothing was.
        case nothingDone
        /// Unknown: nothing was measured.
        case unknown
    }

    package let goal: TypeGoal
    package let limit: Double
    package let secondLimit: Double?
    /// Whether values add up during their period.
    package let isTotal: Bool
    package let gap: Gap
    /// Rounds a number as the screen shows it: a value displayed as the goal meets the goal.
    package let shown: @Sendable (Double) -> Double

    /// A rule.
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - limit: Its amount, in the unit of the values.
    ///   - secondLimit: The same for the second number of a pair.
    ///   - isTotal: Whether values add up during their period.
    ///   - gap: The meaning of a period without any data.
    ///   - shown: Rounds a number as the screen shows it.
    package init(
        _ goal: TypeGoal,
        limit: Double,
        secondLimit: Double? = nil,
        isTotal: Bool,
        gap: Gap,
        shown: @escaping @Sendable (Double) -> Double = { $0 }
    ) {
        self.goal = goal
        self.limit = limit
        self.secondLimit = secondLimit
        self.isTotal = isTotal
        self.gap = gap
        self.shown = shown
    }

    /// Whether a value meets the goal.
    ///
    /// - Parameters:
    ///   - value: The total or the average of a period; `nil` if nothing was recorded.
    ///   - second: The second number of a pair.
    ///   - isOver: Whether the period is over.
    /// - Returns: The state.
    package func state(_ value: Double?, _ second: Double? = nil, isOver: Bool) -> GoalHistory.State {
        guard let value = value ?? (gap == .zero ? 0 : nil) else {
            guard isOver else { return .open }
            return gap == .nothingDone && goal.bound == .atLeast ? .missed : .unknown
        }
        let fits = meets(value, limit) && (secondLimit.map { most in second.map { meets($0, most) } ?? false } ?? true)
        guard isTotal, !isOver else { return fits ? .met : .missed }
        switch goal.bound {
        case .atLeast: return fits ? .met : .open
        case .atMost: return fits ? .open : .missed
        }
    }

    private func meets(_ value: Double, _ limit: Double) -> Bool {
        switch goal.bound {
        case .atLeast: shown(value) >= shown(limit)
        case .atMost: shown(value) <= shown(limit)
        }
    }
}
