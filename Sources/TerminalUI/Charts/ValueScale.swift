import Foundation

/// The vertical axis of a chart: which ticks it has and on which row a value falls.
struct ValueScale {
    /// The values at the two ends of the plot.
    let low: Double
    let high: Double
    let ticks: [Double]
    let labels: [String]
    /// The rows between the two ends.
    let span: Int
    let rows: Int
    let isInverted: Bool

    /// One way to lay the axis out.
    private struct Candidate {
        let low: Double
        let high: Double
        let ticks: Ticks
        let span: Int

        /// How many ticks are read at a glance.
        private static let easy = 4...6

        var isEasy: Bool { Self.easy.contains(ticks.values.count) }

        /// How much of the axis some data take.
        func share(_ dataLow: Double, _ dataHigh: Double) -> Double {
            let share = (dataHigh / 2 - dataLow / 2) / (high / 2 - low / 2)
            return share.isFinite ? min(max(share, 0.05), 1) : 1
        }

        /// How many rows the data get; what crowds or stands unevenly counts for less, and so do too few ticks and too many.
        func score(low dataLow: Double, high dataHigh: Double, room: Int, isEven: Bool) -> Double {
            let used = share(dataLow, dataHigh) * Double(span)
            let rowsPerTick = Double(span) / Double(max(1, ticks.values.count - 1))
            // With few rows ticks may stand one below the other.
            let isCrowded = rowsPerTick < (room < 8 ? 1 : 2) && room > 4
            let count = ticks.values.count
            let beyond = room > 4 ? max(0, Self.easy.lowerBound - count, count - Self.easy.upperBound) : 0
            return used * (isEven ? 1 : 0.85) * (isCrowded ? 0.5 : 1) * pow(0.4, Double(beyond))
        }
    }

    /// A scale for some data.
    ///
    /// Where there are rows enough the axis ends at ticks a whole number of rows apart; else it ends close to the data,
    /// and ticks stand on the nearest row.
    ///
    /// - Parameters:
    ///   - low: The least value.
    ///   - high: The greatest value.
    ///   - rows: The rows of the plot.
    ///   - startsBelow: Whether the lowest tick is on the axis under the plot, as for bars, and not on its last row.
    ///   - axes: Format and direction.
    init(low: Double, high: Double, rows: Int, startsBelow: Bool, axes: ChartAxes) {
        let room = max(1, startsBelow ? rows : rows - 1)
        let loose = Ticks.nice(min: low, max: high, count: 2)
        var best = Candidate(low: loose.low, high: loose.high, ticks: loose, span: room)
        var bestScore = 0.0
        for count in 2...max(2, min(12, room / 2 + 2)) {
            let ticks = Ticks.nice(min: low, max: high, count: count)
            if axes.isWhole, ticks.step < 1, high - low > 1e-9 { break }
            let even = Self.even(ticks, room: room)
            let tight = Self.tight(ticks, low: low, high: high, room: room)
            for (candidate, isEven) in [(even, true), (tight, false)] {
                guard let candidate else { continue }
                let score = candidate.score(low: low, high: high, room: room, isEven: isEven)
                if score >= bestScore {
                    best = candidate
                    bestScore = score
                }
            }
        }
        if !startsBelow, best.share(low, high) < Self.leastShare {
            best = Self.nearer(low: low, high: high, room: room, isWhole: axes.isWhole) ?? best
        }
        self.low = best.low
        self.high = best.high
        span = best.span
        ticks = best.ticks.values
        labels = axes.format.map { best.ticks.values.map($0) } ?? best.ticks.labels
        self.rows = rows
        isInverted = axes.isInverted
    }

    /// How much of an axis the data of lines and ranges take at least, where steps can be found that let them.
    private static let leastShare = 0.68

    /// The best axis that ends close to the data, by steps of a quarter of a power of ten as well: where the others have
    /// ticks that are read at a glance only far below the data or above.
    private static func nearer(low: Double, high: Double, room: Int, isWhole: Bool) -> Candidate? {
        var best: (candidate: Candidate, score: Double)?
        for count in 2...12 {
            let ticks = Ticks.nice(min: low, max: high, count: count, factors: [1, 2, 2.5, 5, 10])
            if isWhole, ticks.step != ticks.step.rounded() { break }
            guard let candidate = tight(ticks, low: low, high: high, room: room), candidate.isEasy,
                candidate.share(low, high) >= leastShare
            else { continue }
            let score = candidate.score(low: low, high: high, room: room, isEven: false)
            if score >= best?.score ?? 0 { best = (candidate, score) }
        }
        return best?.candidate
    }

    /// Ends at the outermost ticks, a whole number of rows between two.
    private static func even(_ ticks: Ticks, room: Int) -> Candidate? {
        let intervals = ticks.values.count - 1
        guard intervals <= room else { return nil }
        return Candidate(low: ticks.low, high: ticks.high, ticks: ticks, span: room / intervals * intervals)
    }

    /// Ends within a fifth of a step of the data.
    private static func tight(_ ticks: Ticks, low: Double, high: Double, room: Int) -> Candidate? {
        guard low.isFinite, high.isFinite else { return nil }
        let fifth = ticks.step / 5
        // What stands on a fifth, but for the last bits of a double, ends there.
        let bottom = max(ticks.low, (low / fifth + 1e-9).rounded(.down) * fifth)
        let top = min(ticks.high, (high / fifth - 1e-9).rounded(.up) * fifth)
        let inside = ticks.values.filter { $0 >= bottom - fifth / 10 && $0 <= top + fifth / 10 }
        guard bottom < top, inside.count >= 2 else { return nil }
        return Candidate(low: bottom, high: top, ticks: Ticks(values: inside, step: ticks.step), span: room)
    }

    /// How far above the lower end a value is, in rows, 0 to ``span``.
    func height(of value: Double) -> Double {
        let share = (value / 2 - low / 2) / (high / 2 - low / 2)
        let bounded = share.isNaN ? 0 : min(max(0, share), 1)
        return (isInverted ? 1 - bounded : bounded) * Double(span)
    }

    /// The row of a value, counted from the top of the plot, where the lower end is on the last row.
    func row(of value: Double) -> Int {
        rows - 1 - Int(height(of: value).rounded())
    }

    var labelWidth: Int {
        labels.map(\.displayWidth).max() ?? 0
    }
}
