import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// A type's goal and the progress towards it.
package struct GoalFacts: Sendable {
    package let type: HKSampleType
    package let unit: ChartUnit
    package let history: GoalHistory
    /// The current day or week.
    package let current: GoalHistory.Period?
    /// Of the last days or weeks that are shown.
    package let recent: (met: Int, judged: Int)

    package var goal: TypeGoal { history.goal }

    /// The number of days or weeks that count as recent.
    package static func recentCount(_ period: TypeGoal.Period) -> Int { period == .day ? 30 : 12 }

    /// The facts of one goal.
    init(_ history: GoalHistory, of type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.type = type
        self.history = history
        unit = ChartSource(type: type, environment: environment).unit
        current = history.period(at: environment.now)
        let recent = history.periods.suffix(Self.recentCount(history.goal.period))
        self.recent =
            recent.first.map { history.count(from: $0.interval.start, to: .distantFuture) } ?? (met: 0, judged: 0)
    }

    /// The goals of types and the progress towards them, by name.
    ///
    /// - Parameters:
    ///   - environment: The store, the time and the place.
    ///   - types: The types; `nil` for all.
    /// - Returns: The goals.
    /// - Throws: ``Failure`` and `HKError` for a store that can't be read.
    package static func read(
        _ environment: ConsoleEnvironment,
        of types: [HKSampleType]? = nil
    ) async throws -> [GoalFacts] {
        var all: [GoalFacts] = []
        for (identifier, goal) in try await environment.ask({ try $0.typeGoals() }).get() {
            guard let type = HKObjectType.type(identifier: identifier) as? HKSampleType, types?.contains(type) ?? true,
                let history = try await history(goal, of: type, environment)
            else { continue }
            all.append(GoalFacts(history, of: type, environment))
        }
        return all.sorted { ($0.type.entry.name, $0.type.identifier) < ($1.type.entry.name, $1.type.identifier) }
    }

    /// The goal of one type and the progress towards it.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - environment: The store, the time and the place.
    /// - Returns: The facts; `nil` for a type without a goal.
    /// - Throws: ``Failure`` and `HKError` for a store that can't be read.
    package static func read(_ type: HKSampleType, _ environment: ConsoleEnvironment) async throws -> GoalFacts? {
        guard TypeGoal.isOf(type), let goal = try await environment.ask({ try $0.typeGoals() }).get()[type.identifier]
        else { return nil }
        return try await history(goal, of: type, environment).map { GoalFacts($0, of: type, environment) }
    }

    // MARK: Histories

    /// The number of years for which samples are read one by one.
    private static let years = 3

    /// The history of a goal since the first data, by the days of the type's measure.
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - type: Its type.
    ///   - environment: The store, the time and the place.
    /// - Returns: The history; `nil` for a goal whose unit the type doesn't have.
    /// - Throws: ``Failure`` and `HKError` for a store that can't be read.
    package static func history(
        _ goal: TypeGoal,
        of type: HKSampleType,
        _ environment: ConsoleEnvironment
    ) async throws -> GoalHistory? {
        guard let measure = Measure(of: type), let rule = rule(goal, measure, of: type, environment) else { return nil }
        let (calendar, now) = (environment.calendar, environment.now)
        let days =
            try await environment.ask { person in
                let reader = MeasureReader(.person(person), calendar: calendar, now: now)
                let span = try span(of: goal, measure, reader)
                return try reader.days(of: measure, in: span)
            }
            .get()
        let format = MeasureFormat(measure) { environment.unit($0) }
        return GoalHistory(rule, periods(days, of: goal, format, CivilClock(calendar.timeZone)), now: now)
    }

    /// The days that a goal is judged by: from the first record through today, and all of a week.
    private static func span(
        of goal: TypeGoal,
        _ measure: Measure,
        _ reader: MeasureReader
    ) throws -> Range<CalendarDay> {
        let today = reader.today
        guard let recorded = try reader.recorded(measure), recorded.lowerBound <= today else { return today..<today }
        var first = recorded.lowerBound
        if !measure.hasStatistics { first = max(first, today.advanced(by: -365 * years)) }
        guard goal.period == .week else { return first..<today.advanced(by: 1) }
        let weekday = reader.calendar.firstWeekday
        return first.startOfWeek(weekday)..<today.startOfWeek(weekday).advanced(by: 7)
    }

    private static func periods(
        _ days: MeasureDays,
        of goal: TypeGoal,
        _ format: MeasureFormat,
        _ clock: CivilClock
    ) -> [(interval: DateInterval, value: Double?, second: Double?)] {
        let length = goal.period == .day ? 1 : 7
        return stride(from: days.span.lowerBound, to: days.span.upperBound, by: length)
            .map { first in
                let (start, end) = (first.start(on: clock), first.advanced(by: length).start(on: clock))
                let interval = DateInterval(start: start, end: max(start, end))
                let found = days.fold(first..<first.advanced(by: length))
                return (interval, (found?.value).map(format.number), (found?.second).map(format.number))
            }
    }

    /// The rule for a measure's values; `nil` for a goal whose unit the type doesn't have.
    private static func rule(
        _ goal: TypeGoal,
        _ measure: Measure,
        of type: HKSampleType,
        _ environment: ConsoleEnvironment
    ) -> GoalRule? {
        let unit = ChartSource(type: type, environment: environment).unit
        guard let limit = unit.number(goal.amount) else { return nil }
        let isTotal = measure.kind == .total
        return GoalRule(
            goal,
            limit: limit,
            secondLimit: goal.second.flatMap(unit.number),
            isTotal: isTotal,
            gap: !isTotal ? .unknown : measure.gap == .zero ? .zero : .nothingDone,
            shown: unit.shown
        )
    }
}
