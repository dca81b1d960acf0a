import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws the route of a workout: coloured by speed, with kilometres, its ends and a scale.
struct WorkoutMap {
    let page: WorkoutPage
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }

    /// Draws the map with the covered part, over a whole view.
    func draw(in rect: Rect, on grid: inout CellGrid) {
        guard page.track != nil else {
            let line = Line(WorkoutStrings.noRoute, theme.dim)
            _ = grid.write(line, in: rect, y: rect.height / 2, alignment: .center)
            return
        }
        let facts = [
            page.distance.map { text.distance($0, of: page.summary.activity) }, Self.heights(page, text),
            page.track.map { WorkoutStrings.places($0.count) },
        ]
        draw(facts: facts.compactMap { $0 }, in: rect.inset(horizontally: 1), on: &grid)
    }

    /// The ascent and descent, in words.
    static func heights(_ page: WorkoutPage, _ text: WorkoutText) -> String? {
        guard let ascent = page.ascent else { return nil }
        return WorkoutStrings.climbed(text.height(ascent), down: page.descent.map { text.height($0) })
    }

    /// Draws the line with its marks, and below it as many as fit of: the complete facts, the legend, the scale.
    func draw(facts: [String], in rect: Rect, on grid: inout CellGrid) {
        guard let track = page.track else { return }
        var picture = rect
        let row = rect.height > 4 ? picture.cutBottom(1) : nil
        let steps = theme.colors == .none ? [] : track.speedSteps(Hue.zones.count)
        let places = track.places.enumerated()
            .map { index, place in
                let step = steps.indices.contains(index) ? steps[index] : nil
                return TrackChart.Place(x: place.x, y: place.y, hue: step.map { Hue.zone($0) })
            }
        let chart = TrackChart(places, marks: marks(track), thickness: rect.height >= 16 ? 2 : 1)
        let ends = chart.draw(in: picture, on: &grid, theme: theme)
        guard var row else { return }
        var legend = facts.map { Line($0, theme.dim) }
        // The facts have precedence over the scale if there isn't room for both.
        let needed = legend.reduce(0) { $0 + $1.width + 3 }
        if let metres = chart.unitsPerColumn(in: picture.size, theme: theme), let scale = scale(metres, row.width),
            needed + scale.width <= row.width
        {
            grid.write(scale, in: row.cutRight(scale.width))
            _ = row.cutRight(2)
        }
        if ends != .none { legend.append(Line(WorkoutStrings.marks(isRound: ends == .together), theme.dim)) }
        if steps.contains(where: { $0 != nil }) { legend.append(speeds) }
        grid.write(Line.fitting(legend, by: "   ", in: row.width), in: row)
    }

    /// The hues of speed from slow to fast.
    private var speeds: Line {
        let hues = Hue.zones.map { Line(theme.glyphs.heavy, theme.style($0)) }.reduce(.empty, +)
        return hues + Line(" " + WorkoutStrings.slowToFast, theme.dim)
    }

    /// Each whole kilometre where it ends.
    private func marks(_ track: RouteTrack) -> [TrackChart.Mark] {
        page.splits.filter { $0.distance > page.splitLength * 0.99 }
            .compactMap { split in
                guard let place = track.place(at: split.end) else { return nil }
                return TrackChart.Mark(TrackChart.Place(x: place.x, y: place.y), "\(split.number)")
            }
    }

    /// A bar of a round length, at most a fourth of the row.
    private func scale(_ metresPerColumn: Double, _ width: Int) -> Line? {
        let most = min(24, width / 4)
        let fitting = text.scales.last { length in length.metres / metresPerColumn <= Double(most) }
        guard let fitting, width >= 24 else { return nil }
        let columns = Int((fitting.metres / metresPerColumn).rounded())
        guard columns >= 3 else { return nil }
        let line = String(repeating: theme.glyphs.horizontal, count: columns - 2)
        return Line(theme.glyphs.vertical + line + theme.glyphs.vertical + " " + fitting.label, theme.dim)
    }
}
