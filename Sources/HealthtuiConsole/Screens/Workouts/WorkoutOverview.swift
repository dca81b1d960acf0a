import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws a workout at a glance: figures, heart rate next to the route, zones and splits; on a wide screen in two
/// columns.
struct WorkoutOverview {
    let page: WorkoutPage
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }
    private var activity: HKWorkoutActivityType { page.summary.activity }

    private var charts: WorkoutCharts { WorkoutCharts(page: page, environment: environment) }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        if rect.width >= WorkoutSpread.least.width, rect.height >= WorkoutSpread.least.height {
            return WorkoutSpread(page: page, environment: environment).draw(in: rect, on: &grid)
        }
        var body = rect
        drawHeader(in: &body, on: &grid)
        drawRecordings(in: &body, on: &grid)
        drawSplits(in: &body, on: &grid)
        drawZones(in: &body, on: &grid)
        guard page.heartRate != nil || page.track != nil else {
            let lines = WorkoutStrings.neitherHeartRateNorRoute.wrapped(to: body.width - 2)
            for (index, line) in lines.enumerated() {
                grid.write(Line(line, theme.dim), in: body, x: 1, y: body.height / 2 + index)
            }
            return
        }
        guard page.track != nil, body.height > 3 else { return charts.drawHeartRate(in: body, on: &grid) }
        let isBoth = page.heartRate != nil && body.width >= 60
        let map = isBoth ? body.cutRight(body.width / 3) : page.heartRate == nil ? body : Rect.zero
        if !map.isEmpty {
            let facts = heights.map { [$0] } ?? []
            WorkoutMap(page: page, environment: environment)
                .draw(facts: facts, in: map.inset(horizontally: 1), on: &grid)
        }
        if page.heartRate != nil { charts.drawHeartRate(in: body, on: &grid) }
    }

    // MARK: Figures

    private func drawHeader(in body: inout Rect, on grid: inout CellGrid) {
        let when = environment.dates.span(page.workout.startDate, page.workout.endDate)
        let head = Line(when, .bold) + Line("  " + page.summary.source + recordings, theme.dim)
        grid.write(head.truncated(to: body.width - 2, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 1)
        // Figures wrap to a second line rather than being cut.
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

    /// The other sources that recorded it, and the counted part if it doesn't count completely.
    private var recordings: String { WorkoutFigures(page: page, text: text).recordings.map { ", " + $0 } ?? "" }

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

    /// Draws the recording of each source, if enough room is left for the rest.
    private func drawRecordings(in body: inout Rect, on grid: inout CellGrid) {
        let height = WorkoutRecordingTable.height(page)
        guard let recordings = page.recordings, height > 0, body.height >= height + 8 else { return }
        let table = WorkoutRecordingTable(recordings: recordings, environment: environment)
        table.draw(in: body.cutTop(height).inset(horizontally: 1), on: &grid)
    }

    // MARK: Zones and splits

    private func drawZones(in body: inout Rect, on grid: inout CellGrid) {
        guard let zones = page.zones?.zoneDurations, body.height > 4 else { return }
        let total = zones.reduce(0) { $0 + $1.duration }
        guard total > 0 else { return }
        let isTall = body.height >= zones.count + 8
        if isTall {
            charts.drawZones(in: body.cutBottom(zones.count).inset(horizontally: 1), on: &grid)
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
            // A split that doesn't fit is omitted completely: with digits cut off it would be another number.
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
