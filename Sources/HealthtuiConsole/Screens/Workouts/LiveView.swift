import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// Draws the figures of a workout that runs.
struct LiveView {
    let figures: LiveFigures
    let trace: [Double?]
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }

    /// The activity and its location: `Outdoor Running`.
    static func title(_ figures: LiveFigures) -> String {
        let name = SampleText.activity(figures.activity)
        switch figures.location {
        case .outdoor: return LiveStrings.outdoor(name)
        case .indoor: return LiveStrings.indoor(name)
        default: return name
        }
    }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let isWide = body.width >= 60
        if body.height > 10 { _ = body.cutTop(1) }
        let clock = body.cutTop(1)
        let time = WorkoutText.clock(figures.elapsed)
        grid.write(Line(time, .bold) + stateLine, in: clock, x: 2)
        if isWide {
            grid.write(heart, in: clock, x: body.width / 2)
        } else {
            grid.write(heart, in: body.cutTop(1), x: 2)
        }
        let spark = Sparkline.text(trace, width: isWide ? body.width / 2 - 4 : body.width - 4, glyphs: theme.glyphs)
        if body.height > 5 {
            grid.write(Line(spark, theme.style(.heart)), in: body.cutTop(1), x: isWide ? body.width / 2 : 2)
        }
        if body.height > 8 { _ = body.cutTop(1) }
        drawFigures(in: &body, on: &grid)
        drawSources(in: body.cutBottom(body.height > 2 ? 1 : 0), on: &grid)
        drawZones(in: &body, on: &grid)
        drawLaps(in: &body, on: &grid)
    }

    private var stateLine: Line {
        let laps = figures.laps.count
        return state + Line(laps == 0 ? "" : "  " + LiveStrings.lap(laps + 1), theme.dim)
    }

    private var state: Line {
        switch figures.state {
        case .running: Line("  " + LiveStrings.running, theme.good)
        case .paused: Line("  " + LiveStrings.paused, theme.warning)
        case .stopped, .ended: Line("  " + LiveStrings.ended, theme.warning)
        default: Line("  " + LiveStrings.starting, theme.dim)
        }
    }

    private var heart: Line {
        guard let rate = figures.heartRate else { return Line(LiveStrings.noHeartRate, theme.dim) }
        var line = Line(WorkoutStrings.beats(rate), .bold)
        if let zone = figures.zone, let count = figures.zones?.zoneDurations.count {
            line += Line("  " + LiveStrings.zone(zone + 1, of: count))
        }
        if let average = figures.averageHeartRate {
            line += Line("  " + LiveStrings.average(NumberText.text(average)), theme.dim)
        }
        return line
    }

    private func drawFigures(in body: inout Rect, on grid: inout CellGrid) {
        var parts: [Line] = []
        if let distance = figures.distance {
            parts.append(Line(text.distance(distance, of: figures.activity), .bold))
            if let speed = text.speed(distance, in: figures.elapsed, figures.activity) { parts.append(Line(speed)) }
        }
        if let energy = figures.energy { parts.append(Line(text.energy(energy))) }
        if let steps = figures.steps { parts.append(Line(LiveStrings.steps(steps.rounded(.down)))) }
        if parts.isEmpty {
            parts = LiveStrings.nothingYet.wrapped(to: body.width - 3).map { Line($0, theme.dim) }
        }
        var line = Line.empty
        for part in parts {
            if line.width + part.width + 5 > body.width, !line.isEmpty {
                grid.write(line, in: body.cutTop(1), x: 2)
                line = .empty
            }
            line += (line.isEmpty ? "" : "   ") + part
        }
        grid.write(line.truncated(to: body.width - 3, ellipsis: theme.glyphs.ellipsis), in: body.cutTop(1), x: 2)
        if body.height > 8 { _ = body.cutTop(1) }
    }

    private func drawZones(in body: inout Rect, on grid: inout CellGrid) {
        guard let zones = figures.zones?.zoneDurations, let most = zones.map(\.duration).max(), most > 0 else { return }
        guard body.height > zones.count + 1 else {
            guard body.height > 1, let zone = figures.zone, zones.indices.contains(zone) else { return }
            let line = WorkoutStrings.zone(zone + 1) + " " + WorkoutText.clock(zones[zone].duration)
            _ = grid.write(line, in: body.cutTop(1), x: 2)
            return
        }
        for zone in zones.reversed() {
            let row = body.cutTop(1)
            let isHere = zone.zone.index == figures.zone
            grid.write(WorkoutStrings.zone(zone.zone.index + 1), in: row, x: 2, style: isHere ? .bold : .plain)
            grid.write(WorkoutText.clock(zone.duration).fitted(to: 8, alignment: .right), in: row, x: 9)
            let width = max(0, min(40, row.width - 22))
            let style = theme.style(Hue.zone(zone.zone.index))
            let bar = Gauge.line(zone.duration / most, width: width, style: style, theme: theme)
            grid.write(bar, in: row, x: 19)
        }
    }

    private func drawLaps(in body: inout Rect, on grid: inout CellGrid) {
        guard !figures.laps.isEmpty, body.height > 0 else { return }
        if body.height > 2 { _ = body.cutTop(1) }
        var line = Line(LiveStrings.laps, theme.dim)
        for (index, lap) in figures.laps.enumerated().suffix(12).reversed() {
            let part = Line("  \(index + 1) ", theme.dim) + Line(WorkoutText.clock(lap))
            guard line.width + part.width < body.width - 3 else { break }
            line += part
        }
        grid.write(line, in: body.cutTop(1), x: 2)
    }

    private func drawSources(in row: Rect, on grid: inout CellGrid) {
        guard !row.isEmpty else { return }
        let names = figures.sources.isEmpty ? LiveStrings.nobody : figures.sources.joined(separator: ", ")
        let mirror =
            figures.mirror.map { Line(LiveStrings.mirroredTo, theme.dim) + Line($0 + "  ", theme.good) } ?? .empty
        let line = mirror + Line(LiveStrings.from(names), theme.dim)
        grid.write(line.truncated(to: row.width - 3, ellipsis: theme.glyphs.ellipsis), in: row, x: 2)
    }
}
