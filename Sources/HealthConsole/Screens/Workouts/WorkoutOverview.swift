import Foundation
import HealthEntry
import HealthFacts
import HealthKit
import TerminalUI

/// Draws a workout at a glance: figures, heart rate beside the route, zones and splits.
struct WorkoutOverview {
    let page: WorkoutPage
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }
    private var activity: HKWorkoutActivityType { page.summary.activity }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        drawHeader(in: &body, on: &grid)
        drawSplits(in: &body, on: &grid)
        drawZones(in: &body, on: &grid)
        guard page.heartRate != nil || page.track != nil else {
            let lines = WorkoutStrings.neitherHeartRateNorRoute.wrapped(to: body.width - 2)
            for (index, line) in lines.enumerated() {
                grid.write(Line(line, theme.dim), in: body, x: 1, y: body.height / 2 + index)
            }
            return
        }
        guard let track = page.track, body.height > 3 else { return drawHeartRate(in: body, on: &grid) }
        let isBoth = page.heartRate != nil && body.width >= 60
        let map = isBoth ? body.cutRight(body.width / 3) : page.heartRate == nil ? body : Rect.zero
        if !map.isEmpty {
            let facts = heights.map { [$0] } ?? []
            WorkoutMap.draw(track, facts: facts, in: map.inset(horizontally: 1), on: &grid, theme: theme)
        }
        if page.heartRate != nil { drawHeartRate(in: body, on: &grid) }
    }

    // MARK: Figures

    private func drawHeader(in body: inout Rect, on grid: inout CellGrid) {
        let when = environment.dates.span(page.workout.startDate, page.workout.endDate)
        let head = Line(when, .bold) + Line("  " + page.summary.source, theme.dim)
        grid.write(head.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 1)
        // Figures go on to a second line rather than being cut.
        var lines: [Line] = [.empty]
        for figure in figures {
            let gap: Line = lines[lines.count - 1].isEmpty ? "" : "   "
            if lines[lines.count - 1].width + 3 + figure.width > body.width - 2, !lines[lines.count - 1].isEmpty {
                lines.append(figure)
            } else {
                lines[lines.count - 1] += gap + figure
            }
        }
        for line in lines.prefix(body.height > 8 ? 3 : 2) { grid.write(line, in: body.cutTop(1), x: 1) }
    }

    private var figures: [Line] {
        var figures: [Line] = []
        func add(_ value: String, _ name: String = "") {
            figures.append(Line(value, .bold) + Line(name.isEmpty ? "" : " " + name, theme.dim))
        }
        let isPaused = abs(page.elapsed - page.summary.duration) >= 1
        add(WorkoutText.clock(page.summary.duration), isPaused ? WorkoutStrings.moving : "")
        if isPaused { add(WorkoutText.clock(page.elapsed), WorkoutStrings.whole) }
        if let distance = page.distance {
            add(text.distance(distance, of: activity))
            if let speed = text.speed(distance, in: page.summary.duration, activity) { add(speed) }
        }
        if let energy = page.summary.energy { add(text.energy(energy)) }
        if let average = page.averageHeartRate {
            let range =
                page.heartRateRange.map { ", \(NumberText.text($0.lowerBound))–\(NumberText.text($0.upperBound))" }
                ?? ""
            add(WorkoutStrings.beats(average), WorkoutStrings.average + range)
        }
        if let effort = page.effort {
            add(WorkoutStrings.effort(NumberText.exact(effort.score)), WorkoutPage.effortName(effort.score))
        }
        return figures
    }

    private var heights: String? { WorkoutMap.heights(page, text) }

    // MARK: Pictures

    private func drawHeartRate(in rect: Rect, on grid: inout CellGrid) {
        guard let trace = page.heartRate, rect.height > 1 else { return }
        let axes = ChartAxes(name: WorkoutStrings.heartRateAxis, labels: labels(count: trace.values.count))
        LineChart(trace.values, axes: axes).draw(in: rect, on: &grid, theme: theme)
    }

    /// Times at which a clock shows round minutes, four to six of them.
    private func labels(count: Int) -> [AxisLabel] {
        let (start, length) = (page.workout.startDate, max(1, page.elapsed))
        let steps = [60.0, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400]
        let step = steps.first { length / $0 <= 6 } ?? (length / 6).rounded(.up)
        let offset = Double(environment.calendar.timeZone.secondsFromGMT(for: start))
        let local = start.timeIntervalSince1970 + offset
        let first = (local / step).rounded(.up) * step - local
        return stride(from: first, through: length, by: step)
            .map { seconds in
                AxisLabel(
                    seconds / length * Double(count) - 0.5,
                    environment.dates.time(start.addingTimeInterval(seconds))
                )
            }
    }

    // MARK: Zones and splits

    private func drawZones(in body: inout Rect, on grid: inout CellGrid) {
        guard let zones = page.zones?.zoneDurations, body.height > 4 else { return }
        let total = zones.reduce(0) { $0 + $1.duration }
        guard total > 0 else { return }
        let isTall = body.height >= zones.count + 8
        if isTall {
            let most = zones.map(\.duration).max() ?? 1
            for zone in zones {
                let row = body.cutBottom(1)
                let bounds = ZoneText.bounds(
                    zone.zone,
                    of: page.zones?.configuration.quantityType ?? HKQuantityType(.heartRate),
                    environment.locale
                )
                let time = WorkoutText.clock(zone.duration)
                let width = max(0, min(40, row.width - 38))
                grid.write(WorkoutStrings.zone(zone.zone.index + 1), in: row, x: 1)
                grid.write(Line(bounds, theme.dim), in: row, x: 8)
                grid.write(time.fitted(to: 8, alignment: .right), in: row, x: 24)
                let style = theme.style(Hue.zone(zone.zone.index))
                let bar = Gauge.line(zone.duration / most, width: width, style: style, theme: theme)
                grid.write(bar, in: row, x: 34)
            }
            return
        }
        let parts = zones.reversed().filter { $0.duration > 0 }
            .map { WorkoutStrings.zoneTime($0.zone.index + 1, WorkoutText.clock($0.duration)) }
        let line = Line(WorkoutStrings.zones + "  ", theme.dim) + Line(parts.joined(separator: "  "))
        grid.write(line.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis), in: body.cutBottom(1), x: 1)
    }

    private func drawSplits(in body: inout Rect, on grid: inout CellGrid) {
        guard !page.splits.isEmpty, body.height > 5 else { return }
        let row = body.cutBottom(1)
        var line = Line(WorkoutStrings.splitTimes + " ", theme.dim)
        var isWhole = true
        for split in page.splits {
            let pace = split.distance > 0 ? split.duration / split.distance * page.splitLength : 0
            let rate = split.heartRate.map { " " + NumberText.text($0) } ?? ""
            let next =
                Line(" \(split.number) ", theme.dim) + Line(WorkoutText.clock(pace.rounded())) + Line(rate, theme.dim)
            // A split that does not fit is left out whole: cut digits are another number.
            guard line.width + next.width + 2 <= row.width - 2 else {
                isWhole = false
                break
            }
            line += next
        }
        if !isWhole { line += Line(" " + theme.glyphs.ellipsis, theme.dim) }
        grid.write(line, in: row, x: 1)
    }
}

/// Draws the route of a workout.
struct WorkoutMap {
    let page: WorkoutPage
    let environment: ConsoleEnvironment

    func draw(in rect: Rect, on grid: inout CellGrid) {
        guard let track = page.track else {
            let line = Line(WorkoutStrings.noRoute, environment.theme.dim)
            _ = grid.write(line, in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        let text = WorkoutText(locale: environment.locale)
        let heights = Self.heights(page, text)
        let facts = [
            page.distance.map { text.distance($0, of: page.summary.activity) }, heights,
            WorkoutStrings.places(track.count),
        ]
        Self.draw(
            track,
            facts: facts.compactMap { $0 },
            in: rect.inset(horizontally: 1),
            on: &grid,
            theme: environment.theme
        )
    }

    /// What was climbed and descended, in words.
    static func heights(_ page: WorkoutPage, _ text: WorkoutText) -> String? {
        guard let ascent = page.ascent else { return nil }
        return WorkoutStrings.climbed(text.height(ascent), down: page.descent.map { text.height($0) })
    }

    /// Draws the line with marks at its ends, and what has room below: the facts, each whole, and what the marks mean.
    static func draw(_ track: RouteTrack, facts: [String], in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var picture = rect
        let row = !facts.isEmpty && rect.height > 4 ? picture.cutBottom(1) : nil
        let ends = TrackChart(track.places.map { TrackChart.Place(x: $0.x, y: $0.y) })
            .draw(in: picture, on: &grid, theme: theme)
        guard let row else { return }
        let legend = ends == .none ? [] : [WorkoutStrings.marks(isRound: ends == .together)]
        let line = Line.fitting((facts + legend).map { Line($0, theme.dim) }, by: "   ", in: row.width)
        grid.write(line, in: row, alignment: .center)
    }
}
