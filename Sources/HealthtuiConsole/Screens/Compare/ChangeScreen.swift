import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A measure before and after a day, as a chart of its weeks and as a table.
package struct ChangeScreen: Screen {
    let measure: Measure
    /// Whether it was opened from another measure, so that its title has to name its own.
    private let isBeside: Bool
    private(set) var since: CalendarDay
    /// The words of the mark that the day has.
    private(set) var mark: String?
    /// How many days before it are compared; `nil` for as many as there are since.
    private(set) var length: Int?
    private(set) var content = Loaded<ChangeFacts>()
    /// How other measures changed since; `nil` until it is known.
    private(set) var others: [ChangeBeside]?
    private(set) var showsTable = false
    /// The week that is read.
    private(set) var cursor: Int?
    private var list = ListState()

    package init(_ measure: Measure, since: CalendarDay, mark: String?, length: Int? = nil, isBeside: Bool = false) {
        self.measure = measure
        self.since = since
        self.mark = mark
        self.length = length
        self.isBeside = isBeside
    }

    package enum Action: Sendable {
        case loaded(Answer<ChangeFacts>)
        case others(Answer<Others>)

        /// How other measures changed, and the spans for which that holds.
        package struct Others: Sendable {
            let since: CalendarDay
            let length: Int?
            let found: [ChangeBeside]
        }
    }

    package var title: String {
        let isOwn = measure.type.flatMap { Measure(of: $0) } == measure
        return isOwn && !isBeside ? ChangeStrings.title : ChangeStrings.title(measure.name)
    }

    package var contexts: [KeyContext] { showsTable ? [.change, .list] : [.change] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        if showsTable, case .other = row { return [] }
        return week == nil || measure.type == nil ? [.open] : []
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        let name = mark?.printable ?? environment.dates.longDay(start(of: since, environment))
        return Line("[" + name + "]", environment.theme.accent.adding(.bold))
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let isOwn = measure.type.map { news.concerns($0.identifier) } ?? true
        if isOwn || news.topics.contains(.dayMarks) { return [load(environment)] }
        return others.map { $0.contains { news.concerns($0.measure) } } == true ? [loadOthers(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[ChangeView.tableName] { list.fit(height: frame.height, count: rows) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .open: return openRead(environment)
        case .cursorLeft: move(-1)
        case .cursorRight: move(1)
        case .longerSpans: return show(isLonger: true, environment)
        case .shorterSpans: return show(isLonger: false, environment)
        case .otherMeasures: return showOthers()
        case .saveChart:
            guard let view = view(environment) else { return [.notice(ChartStrings.noChartYet)] }
            return [.open(.saveFile(.change(view)))]
        case .anotherMark: return showAnotherMark(environment)
        case .markDay: return [.open(.markForm(since))]
        case .table: showsTable.toggle()
        default: return showsTable && list.obey(command, count: rows) ? [] : nil
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if list.opens(event, name: ChangeView.tableName, count: rows) { return openRead(environment) }
        if event.kind == .press, case .item(ChangeView.othersName, let index, _) = event.target,
            let others, others.indices.contains(index)
        {
            return open(others[index])
        }
        guard event.kind == .press, case .item(ChangeView.name, let day, _) = event.target, let facts = content.value
        else { return [] }
        cursor = facts.weeks.indices.min {
            abs(ChangeView.middle(facts.weeks[$0], facts) - day) < abs(ChangeView.middle(facts.weeks[$1], facts) - day)
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return takeOthers(action) }
        content.take(answer)
        if let cursor, cursor >= content.value?.weeks.count ?? 0 { self.cursor = nil }
        if case .success(let facts) = answer {
            // The mark may be new, or gone.
            let own = facts.marks.filter { $0.first == since }
            if mark == nil || !own.contains(where: { $0.text == mark }) { mark = own.first?.text }
            return [loadOthers(environment)]
        }
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let view = view(environment) else {
            return content.drawPlaceholder(title, in: rect, on: &grid, theme: environment.theme)
        }
        showsTable ? view.drawTable(list, in: rect, on: &grid) : view.draw(in: rect, on: &grid)
    }
}

extension ChangeScreen {
    private func view(_ environment: ConsoleEnvironment) -> ChangeView? {
        content.value.map {
            ChangeView(facts: $0, others: others ?? [], mark: mark, cursor: cursor, environment: environment)
        }
    }

    private var tableRows: [ChangeView.Row] { content.value.map { ChangeView.rows($0, others ?? []) } ?? [] }

    private var rows: Int { tableRows.count }

    /// The row of the table that is read.
    private var row: ChangeView.Row? {
        let rows = tableRows
        return rows.indices.contains(list.selected) ? rows[list.selected] : nil
    }

    /// The week that is read, of the table or of the chart.
    private var week: MeasureChange.Week? {
        if showsTable {
            if case .week(let week, _) = row { return week }
            return nil
        }
        guard let cursor, let weeks = content.value?.weeks, weeks.indices.contains(cursor) else { return nil }
        return weeks[cursor]
    }

    private func start(of day: CalendarDay, _ environment: ConsoleEnvironment) -> Date {
        day.start(on: CivilClock(environment.calendar.timeZone))
    }

    func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (measure, since, length) = (measure, since, length)
        return .task("load") {
            .loaded(
                await environment.ask { _ in
                    try ChangeFacts.read(measure, since: since, length: length, environment)
                }
            )
        }
    }

    mutating func setLength(_ length: Int?) { (self.length, cursor, others) = (length, nil, nil) }

    /// Moves the table's cursor to the first of the other measures.
    mutating func enterOthers() {
        let rows = tableRows
        let first = rows.firstIndex { if case .other = $0 { true } else { false } }
        showsTable = true
        // Until the table was drawn, it counts as one row high, which would scroll the heading away.
        if list.height < 2 { list.fit(height: 2, count: rows.count) }
        list.select(first ?? 0, count: rows.count)
    }

    private mutating func takeOthers(_ action: Action) -> [ScreenEffect<Action>] {
        // A failure says nothing that reading the measure itself hasn't said.
        guard case .others(.success(let read)) = action, read.since == since, read.length == length else { return [] }
        others = read.found
        return []
    }

    /// Reads the week before or the next; the first key reads the last one.
    private mutating func move(_ distance: Int) {
        let count = content.value?.weeks.count ?? 0
        guard count > 0 else { return }
        cursor = cursor.map { min(max(0, $0 + distance), count - 1) } ?? count - 1
    }

    /// Opens what is read: the samples of a week, or another measure with the same mark.
    private func openRead(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if showsTable, case .other(let other) = row { return open(other) }
        guard let week, let type = measure.type else { return [] }
        let (from, to) = (start(of: week.start, environment), start(of: week.start.advanced(by: 7), environment))
        return [.open(.samples(SampleListQuery(type: type, from: from, to: to)))]
    }

    /// Compares before and after the next of the person's marks; behind the last comes the first.
    private mutating func showAnotherMark(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let marks = content.value?.marks, !marks.isEmpty else { return [.notice(ChangeStrings.noMarks)] }
        let here = marks.firstIndex { $0.first == since && $0.text == mark }
        let next = here.map { ($0 + 1) % marks.count } ?? marks.firstIndex { $0.first > since } ?? 0
        guard next != here else { return [.notice(ChangeStrings.onlyMark)] }
        since = marks[next].first
        mark = marks[next].text
        (cursor, others) = (nil, nil)
        return [load(environment)]
    }
}
