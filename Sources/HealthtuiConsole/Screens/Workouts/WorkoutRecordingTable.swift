import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The recordings of one workout by source: their figures, the counted parts, and the covered times.
struct WorkoutRecordingTable {
    let recordings: WorkoutRecordings
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }

    /// The most rows; more sources than these are rare.
    private static let most = 6

    /// The rows with the heading; none if no other source recorded the workout.
    static func height(_ page: WorkoutPage) -> Int {
        guard let recordings = page.recordings, !recordings.others.isEmpty else { return 0 }
        return min(recordings.all.count, most) + 1
    }

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var rest = rect
        grid.section(
            Line(WorkoutStrings.whatEachRecorded, .bold),
            note: WorkoutStrings.byTheOrder,
            in: rest.cutTop(1),
            theme: theme
        )
        let names = recordings.all.map(\.source.displayWidth).max() ?? 0
        let widths = Widths(rest.width, names: names)
        for (index, workout) in recordings.all.prefix(Self.most).enumerated() {
            draw(workout, index, widths, in: rest.cutTop(1), on: &grid)
        }
    }

    /// The columns that have room, from the left.
    private struct Widths {
        let name: Int
        /// Of the start, the time, the distance and the energy.
        let figures: [Int]
        let counts = 6
        let bar: Int

        static let all = [8, 9, 10, 10]

        init(_ width: Int, names: Int) {
            name = min(names, 20, max(8, width / 4))
            var figures = Self.all
            // A bar of fewer cells shows nothing.
            while !figures.isEmpty, width - name - figures.reduce(0, +) - counts - 2 < 12 { figures.removeLast() }
            self.figures = figures
            bar = max(0, width - name - figures.reduce(0, +) - counts - 4)
        }
    }

    private func draw(
        _ workout: WorkoutSummary,
        _ index: Int,
        _ widths: Widths,
        in row: Rect,
        on grid: inout CellGrid
    ) {
        let name = Line(workout.source, index == 0 ? .bold : .plain)
        grid.write(name.truncated(to: widths.name, ellipsis: theme.glyphs.ellipsis), in: row)
        func measured(_ value: Double?) -> Double? { value.flatMap { $0 > 0 ? $0 : nil } }
        let figures = [
            environment.dates.time(workout.start), WorkoutText.clock(workout.duration),
            measured(workout.distance).map { text.distance($0, of: workout.activity) } ?? "",
            measured(workout.energy).map(text.energy) ?? "",
        ]
        var x = widths.name
        func write(_ text: String, _ width: Int, _ style: Style) {
            let cell = Rect(x: row.x + x, y: row.y, width: width, height: 1)
            grid.write(Line(text, style), in: cell, alignment: .right)
            x += width
        }
        for (figure, width) in zip(figures, widths.figures) { write(figure, width, .plain) }
        write(WorkoutStrings.part(workout.counted), widths.counts, workout.isWhole ? .bold : theme.dim)
        guard widths.bar > 0 else { return }
        var bar = Line("  ")
        for piece in recordings.coverage(of: index, in: widths.bar) {
            switch piece {
            case .none: bar += Line(" ")
            case .covered: bar += Line(theme.glyphs.horizontal, theme.dim)
            case .counted: bar += Line(theme.glyphs.heavy, theme.style(.activity))
            }
        }
        grid.write(bar, in: row, x: x)
    }
}
