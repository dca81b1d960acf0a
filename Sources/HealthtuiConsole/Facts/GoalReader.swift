import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Reads how the goal of a type was met: by the numbers that its chart shows.
package struct GoalReader: Sendable {
    let environment: ConsoleEnvironment
    package let type: HKSampleType
    package let goal: TypeGoal

    package init(_ goal: TypeGoal, of type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.goal = goal
        self.type = type
        self.environment = environment
    }

    /// The number of years for which events are read, since they are fetched one by one.
    private static let years = 3

    private var source: ChartSource { ChartSource(type: type, environment: environment) }

    /// The rule for the type's values; `nil` for a goal whose unit the type doesn't have.
    var rule: GoalRule? {
        let unit = source.unit
        guard let limit = unit.number(goal.amount) else { return nil }
        let isQuantity = type is HKQuantityType || source.isPressure
        let isTotal = !isQuantity || (type as? HKQuantityType)?.aggregationStyle == .cumulative
        let gap: GoalRule.Gap =
            isQuantity ? isTotal ? .nothingDone : .unknown : EventMeasure(type) == .sleep ? .unknown : .zero
        return GoalRule(
            goal,
            limit: limit,
            secondLimit: goal.second.flatMap(unit.number),
            isTotal: isTotal,
            gap: gap,
            shown: unit.shown
        )
    }

    /// The history of the goal since the first data.
    ///
    /// - Returns: The history; `nil` for a goal whose unit the type does not have.
    /// - Throws: Errors from the store.
    package func history() async throws -> GoalHistory? {
        guard let rule else { return nil }
        let calendar = environment.calendar
        let now = environment.now
        guard let first = try await source.extent()?.lowerBound, first <= now else {
            return GoalHistory(rule, [], now: environment.now)
        }
        let yearsAgo = calendar.civilDate(byAdding: .year, value: -Self.years, to: now)
        let window = ChartWindow(
            goal.period == .day ? .day : .week,
            from: type is HKQuantityType || source.isPressure ? first : max(first, yearsAgo),
            through: now,
            calendar: calendar
        )
        let data = try await source.numbers(window)
        return GoalHistory(rule, data.bars.map { ($0.interval, $0.measure, $0.secondMeasure) }, now: environment.now)
    }
}

extension ChartBar {
    /// The value that a goal is compared with: the total of the bar's time, or the average.
    var measure: Double? { total ?? range?.average }
    /// The same of the second number of a pair.
    var secondMeasure: Double? { lower?.average }
}

/// A type's goal with what came of it.
package struct GoalFacts: Sendable {
    package let type: HKSampleType
    package let unit: ChartUnit
    package let history: GoalHistory
    /// The day or week that goes on.
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

    /// The goals of types with what came of them, by name.
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
                let history = try await GoalReader(goal, of: type, environment).history()
            else { continue }
            all.append(GoalFacts(history, of: type, environment))
        }
        return all.sorted { ($0.type.entry.name, $0.type.identifier) < ($1.type.entry.name, $1.type.identifier) }
    }

    /// The goal of one type with what came of it.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - environment: The store, the time and the place.
    /// - Returns: The facts; `nil` for a type without a goal.
    /// - Throws: ``Failure`` and `HKError` for a store that can't be read.
    package static func read(_ type: HKSampleType, _ environment: ConsoleEnvironment) async throws -> GoalFacts? {
        guard TypeGoal.isOf(type), let goal = try await environment.ask({ try $0.typeGoals() }).get()[type.identifier]
        else { return nil }
        return try await GoalReader(goal, of: type, environment).history().map { GoalFacts($0, of: type, environment) }
    }
}
