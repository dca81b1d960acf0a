import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The cells of the table of days, for the rows near the one that is read.
struct DayCells {
    private let view: ChartView
    /// The least and the greatest day of all, and of each month where months have headings, by its first day.
    private let extremes: DayExtremes?
    private var months: [CalendarDay: DayExtremes] = [:]
    /// The greatest value, which fills a bar, and the greatest distance from the average.
    private let greatest: Double
    private let farthest: Double
    private let room: Int
    /// The columns of a bar, of a difference as a number, and of its bar to either side.
    private let bar: Int
    private let difference: Int
    private let half: Int

    /// The cells of some rows.
    ///
    /// - Parameters:
    ///   - view: The chart.
    ///   - rows: All rows.
    ///   - selected: The row that is read.
    ///   - rect: The room of the table.
    init(_ view: ChartView, _ rows: [DayTable.Row], near selected: Int, room rect: Rect) {
        self.view = view
        room = rect.width
        extremes = view.data.days.flatMap { view.extremes($0.span) }
        let days = view.data.recordedDays
        greatest = days.compactMap { view.number(.value, $0) }.max() ?? 0
        farthest = days.compactMap { view.number(.difference, $0).map(abs) }.max() ?? 0
        bar = max(12, min(46, rect.width / 4 - 5))
        let signs = [farthest, -farthest].map { view.unit.signed($0).displayWidth }
        difference = max(ChartStrings.differenceColumn.displayWidth, signs.max() ?? 0)
        half = rect.width < Self.wideEnough ? 0 : min(12, 6 + (rect.width - Self.wideEnough) / 10)
        guard rows.contains(where: { $0.day == nil }) else { return }
        let near = rows.indices.filter { abs($0 - selected) <= rect.height }.compactMap { rows[$0].day }
        for span in Set(near.map(view.month)) { months[span.lowerBound] = view.extremes(span) }
    }

    /// From this width on the distance from the average is a bar as well.
    private static let wideEnough = 100

    private var theme: Theme { view.theme }
    private var unit: ChartUnit { view.unit }

    // MARK: Columns

    /// A column's title and width.
    func column(_ column: DayTable.Column) -> TableColumn {
        func figures(_ title: String, _ importance: Int) -> TableColumn {
            TableColumn.figures(title, minimum: 8, maximum: 12, importance: importance)
        }
        switch column {
        // The marks of the least and the greatest day stand before the dates.
        case .when: return TableColumn.dates("  " + SharedStrings.when, minimum: 13, maximum: 32, importance: 10)
        case .least: return figures(ChartStrings.leastColumn, 6)
        case .most: return figures(ChartStrings.mostColumn, 6)
        case .value: return figures(valueTitle, 9)
        case .second: return figures(SharedStrings.diastolic, 9)
        case .bar: return TableColumn(barTitle, minimum: bar, maximum: bar, importance: 2)
        case .difference:
            let title = ChartStrings.differenceColumn.fitted(to: difference, alignment: .right)
            let width = difference + (half > 0 ? 2 + half * 2 + 1 : 0)
            return TableColumn(title, minimum: width, maximum: width, importance: 3, isFigure: true)
        case .rolling: return figures(ChartStrings.rollingColumn, 2)
        case .samples: return figures(SharedStrings.samplesHeading, 1)
        case .before: return figures(ChartStrings.beforeColumn, 7)
        case .goal: return TableColumn(GoalStrings.goalColumn, minimum: 8, maximum: 16, importance: 8)
        case .source(let bundle):
            let name = view.data.sources.first { $0.bundle == bundle }?.name ?? bundle
            return TableColumn.figures(name, minimum: 8, maximum: 16, importance: 3)
        }
    }

    private var valueTitle: String {
        switch view.data.kind {
        case .totals where view.data.whole?.total == nil: SharedStrings.value
        case .totals, .timeline: ChartStrings.totalColumn
        case .ranges: view.unit.isClock || view.unit.style == .share ? SharedStrings.value : ChartStrings.averageColumn
        case .pairs: SharedStrings.systolic
        }
    }

    /// From 0 to the mark of the average, with its word where that fits.
    private var barTitle: String {
        guard let place = averagePlace else { return "0" }
        let start = "0".fitted(to: place) + theme.glyphs.guide
        let words = [ChartStrings.averageWord, ChartStrings.averageWordShort].map { " " + $0 }
        return start + (words.first { place + 1 + $0.displayWidth <= bar } ?? "")
    }

    /// The column of a bar in which the average is.
    private var averagePlace: Int? {
        guard greatest > 0, let mean = view.data.whole?.mean else { return nil }
        let place = (mean / greatest * Double(bar)).rounded()
        guard place.isFinite else { return nil }
        return Int(min(Double(bar - 1), max(0, place)))
    }

    // MARK: Rows

    /// The row of a day.
    func row(_ day: CalendarDay, _ columns: [DayTable.Column]) -> TableRow {
        let isOver = view.data.days?.isOver(day) ?? true
        let (mark, name) = (mark(day), view.when(day))
        let when = [isOver ? name : SharedStrings.soFar(name), name] + view.dates.shorterDays(view.start(of: day))
        let cells = columns.map { $0 == .when ? mark + Line(when[0]) : cell($0, day) }
        return TableRow(cells, shorter: [0: when.dropFirst().map { mark + Line($0) }])
    }

    /// The mark of the least or the greatest day, of all or of its month; two columns.
    private func mark(_ day: CalendarDay) -> Line {
        let strong = theme.style(view.hue).adding(.bold)
        if day == extremes?.least { return Line(theme.glyphs.falling + " ", strong) }
        if day == extremes?.most { return Line(theme.glyphs.rising + " ", strong) }
        let month = months[view.month(of: day).lowerBound]
        if day == month?.least { return Line(theme.glyphs.partFalling + " ", theme.dim) }
        if day == month?.most { return Line(theme.glyphs.partRising + " ", theme.dim) }
        return Line("  ")
    }

    private func cell(_ column: DayTable.Column, _ day: CalendarDay) -> Line {
        switch column {
        case .bar: barCell(day)
        case .difference: differenceCell(day)
        case .value: Line(view.number(.value, day).map(unit.text) ?? "", .bold)
        case .samples: Line(view.number(.samples, day).map { NumberText.text($0) } ?? "")
        case .goal: view.goalCell(view.goalPeriod(day))
        case .rolling: Line(view.number(.rolling, day).map(unit.text) ?? "", theme.dim)
        default: Line(view.number(column, day).map(unit.text) ?? "")
        }
    }

    /// The value from 0, and where the mean of the days is.
    private func barCell(_ day: CalendarDay) -> Line {
        guard greatest > 0, let value = view.number(.bar, day), value >= 0 else { return .empty }
        let style = theme.style(view.hue)
        let line = Gauge.line(value / greatest, width: bar, style: style, theme: theme, showsRest: false)
        guard let place = averagePlace, place >= line.width else { return line }
        return line + Line(String(repeating: " ", count: place - line.width)) + Line(theme.glyphs.guide, theme.dim)
    }

    /// How far the value is from the average: as a number, and as a bar to the left where it is less, to the right where it is more.
    private func differenceCell(_ day: CalendarDay) -> Line {
        guard let apart = view.number(.difference, day) else { return .empty }
        let text = Line(unit.signed(apart).fitted(to: difference, alignment: .right), theme.dim)
        guard half > 0 else { return text }
        let share = farthest > 0 ? min(1, abs(apart) / farthest) : 0
        let count = share.isFinite ? Int((share * Double(half)).rounded()) : 0
        let bar = Line(String(repeating: theme.glyphs.heavy, count: count), theme.style(view.hue))
        let (blank, rest) = (String(repeating: " ", count: half), String(repeating: " ", count: half - count))
        let axis = Line(theme.glyphs.vertical, theme.axis)
        let picture = apart < 0 ? Line(rest) + bar + axis + Line(blank) : Line(blank) + axis + bar + Line(rest)
        return text + Line("  ") + picture
    }

    // MARK: Months

    /// The heading over a month: what its days say together, its least and its greatest day.
    func month(_ span: Range<CalendarDay>) -> Line {
        let name = Line(view.dates.monthAndYear(view.start(of: span.lowerBound)), .bold)
        guard let days = view.data.days, let value = days.fold(span), let mean = value.mean else { return name }
        func text(_ number: Double) -> String { unit.text(unit.number(number, in: days.measure.unit)) }
        let number = text(mean) + (value.second.map { "/" + text($0) } ?? "")
        var words = [ChartStrings.monthMean(number, ChartStrings.days(value.days, of: value.of))]
        if let total = value.total { words.append(ChartStrings.totalValue(text(total))) }
        if let found = view.extremes(span) {
            words.append(ChartStrings.monthLeast(view.valueText(found.least), dayOfWeek(found.least)))
            words.append(ChartStrings.monthMost(view.valueText(found.most), dayOfWeek(found.most)))
        }
        let facts = words.map { Line($0, theme.dim) }
        let line = name + Line("   ") + Line.fitting(facts, by: Line("   "), in: room - name.width - 5)
        let rest = room - line.width - 3
        return rest > 0 ? line + Line(" " + String(repeating: theme.glyphs.horizontal, count: rest), theme.faint) : line
    }

    private func dayOfWeek(_ day: CalendarDay) -> String {
        view.dates.weekday(view.start(of: day)) + " \(day.day)"
    }

    /// Where a day stands among all, or among those of its month; nil for one that is neither the least nor the greatest.
    func standing(_ day: CalendarDay) -> String? {
        let count = view.data.whole?.days ?? 0
        if day == extremes?.least { return ChartStrings.leastOf(count) }
        if day == extremes?.most { return ChartStrings.mostOf(count) }
        let month = view.month(of: day)
        guard let found = months[month.lowerBound] else { return nil }
        let name = view.dates.monthAndYear(view.start(of: month.lowerBound))
        return day == found.least ? ChartStrings.leastOf(name) : day == found.most ? ChartStrings.mostOf(name) : nil
    }
}
