import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A type by weekday and by hour of the day, as charts and as a table.
package struct PatternScreen: Screen {
    let type: HKQuantityType
    private(set) var span = ChartSpan.year
    private(set) var content = Loaded<MeasurePattern>()
    var showsTable = false
    /// Whether each hour of each weekday is shown rather than weekdays and hours apart.
    private(set) var showsHeat: Bool
    /// The cell that is read of them.
    var cell: HeatCell?
    var showsNumbers = true
    private var list = ListState()

    package init(_ type: HKQuantityType, showsHeat: Bool = false) {
        self.type = type
        self.showsHeat = showsHeat
    }

    package enum Action: Sendable {
        case loaded(Answer<MeasurePattern>)
    }

    private static let spans: [ChartSpan] = [.month, .halfYear, .year, .all]
    private static let tableName = "pattern"

    package var title: String { PatternStrings.title(type.entry.name) }

    package var contexts: [KeyContext] {
        showsTable ? [.pattern, .list] : showsHeat ? [.heat, .pattern] : [.pattern]
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> { showsCells ? [] : [.open] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        let selected = Self.spans.firstIndex(of: span) ?? 0
        return ChoiceLine.line(Self.spans.map(\.label), selected: selected, theme: environment.theme)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { news.concerns(type.identifier) ? [load(environment)] : [] }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[Self.tableName] { list.fit(height: frame.height, count: Self.rows) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if showsTable, list.obey(command, count: Self.rows) { return [] }
        if showsCells, let effects = obeyHeat(command, environment) { return effects }
        if let span = ChartSpan(command), Self.spans.contains(span) { return show(span, environment) }
        switch command {
        case .table: showsTable.toggle()
        case .saveChart: return save(environment)
        case .heat:
            showsHeat = showsTable || !showsHeat
            showsTable = false
            enterHeat()
        default: return nil
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if event.kind == .press, case .item(ChoiceLine.linkName, let index, _) = event.target,
            Self.spans.indices.contains(index)
        {
            return show(Self.spans[index], environment)
        }
        if event.kind == .press, case .item(HeatView.name, let index, _) = event.target {
            return pressCell(index, environment)
        }
        _ = list.opens(event, name: Self.tableName, count: Self.rows)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        if showsHeat { enterHeat() }
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let pattern = content.value else {
            return content.drawPlaceholder(title, in: rect, on: &grid, theme: theme)
        }
        guard pattern.days > 0, let span = pattern.span else {
            grid.write(Line(SharedStrings.noDataYet, theme.dim), in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        var body = rect.inset(horizontally: 1)
        let clock = CivilClock(environment.calendar.timeZone)
        let days = environment.dates.days(
            from: span.lowerBound.start(on: clock),
            through: span.upperBound.start(on: clock)
        )
        if showsCells, let heat = pattern.heat {
            let view = HeatView(
                type: type,
                pattern: pattern,
                heat: heat,
                days: environment.dates.days(
                    from: pattern.asked.lowerBound.start(on: clock),
                    through: pattern.asked.upperBound.advanced(by: -1).start(on: clock)
                ),
                cell: cell ?? HeatCell(0, 0),
                showsNumbers: showsNumbers,
                environment: environment
            )
            return view.draw(in: rect, on: &grid)
        }
        let head = [Line(summary(pattern, environment), .bold), Line(PatternStrings.of(pattern.days, days), theme.dim)]
        grid.write(Line.fitting(head, by: "   ", in: body.width), in: body.cutTop(1))
        guard !showsTable else { return drawTable(pattern, in: body, on: &grid, environment) }
        guard body.height >= 14 || body.width >= 100 else {
            return drawHours(pattern, in: body, on: &grid, environment)
        }
        if body.width >= 100 {
            let left = body.cutLeft(max(30, body.width / 3))
            _ = body.cutLeft(3)
            drawWeekdays(pattern, in: left, on: &grid, environment)
        } else {
            drawWeekdays(pattern, in: body.cutTop(body.height / 2), on: &grid, environment)
        }
        drawHours(pattern, in: body, on: &grid, environment)
    }
}

extension PatternScreen {
    /// The rows of the table: weekdays and hours, each under a heading.
    private static let rows = 7 + 24 + 2

    private var isCumulative: Bool { type.aggregationStyle == .cumulative }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let measure = Measure(.quantity(type))
        let clock = CivilClock(environment.calendar.timeZone)
        let today = environment.calendar.civilStartOfDay(for: environment.now)
        let months = span == .month ? 1 : span == .halfYear ? 6 : 12
        let from = environment.calendar.civilDate(byAdding: .month, value: -months, to: today)
        let days = span == .all ? nil : CalendarDay(from, on: clock)..<CalendarDay(today, on: clock)
        return .task("load") {
            do {
                let reader = MeasureReader(
                    .person(environment.person),
                    calendar: environment.calendar,
                    now: environment.now
                )
                let format = MeasureFormat(measure) { environment.unit($0) }
                return .loaded(
                    .success(try await reader.pattern(of: measure, in: days) { format.number($0) })
                )
            } catch {
                return .loaded(.failure(Failure(error)))
            }
        }
    }

    private mutating func show(_ span: ChartSpan, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard span != self.span else { return [] }
        self.span = span
        return [load(environment)]
    }

    /// The weekday and the hour with most.
    private func summary(_ pattern: MeasurePattern, _ environment: ConsoleEnvironment) -> String {
        func most(_ slots: [MeasurePattern.Slot]) -> MeasurePattern.Slot? {
            slots.filter { $0.mean != nil }.max { ($0.mean ?? 0) < ($1.mean ?? 0) }
        }
        guard let weekday = most(pattern.weekdays), let hour = most(pattern.hours) else { return "" }
        return PatternStrings.most(name(weekday, environment), PatternStrings.hour(hour.number))
    }

    private func name(_ weekday: MeasurePattern.Slot, _ environment: ConsoleEnvironment) -> String {
        PatternStrings.weekday(weekday.number)
    }

    private func buckets(_ slots: [MeasurePattern.Slot]) -> [ChartBucket] {
        slots.map { slot in
            isCumulative
                ? ChartBucket(sum: slot.mean)
                : ChartBucket(minimum: slot.least, maximum: slot.most, average: slot.mean)
        }
    }

    private func draw(
        _ slots: [MeasurePattern.Slot],
        _ labels: [AxisLabel],
        _ title: String,
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        var body = rect
        let unit = environment.unit(type)
        let note = isCumulative ? PatternStrings.mean(unit.label) : PatternStrings.range(unit.label)
        grid.section(Line(title, .bold), note: note, in: body.cutTop(1), theme: environment.theme)
        var axes = ChartAxes(name: title, labels: labels, format: { unit.text($0) })
        axes.written = { unit.shown($0) }
        axes.hue = Hue.of(type)
        if isCumulative {
            BarChart(buckets(slots), axes: axes).draw(in: body, on: &grid, theme: environment.theme)
        } else {
            RangeChart(buckets(slots), axes: axes).draw(in: body, on: &grid, theme: environment.theme)
        }
    }

    private func drawWeekdays(
        _ pattern: MeasurePattern,
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let labels = pattern.weekdays.enumerated().map { AxisLabel(Double($0), name($1, environment)) }
        draw(pattern.weekdays, labels, PatternStrings.byWeekday, in: rect, on: &grid, environment)
    }

    private func drawHours(
        _ pattern: MeasurePattern,
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let labels = stride(from: 0, to: 24, by: 3).map { AxisLabel(Double($0), PatternStrings.hour($0)) }
        draw(pattern.hours, labels, PatternStrings.byHour, in: rect, on: &grid, environment)
    }

    private func drawTable(
        _ pattern: MeasurePattern,
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let unit = environment.unit(type)
        Table(
            name: Self.tableName,
            columns: [
                TableColumn("", minimum: 10, maximum: 20, importance: 9),
                TableColumn.figures(PatternStrings.meanColumn(unit.label), minimum: 8, maximum: 20, importance: 8),
                TableColumn.figures(PatternStrings.least, minimum: 8, maximum: 14, importance: 6),
                TableColumn.figures(PatternStrings.greatest, minimum: 8, maximum: 14, importance: 5),
                TableColumn.figures(PatternStrings.days, minimum: 5, maximum: 8, importance: 4),
            ],
            count: Self.rows,
            state: list
        ) { index in
            if index == 0 { return .heading(PatternStrings.byWeekday) }
            if index == 8 { return .heading(PatternStrings.byHour) }
            let isWeekday = index < 8
            let slot = isWeekday ? pattern.weekdays[index - 1] : pattern.hours[index - 9]
            let label = isWeekday ? name(slot, environment) : PatternStrings.hour(slot.number)
            func text(_ number: Double?) -> Line { Line(number.map(unit.text) ?? "") }
            return TableRow([
                Line(label), text(slot.mean), text(slot.least), text(slot.most), Line(NumberText.text(slot.days)),
            ])
        }
        .draw(in: rect, on: &grid, theme: environment.theme)
    }
}
