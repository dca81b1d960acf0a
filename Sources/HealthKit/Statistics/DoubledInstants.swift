/// An instant of a summed type, such as a dose or a meal.
struct SummedInstant: Hashable {
    let time: Double
    let value: Double
}

/// The instants of a source that another one reports too count once (R5.30).
///
/// Of two sources, instants within two minutes that have one value are one, if at least one of the sources is of a file that isn't
/// an Apple Health export. They are paired one for one: two equal doses of one source are two.
struct DoubledInstants {
    /// The instants of one source.
    struct Source {
        let isOfFiles: Bool
        /// Ascending by time.
        var instants: [SummedInstant]
    }

    /// The most seconds between two instants that are one.
    static let window = 120.0

    /// An instant that counts.
    private struct Kept {
        let instant: SummedInstant
        let isOfFiles: Bool
    }

    /// Those that count so far, ascending by time.
    private var kept: [Kept] = []
    /// How many of each instant don't count, by source.
    private(set) var dropped: [[SummedInstant: Int]] = []

    /// Finds doubled instants.
    ///
    /// - Parameter sources: The sources in order of priority.
    init(_ sources: [Source]) {
        for source in sources { add(source) }
    }

    private mutating func add(_ source: Source) {
        var isTaken = Array(repeating: false, count: kept.count)
        var fresh: [Kept] = []
        var own: [SummedInstant: Int] = [:]
        var first = 0
        for instant in source.instants {
            while first < kept.count, kept[first].instant.time < instant.time - Self.window { first += 1 }
            var place = first
            while place < kept.count, kept[place].instant.time <= instant.time + Self.window {
                let other = kept[place]
                if !isTaken[place], source.isOfFiles || other.isOfFiles,
                    Self.isSame(other.instant.value, instant.value)
                {
                    break
                }
                place += 1
            }
            if place < kept.count, kept[place].instant.time <= instant.time + Self.window {
                isTaken[place] = true
                own[instant, default: 0] += 1
            } else {
                fresh.append(Kept(instant: instant, isOfFiles: source.isOfFiles))
            }
        }
        dropped.append(own)
        kept = (kept + fresh).sorted { $0.instant.time < $1.instant.time }
    }

    /// Whether two values are equal, apart from rounding when units are converted.
    private static func isSame(_ value: Double, _ other: Double) -> Bool {
        abs(value - other) <= 1e-9 * max(abs(value), abs(other))
    }
}

/// The samples of a source without some of its instants.
final class OnceRuns: SampleRuns {
    private let runs: any SampleRuns
    private var dropped: [SummedInstant: Int]
    private let buffer = RunBuffer(capacity: 256)

    /// Makes the samples.
    ///
    /// - Parameters:
    ///   - runs: The samples of the source.
    ///   - dropped: The number of each instant to omit.
    init(_ runs: any SampleRuns, without dropped: [SummedInstant: Int]) {
        self.runs = runs
        self.dropped = dropped
    }

    func next() throws -> SampleRun? {
        while let run = try runs.next() {
            buffer.removeAll()
            for row in 0..<run.count where !isDropped(run, row) { buffer.append(row..<(row + 1), of: run) }
            if buffer.count > 0 { return buffer.run }
        }
        return nil
    }

    private func isDropped(_ run: SampleRun, _ row: Int) -> Bool {
        guard run.ends[row] <= run.starts[row] else { return false }
        let instant = SummedInstant(time: run.starts[row], value: run.values[row])
        guard let count = dropped[instant], count > 0 else { return false }
        dropped[instant] = count - 1
        return true
    }
}
