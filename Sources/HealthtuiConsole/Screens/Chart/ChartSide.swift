import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The panel next to a chart on a wide terminal: the bar under the cursor, by the hour or by stages, with its sources
/// and samples.
struct ChartSide: Sendable {
    /// The data of a bar.
    struct Content: Sendable {
        let bar: DateInterval
        /// The bar in shorter steps; nil where it has none.
        var hours: ChartData?
        var sources: [ChartData.SourceTotal] = []
        var samples: [HKSample] = []
        var count = 0
        /// The workout of a day of heart rates that has zones.
        var workout: WorkoutPage?
        /// The means of blood pressures, which no bar changes.
        var averages: PressureAverages?
    }

    enum Action: Sendable {
        case loaded(Answer<Content>)
    }

    private(set) var content: Content?
    /// The bar that is read or was read last.
    private var wanted: DateInterval?
    private var isShown = false

    private static let frame = "side"
    /// The minimum width for a panel next to a chart.
    static let wideEnough = 160
    /// The most samples that are read.
    private static let limit = 60

    /// The widths that it has where there is little room, and those it may have where there is much: a day's hours have two
    /// columns each.
    private static let narrow = 45
    private static let widths = 57...60
    /// The columns that a chart needs in addition to its bars: the tick labels, and the words of its lines.
    private static let margins = 18
    /// From this width on a slot makes no bar wider.
    private static let widestSlot = 10

    /// Cuts the room off a screen's rectangle; nil when there is not enough for both.
    ///
    /// - Parameters:
    ///   - body: The rectangle for both, which is reduced to the chart's part.
    ///   - bars: The number of bars, or 0 for a chart without bars. The panel leaves room for bars that are a column
    ///     wider, and takes the columns that would stay blank.
    /// - Returns: The rectangle next to the chart.
    static func cut(from body: inout Rect, bars: Int = 0) -> Rect? {
        guard body.width >= wideEnough, body.height >= 20 else { return nil }
        var left = body
        var width = body.width >= 190 ? widths.upperBound : narrow
        if bars > 0, width > narrow {
            let room = body.width - margins
            let slot = min(widestSlot, (room - widths.lowerBound) / bars)
            if slot > 0 { width = max(widths.lowerBound, min(width, room - slot * bars)) }
        }
        let side = left.cutRight(width)
        _ = left.cutRight(1)
        body = left
        return side
    }

    /// Learns whether it was drawn, and which bar is read.
    ///
    /// - Returns: The effects that read it.
    mutating func laidOut(
        _ layout: Layout,
        _ bar: ChartBar?,
        _ type: HKSampleType,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        isShown = layout.frames[Self.frame] != nil
        return show(bar, type, environment)
    }

    /// Turns to another bar, if it is seen at all.
    mutating func show(
        _ bar: ChartBar?,
        _ type: HKSampleType,
        isStale: Bool = false,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard isShown else { return [] }
        guard let interval = bar?.interval else {
            (wanted, content) = (nil, nil)
            return []
        }
        guard interval != wanted || isStale else { return [] }
        wanted = interval
        let averages = isStale ? nil : content?.averages
        return [
            .run("side") { send in
                // While a key is held, the cursor moves on before anything is read.
                do { try await Task.sleep(for: .milliseconds(60)) } catch { return }
                do {
                    let content =
                        type.identifier == BloodPressure.type?.identifier
                        ? try await Self.readings(interval, type, averages, environment)
                        : try await Self.read(interval, type, environment)
                    send(.loaded(.success(content)))
                } catch {
                    send(.loaded(.failure(Failure(error))))
                }
            }
        ]
    }

    private static func read(
        _ interval: DateInterval,
        _ type: HKSampleType,
        _ environment: ConsoleEnvironment
    ) async throws -> Content {
        var content = Content(bar: interval)
        let query = SampleListQuery(type: type, from: interval.start, to: interval.end)
        (content.samples, content.count) =
            try await environment.ask { person in
                (try person.samples(query, limit: limit), try person.count(query))
            }
            .get()
        guard interval.duration > 3_700, interval.duration < 90_100 else { return content }
        // Of a night the stages.
        guard type is HKQuantityType || type == HKCategoryType(.sleepAnalysis) else { return content }
        if type == HKQuantityType(.heartRate) { content.workout = try await workout(of: interval, environment) }
        let source = ChartSource(type: type, environment: environment)
        let window = source.window(.day, ending: interval.end.addingTimeInterval(-1), data: nil)
        let hours = try await source.chart(window, separatesSources: type is HKQuantityType)
        content.hours = hours
        if type is HKQuantityType { content.sources = hours.sources }
        return content
    }

    /// The blood pressures up to a bar, and the means.
    private static func readings(
        _ interval: DateInterval,
        _ type: HKSampleType,
        _ averages: PressureAverages?,
        _ environment: ConsoleEnvironment
    ) async throws -> Content {
        let (calendar, now) = (environment.calendar, environment.now)
        let query = SampleListQuery(type: type, to: interval.end)
        var content = Content(bar: interval)
        (content.samples, content.averages) =
            try await environment.ask { person in
                (
                    try person.samples(query, limit: limit),
                    try averages ?? PressureAverages(person, calendar: calendar, now: now)
                )
            }
            .get()
        return content
    }

    /// The longest workout of a day that has zones of heart rate.
    private static func workout(
        of interval: DateInterval,
        _ environment: ConsoleEnvironment
    ) async throws -> WorkoutPage? {
        let query = SampleListQuery(type: HKObjectType.workoutType(), from: interval.start, to: interval.end)
        let text = WorkoutText(locale: environment.locale)
        return
            try await environment.ask { person in
                let workouts = try person.samples(query, limit: limit).compactMap { $0 as? HKWorkout }
                let times = workouts.map { WorkoutTime($0) }
                let parts = try WorkoutCounting(person).parts(of: times, from: interval.start, person)
                let counted = workouts.filter { parts.counted($0.uuid) > 0 }
                guard let longest = counted.max(by: { $0.duration < $1.duration }) else { return nil }
                let page = try WorkoutPage(longest, .person(person), text: text)
                return page.zones.map { _ in page }
            }
            .get()
    }

    /// Handles a read result.
    mutating func reduce(_ action: Action) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(.success(let content)) where content.bar == wanted: self.content = content
        case .loaded(.failure(let failure)): return [.notice(failure.text)]
        case .loaded: break
        }
        return []
    }

    /// Draws the panel.
    ///
    /// - Parameters:
    ///   - view: The chart.
    ///   - read: The selected day in the table of days; nil if there is none.
    ///   - rect: The room.
    ///   - grid: The screen.
    func draw(_ view: ChartView, day read: CalendarDay? = nil, in rect: Rect, on grid: inout CellGrid) {
        let theme = view.theme
        grid.layout.setFrame(rect, for: Self.frame)
        for y in 0..<rect.height {
            grid.write(theme.glyphs.vertical, in: rect, x: 0, y: y, style: theme.faint)
        }
        var body = Rect(x: rect.x + 2, y: rect.y, width: max(0, rect.width - 3), height: rect.height)
        guard let content, content.bar == wanted else { return }
        if let averages = content.averages {
            view.drawAverages(averages, in: &body, on: &grid)
            view.drawMorningAndEvening(in: &body, on: &grid)
            view.drawReadings(content.samples, bar: content.bar, in: &body, on: &grid)
            return
        }
        let day = view.text.when(ChartBar(content.bar))
        head(
            day,
            SharedStrings.samples(content.count),
            theme.style(view.hue).adding(.bold),
            in: body.cutTop(1),
            on: &grid,
            theme
        )
        if let hours = content.hours, !hours.isEmpty {
            view.of(hours).drawPicture(in: body.cutTop(min(11, body.height / 3)), on: &grid)
            _ = body.cutTop(1)
        }
        drawZones(content, view, in: &body, on: &grid)
        DayPanel(view, read)?.draw(in: &body, on: &grid)
        if body.height > content.sources.count + 4, content.sources.count > 1 {
            head(ChartStrings.sources, ChartStrings.whyHint, .bold, in: body.cutTop(1), on: &grid, theme)
            for source in content.sources.prefix(6) {
                let line = body.cutTop(1)
                let value = Line(view.unit.labelled(source.value), .bold)
                grid.write(value, in: line, x: max(0, line.width - value.width))
                let name = source.name.truncated(to: line.width - value.width - 2, ellipsis: theme.glyphs.ellipsis)
                grid.write(name, in: line)
            }
            _ = body.cutTop(1)
        }
        guard body.height > 2, !content.samples.isEmpty else { return }
        head(ChartStrings.samplesHeading, ChartStrings.newestFirst, .bold, in: body.cutTop(1), on: &grid, theme)
        drawSamples(content, view, in: body, on: &grid)
    }

    /// Draws the time in each heart rate zone of the day's workout.
    private func drawZones(_ content: Content, _ view: ChartView, in body: inout Rect, on grid: inout CellGrid) {
        guard let page = content.workout, let zones = page.zones?.zoneDurations else { return }
        let total = zones.reduce(0) { $0 + $1.duration }
        guard total > 0, body.height >= zones.count + 10 else { return }
        let note = page.summary.title + ", " + WorkoutText.clock(page.summary.duration)
        head(WorkoutStrings.zonesHeading, note, .bold, in: body.cutTop(1), on: &grid, view.theme)
        let area = body.cutTop(zones.count)
        WorkoutCharts(page: page, environment: view.environment).drawZones(in: area, on: &grid)
        _ = body.cutTop(1)
    }

    private func drawSamples(_ content: Content, _ view: ChartView, in rect: Rect, on grid: inout CellGrid) {
        let theme = view.theme
        let isLong = content.bar.duration > 90_100
        let rows = content.count > rect.height ? max(0, rect.height - 1) : rect.height
        let samples = content.samples.prefix(rows)
        let values = samples.map { view.environment.samples.value($0).value }
        let width = min(14, values.map(\.displayWidth).max() ?? 0)
        for (index, sample) in samples.enumerated() {
            let line = rect.row(index)
            let value = values[index].figure(in: width, ellipsis: theme.glyphs.ellipsis)
            grid.write(Line(value, .bold), in: line)
            let (start, end) = (view.dates.time(sample.startDate), view.dates.time(sample.endDate))
            let time = start == end || sample.hasUndeterminedDuration ? start : start + " – " + end
            let when = isLong ? view.dates.dayAndMonth(sample.startDate) + " " + start : time
            let next = grid.write(Line(when, theme.dim), in: line, x: width + 2)
            let name = sample.sourceRevision.source.shownName
            let room = line.width - next - 2
            guard room >= 4 else { continue }
            grid.write(
                Line(name.truncated(to: room, ellipsis: theme.glyphs.ellipsis), theme.dim),
                in: line,
                x: next + 2
            )
        }
        guard content.count > samples.count, rect.height > samples.count else { return }
        grid.write(Line(SharedStrings.more(content.count - samples.count), theme.dim), in: rect.row(samples.count))
    }

    /// A heading, a rule and a remark.
    private func head(
        _ name: String,
        _ remark: String,
        _ style: Style,
        in rect: Rect,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let end = grid.write(Line(name, style).truncated(to: rect.width, ellipsis: theme.glyphs.ellipsis), in: rect) + 1
        let room = rect.width - end - remark.displayWidth - 1
        let rule = Rect(x: rect.x + end, y: rect.y, width: max(0, room), height: rect.height)
        grid.fill(rule, with: theme.glyphs.horizontal, style: theme.faint)
        if room >= 2 { grid.write(Line(remark, theme.dim), in: rect, x: rect.width - remark.displayWidth) }
    }
}
