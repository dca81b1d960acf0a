import Foundation
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws the picture of a record with a line of words below it.
struct RecordPictureView {
    let picture: RecordPicture
    let window: RecordWindow
    let theme: Theme

    func draw(in rect: Rect, on grid: inout CellGrid) {
        var body = rect
        let row = body.cutBottom(rect.height > 6 ? 1 : 0)
        let captions: [String]
        switch picture {
        case .voltages(let trace): captions = draw(trace, in: body, on: &grid)
        case .rhythm(let rhythm): captions = draw(rhythm, in: body, on: &grid)
        case .plot(let plot):
            var axes = ChartAxes(
                name: plot.name,
                labels: plot.labels.map { AxisLabel($0.position, $0.text) },
                range: plot.range,
                isInverted: plot.isInverted
            )
            axes.format = plot.format
            let chart = PlotChart(
                series: plot.series.map { PlotSeries(places: $0.points, mark: $0.mark) },
                from: plot.from,
                to: plot.to,
                axes: axes,
                gridX: plot.gridX,
                gridY: plot.gridY
            )
            chart.draw(in: body, on: &grid, theme: theme)
            captions = [plot.caption]
        }
        // The longest that is whole.
        let room = row.width - 2
        let caption = captions.first { $0.displayWidth <= room } ?? captions.last ?? ""
        let line = Line(caption, theme.dim).truncatedBetweenWords(to: room, ellipsis: theme.glyphs.ellipsis)
        grid.write(line, in: row, x: 1)
    }

    // MARK: Voltages

    /// The squares of ECG paper, 5 mm wide at the usual 25 mm a second and 10 mm a millivolt.
    private static let square = (seconds: 0.2, millivolts: 0.5)

    private func draw(_ trace: VoltageTrace, in rect: Rect, on grid: inout CellGrid) -> [String] {
        let step = [Self.square.seconds, 1, 5, 10, 60, 300].first { $0 / window.length * Double(rect.width - 7) >= 3 }
        let rows = (trace.range.upperBound - trace.range.lowerBound) / Self.square.millivolts
        let volts = rows * 1.5 > Double(rect.height) ? 1 : Self.square.millivolts
        let chart = PlotChart(
            series: [PlotSeries(places: trace.points(from: window.from, to: window.to))],
            from: window.from,
            to: window.to,
            axes: ChartAxes(name: RecordStrings.stripAxis, labels: labels(rect.width), range: trace.range),
            gridX: step.map { Self.multiples(of: $0, from: window.from, to: window.to) } ?? [],
            gridY: Self.multiples(of: volts, from: trace.range.lowerBound, to: trace.range.upperBound)
        )
        chart.draw(in: rect, on: &grid, theme: theme)
        let dots = step.map { (seconds: NumberText.exact($0), millivolts: NumberText.exact(volts)) }
        let isSquare = step == Self.square.seconds && volts == Self.square.millivolts
        return RecordStrings.strip(place, dots: dots, isPaper: isSquare)
    }

    // MARK: Intervals

    private func draw(_ rhythm: HeartRhythm, in rect: Rect, on grid: inout CellGrid) -> [String] {
        let chart = PlotChart(
            series: [
                PlotSeries(places: rhythm.points, mark: rhythm.intervals.count <= rect.width ? theme.glyphs.mark : nil)
            ],
            from: window.from,
            to: window.to,
            axes: ChartAxes(name: RecordStrings.tachogramAxis, labels: labels(rect.width))
        )
        chart.draw(in: rect, on: &grid, theme: theme)
        return RecordStrings.tachogram(place)
    }

    /// `5.0–9.0 of 30.0 s`.
    private var place: String {
        let ends = [window.from, window.to, picture.length ?? 0].map { NumberText.text($0, decimals: 1) }
        return RecordStrings.seconds(ends[0], ends[1], ends[2])
    }

    private func labels(_ width: Int) -> [AxisLabel] {
        let ticks = Ticks.nice(min: window.from, max: window.to, count: max(2, width / 12))
        return zip(ticks.values, ticks.labels).filter { $0.0 >= window.from && $0.0 <= window.to }
            .map { AxisLabel($0.0, $0.1) }
    }

    private static func multiples(of step: Double, from: Double, to: Double) -> [Double] {
        let first = (from / step).rounded(.up)
        let last = (to / step).rounded(.down)
        guard last >= first, last - first < 2_000 else { return [] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }
}

extension PlotSeries {
    /// A line through places; nil breaks it.
    fileprivate init(places: [PlotPlace?], mark: String? = nil) {
        self.init(places.map { $0.map { Point($0.x, $0.y) } }, mark: mark)
    }
}
