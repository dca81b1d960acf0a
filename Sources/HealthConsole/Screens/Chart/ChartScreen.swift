import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// A type's chart, in which values can be read, and the same numbers as a table.
package struct ChartScreen: Screen {
    let type: HKSampleType
    private(set) var span = ChartSpan.month
    /// A date on the last day shown; nil until it is known where the data ends.
    private(set) var ending: Date?
    private(set) var data = Loaded<ChartData>()
    /// The bar that is read.
    private(set) var cursor: Int?
    /// The stage that is read of a night's; the bar is that in which it begins.
    private var stage: Int?
    private(set) var showsTable = false
    private(set) var separatesSources = false
    private(set) var comparison: ChartComparison?
    /// The time before the one that is shown, while they are compared.
    private var before: ChartData?
    /// What was read, and is.
    private var reading: ChartReading
    /// What stands beside the chart on wide terminals.
    private(set) var side = ChartSide()
    /// Where the cursor goes when the next numbers come.
    private var entersAt = Entrance.lastValue

    /// Which bar is read first in a new window.
    private enum Entrance: Sendable, Hashable {
        case lastValue
        case firstBar
        case lastBar
        case date(Date)
    }

    package init(_ type: HKSampleType) {
        self.type = type
        reading = ChartReading(type)
    }

    /// Whether a type has a chart.
    static func charts(_ type: HKSampleType) -> Bool {
        type is HKQuantityType || type is HKCategoryType || type is HKWorkoutType
            || type.identifier == BloodPressure.type?.identifier
    }

    package enum Action: Sendable {
        case reading(ChartReading.Action)
        case pinned(Answer<Bool>)
        case side(Side)

        /// What was read of the bar beside the chart.
        package struct Side: Sendable { let action: ChartSide.Action }
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        side.laidOut(layout, cursorBar, type, environment).map(Self.ofSide)
    }

    private static func ofSide(_ effect: ScreenEffect<ChartSide.Action>) -> ScreenEffect<Action> {
        effect.map { .side(Action.Side(action: $0)) }
    }

    package var title: String { type.entry.name }

    package var contexts: [KeyContext] { [.chart, .type] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        // What is named is what is seen, even while another is read.
        let seen = shown?.window.span ?? span
        return ChoiceLine.line(ChartSpan.allCases.map(\.label), selected: seen.rawValue, theme: environment.theme)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        read(environment)
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard news.concerns(type.identifier) || news.topics.contains(.sourceOrder) else { return [] }
        reading.age()
        if let date = readDate { entersAt = .date(date) }
        let beside = side.show(cursorBar, type, isStale: true, environment).map(Self.ofSide)
        return read(environment) + beside
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        obey(command, environment).map { $0 + beside(environment) }
    }

    /// Lets what stands beside the chart follow the bar that is read.
    private mutating func beside(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        side.show(cursorBar, type, environment).map(Self.ofSide)
    }

    private mutating func obey(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        if let span = ChartSpan(command) { return show(span, environment) }
        switch command {
        case .open: return openBar()
        case .allData: return [.open(.samples(SampleListQuery(type: type)))]
        case .filter: return [.open(.filtered(SampleListQuery(type: type), ""))]
        case .why: return explainBar()
        case .earlier: return page(-1, environment)
        case .later: return page(1, environment)
        case .earliest: return jump(to: extent?.lowerBound, environment)
        case .latest: return jump(to: extent?.upperBound, environment)
        case .cursorLeft: return moveCursor(-1, environment)
        case .cursorRight: return moveCursor(1, environment)
        case .up where showsTable: return moveRow(-1)
        case .down where showsTable: return moveRow(1)
        case .up, .down: return []
        case .zoomIn: return show(span.shorter(), environment)
        case .zoomOut: return show(span.longer(), environment)
        case .table:
            showsTable.toggle()
            if showsTable, cursorBar?.isEmpty ?? true { _ = moveRow(-1) }
            if let date = cursorBar?.interval.start { stage = shown.flatMap { Self.stage(at: date, in: $0) } }
            return []
        case .separateSources:
            separatesSources.toggle()
            return reload(environment)
        case .compare: return compare(.timeBefore, environment)
        case .compareYear: return compare(.yearBefore, environment)
        case .saveChart:
            guard let data = shown, extent != nil else { return [.notice(ChartStrings.noChartYet)] }
            return [.open(.saveFile(.chart(view(data, cursor: nil, environment), of: type)))]
        case .pattern:
            guard let type = type as? HKQuantityType else { return [.notice(PatternStrings.onlyQuantities)] }
            return [.open(.pattern(type))]
        case .pin: return [Pins.toggle(type, environment) { .pinned($0) }]
        case .addSample: return addSample()
        case .sourceOrder: return [.open(.sourceOrder(type))]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .reading(let action): return take(action, environment) + beside(environment)
        case .side(let side): return self.side.reduce(side.action).map(Self.ofSide)
        case .pinned(.success(let isPinned)):
            return [.notice(isPinned ? ChartStrings.pinned(title) : ChartStrings.notPinned(title))]
        case .pinned(.failure(let failure)): return [.notice(failure.text)]
        }
    }

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch time.unit {
        case .day: break
        case .month: if span != .year, span != .halfYear { span = .month }
        case .year: span = .year
        }
        ending = time.interval.end.addingTimeInterval(-1)
        entersAt = time.unit == .day ? .date(time.interval.start) : .lastValue
        if span == .all { span = .month }
        return load(environment)
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        obey(event, environment) + beside(environment)
    }

    private mutating func obey(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch (event.kind, event.target) {
        case (.press, .item("chart", let index, _)?):
            guard let count = shown?.bars.count, count > 0 else { return [] }
            cursor = min(index, count - 1)
        case (.press, .item(ChoiceLine.linkName, let index, _)?):
            return ChartSpan(rawValue: index).map { show($0, environment) } ?? []
        case (.press, .item(ChartView.tableName, let index, _)?): return pressRow(index)
        case (.wheelUp, _) where showsTable: return moveRow(-1)
        case (.wheelDown, _) where showsTable: return moveRow(1)
        case (.wheelUp, _): return moveCursor(-1, environment)
        case (.wheelDown, _): return moveCursor(1, environment)
        default: break
        }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let data = data.value else {
            self.data.drawPlaceholder(title, in: rect, on: &grid, theme: environment.theme)
            return
        }
        if reading.isSlow, let awaited = reading.awaited {
            let frame = view(ChartData(data.kind, awaited, []), cursor: nil, environment)
            return frame.drawAwaited(title, in: rect, on: &grid)
        }
        let view = view(data, cursor: cursor, environment)
        if extent == nil {
            let canAdd = EntryRules.refusal(of: type) == nil && !environment.isReadOnly
            let text = ChartStrings.noDataYet(title, canAdd: canAdd)
            grid.write(Line(text, environment.theme.dim), in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        var body = rect
        if let room = ChartSide.cut(from: &body) { side.draw(view, in: room, on: &grid) }
        showsTable ? view.drawTable(in: body, on: &grid) : view.draw(in: body, on: &grid)
    }
}

extension ChartScreen {
    private func view(_ data: ChartData, cursor: Int?, _ environment: ConsoleEnvironment) -> ChartView {
        ChartView(
            type: type,
            data: data,
            before: comparison == nil ? nil : before,
            comparison: comparison,
            cursor: cursor,
            unit: ChartSource(type: type, environment: environment).unit,
            environment: environment,
            separatesSources: separatesSources,
            dayOffset: EventReader.dayOffset(type),
            stage: stage
        )
    }

    /// What is seen: nothing while the frame of what is read stands in its place.
    private var shown: ChartData? { reading.isSlow ? nil : data.value }

    /// The times between which the type has data.
    private var extent: ClosedRange<Date>? { reading.extent }

    private var cursorBar: ChartBar? {
        guard let cursor, let bars = shown?.bars, bars.indices.contains(cursor) else { return nil }
        return bars[cursor]
    }

    /// When what is read begins.
    private var readDate: Date? {
        if let stage, let stages = shown?.stages, stages.indices.contains(stage) { return stages[stage].start }
        return cursorBar?.interval.start
    }

    /// The stage of a night at a date, or the last one before it; the first of all where there is none before.
    private static func stage(at date: Date, in data: ChartData) -> Int? {
        data.stages.map { stages in stages.lastIndex { $0.start <= date } ?? 0 }
    }

    /// Reads the stage of a night at which the cursor enters.
    private mutating func enterStage(_ data: ChartData) {
        guard let stages = data.stages else {
            stage = nil
            return
        }
        switch entersAt {
        case .firstBar: stage = 0
        case .lastBar, .lastValue: stage = stages.count - 1
        case .date(let date): stage = Self.stage(at: date, in: data)
        }
        cursor = stage.flatMap { data.window.index(of: stages[$0].start) } ?? cursor
    }

    private var question: ChartQuestion {
        ChartQuestion(
            span: span,
            ending: ending,
            separatesSources: separatesSources,
            comparison: comparison
        )
    }

    /// Shows what is asked for: with the next drawing where it is at hand, else once it was read.
    private mutating func load(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let (answer, work) = reading.ask(question, environment)
        if let answer { show(answer) }
        return wrapped(work) + (reading.isAsked ? [] : readAhead(environment))
    }

    private func read(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        wrapped(reading.read(question, environment))
    }

    private func wrapped(_ work: ChartReading.Effects) -> [ScreenEffect<Action>] {
        work.map { $0.map { .reading($0) } }
    }

    private mutating func take(
        _ action: ChartReading.Action,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            let wasAsked = reading.end()
            switch answer {
            case .success(let load): take(load.answer)
            case .failure(let failure): fail(failure)
            }
            let ahead = wasAsked ? readAhead(environment) : []
            return [.loop(.cancel("slow"))] + data.complaint() + ahead + wrapped([ChartReading.rested])
        case .readAhead(let page): reading.keep(page)
        case .slow: reading.beSlow()
        case .rested: return readAhead(again: true, environment)
        }
        return []
    }

    /// Shows what was just read, and keeps it.
    private mutating func take(_ answer: ChartAnswer) {
        // The same time again: the cursor stays where it is, wherever it has been moved meanwhile.
        if let date = readDate, data.value?.window == answer.data.window { entersAt = .date(date) }
        reading.keep(answer, separatesSources: separatesSources)
        show(answer)
    }

    private mutating func show(_ answer: ChartAnswer) {
        before = answer.before
        ending = ending ?? answer.data.window.lastMoment
        cursor = entrance(answer.data)
        enterStage(answer.data)
        data.take(.success(answer.data))
    }

    /// Stays with what was shown before, which is what the next keys go on from.
    private mutating func fail(_ failure: Failure) {
        data.take(.failure(failure))
        if reading.awaited != nil, let window = data.value?.window {
            span = window.span
            ending = window.lastMoment
        }
        reading.endWaiting()
    }

    /// The work that reads what the next keys may ask for.
    private func readAhead(again: Bool = false, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let zoomed = cursorBar.map { min($0.interval.end.addingTimeInterval(-1), newest(environment)) }
        return wrapped(reading.ahead(of: question, zoomed: zoomed, again: again, environment))
    }

    /// Begins to compare with another time, or ends it.
    private mutating func compare(_ with: ChartComparison, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]
    {
        if let kind = data.value?.kind, kind != .totals, kind != .ranges {
            return [.notice(ChartStrings.notCompared(title))]
        }
        if span == .all, comparison == nil { return [.notice(ChartStrings.noTimeBefore)] }
        comparison = comparison == with ? nil : with
        return reload(environment)
    }

    private mutating func reload(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let date = readDate { entersAt = .date(date) }
        return load(environment)
    }

    private func entrance(_ data: ChartData) -> Int? {
        guard !data.bars.isEmpty else { return nil }
        switch entersAt {
        case .firstBar: return 0
        case .lastBar: return data.bars.count - 1
        case .date(let date): return data.window.index(of: date) ?? data.bars.lastIndex { !$0.isEmpty } ?? 0
        case .lastValue:
            return data.bars.lastIndex { !$0.isEmpty || $0.samples > 0 } ?? data.bars.count - 1
        }
    }

    private mutating func show(_ span: ChartSpan, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard span != self.span else { return [] }
        if let bar = cursorBar {
            let isZoomingIn = span < self.span
            entersAt = isZoomingIn ? .lastValue : .date(bar.interval.start)
            let end = isZoomingIn || self.span == .all ? bar.interval.end.addingTimeInterval(-1) : ending
            ending = end.map { min($0, newest(environment)) }
        }
        self.span = span
        return load(environment)
    }

    private func newest(_ environment: ConsoleEnvironment) -> Date {
        max(environment.now, extent?.upperBound ?? environment.now)
    }

    private mutating func page(_ pages: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let window = reading.awaited ?? data.value?.window, span != .all else { return [] }
        if pages < 0, let first = extent?.lowerBound, window.start <= first {
            return [.notice(ChartStrings.noOlderData)]
        }
        if pages > 0, window.end > newest(environment) { return [.notice(ChartStrings.newestPage)] }
        ending = window.neighbour(pages, calendar: environment.calendar)
        entersAt = pages < 0 ? .lastBar : .firstBar
        return load(environment)
    }

    private mutating func jump(to date: Date?, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let date, span != .all else { return [] }
        ending = date
        entersAt = .date(date)
        return load(environment)
    }

    /// Reads the next bar; beyond the first or the last one the page turns.
    private mutating func moveCursor(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if !showsTable, let stage, let stages = shown?.stages {
            let next = stage + distance
            guard stages.indices.contains(next) else { return page(distance, environment) }
            self.stage = next
            cursor = shown?.window.index(of: stages[next].start) ?? cursor
            return []
        }
        guard let count = shown?.bars.count, count > 0 else { return [] }
        let next = (cursor ?? count - 1) + distance
        guard (0..<count).contains(next) else { return page(distance, environment) }
        cursor = next
        return []
    }

    /// Goes to the next row of the table: the next bar that has data.
    private mutating func moveRow(_ distance: Int) -> [ScreenEffect<Action>] {
        guard let bars = shown?.bars else { return [] }
        let here = cursor ?? bars.count
        let next =
            distance < 0
            ? bars.indices.last { $0 < here && !bars[$0].isEmpty }
            : bars.indices.first { $0 > here && !bars[$0].isEmpty }
        cursor = next ?? cursor
        return []
    }

    /// Goes to a row of the table; a press on the row under the cursor opens it.
    private mutating func pressRow(_ row: Int) -> [ScreenEffect<Action>] {
        guard let rows = shown.map(ChartView.tableRows), rows.indices.contains(row) else { return [] }
        guard rows[row] != cursor else { return openBar() }
        cursor = rows[row]
        return []
    }

    /// The samples of the bar that is read.
    private func openBar() -> [ScreenEffect<Action>] {
        guard !reading.isSlow else { return [] }
        if !showsTable, let stage, let stages = shown?.stages, stages.indices.contains(stage) {
            let (from, to) = (stages[stage].start, stages[stage].end)
            return [.open(.samples(SampleListQuery(type: type, from: from, to: to)))]
        }
        guard let bar = cursorBar, !bar.isEmpty || bar.samples > 0 else {
            return extent == nil ? [] : [.notice(ChartStrings.noSamplesInBar)]
        }
        return [.open(.samples(SampleListQuery(type: type, from: bar.interval.start, to: bar.interval.end)))]
    }

    private func explainBar() -> [ScreenEffect<Action>] {
        guard !reading.isSlow else { return [] }
        guard let type = type as? HKQuantityType else {
            return [.notice(ChartStrings.onlyQuantitiesAreMerged)]
        }
        guard let bar = cursorBar, !bar.isEmpty else { return [.notice(ChartStrings.nothingToExplain)] }
        return [.open(.why(type, bar.interval))]
    }

    private func addSample() -> [ScreenEffect<Action>] {
        if let refusal = EntryRules.refusal(of: type) { return [.notice(refusal)] }
        return [.open(.form(type))]
    }
}
