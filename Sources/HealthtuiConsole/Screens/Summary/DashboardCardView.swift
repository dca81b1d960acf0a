import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws the cards of the dashboard.
struct DashboardCardView {
    /// The charts of pinned types, by identifier.
    let charts: [String: ChartData]
    /// The goals of types, by identifier.
    let goals: [String: GoalFacts]
    let extras: DashboardExtras
    let content: SummaryReader.Content
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }

    func draw(_ card: DashboardCard, isFocused: Bool, in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let head = body.cutTop(1)
        drawHead(card, isFocused: isFocused, in: head, on: &grid)
        switch card {
        case .type(let identifier):
            if let row = content.rows.first(where: { $0.type.identifier == identifier }) {
                drawType(row, in: body, on: &grid)
            }
        case .rings: drawRings(in: body, on: &grid)
        case .workout: drawWorkout(in: body, on: &grid)
        case .medications: drawDoses(in: body, on: &grid)
        case .access: drawReads(in: body, on: &grid)
        case .trends: SummaryCells.drawTrends(content.rows, in: body, on: &grid, environment)
        case .highlights: drawHighlights(in: body, on: &grid)
        }
    }

    /// Draws the card's name, a rule, and its subject; the rule of the card with the cursor is heavy.
    private func drawHead(_ card: DashboardCard, isFocused: Bool, in rect: Rect, on grid: inout CellGrid) {
        let name = Line(extras.name(card, content), theme.style(hue(card)).adding(.bold))
        let right = Line(remark(card), theme.dim)
        let start = grid.write(name.truncated(to: rect.width - 1, ellipsis: theme.glyphs.ellipsis), in: rect, x: 1) + 1
        if isFocused { grid.write(theme.glyphs.cursorRow, in: rect, style: theme.accent) }
        let fits = right.width > 0 && start + right.width + 4 <= rect.width
        let end = fits ? rect.width - right.width - 1 : rect.width
        let rule = Rect(x: rect.x + start, y: rect.y, width: max(0, end - start), height: 1)
        let glyph = isFocused ? theme.glyphs.heavy : theme.glyphs.horizontal
        grid.fill(rule, with: glyph, style: isFocused ? theme.accent : theme.faint)
        if fits { grid.write(right, in: rect, x: rect.width - right.width) }
    }

    private func hue(_ card: DashboardCard) -> Hue {
        switch card {
        case .type(let identifier): HKObjectType.type(identifier: identifier).map { Hue.of($0) } ?? .other
        case .rings, .workout: .activity
        case .medications: .medication
        case .access: .accent
        case .trends, .highlights: .muted
        }
    }

    private func remark(_ card: DashboardCard) -> String {
        switch card {
        case .type(let identifier): content.rows.first { $0.type.identifier == identifier }?.note ?? ""
        case .rings: SummaryStrings.today
        case .workout: extras.workout.map { environment.dates.brief($0.workout.startDate) } ?? ""
        case .medications:
            extras.plan.map { plan in
                let due = plan.today.count { $0.isOpen && $0.date <= environment.now }
                return due == 0 ? SummaryStrings.noneDue : SummaryStrings.due(due)
            } ?? ""
        case .access: SummaryStrings.lastWeek
        case .trends: SummaryStrings.trendsRemark
        case .highlights: ""
        }
    }

    // MARK: Types

    private func drawType(_ row: SummaryRow, in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let figure = Line(row.value, .bold) + Line(row.unit.isEmpty ? "" : " " + row.unit, theme.dim)
        let line = body.cutTop(1)
        grid.write(figure, in: line, x: 1)
        guard let all = charts[row.type.identifier] else { return }
        // Bars that touch are a wall: a narrow card has two weeks.
        let data = all.kind == .totals && body.width < all.bars.count * 5 / 2 ? all.suffix(14) : all
        var view = ChartView(
            type: row.type,
            data: data,
            cursor: nil,
            unit: ChartSource(type: row.type, environment: environment).unit,
            environment: environment,
            separatesSources: false
        )
        view.goal = goals[row.type.identifier]
        let reached = view.goal.map { $0.facts(from: data.window.start, to: data.window.end) } ?? []
        let words =
            reached.isEmpty
            ? [usual(all, view.unit)].compactMap { $0 }
            : [2, 1].map { reached.prefix($0).joined(separator: ", ") }
        if let rest = words.first(where: { figure.width + $0.displayWidth + 4 <= line.width }) {
            grid.write(Line(rest, theme.dim), in: line, x: line.width - rest.displayWidth)
        }
        view.drawPicture(in: body, on: &grid)
    }

    /// The usual value for the drawn time.
    private func usual(_ data: ChartData, _ unit: ChartUnit) -> String? {
        let text = ChartText(data: data, unit: unit, dates: environment.dates)
        if let average = text.dailyAverage {
            return SummaryStrings.days(data.whole?.days ?? 0, unit.text(average))
        }
        let mean = text.averagePair ?? (data.kind == .pairs ? nil : data.range.map { unit.text($0.average) })
        guard let mean else { return nil }
        guard let whole = data.whole, data.window.span != .day else { return SummaryStrings.average(mean) }
        return SummaryStrings.average(mean) + ", " + ChartStrings.days(whole.days, of: whole.days)
    }

    // MARK: Activity

    private func drawRings(in rect: Rect, on grid: inout CellGrid) {
        guard let rings = content.rings else { return }
        var body = rect
        let least = RingsChart.leastRows(theme)
        if rect.height >= least, rect.width >= least * 2 + 22 {
            let rows = min(rect.height, (rect.width - 22) / 2)
            let picture = body.cutLeft(rows * 2 + 2)
            let shares = ActivityRings.Kind.allCases.map { rings[$0].goal > 0 ? Optional(rings[$0].share) : nil }
            let area = Rect(x: picture.x + 1, y: picture.y, width: rows * 2, height: rows)
            RingsChart(shares).draw(in: area, on: &grid, theme: theme)
            return drawRingFigures(rings, in: body, on: &grid)
        }
        for (index, kind) in ActivityRings.Kind.allCases.enumerated() where body.height > 2 {
            let row = body.cutTop(1)
            let ring = rings[kind]
            let isClosed = ring.share >= 1
            let mark = isClosed ? theme.glyphs.closed : theme.glyphs.open
            let style = theme.style(Hue.rings[index])
            let name =
                Line(mark + " ", style)
                + Line(RingsStrings.ring(kind, inWheelchair: content.inWheelchair), style.adding(.bold))
            grid.write(name, in: row, x: 1)
            let figure = Line(RingText.figure(ring), theme.dim) + Line("  " + RingText.percent(ring.share), .bold)
            grid.write(figure, in: row, x: max(name.width + 3, row.width - figure.width))
            grid.write(
                Gauge.line(ring.share, width: body.width - 1, style: style, theme: theme),
                in: body.cutTop(1),
                x: 1
            )
            if rect.height > 9 { _ = body.cutTop(1) }
        }
    }

    /// Draws each ring's figures next to the picture.
    private func drawRingFigures(_ rings: ActivityRings, in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        for (index, kind) in ActivityRings.Kind.allCases.enumerated() where body.height >= 2 {
            let ring = rings[kind]
            let style = theme.style(Hue.rings[index])
            let mark = ring.share >= 1 ? theme.glyphs.closed : theme.glyphs.open
            let name =
                Line(mark + " ", style)
                + Line(RingsStrings.ring(kind, inWheelchair: content.inWheelchair), style.adding(.bold))
            grid.write(name, in: body.cutTop(1), x: 1)
            let figure = Line(RingText.figure(ring)).truncated(to: body.width - 3, ellipsis: theme.glyphs.ellipsis)
            grid.write(figure, in: body.cutTop(1), x: 3)
            if rect.height >= 9 { grid.write(Line(RingText.percent(ring.share), theme.dim), in: body.cutTop(1), x: 3) }
            if rect.height >= 12 { _ = body.cutTop(1) }
        }
    }

    private func drawWorkout(in rect: Rect, on grid: inout CellGrid) {
        guard let page = extras.workout else { return }
        var body = rect
        let text = WorkoutText(locale: environment.locale)
        var figures = [Line(WorkoutText.clock(page.summary.duration), .bold)]
        if let distance = page.distance {
            figures.append(Line(text.distance(distance, of: page.summary.activity), .bold))
            if let speed = text.speed(distance, in: page.summary.duration, page.summary.activity) {
                figures.append(Line(speed, .bold))
            }
        }
        if let rate = page.averageHeartRate { figures.append(Line(WorkoutStrings.beats(rate), .bold)) }
        if let energy = page.summary.energy { figures.append(Line(text.energy(energy), .bold)) }
        grid.write(Line.fitting(figures, by: "   ", in: body.width - 1), in: body.cutTop(1), x: 1)
        if page.track != nil, body.width >= 60 {
            let map = body.cutRight(body.width / 3)
            WorkoutMap(page: page, environment: environment)
                .draw(facts: [], in: map.inset(horizontally: 1), on: &grid)
        }
        guard page.heartRate != nil, body.height > 2 else { return }
        WorkoutCharts(page: page, environment: environment).drawHeartRate(in: body, on: &grid)
    }

    // MARK: Lists

    private func drawDoses(in rect: Rect, on grid: inout CellGrid) {
        guard let plan = extras.plan else { return }
        for (index, dose) in plan.today.prefix(rect.height).enumerated() {
            let row = rect.row(index)
            let isDue = dose.isOpen && dose.date <= environment.now
            let (mark, style) = mark(dose, isDue: isDue)
            let line = Line(mark + " ", style) + Line(environment.dates.time(dose.date) + "  ", theme.dim)
            let end = grid.write(line, in: row, x: 1)
            let status = isDue ? "" : dose.isOpen ? "" : DoseWords.status(dose.event.logStatus).lowercased()
            let room = row.width - end - status.displayWidth - 2
            let name = dose.name.truncated(to: max(0, room), ellipsis: theme.glyphs.ellipsis)
            grid.write(name, in: row, x: end, style: isDue ? .bold : .plain)
            grid.write(Line(status, theme.dim), in: row, x: row.width - status.displayWidth)
        }
    }

    private func mark(_ dose: MedicationPlan.Dose, isDue: Bool) -> (String, Style) {
        switch dose.event.logStatus {
        case .taken: (theme.glyphs.done, theme.good)
        case .skipped: (theme.glyphs.notOffered, theme.dim)
        default: isDue ? (theme.glyphs.diamond, theme.warning) : (theme.glyphs.point, theme.dim)
        }
    }

    private func drawReads(in rect: Rect, on grid: inout CellGrid) {
        let reads = extras.reads
        for (index, read) in reads.prefix(rect.height).enumerated() {
            let row = rect.row(index)
            let app = read.app.split(separator: ".").last.map(String.init) ?? read.app
            let name = app.truncated(to: row.width / 3, ellipsis: theme.glyphs.ellipsis)
            let end = grid.write(Line(name, .bold), in: row, x: 1)
            let count = SummaryStrings.times(read.calls)
            let type = HKObjectType.type(identifier: read.type)?.entry.name ?? read.type
            let start = max(end + 2, row.width / 3 + 3)
            let room = max(0, row.width - start - count.displayWidth - 2)
            grid.write(type.truncated(to: room, ellipsis: theme.glyphs.ellipsis), in: row, x: start)
            grid.write(Line(count, theme.dim), in: row, x: row.width - count.displayWidth)
        }
    }

    private func drawHighlights(in rect: Rect, on grid: inout CellGrid) {
        var y = 0
        for (row, highlight) in SummaryHighlight.best(content.rows) {
            let lines = highlight.text.wrapped(to: max(16, rect.width - 4))
            guard y + lines.count <= rect.height else { break }
            grid.write(theme.glyphs.point, in: rect, x: 1, y: y, style: theme.style(Hue.of(row.type)))
            for line in lines {
                grid.write(line, in: rect, x: 3, y: y)
                y += 1
            }
        }
    }
}
