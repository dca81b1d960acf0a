import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Draws the measurements of a workout over time: heart rate by zone, and heights.
struct WorkoutCharts {
    let page: WorkoutPage
    let environment: ConsoleEnvironment

    private var theme: Theme { environment.theme }
    private var text: WorkoutText { WorkoutText(locale: environment.locale) }

    /// The most guides: more are a grid.
    private static let mostGuides = 12

    // MARK: Heart rate

    /// Draws the heart rate, each part in the hue of its zone.
    ///
    /// - Parameters:
    ///   - rect: The rectangle to draw in.
    ///   - namesKilometres: Whether the labels below are kilometres in place of times.
    ///   - grid: The screen.
    func drawHeartRate(in rect: Rect, namesKilometres: Bool = false, on grid: inout CellGrid) {
        guard let trace = page.heartRate, rect.height > 1 else { return }
        let count = trace.values.count
        let guides = kilometres(count)
        let named = namesKilometres && !guides.isEmpty
        var axes = ChartAxes(name: WorkoutStrings.heartRateAxis, labels: named ? guides : times(count))
        axes.hue = .heart
        axes.written = { $0.rounded() }
        axes.guides = guides.map(\.position)
        axes.levels = zones.filter { trace.minimum < $0.from && $0.from < trace.maximum }
            .map { zone in
                let number = zone.index + 1
                let words = [WorkoutStrings.zone(number), WorkoutStrings.shortZone(number)]
                return ChartLevel(zone.from, words: words, stroke: .none, hue: Hue.zone(zone.index))
            }
        var chart = LineChart(trace.values, axes: axes)
        chart.bands = zones.map { ChartBand(from: $0.from, hue: Hue.zone($0.index)) }
        chart.draw(in: rect, on: &grid, theme: theme)
    }

    /// The zones of heart rate from the lowest, in beats a minute.
    private var zones: [(index: Int, from: Double)] {
        guard let group = page.zones,
            group.configuration.quantityType.identifier == HKQuantityType(.heartRate).identifier
        else { return [] }
        let unit = HKUnit.count().unitDivided(by: .minute())
        return group.zoneDurations.map { ($0.zone.index, $0.zone.minimum?.converted(to: unit) ?? 0) }
    }

    /// The style of text about a heart rate: the hue of its zone.
    func style(ofHeartRate rate: Double?) -> Style {
        guard let rate, let zone = zones.last(where: { $0.from <= rate }) else { return theme.style(.activity) }
        return theme.style(Hue.zone(zone.index))
    }

    // MARK: Heights

    /// The heights in the person's unit; empty without any.
    var heights: [Double?] {
        (page.track?.heights(from: page.workout.startDate, length: max(1, page.elapsed)) ?? [])
            .map { $0.map(text.heightNumber) }
    }

    /// Draws the heights as an area.
    func drawHeights(_ heights: [Double?], in rect: Rect, on grid: inout CellGrid) {
        var axes = ChartAxes(name: WorkoutStrings.elevation, labels: times(heights.count))
        axes.hue = .elevation
        axes.written = { $0.rounded() }
        AreaChart(heights, axes: axes).draw(in: rect, on: &grid, theme: theme)
    }

    // MARK: Labels

    /// The ends of whole kilometres or miles.
    private func kilometres(_ count: Int) -> [AxisLabel] {
        let length = max(1, page.elapsed)
        let splits = page.splits.filter { $0.distance > page.splitLength * 0.99 }
        let every = max(1, (splits.count + Self.mostGuides - 1) / Self.mostGuides)
        return splits.filter { $0.number % every == 0 }
            .map { split in
                let share = split.end.timeIntervalSince(page.workout.startDate) / length
                let name = text.splits(split.number, page.summary.activity)
                return AxisLabel(share * Double(count) - 0.5, name)
            }
    }

    /// Times at which a clock shows round minutes, four to six of them.
    private func times(_ count: Int) -> [AxisLabel] {
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

    // MARK: Zones

    /// Draws a row a zone: its bounds, its time, its share and a gauge; the highest zone comes first.
    func drawZones(in rect: Rect, on grid: inout CellGrid) {
        guard let group = page.zones else { return }
        let total = group.zoneDurations.reduce(0) { $0 + $1.duration }
        let most = group.zoneDurations.map(\.duration).max() ?? 0
        guard total > 0, most > 0 else { return }
        let zones = Array(group.zoneDurations.reversed().prefix(rect.height))
        let (names, bounds) = zoneWords(zones.map(\.zone), of: group.configuration.quantityType, room: rect.width - 39)
        // The column where the bounds begin, followed by the time.
        let start = max(8, 2 + (names.map(\.displayWidth).max() ?? 0))
        let end = start + max(15, 1 + (bounds.map(\.displayWidth).max() ?? 0))
        for (row, zone) in zones.enumerated() {
            let style = theme.style(Hue.zone(zone.zone.index))
            grid.write(names[row], in: rect, y: row, style: .bold)
            grid.write(Line(bounds[row], theme.dim), in: rect, x: start, y: row)
            grid.write(WorkoutText.clock(zone.duration).fitted(to: 8, alignment: .right), in: rect, x: end, y: row)
            let percent = NumberText.text((zone.duration / total * 100).rounded()) + " %"
            grid.write(Line(percent.fitted(to: 6, alignment: .right), theme.dim), in: rect, x: end + 8, y: row)
            let width = min(80, rect.width - end - 16)
            grid.write(
                Gauge.line(zone.duration / most, width: width, style: style, theme: theme),
                in: rect,
                x: end + 16,
                y: row
            )
        }
    }

    /// The names and bounds of zones, in fewer words where the whole ones would leave their gauges less than half the room.
    ///
    /// - Parameters:
    ///   - zones: The zones.
    ///   - type: The measured type.
    ///   - room: The width of a gauge next to words as short as in English.
    /// - Returns: The names and the bounds.
    private func zoneWords(
        _ zones: [HKWorkoutZone],
        of type: HKQuantityType,
        room: Int
    ) -> (names: [String], bounds: [String]) {
        func bounds(hasUnit: Bool) -> [String] {
            zones.map { ZoneText.bounds($0, of: type, environment.locale, hasUnit: hasUnit) }
        }
        let names = zones.map { WorkoutStrings.zone($0.index + 1) }
        let choices = [
            (names, bounds(hasUnit: true)), (names, bounds(hasUnit: false)),
            (zones.map { WorkoutStrings.shortZone($0.index + 1) }, bounds(hasUnit: false)),
        ]
        func extra(_ words: (names: [String], bounds: [String])) -> Int {
            max(0, (words.names.map(\.displayWidth).max() ?? 0) - 6)
                + max(0, (words.bounds.map(\.displayWidth).max() ?? 0) - 14)
        }
        return choices.first { extra($0) * 2 <= max(0, room) } ?? choices[choices.count - 1]
    }
}
