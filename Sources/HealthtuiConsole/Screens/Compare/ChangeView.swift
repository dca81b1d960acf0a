import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws a measure before and after a day.
struct ChangeView {
    let facts: ChangeFacts
    /// How other measures changed since.
    let others: [ChangeBeside]
    /// The words of the mark that the day has.
    let mark: String?
    /// The week that is read.
    var cursor: Int?
    let environment: ConsoleEnvironment

    static let name = "weeks"
    static let tableName = "change"
    static let othersName = "others"
    /// From this size on numbers stand beside the chart.
    private static let wide = Size(width: 170, height: 24)
    private static let side = 58

    var theme: Theme { environment.theme }
    var change: MeasureChange { facts.change }
    var format: MeasureFormat { facts.format }

    var hue: Hue { facts.measure.type.map { Hue.of($0) } ?? .accent }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var area = rect
        if rect.width >= Self.wide.width, rect.height >= Self.wide.height {
            drawSide(in: area.cutRight(Self.side), on: &grid)
            let rule = area.cutRight(2)
            for y in 1..<max(1, rule.height) {
                grid.write(theme.glyphs.vertical, in: rule, y: y, style: theme.faint)
            }
        }
        let reading = area.cutBottom(rect.height >= 5 ? 1 : 0)
        var body = area.inset(horizontally: 1)
        drawFigures(in: body.cutTop(1), on: &grid)
        for line in facts.words.found.wrapped(to: max(1, body.width)).prefix(2) where body.height > 0 {
            grid.write(line, in: body.cutTop(1), style: .bold)
        }
        if body.height >= 16 { _ = body.cutTop(1) }
        if facts.weeks.isEmpty {
            grid.write(Line(ChangeStrings.noWeeks, theme.dim), in: body, y: body.height / 2, alignment: .center)
        } else {
            drawChart(in: body, on: &grid)
        }
        drawReading(in: reading, on: &grid)
    }

    // MARK: Words

    private func drawFigures(in line: Rect, on grid: inout CellGrid) {
        func figure(_ label: String, _ text: String?) -> Line? {
            text.map { Line(label + " ", theme.dim) + Line($0, .bold) }
        }
        let figures = [
            figure(ChangeStrings.since, MeasureChangeWords.level(change.after, format)),
            figure(ChartStrings.before, MeasureChangeWords.level(change.before, format)),
            figure(ChangeStrings.earlier, MeasureChangeWords.level(change.earlier, format)),
            figure(ChangeStrings.change, facts.words.difference),
        ]
        .compactMap { $0 }
        grid.write(Line.fitting(figures, by: "   ", in: line.width), in: line)
    }

    private func drawReading(in line: Rect, on grid: inout CellGrid) {
        guard !line.isEmpty, !facts.weeks.isEmpty else { return }
        grid.write(theme.glyphs.cursorRow, in: line, style: theme.accent)
        guard let cursor, facts.weeks.indices.contains(cursor) else {
            let axes = axes
            func key(_ side: WeeksChart.Side, _ words: String) -> Line {
                WeeksChart.mark(side, axes, theme) + Line(" " + words, theme.dim)
            }
            let heavy = Line(theme.glyphs.heavy, axes.style(0, .plain, theme))
            let keys = [
                key(.before, ChangeStrings.weekBefore), key(.within, ChangeStrings.within),
                key(.beyond, ChangeStrings.beyond), heavy + Line(" " + ChangeStrings.spanMean, theme.dim),
            ]
            grid.write(Line.fitting(keys, by: "   ", in: line.width - 1), in: line, x: 1)
            return
        }
        let week = facts.weeks[cursor]
        let head = Line(text(week), .bold) + "  " + Line(format.labelled(week.mean, week.second), .bold)
        let side = words(cursor, week)
        let parts = [head, Line(ChangeStrings.mean(week.days)), Line(side)]
        grid.write(Line.fitting(parts, by: ", ", in: line.width - 2), in: line, x: 1)
    }

    private func words(_ index: Int, _ week: MeasureChange.Week) -> String {
        switch facts.side(index) {
        case .older: ChangeStrings.weekOlder
        case .before: ChangeStrings.weekBefore
        case .within, .beyond: side(week)
        }
    }

    /// How a week since lies to those before.
    func side(_ week: MeasureChange.Week) -> String {
        guard week.isBeyond else { return ChangeStrings.notBeyond }
        let isUp = (change.difference ?? 0) > 0
        if facts.measure.kind == .clock { return isUp ? ChangeStrings.later : ChangeStrings.sooner }
        return isUp ? ChangeStrings.higher : ChangeStrings.lower
    }

    func text(_ week: MeasureChange.Week) -> String { text(week.start..<week.start.advanced(by: 7)) }

    func text(_ days: Range<CalendarDay>) -> String {
        guard !days.isEmpty else { return SharedStrings.none }
        return environment.dates.days(
            from: start(of: days.lowerBound),
            through: start(of: days.upperBound.advanced(by: -1))
        )
    }

    func start(of day: CalendarDay) -> Date { day.start(on: CivilClock(environment.calendar.timeZone)) }

    // MARK: The chart

    /// The day in the middle of a week, counted from the chart's first.
    static func middle(_ week: MeasureChange.Week, _ facts: ChangeFacts) -> Int {
        facts.firstDay.distance(to: week.start) + 3
    }

    private func drawChart(in rect: Rect, on grid: inout CellGrid) {
        let points = facts.weeks.enumerated()
            .map { index, week in
                WeeksChart.Point(
                    day: Self.middle(week, facts),
                    value: facts.place(week.mean),
                    side: facts.side(index)
                )
            }
        let day = environment.dates.longDay(start(of: facts.since))
        let named = mark.map { ChangeStrings.mark($0.printable, day) }
        var chart = WeeksChart(
            count: facts.firstDay.distance(to: facts.end),
            points: points,
            spans: spans,
            mark: facts.firstDay.distance(to: facts.since),
            words: [named, mark?.printable, day].compactMap { $0 },
            axes: axes
        )
        chart.cursor = cursor
        chart.draw(in: rect, on: &grid, theme: theme)
    }

    private var spans: [WeeksChart.Span] {
        func span(_ span: MeasureChange.Span, isSince: Bool = false, _ words: (String) -> String) -> WeeksChart.Span {
            let first = facts.firstDay
            let days = first.distance(to: span.days.lowerBound)..<first.distance(to: span.days.upperBound)
            let text = span.level.map { format.text($0) + (span.value?.second.map { "/" + format.text($0) } ?? "") }
            return WeeksChart.Span(
                days: days,
                mean: span.level.map(facts.place),
                isSince: isSince,
                words: text.map { [words($0), $0] } ?? []
            )
        }
        return [
            span(change.earlier, ChangeStrings.earlier), span(change.before, ChangeStrings.before),
            span(change.after, isSince: true, ChangeStrings.since),
        ]
    }

    private var axes: ChartAxes {
        let facts = facts
        var axes = ChartAxes(name: Self.name, labels: labels, format: { facts.text($0) })
        axes.written = { facts.written($0) }
        axes.hue = hue
        let before = change.weeksBefore
        let places = before.map { (week: $0, place: facts.place($0.mean)) }.filter(\.place.isFinite)
        func level(_ found: (week: MeasureChange.Week, place: Double)?, _ words: (String) -> String) -> ChartLevel? {
            found.map { found in
                let text = format.text(found.week.mean)
                return ChartLevel(found.place, words: [words(text), text], stroke: .none)
            }
        }
        axes.levels = [
            level(places.max { $0.place < $1.place }, ChangeStrings.most),
            level(places.min { $0.place < $1.place }, ChangeStrings.least),
        ]
        .compactMap { $0 }
        return axes
    }

    /// A label where each month begins, or each year of a long time.
    private var labels: [AxisLabel] {
        let dates = environment.dates
        let isLong = facts.firstDay.distance(to: facts.end) > 1_100
        var labels: [AxisLabel] = []
        var day = facts.firstDay
        while day < facts.end, labels.count < 400 {
            let isFirst = day.day == 1 && (!isLong || day.month == 1)
            if isFirst {
                let position = Double(facts.firstDay.distance(to: day))
                let date = start(of: day)
                let isJanuary = day.month == 1
                labels.append(
                    isLong
                        ? AxisLabel(position, dates.year(date))
                        : AxisLabel(
                            position,
                            isJanuary ? dates.monthAndYear(date) : dates.month(date),
                            asFirst: dates.monthAndYear(date),
                            isMajor: isJanuary
                        )
                )
            }
            // The first of the next month.
            let next = day.advanced(by: 1 - day.day + 31)
            day = next.advanced(by: 1 - next.day)
        }
        return labels
    }
}
