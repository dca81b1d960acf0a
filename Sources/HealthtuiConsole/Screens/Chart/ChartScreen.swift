import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A type's chart, in which values can be read, and the same numbers as a table.
package struct ChartScreen: Screen {
    let type: HKSampleType
    var span = ChartSpan.month
    /// A date on the last day shown; nil until it is known where the data ends.
    var ending: Date?
    var data = Loaded<ChartData>()
    /// The bar that is read.
    var cursor: Int?
    /// The stage that is read of a night's; the bar is that in which it begins.
    var stage: Int?
    var showsTable = false
    /// The table of days: how it's ordered, and which day is read.
    var table = DayTable()
    var separatesSources = false
    /// Whether days without anything count as 0, of what adds up, between the first record and the last.
    var countsZeros = false
    var comparison: ChartComparison?
    /// The measure of sleep that its chart shows.
    private(set) var part = Measure.SleepPart.sleep
    /// The last answer, before it is reduced to one measure of sleep.
    var lastAnswer: ChartAnswer?
    /// Whether the respiratory rate is shown under a night instead of its heart rate.
    private(set) var showsBreathing = false
    /// Whether the mean of the last seven days is a line over the bars.
    private(set) var showsRolling = false
    /// Whether the limits of blood pressure are lines; the person decides.
    private var showsLimits = false
    /// The time before the one that is shown, while they are compared.
    var before: ChartData?
    /// The comparison over the days that both have.
    var compared: ComparedDays?
    /// The data read and being read.
    var reading: ChartReading
    /// The panel next to the chart on wide terminals.
    var side = ChartSide()
    /// The person's marks on days.
    private(set) var marks: [DayMark] = []
    /// The goal of the type, and how it was met.
    private(set) var goal: GoalFacts?
    /// The cursor's position when the next numbers arrive.
    var entersAt = Entrance.lastValue

    /// Which bar is read first in a new window.
    enum Entrance: Sendable, Hashable {
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
        case goal(Answer<GoalFacts?>)
        case marks(Answer<[DayMark]>)

        /// An action of the panel next to the chart.
        package struct Side: Sendable { let action: ChartSide.Action }
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let frame = layout.frames[ChartView.tableName] { table.height = frame.height }
        return side.laidOut(layout, cursorBar(environment), type, environment).map(Self.ofSide)
    }

    private static func ofSide(_ effect: ScreenEffect<ChartSide.Action>) -> ScreenEffect<Action> {
        effect.map { .side(Action.Side(action: $0)) }
    }

    package var title: String { type.entry.name }

    package var isTyping: Bool { showsDays && table.filter.isTyping }

    package var contexts: [KeyContext] {
        if isTyping { return [.filter] }
        let own: [KeyContext] =
            type.isSleep ? [.sleepChart] : type.identifier == BloodPressure.type?.identifier ? [.pressureChart] : []
        let long: [KeyContext] = barsAreLong ? [.longBars] : []
        let gaps: [KeyContext] = canCountZeros ? [.zeroChart] : []
        return own + long + gaps + (showsDays ? [.days, .sortable, .chart, .type] : [.chart, .type])
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        shown?.timeline?.hasTwoLines == true && !showsTable ? [] : [.breathing]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        // Names refer to the visible chart, even while another is being read.
        let seen = shown?.window.span ?? span
        return ChoiceLine.line(ChartSpan.allCases.map(\.label), selected: seen.rawValue, theme: environment.theme)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        read(environment) + readGoal(environment) + [readMarks(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard news.concerns(type.identifier) || news.topics.contains(.sourceOrder) else {
            let marks = news.topics.contains(.dayMarks) ? [readMarks(environment)] : []
            return (news.topics.contains(.typeGoals) ? readGoal(environment) : []) + marks
        }
        reading.age()
        if let date = readDate(environment) { entersAt = .date(date) }
        let beside = side.show(cursorBar(environment), type, isStale: true, environment).map(Self.ofSide)
        let marks = news.topics.contains(.dayMarks) ? [readMarks(environment)] : []
        return read(environment) + readGoal(environment) + marks + beside
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        obey(command, environment).map { $0 + beside(environment) }
    }

    /// Makes the panel next to the chart follow the selected bar.
    private mutating func beside(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        side.show(cursorBar(environment), type, environment).map(Self.ofSide)
    }

    private mutating func obey(_ command: Command, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>]? {
        if showsDays, let effects = obeyDays(command, environment) { return effects }
        if let span = ChartSpan(command) { return show(span, environment) }
        switch command {
        case .open: return openBar(environment)
        case .allData: return [.open(.samples(SampleListQuery(type: type)))]
        case .filter: return [.open(.filtered(SampleListQuery(type: type), ""))]
        case .why: return explainBar(environment)
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
            turnTable(environment)
            if let date = cursorBar(environment)?.interval.start {
                stage = shown.flatMap { Self.stage(at: date, in: $0) }
            }
            return []
        case .separateSources:
            separatesSources.toggle()
            return reload(environment)
        case .breathing:
            showsBreathing.toggle()
            return []
        case .rolling: return turnRolling()
        case .zeros: return turnZeros(environment)
        case .limits:
            showsLimits.toggle()
            guard showsLimits, let data = shown else { return [] }
            return [.notice(view(data, cursor: nil, environment).limitWords)]
        case .nextMeasure: return turnPart(1, environment)
        case .previousMeasure: return turnPart(-1, environment)
        case .compare: return compare(.timeBefore, environment)
        case .compareYear: return compare(.yearBefore, environment)
        case .saveChart:
            guard let data = shown, extent != nil else { return [.notice(ChartStrings.noChartYet)] }
            return [.open(.saveFile(.chart(view(data, cursor: nil, environment), of: type)))]
        case .pattern:
            guard let type = type as? HKQuantityType else { return [.notice(PatternStrings.onlyQuantities)] }
            return [.open(.pattern(type))]
        case .heat: return openHeat()
        case .change: return openChange(environment)
        case .markDay: return openMark(environment)
        case .pin: return [Pins.toggle(type, environment) { .pinned($0) }]
        case .addSample: return addSample()
        case .goal: return [GoalFormScreen.opened(for: type)]
        case .sourceOrder: return [.open(.sourceOrder(type))]
        default: return nil
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .reading(let action): return take(action, environment) + beside(environment)
        case .side(let side): return self.side.reduce(side.action).map(Self.ofSide)
        case .goal(.success(let goal)):
            self.goal = goal
            return []
        case .goal(.failure(let failure)), .marks(.failure(let failure)): return [.notice(failure.text)]
        case .marks(.success(let marks)):
            self.marks = marks
            return []
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
        case .week: if span == .day || span == .month { span = .week }
        case nil: span = ChartSpan(holding: time.interval)
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
        if showsDays, pressHeading(event, environment) { return [] }
        switch (event.kind, event.target) {
        case (.press, .item("chart", let index, _)?):
            guard let count = shown?.bars.count, count > 0 else { return [] }
            cursor = min(index, count - 1)
        case (.press, .item(ChartView.halvesName, let index, _)?):
            // Each day has two places.
            guard let count = shown?.bars.count, count > 0 else { return [] }
            cursor = min(index / 2, count - 1)
        case (.press, .item(ChoiceLine.linkName, let index, _)?):
            return ChartSpan(rawValue: index).map { show($0, environment) } ?? []
        case (.press, .item(ChartView.tableName, let index, _)?): return pressRow(index, environment)
        case (.wheelUp, _) where showsDays: return moveDay(rows: -1, environment)
        case (.wheelDown, _) where showsDays: return moveDay(rows: 1, environment)
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
        // The details of a night are shown next to its stages.
        let isDrawn = !showsTable && (data.kind == .totals || data.kind == .ranges)
        if data.timeline?.night == nil || showsTable,
            let room = ChartSide.cut(from: &body, bars: isDrawn ? data.bars.count : 0)
        {
            side.draw(view, day: showsDays ? table.day : nil, in: room, on: &grid)
        }
        if showsDays {
            view.drawDays(table, in: body, on: &grid)
        } else {
            showsTable ? view.drawTable(in: body, on: &grid) : view.draw(in: body, on: &grid)
        }
    }
}

extension ChartScreen {
    func view(_ data: ChartData, cursor: Int?, _ environment: ConsoleEnvironment) -> ChartView {
        var view = ChartView(
            type: type,
            data: data,
            before: comparison == nil ? nil : before,
            compared: comparison == nil ? nil : compared,
            comparison: comparison,
            cursor: cursor,
            unit: data.unit ?? ChartSource(type: type, environment: environment).unit,
            environment: environment,
            separatesSources: separatesSources,
            stage: stage,
            // The goal is one of all sleep.
            goal: part == .sleep ? goal : nil
        )
        view.sleepPart = type.isSleep ? part : nil
        view.showsBreathing = showsBreathing
        view.showsRolling = showsRolling
        view.showsLimits = showsLimits
        view.marks = marks
        return view
    }

    /// Switches to the next or previous measure of sleep that has values, keeping the selected time.
    private mutating func turnPart(_ distance: Int, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let data = shown, let lastAnswer else { return [] }
        let parts = data.sleepParts(with: part, on: CivilClock(environment.calendar.timeZone))
        guard let here = parts.firstIndex(of: part), parts.count > 1 else {
            return [.notice(NightStrings.onlyMeasure)]
        }
        part = parts[(here + distance + parts.count) % parts.count]
        if let date = readDate(environment) { entersAt = .date(date) }
        show(lastAnswer, environment)
        return []
    }

    /// Shows or hides the line of the mean of the last seven days, which needs daily bars.
    private mutating func turnRolling() -> [ScreenEffect<Action>] {
        showsRolling.toggle()
        guard showsRolling, let data = shown, data.rolling.isEmpty || !data.nights.isEmpty else { return [] }
        return [.notice(ChartStrings.rollingNeedsDays)]
    }

    /// Whether the days without anything of the type, of which nothing is known, can be taken as 0.
    private var canCountZeros: Bool { Measure(of: type)?.canCountZeros ?? false }

    /// Takes days without anything as 0, or no longer.
    private mutating func turnZeros(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard canCountZeros else { return [.notice(CompareStrings.noZeros)] }
        countsZeros.toggle()
        let effects = reload(environment)
        return countsZeros && span == .day ? effects + [.notice(ChartStrings.zerosNeedDays)] : effects
    }

    /// Reads the person's marks, behind the chart as well.
    private func readMarks(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("marks") { .marks(await environment.ask { try $0.marks() }) }
    }

    /// Reads the progress towards the type's goal in the background; the chart doesn't wait for it.
    private func readGoal(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let type = type
        return [
            .task("goal") {
                do {
                    return .goal(.success(try await GoalFacts.read(type, environment)))
                } catch {
                    return .goal(.failure(Failure(error)))
                }
            }
        ]
    }

    /// The visible chart; nil while the frame of a slow read replaces it.
    var shown: ChartData? { reading.isSlow ? nil : data.value }

    /// The times between which the type has data.
    var extent: ClosedRange<Date>? { reading.extent }

    /// The bar that is read; in a table of days the day.
    func cursorBar(_ environment: ConsoleEnvironment) -> ChartBar? {
        if showsDays, let day = table.day, let data = shown {
            return data.bar(of: day, view(data, cursor: nil, environment))
        }
        guard let cursor, let bars = shown?.bars, bars.indices.contains(cursor) else { return nil }
        return bars[cursor]
    }
}
