import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

// The goal of the type in its chart: a line across, marks at the bars that met it, and the progress in a line below.
extension ChartView {
    /// Whether each bar is a day or a week of the goal.
    private var barsAreItsPeriods: Bool {
        switch (data.window.step, goal?.goal.period) {
        case (.day, .day?), (.week, .week?): true
        default: false
        }
    }

    /// Whether a bar's period met the goal; nil where bars aren't periods of the goal.
    func goalState(_ index: Int) -> GoalHistory.State? {
        guard barsAreItsPeriods, data.bars.indices.contains(index) else { return nil }
        return goal?.history.period(at: data.bars[index].interval.start)?.state
    }

    /// The bars that met the goal.
    var metBars: Set<Int> {
        barsAreItsPeriods && before == nil && !separatesSources
            ? Set(data.bars.indices.filter { goalState($0) == .met }) : []
    }

    /// The goal as lines across the chart.
    ///
    /// - Parameter divisor: The number of stored units in one unit of the axis.
    /// - Returns: A line, or two for a pair; none where the bars say something else.
    func goalLevels(divisor: Double = 1) -> [ChartLevel] {
        guard let goal, let value = levelValue(goal) else { return [] }
        let words = [GoalStrings.line(unit.text(value)), GoalStrings.lineShort]
        let level = ChartLevel(value / divisor, words: words, stroke: .solid, hue: .good)
        guard data.kind == .pairs, let second = goal.history.secondLimit else { return [level] }
        return [level, ChartLevel(second, words: [GoalStrings.line(unit.text(second))], stroke: .solid, hue: .good)]
    }

    /// At which value of the bars the goal is; nil where bars say something else.
    private func levelValue(_ goal: GoalFacts) -> Double? {
        let limit = goal.history.limit
        guard data.kind == .totals else { return data.kind == .timeline ? nil : limit }
        switch (data.window.step, goal.goal.period) {
        case (.hour, _): return nil
        case (.day, .day): return limit
        case (.week, .week) where !data.barsAverageDays: return limit
        case (.week, .day), (.month, .day), (.year, .day): return data.barsAverageDays ? limit : nil
        case (.week, .week), (.month, .week), (.year, .week): return data.barsAverageDays ? limit / 7 : nil
        case (.day, .week): return nil
        }
    }

    /// The table column that shows for each bar whether it met the goal; nil where bars aren't periods of the goal.
    var goalColumn: TableColumn? {
        guard goal != nil, barsAreItsPeriods else { return nil }
        return TableColumn(GoalStrings.goalColumn, minimum: 8, maximum: 16, importance: 8)
    }

    /// The goal column's cell of a bar.
    func goalCell(_ index: Int) -> Line { goalCell(goalState(index)) }

    /// The goal column's cell.
    func goalCell(_ state: GoalHistory.State?) -> Line {
        guard let state, let word = GoalText(type, environment).state(state) else { return .empty }
        let mark = state == .met ? theme.glyphs.goalMet + " " : ""
        return Line(mark + word, state == .met ? theme.good : theme.dim)
    }

    /// Draws the goal, the number of periods of the window in which it was met, and the streaks.
    func drawGoal(in rect: Rect, on grid: inout CellGrid) {
        guard let goal, !rect.isEmpty else { return }
        let words = GoalText(type, environment)
        var facts = [words.text(goal.goal)]
        if data.window.span == .day, let period = goal.history.period(at: data.window.start),
            let value = words.value(period), let state = words.state(period.state)
        {
            facts.append(value + " " + state)
            facts += goal.facts(from: .distantFuture, to: .distantFuture)
        } else {
            facts += goal.facts(from: data.window.start, to: data.window.end)
        }
        let mark = theme.glyphs.closed + " "
        let line = Line.fitting(facts.map { Line($0, theme.dim) }, by: "   ", in: rect.width - 4)
        var axes = ChartAxes()
        axes.hue = hue
        // As the line across the chart.
        grid.write(Line(mark, axes.style(beside: .good, theme)) + line, in: rect, x: 1)
    }

    /// The goal's status for the bar under the cursor.
    var goalReading: [String] {
        switch cursor.flatMap(goalState) {
        case .met?: [GoalStrings.goalMet]
        case .missed?: [GoalStrings.goalMissed]
        case .open?, .unknown?, nil: []
        }
    }
}
