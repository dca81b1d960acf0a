import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws cycles as rows, the newest on top, with a column for each day.
struct CycleView {
    let data: CycleData
    let cursor: (cycle: Int, day: Int)
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var dates: DateText { environment.dates }
    private var glyphs: Glyphs { theme.glyphs }
    private var hue: Style { theme.style(.cycle) }

    /// The name of the click targets: the row, and the day as the column.
    static let daysName = "cycle.days"

    func draw(in rect: Rect, on grid: inout CellGrid) {
        guard !data.cycles.isEmpty else {
            let middle = max(0, rect.height / 2 - 1)
            grid.write(Line(CycleStrings.noPeriods, .bold), in: rect, y: middle, alignment: .center)
            grid.write(Line(CycleStrings.addHint, theme.dim), in: rect, y: middle + 1, alignment: .center)
            return
        }
        var body = rect
        let figures = figures.map { Line($0.name + " ", theme.dim) + Line($0.value, .bold) }
        grid.write(Line.fitting(figures, by: "   ", in: body.width - 2), in: body.cutTop(1), x: 1)
        if body.height > 8 {
            for line in outlook.wrapped(to: max(1, body.width - 2)) {
                grid.write(Line(line, theme.dim), in: body.cutTop(1), x: 1)
            }
        }
        drawReading(in: body.cutBottom(1), on: &grid)
        if body.height > 10 { drawLegend(in: body.cutBottom(2).row(1), on: &grid) }
        if body.height > 8 { _ = body.cutTop(1) }
        drawCycles(in: body, on: &grid)
    }

    // MARK: Words

    private var figures: [(name: String, value: String)] {
        var figures: [(name: String, value: String)] = []
        func range(_ values: [Int]) -> String? {
            values.min().flatMap { low in values.max().map { CycleStrings.days(low...$0) } }
        }
        if let lengths = range(data.cycles.compactMap(\.cycle.length)) { figures.append((CycleStrings.cycle, lengths)) }
        if let periods = range(data.cycles.map(\.cycle.period)) { figures.append((CycleStrings.period, periods)) }
        if let last = data.cycles.first { figures.append((CycleStrings.last, dates.shortDay(last.cycle.start))) }
        if let next = data.prediction {
            figures.append((CycleStrings.next, CycleStrings.about(dates.shortDay(next.start))))
        }
        return figures
    }

    /// The prediction, its basis, and a note that it's a prediction; otherwise the reason there is none.
    private var outlook: String {
        guard let next = data.prediction else {
            return data.isInterrupted ? CycleStrings.interrupted : CycleStrings.tooFew
        }
        return CycleStrings.predicted(
            next.cycles,
            CycleStrings.days(next.lengths),
            dates.shortDay(next.range.lowerBound),
            dates.shortDay(next.range.upperBound)
        )
    }

    private func drawReading(in rect: Rect, on grid: inout CellGrid) {
        guard data.cycles.indices.contains(cursor.cycle),
            data.cycles[cursor.cycle].days.indices.contains(cursor.day)
        else { return }
        let day = data.cycles[cursor.cycle].days[cursor.day]
        grid.write(glyphs.cursorRow, in: rect, style: theme.accent)
        let when =
            Line(dates.shortDay(day.date), .bold)
            + Line("  " + CycleStrings.dayNumber(cursor.day + 1) + "  ", theme.dim)
        let words = day.words.isEmpty ? [CycleStrings.nothing] : day.words
        let what = Line.fitting(words.map { Line($0) }, by: Line(", ", theme.dim), in: rect.width - when.width - 2)
        grid.write(when + what, in: rect, x: 1)
    }

    private func drawLegend(in rect: Rect, on grid: inout CellGrid) {
        let levels = [2, 4, 7].map { glyphs.columnEighths[$0] }
        var parts = zip(levels, [CycleStrings.light, CycleStrings.medium, CycleStrings.heavy])
            .map { Line($0.0 + " ", hue) + Line($0.1, theme.dim) }
        parts += [
            Line(glyphs.point + " ", hue) + Line(CycleStrings.spotting, theme.dim),
            Line(glyphs.diamond + " ", theme.accent) + Line(CycleStrings.surge, theme.dim),
            Line(glyphs.open + " ", theme.dim) + Line(CycleStrings.otherTest, theme.dim),
            Line("+ ", .plain) + Line(CycleStrings.symptom, theme.dim),
        ]
        if data.prediction != nil {
            parts.append(Line(glyphs.shade + " ", theme.dim) + Line(CycleStrings.predictedStart, theme.dim))
        }
        grid.write(Line.fitting(parts, by: "   ", in: rect.width - 2), in: rect, x: 1)
    }

    // MARK: Days

    /// The first and the last day of the newest cycle, counted from 0, on which the next may begin.
    private var expected: ClosedRange<Int>? {
        guard let next = data.prediction, let newest = data.cycles.first else { return nil }
        let calendar = environment.calendar
        let first = calendar.civilDays(from: newest.cycle.start, to: next.range.lowerBound)
        let last = calendar.civilDays(from: newest.cycle.start, to: next.range.upperBound)
        // Past days are excluded, since the prediction didn't come true.
        let from = max(first, newest.days.count)
        return from <= last ? from...last : nil
    }

    private func drawCycles(in rect: Rect, on grid: inout CellGrid) {
        let expected = expected
        let most = max(data.cycles.map(\.days.count).max() ?? 1, (expected?.upperBound ?? 0) + 1)
        let label = rect.width >= 60 ? max(11, DateWidths.date) + 8 : max(8, DateWidths.shortDate + 2)
        let width = max(1, min(5, (rect.width - label - 1) / max(1, most)))
        let lanes = max(1, min(4, (rect.height - 1) / max(1, data.cycles.count)))
        let height = min(lanes, 3)
        let shown = max(1, (rect.height - 1) / height)
        let first = max(0, min(cursor.cycle - shown / 2, data.cycles.count - shown))
        drawScale(label: label, width: width, days: most, in: rect.row(0), on: &grid)
        for (line, index) in (first..<min(data.cycles.count, first + shown)).enumerated() {
            let top = rect.y + 1 + line * height
            let row = Rect(x: rect.x, y: top, width: rect.width, height: height).intersection(rect)
            draw(index, label: label, width: width, expected: index == 0 ? expected : nil, in: row, on: &grid)
        }
    }

    /// The numbers of the days, one a week, and the mark over the day that is read.
    private func drawScale(label: Int, width: Int, days: Int, in row: Rect, on grid: inout CellGrid) {
        for day in stride(from: 0, to: days, by: 7) where label + day * width + 2 <= row.width {
            guard abs(day - cursor.day) * width > 2 else { continue }
            grid.write(Line("\(day + 1)", theme.dim), in: row, x: label + day * width)
        }
        grid.write(glyphs.falling, in: row, x: label + cursor.day * width, style: theme.accent)
    }

    private func draw(
        _ index: Int,
        label: Int,
        width: Int,
        expected: ClosedRange<Int>?,
        in row: Rect,
        on grid: inout CellGrid
    ) {
        let cycle = data.cycles[index]
        let isRead = index == cursor.cycle
        if isRead { grid.write(glyphs.cursorRow, in: row, style: theme.accent) }
        let isWide = label > max(8, DateWidths.shortDate + 2)
        let start =
            isWide
            ? dates.dayMonthAndYear(cycle.cycle.start)
            : dates.dayAndMonth(cycle.cycle.start)
        grid.write(start.truncated(to: label - (isWide ? 8 : 1)), in: row, x: 1, style: isRead ? .bold : .plain)
        if isWide {
            let length = cycle.cycle.length.map { "\($0)" } ?? CycleStrings.dayNumber(cycle.days.count)
            grid.write(Line(length.fitted(to: 6, alignment: .right), theme.dim), in: row, x: label - 7)
        }
        for (number, day) in cycle.days.enumerated() {
            let cell = Rect(x: row.x + label + number * width, y: row.y, width: width, height: row.height)
                .intersection(row)
            guard !cell.isEmpty else { break }
            grid.layout.addTarget(.item(Self.daysName, index, column: number), in: cell)
            draw(day, in: cell, on: &grid)
            if isRead, number == cursor.day {
                let strip = Rect(x: cell.x, y: cell.y, width: max(1, width - 1), height: max(1, cell.height - 1))
                grid.restyle(strip) { theme.onGround(theme.lit($0), .cursorGround) }
            }
        }
        for number in expected ?? 0...0 where expected != nil {
            let cell = Rect(x: row.x + label + number * width, y: row.y, width: max(1, width - 1), height: 1)
                .intersection(row)
            grid.fill(cell, with: glyphs.shade, style: theme.dim)
        }
    }

    /// A day: its flow, and under it, or in its place, tests and symptoms.
    private func draw(_ day: CycleData.Day, in cell: Rect, on grid: inout CellGrid) {
        let flow = Rect(x: cell.x, y: cell.y, width: max(1, cell.width - 1), height: 1).intersection(cell)
        let marks = self.marks(day)
        if let level = day.flow.map(Self.height) {
            grid.fill(flow, with: glyphs.columnEighths[level], style: hue)
        } else if day.isSpotting {
            grid.write(glyphs.point, in: flow, style: hue)
        } else if cell.height == 1, let mark = marks.first {
            grid.write(mark.text, in: flow, style: mark.style)
        } else {
            grid.write(glyphs.gridDot, in: flow, style: theme.faint)
        }
        guard cell.height > 1 else { return }
        for (x, mark) in marks.prefix(max(1, cell.width - 1)).enumerated() {
            grid.write(mark.text, in: cell.row(1), x: x, style: mark.style)
        }
    }

    private func marks(_ day: CycleData.Day) -> [(text: String, style: Style)] {
        var marks: [(text: String, style: Style)] = []
        if let test = day.ovulation {
            let isSurge = test == HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue
            marks.append(isSurge ? (glyphs.diamond, theme.accent.adding(.bold)) : (glyphs.open, theme.dim))
        }
        if day.symptoms > 0 { marks.append(("+", .plain)) }
        return marks
    }

    /// The height of a flow, in eighths of a cell.
    private static func height(_ flow: Int) -> Int {
        switch HKCategoryValueVaginalBleeding(rawValue: flow) {
        case .light: 2
        case .medium: 4
        case .heavy: 7
        default: 3
        }
    }
}
