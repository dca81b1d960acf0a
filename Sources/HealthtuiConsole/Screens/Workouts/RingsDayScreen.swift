import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The rings of one day, as large as possible, and the contributions hour by hour.
package struct RingsDayScreen: Screen {
    private(set) var day: Date
    private var content = Loaded<Content>()

    package init(_ day: Date) { self.day = day }

    /// The data shown with a day.
    package struct Content: Sendable {
        var rings: ActivityRings?
        var inWheelchair = false
        /// Each hour's contribution to a ring, 1 per stand hour; empty if hours are unknown.
        var hours: [ActivityRings.Kind: [Double?]] = [:]
    }

    package enum Action: Sendable {
        case loaded(Answer<Content>, day: Date)
    }

    package var title: String { RingsStrings.dayTitle }

    package var contexts: [KeyContext] { [.ringsDay] }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        Line(environment.dates.longDay(day), environment.theme.title)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .earlier: return show(environment.calendar.civilDate(byAdding: .day, value: -1, to: day), environment)
        case .later: return show(environment.calendar.civilDate(byAdding: .day, value: 1, to: day), environment)
        case .latest: return show(environment.now, environment)
        case .goals: return [.open(.goals)]
        default: return nil
        }
    }

    package mutating func go(
        to time: CalendarPhrase.Time,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        show(time.interval.start, environment)
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch event.kind {
        case .wheelUp: perform(.earlier, environment) ?? []
        case .wheelDown: perform(.later, environment) ?? []
        default: []
        }
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard case .loaded(let answer, let day) = action, day == self.day else { return [] }
        content.take(answer)
        return content.complaint()
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let content = content.value else {
            content.drawPlaceholder(RingsStrings.loadingDay, in: rect, on: &grid, theme: environment.theme)
            return
        }
        RingsDayView(content: content, environment: environment).draw(in: rect, on: &grid)
    }

    private mutating func show(_ date: Date, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let next = environment.calendar.civilStartOfDay(for: date)
        guard next <= environment.now else { return [.notice(SharedStrings.dayToCome)] }
        day = next
        content = Loaded()
        return [load(environment)]
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let day = day
        return .task("load") { .loaded(await Self.read(day, environment), day: day) }
    }
}

extension RingsDayScreen {
    private static func read(_ day: Date, _ environment: ConsoleEnvironment) async -> Answer<Content> {
        let window = ChartWindow(.day, ending: day, data: nil, calendar: environment.calendar)
        let answer: Answer<Content> = await environment.ask { person in
            let date = CalendarDay(day, in: environment.calendar)
            var content = Content()
            content.rings = try person.summaries(from: date, through: date).first.map { ActivityRings($0) }
            content.inWheelchair = try person.characteristics().wheelchairUse == HKWheelchairUse.yes.rawValue
            content.hours[.stand] = try standHours(window, person)
            return content
        }
        guard case .success(var content) = answer else { return answer }
        do {
            let isByTime = content.rings?.move.unit == HKUnit.minute().unitString
            content.hours[.move] = try await hours(isByTime ? .appleMoveTime : .activeEnergyBurned, window, environment)
            content.hours[.exercise] = try await hours(.appleExerciseTime, window, environment)
            return .success(content)
        } catch {
            return .failure(Failure(error))
        }
    }

    /// Each hour's total, by the same statistics as the type's chart; empty if there is no data.
    private static func hours(
        _ type: HKQuantityTypeIdentifier,
        _ window: ChartWindow,
        _ environment: ConsoleEnvironment
    ) async throws -> [Double?] {
        let data = try await StatisticsReader(HKQuantityType(type), environment).hours(window, separatesSources: false)
        let sums = data.bars.map(\.total)
        return sums.contains { $0 != nil } ? sums : []
    }

    /// The hours with standing; empty where none are known.
    private static func standHours(_ window: ChartWindow, _ person: PersonAccess) throws -> [Double?] {
        let query = SampleListQuery(type: HKCategoryType(.appleStandHour), from: window.start, to: window.end)
        let found = try person.samples(query, after: nil, ascending: true, limit: 200)
        var hours = [Double?](repeating: nil, count: window.count)
        for case let sample as HKCategorySample in found
        where sample.value == HKCategoryValueAppleStandHour.stood.rawValue {
            if let index = window.index(of: sample.startDate) { hours[index] = 1 }
        }
        return hours.contains { $0 != nil } ? hours : []
    }
}

/// Draws the rings of a day.
struct RingsDayView {
    let content: RingsDayScreen.Content
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        guard let rings = content.rings, !rings.isPaused else {
            let text = content.rings == nil ? RingsStrings.nothingRecorded : RingsStrings.wasPaused
            _ = grid.write(Line(text, theme.dim), in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        var body = rect.inset(horizontally: 1)
        if body.height > 16 { _ = body.cutTop(1) }
        if body.width >= 56, body.height >= 12 {
            let picture = body.cutLeft(min(body.height * 2, body.width * 11 / 20))
            _ = body.cutLeft(3)
            let rows = RingsChart.rows(in: picture.size)
            RingsChart(ActivityRings.Kind.allCases.map { rings[$0].goal > 0 ? rings[$0].share : nil })
                .draw(in: picture.centered(width: rows * 2, height: rows), on: &grid, theme: theme)
        }
        let height = min(11, body.height / 3)
        for kind in ActivityRings.Kind.allCases { drawRing(kind, rings[kind], in: body.cutTop(height), on: &grid) }
    }

    private func drawRing(
        _ kind: ActivityRings.Kind,
        _ ring: ActivityRings.Ring,
        in rect: Rect,
        on grid: inout CellGrid
    ) {
        var area = rect
        let name = RingsStrings.ring(kind, inWheelchair: content.inWheelchair)
        let percent = ring.goal > 0 ? RingText.percent(ring.share) : ""
        grid.section(
            RingMarks.mark(ring, kind, theme) + Line(" " + name, .bold),
            note: percent,
            in: area.cutTop(1),
            theme: theme
        )
        let figure = Line(RingText.figure(ring), .bold)
        let rest = ring.goal > 0 ? ring.isClosed ? RingsStrings.closed : RingsStrings.toGo(RingText.missing(ring)) : ""
        grid.write(Line.fitting([figure, Line(rest, theme.dim)], by: "   ", in: area.width), in: area.cutTop(1))
        if area.height > 6 { _ = area.cutBottom(1) }
        let hours = content.hours[kind] ?? []
        guard area.height >= 3, area.width >= 24 else { return }
        guard !hours.isEmpty else {
            grid.write(Line(RingsStrings.noHours, theme.dim), in: area)
            return
        }
        if kind == .stand { return drawStand(hours, in: area, on: &grid) }
        var axes = ChartAxes(name: name, labels: labels(hours.count))
        axes.hue = Hue.rings[kind.rawValue]
        // Energy and minutes are written whole.
        axes.written = { $0.rounded() }
        BarChart(hours.map { ChartBucket(sum: $0) }, axes: axes).draw(in: area, on: &grid, theme: theme)
    }

    private func labels(_ count: Int) -> [AxisLabel] {
        stride(from: 0, to: count, by: 6).map { AxisLabel(Double($0), ($0 < 10 ? "0" : "") + "\($0):00") }
    }

    /// A mark for each hour.
    private func drawStand(_ hours: [Double?], in rect: Rect, on grid: inout CellGrid) {
        let slot = max(1, min(4, rect.width / max(1, hours.count)))
        for (index, hour) in hours.enumerated() {
            let style = hour == nil ? theme.faint : theme.style(.stand)
            let mark = hour == nil ? theme.glyphs.isASCII ? "." : "·" : theme.glyphs.closed
            grid.write(mark, in: rect, x: index * slot, style: style)
        }
        var free = 0
        for label in labels(hours.count) where Int(label.position) * slot >= free {
            free = grid.write(Line(label.text, theme.dim), in: rect, x: Int(label.position) * slot, y: 1) + 1
        }
    }
}
