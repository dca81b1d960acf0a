import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A workout on a wide screen: heart rate, heights and zones at the left; route, splits and comparison at the right.
///
/// Without route and splits the heart rate has the whole width, and the comparison is next to the zones.
struct WorkoutSpread {
    let page: WorkoutPage
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }
    private var activity: HKWorkoutActivityType { page.summary.activity }
    private var charts: WorkoutCharts { WorkoutCharts(page: page, environment: environment) }

    /// The least room of two columns.
    static let least = Size(width: 120, height: 24)
    private static let leastMap = 11
    private static let leastChart = 9

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var left = rect.inset(horizontally: 1)
        if rect.height >= 32 { _ = left.cutTop(1) }
        if isSplit {
            let right = left.cutRight(Self.rightWidth(left))
            _ = left.cutRight(Self.gutter)
            drawRight(in: right, on: &grid)
        }
        drawLeft(in: left, on: &grid)
    }

    private static let gutter = 3

    private static func rightWidth(_ rect: Rect) -> Int { min(84, rect.width * 38 / 100) }

    /// Whether the right has more to show than the comparison.
    private var isSplit: Bool { page.track != nil || !page.splits.isEmpty }

    // MARK: Left

    private func drawLeft(in rect: Rect, on grid: inout CellGrid) {
        var rest = rect
        let gap = rect.height >= 32 ? 1 : 0
        let when = environment.dates.span(page.workout.startDate, page.workout.endDate)
        let recordings = WorkoutFigures(page: page, text: text).recordings.map { ", " + $0 } ?? ""
        let head = Line(when, .bold) + Line("   " + page.summary.source + recordings, theme.dim)
        grid.write(head.truncated(to: rest.width, ellipsis: theme.glyphs.ellipsis), in: rest.cutTop(1 + gap))
        drawFigures(in: rest.cutTop(2 + gap), on: &grid)
        let recorded = WorkoutRecordingTable.height(page)
        if let recordings = page.recordings, recorded > 0, rest.height >= recorded + gap + 2 * Self.leastChart {
            let table = WorkoutRecordingTable(recordings: recordings, environment: environment)
            table.draw(in: rest.cutTop(recorded + gap), on: &grid)
        }
        drawFoot(in: &rest, gap: gap, on: &grid)
        let heights = charts.heights
        let least = heights.isEmpty || page.heartRate == nil ? 0 : Self.leastChart
        if !heights.isEmpty, rest.height >= least + 6 {
            var area = page.heartRate == nil ? rest : rest.cutBottom(max(6, rest.height * 3 / 10))
            let note = WorkoutMap.heights(page, text) ?? ""
            grid.section(Line(WorkoutStrings.elevation, .bold), note: note, in: area.cutTop(1), theme: theme)
            charts.drawHeights(heights, in: area, on: &grid)
        }
        guard page.heartRate != nil else {
            guard page.track == nil else { return }
            for (index, line) in WorkoutStrings.neitherHeartRateNorRoute.wrapped(to: rest.width).enumerated() {
                grid.write(Line(line, theme.dim), in: rest, y: rest.height / 3 + index)
            }
            return
        }
        grid.section(Line(WorkoutStrings.heartRate, .bold), note: heartRateNote, in: rest.cutTop(1), theme: theme)
        charts.drawHeartRate(in: rest, namesKilometres: !heights.isEmpty, on: &grid)
    }

    private var heartRateNote: String {
        guard let range = page.heartRateRange else { return "" }
        let text = "\(NumberText.text(range.lowerBound))–\(NumberText.text(range.upperBound))"
        return WorkoutStrings.heartRateNote(text, byZone: theme.colors != .none && page.zones != nil)
    }

    /// Figures under their names, as many as have room.
    private func drawFigures(in rect: Rect, on grid: inout CellGrid) {
        let figures = WorkoutFigures(page: page, text: text).all
        var x = 0
        let slot = max(12, min(18, rect.width / max(1, figures.count)))
        for figure in figures {
            let width = max(figure.name.displayWidth, figure.value.displayWidth)
            guard x + width <= rect.width else { continue }
            grid.write(Line(figure.name, theme.dim), in: rect, x: x)
            grid.write(figure.value, in: rect, x: x, y: 1, style: .bold)
            x += max(slot, width + 2)
        }
    }

    /// Draws the zones, and next to them the comparison if the right column has no room for it.
    private func drawFoot(in rest: inout Rect, gap: Int, on grid: inout CellGrid) {
        let zones = page.zones?.zoneDurations ?? []
        let total = zones.reduce(0) { $0 + $1.duration }
        let comparison = isSplit ? 0 : page.comparison?.figures.count ?? 0
        let rows = max(total > 0 ? zones.count : 0, comparison)
        guard rows > 0, rest.height >= rows + Self.leastChart + 2 else { return }
        var area = rest.cutBottom(rows + 1)
        _ = rest.cutBottom(gap)
        if comparison > 0 {
            let right = total > 0 ? area.cutRight(Self.rightWidth(area)) : area
            drawComparison(in: right, on: &grid)
            _ = area.cutRight(Self.gutter)
        }
        guard total > 0 else { return }
        let note = WorkoutStrings.zonesNote(WorkoutText.clock(total))
        grid.section(Line(WorkoutStrings.zonesHeading, .bold), note: note, in: area.cutTop(1), theme: theme)
        charts.drawZones(in: area, on: &grid)
    }

    // MARK: Right

    private func drawRight(in rect: Rect, on grid: inout CellGrid) {
        var rest = rect
        let gap = rect.height >= 34 ? 1 : 0
        let map = page.track == nil ? 0 : max(Self.leastMap, rect.height * 2 / 5)
        let comparison = page.comparison.map { $0.figures.count + 1 + gap } ?? 0
        let room = rest.height - map
        let hasComparison = comparison > 0 && room >= comparison + min(page.splits.count, 3) + 2
        if hasComparison { drawComparison(in: rest.cutBottom(comparison), on: &grid) }
        let rows = min(page.splits.count, rest.height - map - 2 - gap)
        if rows > 0 {
            if hasComparison { _ = rest.cutBottom(gap) }
            drawSplits(in: page.track == nil ? rest.cutTop(rows + 2) : rest.cutBottom(rows + 2), on: &grid)
            if page.track != nil { _ = rest.cutBottom(gap) }
        }
        guard let track = page.track else { return }
        grid.section(
            Line(WorkoutStrings.route, .bold),
            note: WorkoutStrings.places(track.count),
            in: rest.cutTop(1),
            theme: theme
        )
        WorkoutMap(page: page, environment: environment).draw(facts: [], in: rest, on: &grid)
    }

    private func drawSplits(in rect: Rect, on grid: inout CellGrid) {
        var rest = rect
        let isWide = rect.width >= 62
        let name = text.splits(1, activity)
        grid.section(
            Line(WorkoutStrings.splits, .bold),
            note: WorkoutStrings.each(name),
            in: rest.cutTop(1),
            theme: theme
        )
        // The end of each column.
        let ends = (number: 4, time: 12, speed: 23, beats: 29, up: 38, down: 47)
        let head = rest.cutTop(1)
        func write(_ line: Line, to end: Int, in row: Rect) {
            grid.write(line, in: Rect(x: row.x, y: row.y, width: end, height: 1), alignment: .right)
        }
        write(Line(WorkoutStrings.time, theme.dim), to: ends.time, in: head)
        write(Line(WorkoutStrings.speed, theme.dim), to: ends.speed, in: head)
        write(Line(WorkoutStrings.beatsColumn, theme.dim), to: ends.beats, in: head)
        if isWide {
            write(Line(WorkoutStrings.up, theme.dim), to: ends.up, in: head)
            write(Line(WorkoutStrings.down, theme.dim), to: ends.down, in: head)
        }
        let speeds = page.splits.map { $0.duration > 0 ? $0.distance / $0.duration : 0 }
        let fastest = speeds.max() ?? 0
        let isCut = page.splits.count > rest.height
        for (split, speed) in zip(page.splits, speeds).prefix(rest.height - (isCut ? 1 : 0)) {
            let row = rest.cutTop(1)
            write(Line("\(split.number)", theme.dim), to: ends.number, in: row)
            write(Line(WorkoutText.clock(split.duration.rounded())), to: ends.time, in: row)
            write(Line(text.speed(split.distance, in: split.duration, activity) ?? "", .bold), to: ends.speed, in: row)
            let style = charts.style(ofHeartRate: split.heartRate)
            write(Line(split.heartRate.map { NumberText.text($0) } ?? ""), to: ends.beats, in: row)
            if isWide {
                write(Line(split.ascent.map(text.height) ?? "", theme.dim), to: ends.up, in: row)
                write(Line(split.descent.map(text.height) ?? "", theme.dim), to: ends.down, in: row)
            }
            let start = (isWide ? ends.down : ends.beats) + 2
            let share = fastest > 0 ? speed / fastest : 0
            let gauge = Gauge.line(share, width: rect.width - start, style: style, theme: theme)
            grid.write(gauge, in: row, x: start)
        }
        guard isCut else { return }
        let left = page.splits.count - rect.height + 3
        grid.write(Line(WorkoutStrings.moreSplits(left), theme.dim), in: rest, x: 2)
    }

    private func drawComparison(in rect: Rect, on grid: inout CellGrid) {
        guard let comparison = page.comparison else { return }
        var rest = rect
        grid.section(
            Line(WorkoutStrings.against(comparison.count), .bold),
            note: WorkoutStrings.againstNote,
            in: rest.cutTop(1),
            theme: theme
        )
        for figure in comparison.figures {
            let row = rest.cutTop(1)
            grid.write(Line(name(figure.kind), theme.dim), in: row)
            let values = Rect(x: row.x, y: row.y, width: 24, height: 1)
            grid.write(Line(write(figure.own, figure.kind), .bold), in: values, alignment: .right)
            let usual = Rect(x: row.x + 24, y: row.y, width: 12, height: 1)
            grid.write(Line(write(figure.usual, figure.kind), theme.dim), in: usual, alignment: .right)
            let spark = Sparkline.text(figure.values, width: row.width - 38, glyphs: theme.glyphs)
            grid.write(spark, in: row, x: 38, style: theme.style(figure.kind == .heartRate ? .heart : .activity))
        }
    }

    private func name(_ kind: WorkoutComparison.Kind) -> String {
        switch kind {
        case .distance: WorkoutStrings.distance
        case .speed: WorkoutStrings.speed
        case .heartRate: WorkoutStrings.heartRate
        case .energy: WorkoutStrings.energy
        }
    }

    private func write(_ value: Double, _ kind: WorkoutComparison.Kind) -> String {
        switch kind {
        case .distance: text.distance(value, of: activity)
        // Over a long way, so that the pace is not rounded twice.
        case .speed: text.speed(value * 10_000, in: 10_000, activity) ?? ""
        case .heartRate: WorkoutStrings.beats(value)
        case .energy: text.energy(value)
        }
    }
}

/// The figures of a workout with their names, the most important first.
struct WorkoutFigures {
    let page: WorkoutPage
    let text: WorkoutText

    /// The other sources that recorded the workout, and the counted part if it doesn't count completely; nil if there
    /// are none.
    var recordings: String? {
        guard let recordings = page.recordings else { return nil }
        let part = WorkoutStrings.part(recordings.counted)
        if let first = recordings.first { return WorkoutStrings.countsBeneath(part, first.source) }
        guard !recordings.beneath.isEmpty else { return WorkoutStrings.counts(part) }
        return WorkoutStrings.alsoRecorded(by: recordings.beneath.map(\.source).joined(separator: ", "))
    }

    var all: [(name: String, value: String)] {
        let (summary, isPaused) = (page.summary, abs(page.elapsed - page.summary.duration) >= 1)
        var figures = [(WorkoutStrings.time, WorkoutText.clock(summary.duration))]
        func add(_ name: String, _ value: String?) { if let value { figures.append((name, value)) } }
        add(WorkoutStrings.distance, page.distance.map { text.distance($0, of: summary.activity) })
        add(WorkoutStrings.speed, text.speed(page.distance, in: summary.duration, summary.activity))
        add(WorkoutStrings.heartRate, page.averageHeartRate.map { WorkoutStrings.beats($0) })
        add(WorkoutStrings.energy, summary.energy.map(text.energy))
        add(WorkoutStrings.up, page.ascent.map(text.height))
        add(WorkoutStrings.down, page.descent.map(text.height))
        add(WorkoutStrings.withPauses, isPaused ? WorkoutText.clock(page.elapsed) : nil)
        add(
            WorkoutStrings.effortHeading,
            page.effort.map { NumberText.exact($0.score) + " " + WorkoutPage.effortName($0.score) }
        )
        return figures
    }
}
