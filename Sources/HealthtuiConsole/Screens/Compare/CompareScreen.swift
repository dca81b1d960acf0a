import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Two measures as two lines on two axes, and how closely they correlate, with a note that this doesn't prove a cause.
package struct CompareScreen: Screen {
    private(set) var first: Measure
    private(set) var second: Measure
    /// The requested time, until another is chosen.
    private var asked: TimeRange?
    private(set) var span = ChartSpan.year
    /// The length of a point's time; nil for the span's default.
    private var chosenPeriod: StatisticsPeriod?
    /// A date on the last day shown; nil for now.
    private var ending: Date?
    private(set) var content = Loaded<Content>()
    private(set) var cursor: Int?
    private(set) var showsTable = false
    /// Whether days without anything count as 0, of what adds up.
    private(set) var countsZeros = false
    private var list = ListState()

    /// A comparison.
    ///
    /// - Parameters:
    ///   - first: One measure.
    ///   - second: The one that follows it.
    ///   - range: The time; `nil` for the last year.
    package init(_ first: Measure, _ second: Measure, in range: TimeRange? = nil) {
        self.first = first
        self.second = second
        asked = range
    }

    /// The data read, and its time.
    package struct Content: Sendable {
        var comparison: TypeComparison
        var days: String
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
    }

    static let spans: [ChartSpan] = [.month, .halfYear, .year, .all]

    package var title: String { CompareStrings.title(first.name, second.name) }

    package var contexts: [KeyContext] { showsTable ? [.comparison, .list] : [.comparison] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        // The requested time isn't one of the choices.
        let selected = asked == nil ? Self.spans.firstIndex(of: span) ?? 0 : -1
        return ChoiceLine.line(Self.spans.map(\.label), selected: selected, theme: environment.theme)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let isConcerned = [first, second]
            .contains { measure in measure.type.map { news.concerns($0.identifier) } ?? true }
        return isConcerned || news.topics.contains(.sourceOrder) ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[CompareView.tableName] { list.fit(height: frame.height, count: rows.count) }
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if showsTable, list.obey(command, count: rows.count) { return [] }
        if let span = ChartSpan(command), Self.spans.contains(span) { return show(span, environment) }
        switch command {
        case .cursorLeft: return move(-1, environment)
        case .cursorRight: return move(1, environment)
        case .earlier: return page(-1, environment)
        case .later: return page(1, environment)
        case .grain:
            let periods: [StatisticsPeriod] = [.day, .week, .month]
            let here = periods.firstIndex(of: period) ?? 0
            chosenPeriod = periods[(here + 1) % periods.count]
            return [load(environment)]
        case .zeros: return turnZeros(environment)
        case .swap:
            (first, second) = (second, first)
            return [load(environment)]
        case .table: showsTable.toggle()
        default: return nil
        }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch (event.kind, event.target) {
        case (.press, .item("chart", let index, _)?): cursor = min(index, max(0, points.count - 1))
        case (.press, .item(ChoiceLine.linkName, let index, _)?) where Self.spans.indices.contains(index):
            return show(Self.spans[index], environment)
        default: _ = list.opens(event, name: CompareView.tableName, count: rows.count)
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        content.take(answer)
        cursor = points.lastIndex { $0.first != nil || $0.second != nil }
        list.moveToFirst(count: rows.count)
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let content = content.value else {
            return self.content.drawPlaceholder(title, in: rect, on: &grid, theme: environment.theme)
        }
        let view = CompareView(
            first: first,
            second: second,
            comparison: content.comparison,
            days: content.days,
            cursor: cursor,
            environment: environment
        )
        showsTable ? view.drawTable(list, in: rect, on: &grid) : view.draw(in: rect, on: &grid)
    }
}

extension CompareScreen {
    private var points: [TypeComparison.Point] { content.value?.comparison.points ?? [] }

    /// The points of the table, the newest first: those that have numbers of both.
    private var rows: [TypeComparison.Point] { CompareView.rows(points) }

    /// A day with its night is lost in the mean of a week.
    private var period: StatisticsPeriod {
        let isByNight = TypeComparison.Request(first, second, by: .day, in: nil).pairing != .sameDay
        return chosenPeriod ?? (span == .month || asked != nil || isByNight ? .day : .week)
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let window = window(environment)
        let clock = CivilClock(environment.calendar.timeZone)
        let request = TypeComparison.Request(
            first,
            second,
            by: period,
            in: window.map { CalendarDay($0.start, on: clock)..<CalendarDay($0.end, on: clock) }
        )
        let (dates, asked, countsZeros) = (environment.dates, asked, countsZeros)
        return .task("load") {
            do {
                var reader = MeasureReader(
                    .person(environment.person),
                    calendar: environment.calendar,
                    now: environment.now
                )
                reader.countsZeros = countsZeros
                let comparison = try TypeComparison.read(request, reader) { measure, value in
                    MeasureFormat(measure) { environment.unit($0) }.number(value)
                }
                let first = asked?.start ?? window?.start ?? comparison.points.first?.start ?? environment.now
                let last = (window?.end ?? environment.now).addingTimeInterval(-1)
                let days = dates.days(from: first, through: last)
                let shown = countsZeros ? CompareStrings.withZeros(days) : days
                return .loaded(.success(Content(comparison: comparison, days: shown)))
            } catch {
                return .loaded(.failure(Failure(error)))
            }
        }
    }

    /// The time that is shown; nil for all.
    private func window(_ environment: ConsoleEnvironment) -> DateInterval? {
        if let asked { return Self.window(asked, environment) }
        guard span != .all else { return nil }
        let calendar = environment.calendar
        let end = calendar.civilDate(
            byAdding: .day,
            value: 1,
            to: calendar.civilStartOfDay(for: ending ?? environment.now)
        )
        let months = span == .month ? 1 : span == .halfYear ? 6 : 12
        return DateInterval(start: calendar.civilDate(byAdding: .month, value: -months, to: end), end: end)
    }

    /// The days of a range, today among them where it has no end.
    private static func window(_ range: TimeRange, _ environment: ConsoleEnvironment) -> DateInterval? {
        let calendar = environment.calendar
        let today = calendar.civilStartOfDay(for: environment.now)
        let tomorrow = calendar.civilDate(byAdding: .day, value: 1, to: today)
        let earliest = CalendarDay(year: 1900, month: 1, day: 1).start(on: CivilClock(calendar.timeZone))
        let start = range.start ?? earliest
        return DateInterval(start: start, end: max(start, min(range.end ?? tomorrow, tomorrow)))
    }

    private mutating func show(_ span: ChartSpan, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard span != self.span || asked != nil else { return [] }
        (self.span, chosenPeriod, asked) = (span, nil, nil)
        return [load(environment)]
    }

    private mutating func turnZeros(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard [first, second].contains(where: { $0.kind == .total }) else { return [.notice(CompareStrings.noZeros)] }
        countsZeros.toggle()
        return [load(environment)]
    }

    private mutating func page(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let window = window(environment) else { return [] }
        if distance > 0, window.end > environment.now { return [.notice(ChartStrings.newestPage)] }
        let next =
            distance < 0 ? window.start.addingTimeInterval(-1) : window.end.addingTimeInterval(window.duration - 1)
        (ending, asked) = (min(next, environment.now), nil)
        return [load(environment)]
    }

    /// Reads the next point; beyond the first or the last one the page turns.
    private mutating func move(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !points.isEmpty else { return [] }
        let next = (cursor ?? points.count - 1) + distance
        guard points.indices.contains(next) else { return page(distance, environment) }
        cursor = next
        return []
    }
}
