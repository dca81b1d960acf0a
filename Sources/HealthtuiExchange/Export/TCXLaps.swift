import HealthKit

/// The laps of a workout for a TCX file: they cover it from its start to its end.
struct TCXLaps {
    /// A lap with its times in milliseconds since the reference date.
    struct Lap {
        let start: Int64
        let end: Int64
        /// The pauses in it, in order.
        var pauses: [(start: Int64, end: Int64)] = []
        /// In meters.
        var distance = 0.0
        /// In kilocalories.
        var energy = 0

        /// The time without pauses.
        var active: Int64 { end - start - pauses.reduce(0) { $0 + $1.end - $1.start } }
    }

    private(set) var laps: [Lap]

    /// The shortest time between the end of a lap and the start of the next that is a separate lap.
    private static let shortest: Int64 = 1_000

    /// Makes the laps of a workout.
    ///
    /// - Parameters:
    ///   - span: The start and the end of the workout.
    ///   - laps: The starts and ends of its laps.
    ///   - pauses: Its pauses, in order, none of which overlaps another.
    init(
        _ span: (start: Int64, end: Int64),
        laps: [(start: Int64, end: Int64)],
        pauses: [(start: Int64, end: Int64)]
    ) {
        let inside = span.start + 1..<max(span.start + 1, span.end)
        let starts = Set(laps.map(\.start)).filter { inside.contains($0) }.sorted()
        var edges = Set(starts)
        for end in laps.map(\.end) where inside.contains(end) {
            // Between laps that follow each other is none.
            let next = starts.first { $0 >= end } ?? span.end
            if next - end >= Self.shortest { edges.insert(end) }
        }
        let all = [span.start] + edges.sorted() + [span.end]
        self.laps = zip(all, all.dropFirst())
            .map { start, end in
                var lap = Lap(start: start, end: end)
                for pause in pauses where pause.start < end && pause.end > start {
                    lap.pauses.append((max(pause.start, start), min(pause.end, end)))
                }
                return lap
            }
    }

    /// Spreads the distance of the workout over the laps: by its parts, else by time.
    mutating func spread(distance total: Double, _ parts: [(start: Int64, end: Int64, value: Double)]) {
        let shares = shares(parts)
        for index in laps.indices { laps[index].distance = total * shares[index] }
    }

    /// Spreads the energy of the workout over the laps, in whole kilocalories that have its sum.
    mutating func spread(energy total: Double, _ parts: [(start: Int64, end: Int64, value: Double)]) {
        guard total >= 0, total < 1e6 else { return }
        let shares = shares(parts)
        var (sum, written) = (0.0, 0)
        for index in laps.indices {
            sum += total * shares[index]
            let whole = Int((index == laps.count - 1 ? total : min(sum, total)).rounded())
            laps[index].energy = max(0, whole - written)
            written = max(written, whole)
        }
    }

    /// The share of each lap in a sum, together one.
    private func shares(_ parts: [(start: Int64, end: Int64, value: Double)]) -> [Double] {
        var sums = [Double](repeating: 0, count: laps.count)
        var first = 0
        for part in parts {
            while first < laps.count - 1, laps[first].end <= part.start { first += 1 }
            for index in first..<laps.count where laps[index].start < part.end || part.start == part.end {
                let common = min(laps[index].end, part.end) - max(laps[index].start, part.start)
                if part.end > part.start {
                    sums[index] += part.value * Double(max(0, common)) / Double(part.end - part.start)
                } else {
                    sums[index] += part.value
                    break
                }
                if laps[index].end >= part.end { break }
            }
        }
        var total = sums.reduce(0, +)
        if !(total > 0) {
            sums = laps.map { Double($0.active) }
            total = sums.reduce(0, +)
        }
        return total > 0 ? sums.map { $0 / total } : laps.indices.map { $0 == 0 ? 1 : 0 }
    }
}
