/// The vertical axis of a chart: which ticks it has and on which row a value falls.
///
/// Ticks are a whole number of rows apart, so their labels stand evenly.
struct ValueScale {
    let ticks: Ticks
    let labels: [String]
    /// The rows between the lowest and the highest tick.
    let span: Int
    let rows: Int
    let isInverted: Bool

    /// A scale for some data.
    ///
    /// - Parameters:
    ///   - low: The least value.
    ///   - high: The greatest value.
    ///   - rows: The rows of the plot.
    ///   - startsBelow: Whether the lowest tick is on the axis under the plot, as for bars, and not on its last row.
    ///   - axes: Format and direction.
    init(low: Double, high: Double, rows: Int, startsBelow: Bool, axes: ChartAxes) {
        let room = max(1, startsBelow ? rows : rows - 1)
        var best: (ticks: Ticks, span: Int, score: Double)?
        for count in 2...max(2, min(12, room / 2 + 1)) {
            let ticks = Ticks.nice(min: low, max: high, count: count)
            let intervals = ticks.values.count - 1
            let rowsPerTick = room / intervals
            guard rowsPerTick >= 1 else { continue }
            let span = rowsPerTick * intervals
            let crowding = rowsPerTick == 1 && room > 4 ? 0.5 : 1
            let used = (high - low) / (ticks.high - ticks.low)
            let score = (used.isFinite ? max(used, 0.05) : 1) * Double(span) * crowding
            if score >= best?.score ?? 0 {
                best = (ticks, span, score)
            }
        }
        let chosen = best?.ticks ?? Ticks.nice(min: low, max: high, count: 2)
        ticks = chosen
        span = best?.span ?? room
        labels = axes.format.map { chosen.values.map($0) } ?? chosen.labels
        self.rows = rows
        isInverted = axes.isInverted
    }

    /// How far above the lowest tick a value is, in rows, 0 to ``span``.
    func height(of value: Double) -> Double {
        let share = (value / 2 - ticks.low / 2) / (ticks.high / 2 - ticks.low / 2)
        let bounded = share.isNaN ? 0 : min(max(0, share), 1)
        return (isInverted ? 1 - bounded : bounded) * Double(span)
    }

    /// The row of a value, counted from the top of the plot, where the lowest tick is on the last row.
    func row(of value: Double) -> Int {
        rows - 1 - Int(height(of: value).rounded())
    }

    var labelWidth: Int {
        labels.map(\.displayWidth).max() ?? 0
    }
}
