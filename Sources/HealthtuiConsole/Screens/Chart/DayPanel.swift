import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// What stands beside the table of days on a wide terminal: where a day stands among the others, the least ten, and how days fall.
struct DayPanel {
    private let view: ChartView
    private let day: CalendarDay
    private let days: MeasureDays
    /// The recorded days that are over, with their values in the person's unit, the least first.
    private let ranked: [(day: CalendarDay, value: Double)]

    /// The panel of a day; nil where fewer than three recorded days are over, or days are no single numbers.
    ///
    /// - Parameters:
    ///   - view: The chart.
    ///   - day: The day that is read.
    init?(_ view: ChartView, _ day: CalendarDay?) {
        guard let day, let days = view.data.days, view.data.kind != .pairs, !view.unit.isClock else { return nil }
        self.view = view
        self.day = day
        self.days = days
        ranked = view.data.recordedDays.reversed().filter(days.isOver)
            .compactMap { day in view.number(.value, day).map { (day, $0) } }
            .filter(\.1.isFinite)
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
        guard ranked.count >= 3 else { return nil }
    }

    private var theme: Theme { view.theme }
    private var unit: ChartUnit { view.unit }

    /// Draws what has room.
    func draw(in body: inout Rect, on grid: inout CellGrid) {
        drawStanding(in: &body, on: &grid)
        drawLeast(in: &body, on: &grid)
        drawFall(in: &body, on: &grid)
    }

    /// A name, a number and a remark.
    private struct Fact {
        let name: String
        let number: String
        var remark = ""
    }

    private func drawStanding(in body: inout Rect, on grid: inout CellGrid) {
        let facts = facts
        guard body.height > facts.count + 3 else { return }
        let note = ChartStrings.ofDays(ranked.count)
        grid.section(Line(ChartStrings.whereItStands, .bold), note: note, in: body.cutTop(2), theme: theme)
        let (name, number) = (facts.map(\.name.displayWidth).max() ?? 0, facts.map(\.number.displayWidth).max() ?? 0)
        for fact in facts {
            let line = body.cutTop(1)
            let figure = fact.number.fitted(to: number, alignment: .right)
            let text = Line(fact.name.fitted(to: name) + "  ", theme.dim) + Line(figure, .bold)
            let whole = text + Line("  " + fact.remark, theme.dim)
            grid.write(whole.width <= line.width ? whole : text, in: line)
        }
        _ = body.cutTop(1)
    }

    private var facts: [Fact] {
        var facts: [Fact] = []
        if let own = view.number(.value, day), days.isOver(day) {
            let rank = ranked.count { $0.value < own } + 1
            facts.append(Fact(name: ChartStrings.rank, number: NumberText.text(rank), remark: ChartStrings.fromBelow))
        }
        if let whole = view.data.whole, let mean = whole.mean {
            let spread = view.recordedSummary(days.span)?.spread
                .map { spread in
                    unit.number(spread, in: days.measure.unit) - unit.number(0, in: days.measure.unit)
                }
            let remark = spread.map { ChartStrings.varyBy(unit.text($0)) } ?? ""
            facts.append(Fact(name: ChartStrings.usualDay, number: unit.text(mean), remark: remark))
        }
        // A weekday needs three days, as in every pattern.
        if let own = days.fold(days.span.filter { $0.weekday == day.weekday }), let mean = own.mean, own.days >= 3 {
            let name = ChartStrings.usual(view.dates.weekday(view.start(of: day)))
            facts.append(Fact(name: name, number: text(mean), remark: ChartStrings.ofDays(own.days)))
        }
        for (name, other) in [(ChartStrings.dayBefore, -1), (ChartStrings.dayAfter, 1)] {
            guard let value = days.days[day.advanced(by: other)]?.value else { continue }
            facts.append(Fact(name: name, number: text(value)))
        }
        return facts
    }

    /// A value in the measure's unit as text.
    private func text(_ value: Double) -> String { unit.text(unit.number(value, in: days.measure.unit)) }

    // MARK: The least ten

    private func drawLeast(in body: inout Rect, on grid: inout CellGrid) {
        let least = ranked.prefix(10)
        guard ranked.count > least.count, body.height > least.count + 3, let most = ranked.last?.value else { return }
        let name = Line(ChartStrings.leastTen, .bold)
        grid.section(name, note: ChartStrings.sortHint, in: body.cutTop(2), theme: theme)
        let when = least.map { view.when($0.day).displayWidth }.max() ?? 0
        let number = least.map { unit.text($0.value).displayWidth }.max() ?? 0
        for (index, found) in least.enumerated() {
            let line = body.cutTop(1)
            let mark = index == 0 ? theme.glyphs.falling : " "
            let style = found.day == day ? theme.accent.adding(.bold) : .plain
            let text =
                Line(mark + " ", theme.style(view.hue)) + Line(view.when(found.day).fitted(to: when) + "  ", style)
                + Line(unit.text(found.value).fitted(to: number, alignment: .right) + "   ", .bold)
            let room = max(0, line.width - text.width)
            let share = most > 0 && found.value > 0 ? found.value / most : 0
            let bar = Gauge.line(share, width: room, style: theme.style(view.hue), theme: theme, showsRest: false)
            grid.write(text + bar, in: line)
        }
        _ = body.cutTop(1)
    }

    // MARK: How days fall

    /// How many days lie in each of a few steps of the same size.
    private func drawFall(in body: inout Rect, on grid: inout CellGrid) {
        guard body.height >= 9, let low = ranked.first?.value, let high = ranked.last?.value,
            let step = step(high - low)
        else { return }
        let first = (low / step).rounded(.down)
        let places = ranked.map { ($0.value / step).rounded(.down) - first }
        guard let last = places.last, last.isFinite, last < 20 else { return }
        let counts = places.reduce(into: [Int](repeating: 0, count: Int(last) + 1)) { counts, place in
            let index = Int(min(max(0, place), last))
            counts[index] += 1
        }
        let note = ChartStrings.daysOfEach(unit.text(step))
        grid.section(Line(ChartStrings.howDaysFall, .bold), note: note, in: body.cutTop(2), theme: theme)
        var axes = ChartAxes(name: "chart.fall")
        axes.denseLabels = counts.indices.map { AxisLabel(Double($0), label((first + Double($0)) * step)) }
        axes.labels = axes.denseLabels
        axes.hue = view.hue
        axes.isWhole = true
        if let own = view.number(.value, day) {
            let place = (own / step).rounded(.down) - first
            if place >= 0, place <= last { axes.cursor = Int(place) }
        }
        let bars = counts.map { ChartBucket(sum: Double($0)) }
        BarChart(bars, axes: axes).draw(in: body.cutTop(min(body.height, 14)), on: &grid, theme: theme)
    }

    /// A round step of which some ten make a range; nil where there is no range.
    private func step(_ range: Double) -> Double? {
        guard range > 0, range.isFinite else { return nil }
        let units: [Double] =
            unit.style == .duration
            ? [60, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800]
            : (-3...9).flatMap { power in [1.0, 2, 5].map { $0 * pow(10, Double(power)) } }
        return units.first { range / $0 <= 10 }
    }

    /// The beginning of a step where there is little room: `6k`, `6:30`.
    private func label(_ value: Double) -> String {
        if unit.style == .duration { return ChartView.hours(value)[0] }
        guard value >= 1_000, (value / 1_000).rounded() * 1_000 == value else { return unit.text(value) }
        return ChartStrings.thousands(NumberText.text(value / 1_000, decimals: 0))
    }
}
