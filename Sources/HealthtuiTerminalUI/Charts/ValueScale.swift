import Foundation

/// The vertical axis of a chart: its ticks and the height of each value.
///
/// Ticks are round values, a constant whole number of rows apart. The lowest one is the axis itself, in the middle of the row
/// under the plot; heights are rows above it.
struct ValueScale {
    let ticks: [Double]
    let labels: [String]
    /// The value at the axis.
    let low: Double
    /// The rows of the plot above the axis.
    let rows: Int
    private let step: Double
    private let rowsPerTick: Int
    private let isInverted: Bool

    /// A step between ticks, the rows it takes, and the value where the axis begins.
    private struct Candidate {
        let base: Double
        let step: Double
        let rows: Int
        let count: Int
        /// The rows that the data leave unused; empty rows below the data count for more.
        let waste: Double
    }

    /// The multipliers of a power of ten that give an easily read step.
    private static let factors = [1, 2, 2.5, 4, 5]
    private static let mostTicks = 7

    /// A scale for some data.
    ///
    /// - Parameters:
    ///   - low: The least value.
    ///   - high: The greatest value.
    ///   - rows: The rows of the plot, without that of the axis.
    ///   - axes: Format and direction.
    init(low: Double, high: Double, rows: Int, axes: ChartAxes) {
        self.rows = max(0, rows)
        isInverted = axes.isInverted
        let (low, high) = Ticks.sane(low, high)
        let room = max(1, rows)
        let wanted = room >= 24 ? 5 : room >= 14 ? 4 : 3
        let best =
            Self.best(low, high, room, ticks: wanted...Self.mostTicks, apart: 2, axes)
            ?? Self.best(low, high, room, ticks: wanted...Self.mostTicks, axes)
            ?? Self.best(low, high, room, ticks: 3...Self.mostTicks, axes)
            ?? Self.best(low, high, room, ticks: 2...(Self.mostTicks + 3), axes) ?? Self.loose(low, high, room, axes)
        self.low = best.base
        step = best.step
        rowsPerTick = best.rows
        let found = Ticks(values: (0..<best.count).map { best.base + Double($0) * best.step }, step: best.step)
        ticks = found.values
        labels = axes.format.map { found.values.map($0) } ?? found.labels
    }

    private static func best(
        _ low: Double,
        _ high: Double,
        _ room: Int,
        ticks: ClosedRange<Int>,
        apart least: Int = 1,
        _ axes: ChartAxes
    ) -> Candidate? {
        var best: Candidate?
        let largest = Int(log10(high / 2 - low / 2).rounded(.down)) + 1
        for exponent in (largest - 3)...(largest + 1) {
            for factor in factors {
                let step = factor * pow(10, Double(exponent))
                let isWhole = step >= 1 && step.rounded() == step
                guard step.isFinite, step > 0, !axes.isWhole || isWhole || high - low < 1e-9 else { continue }
                let base = (low / step + 1e-9).rounded(.down) * step
                guard canWrite(base, step, axes) else { continue }
                let steps = (high - base) / step
                guard steps.isFinite, steps > 0, steps <= Double(room) else { continue }
                let rows = max(1, Int(Double(room) / steps))
                let count = Int(steps + 1e-9) + 1
                guard ticks.contains(count), rows >= least else { continue }
                let waste = Double(room) - steps * Double(rows) + (low - base) / step * Double(rows) * 1.5
                if waste < best?.waste ?? .infinity {
                    best = Candidate(base: base, step: step, rows: rows, count: count, waste: waste)
                }
            }
        }
        return best
    }

    /// Two ticks around the data, for when there is no room for more.
    private static func loose(_ low: Double, _ high: Double, _ room: Int, _ axes: ChartAxes) -> Candidate {
        let ticks = Ticks.nice(min: low, max: high, count: 2)
        let found = Candidate(base: ticks.low, step: ticks.high - ticks.low, rows: room, count: 2, waste: 0)
        guard !canWrite(found.base, found.step, axes) else { return found }
        // Values that differ by less than the unit can show lie between two numbers that it can.
        let exponent = Int(log10(max(high - low, .leastNormalMagnitude)).rounded(.down))
        for power in exponent...(exponent + 12) {
            for factor in factors {
                let step = factor * pow(10, Double(power))
                let base = (low / step + 1e-9).rounded(.down) * step
                guard step.isFinite, step > 0, base + step >= high, canWrite(base, step, axes) else { continue }
                return Candidate(base: base, step: step, rows: room, count: 2, waste: 0)
            }
        }
        return found
    }

    /// Whether ticks that start at a value are numbers the unit can show: if the first two are, so are all that follow at the
    /// same distance.
    private static func canWrite(_ base: Double, _ step: Double, _ axes: ChartAxes) -> Bool {
        axes.canWrite(base) && axes.canWrite(base + step) && axes.canWrite(base + 2 * step)
    }

    /// The height of a value above the axis, in rows and fractions of a row, from 0 to half a row above the plot's last.
    func height(of value: Double) -> Double {
        let exact = (value / 2 - low / 2) / (step / 2) * Double(rowsPerTick)
        guard !exact.isNaN else { return 0 }
        let height = isInverted ? Double((ticks.count - 1) * rowsPerTick) - exact : exact
        return min(max(0, height), Double(rows) + 0.49)
    }

    /// The row of a value, counted from the top of the plot; the axis is at ``rows``.
    func row(of value: Double) -> Int {
        rows - Int(height(of: value).rounded())
    }

    var labelWidth: Int {
        labels.map(\.displayWidth).max() ?? 0
    }
}
