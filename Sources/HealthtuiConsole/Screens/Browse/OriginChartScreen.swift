import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The chart of a type by one source or device alone, whatever others recorded at the same time.
package struct OriginChartScreen: Screen {
    let origin: DataOrigin
    let type: HKSampleType
    private(set) var span = ChartSpan.year
    /// A date on the last day; nil for today.
    private(set) var ending: Date?
    private(set) var content = Loaded<Content>()
    /// The bar that is read.
    private(set) var cursor: Int?
    /// Which bar is read once the next numbers arrive.
    private var entersAtFirst = false

    package init(_ origin: DataOrigin, _ type: HKSampleType) {
        self.origin = origin
        self.type = type
    }

    /// The numbers of a window.
    package struct Content: Sendable {
        var reader: OriginReader
        var data: ChartData
        /// From the first sample to the last; nil without any.
        var extent: ClosedRange<Date>?
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
    }

    /// The spans that are made of days.
    private static let spans = ChartSpan.allCases.filter { $0 != .day }

    package var title: String {
        let measure = Measure(of: type)?.name ?? type.entry.name
        return OriginStrings.by(measure, origin.name)
    }

    package var contexts: [KeyContext] { [.originChart] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        ChoiceLine.line(
            Self.spans.map(\.label),
            selected: Self.spans.firstIndex(of: shown?.window.span ?? span) ?? 0,
            theme: environment.theme
        )
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { news.concerns(type.identifier) ? [load(environment)] : [] }

    package mutating func perform(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        if let span = ChartSpan(command), Self.spans.contains(span) { return show(span, environment) }
        switch command {
        case .open: return openBar()
        case .allData: return openSamples(from: nil, to: nil)
        case .why: return explain()
        case .earlier: return page(-1, environment)
        case .later: return page(1, environment)
        case .cursorLeft: return move(-1, environment)
        case .cursorRight: return move(1, environment)
        case .zoomIn: return span == .week ? [] : show(span.shorter(), environment)
        case .zoomOut: return show(span.longer(), environment)
        default: return nil
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch (event.kind, event.target) {
        case (.press, .item("chart", let index, _)?):
            guard let count = shown?.bars.count, count > 0 else { return [] }
            cursor = min(max(0, index), count - 1)
        case (.press, .item(ChoiceLine.linkName, let index, _)?):
            return Self.spans.indices.contains(index) ? show(Self.spans[index], environment) : []
        case (.wheelUp, _): return move(-1, environment)
        case (.wheelDown, _): return move(1, environment)
        default: break
        }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer) = action else { return [] }
        let before = content.value?.data.window
        content.take(answer)
        if let data = shown, before != data.window || cursor == nil {
            cursor = entersAtFirst ? 0 : data.bars.lastIndex { !$0.isEmpty } ?? data.bars.indices.last
        }
        entersAtFirst = false
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let content = content.value else {
            return self.content.drawPlaceholder(title, in: rect, on: &grid, theme: environment.theme)
        }
        guard content.extent != nil else {
            let text = Line(SharedStrings.noData, environment.theme.dim)
            grid.write(text, in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        ChartView(ofOrigin: type, content.data, cursor: cursor, environment).draw(in: rect, on: &grid)
    }
}

extension OriginChartScreen {
    private var shown: ChartData? { content.value?.data }

    private var bar: ChartBar? {
        guard let cursor, let bars = shown?.bars, bars.indices.contains(cursor) else { return nil }
        return bars[cursor]
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (origin, type, span, ending) = (origin, type, span, ending)
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    let calendar = environment.calendar
                    let reader = try OriginReader(origin, person, calendar: calendar, now: environment.now)
                    return try Content(reader, type, span, ending: ending, environment)
                }
            )
        }
    }

    private mutating func show(_ span: ChartSpan, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard span != self.span else { return [] }
        // A shorter time ends with the bar that is read.
        if span < self.span, let bar { ending = min(bar.interval.end.addingTimeInterval(-1), environment.now) }
        self.span = span
        return [load(environment)]
    }

    private mutating func page(_ pages: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let content = content.value, let extent = content.extent, span != .all else { return [] }
        let window = content.data.window
        if pages < 0, window.start <= extent.lowerBound { return [.notice(ChartStrings.noOlderData)] }
        if pages > 0, window.end > max(environment.now, extent.upperBound) {
            return [.notice(ChartStrings.newestPage)]
        }
        ending = window.neighbour(pages, calendar: environment.calendar)
        entersAtFirst = pages > 0
        return [load(environment)]
    }

    /// Reads the next bar; beyond the first or the last one the page turns.
    private mutating func move(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let count = shown?.bars.count, count > 0 else { return [] }
        let next = (cursor ?? count - 1) + distance
        guard (0..<count).contains(next) else { return page(distance, environment) }
        cursor = next
        return []
    }

    private func openBar() -> [ScreenEffect<Action>] {
        guard let bar, !bar.isEmpty else { return [.notice(ChartStrings.noSamplesInBar)] }
        return openSamples(from: bar.interval.start, to: bar.interval.end)
    }

    private func openSamples(from: Date?, to: Date?) -> [ScreenEffect<Action>] {
        guard let reader = content.value?.reader else { return [] }
        do {
            var query = try reader.samples(of: type)
            (query.from, query.to) = (from, to)
            return [.open(.samples(query))]
        } catch {
            return [.notice(Failure(error).text)]
        }
    }

    private func explain() -> [ScreenEffect<Action>] {
        guard let type = type as? HKQuantityType else { return [.notice(ChartStrings.onlyQuantitiesAreMerged)] }
        guard let bar, !bar.isEmpty else { return [.notice(ChartStrings.nothingToExplain)] }
        return [.open(.why(type, bar.interval))]
    }
}

extension OriginChartScreen.Content {
    /// Reads the numbers of a window.
    fileprivate init(
        _ reader: OriginReader,
        _ type: HKSampleType,
        _ span: ChartSpan,
        ending: Date?,
        _ environment: ConsoleEnvironment
    ) throws {
        self.reader = reader
        let (calendar, now) = (environment.calendar, environment.now)
        let samples = SampleReader(.person(environment.person))
        let query = try reader.samples(of: type)
        let first = try samples.samples(query, ascending: true, limit: 1).first?.startDate
        let last = try samples.samples(query, limit: 1).first.map { min($0.endDate, max(now, $0.startDate)) }
        extent = first.flatMap { first in last.map { first...max(first, $0) } }
        // If the newest data is old, the chart opens there rather than on an empty year.
        let newest = min(last ?? now, now)
        let isRecent = now.timeIntervalSince(newest) < 25 * 86_400
        let window = ChartWindow(
            span,
            ending: ending ?? (isRecent ? now : newest),
            data: extent,
            calendar: calendar
        )
        let days = try reader.days(of: type, in: window.days(on: reader.clock))
        data = OriginChartData(type: type, days: days, environment: environment).chart(window)
        guard !(type is HKQuantityType), days.measure != Measure(.bloodPressure) else { return }
        for index in data.bars.indices where !data.bars[index].isEmpty {
            var query = query
            (query.from, query.to) = (data.bars[index].interval.start, data.bars[index].interval.end)
            data.bars[index].samples = try environment.person.count(query)
        }
    }
}

extension ChartView {
    /// The picture of a type by one source or device alone.
    init(ofOrigin type: HKSampleType, _ data: ChartData, cursor: Int?, _ environment: ConsoleEnvironment) {
        self.init(
            type: type,
            data: data,
            cursor: cursor,
            unit: ChartSource(type: type, environment: environment).unit,
            environment: environment,
            separatesSources: false
        )
    }
}
