/// When the samples of some sources are: spans and instants, both ascending.
struct SampledTimes {
    private var spans = CoveredTime()
    private var instants: [Double] = []

    /// Reads samples.
    ///
    /// - Parameter runs: The samples, ascending by start.
    /// - Throws: Any error from reading them.
    init(_ runs: any SampleRuns) throws {
        while let run = try runs.next() {
            spans.add(run)
            for row in 0..<run.count where run.ends[row] <= run.starts[row] { instants.append(run.starts[row]) }
        }
    }

    var isEmpty: Bool { spans.isEmpty && instants.isEmpty }

    /// Whether a sample is at a time.
    ///
    /// - Parameters:
    ///   - start: The start of the time.
    ///   - end: Its end, which is excluded unless the time is an instant.
    /// - Returns: Whether a span overlaps the time, or contains an instant.
    func touch(_ start: Double, _ end: Double) -> Bool {
        let place = spans.firstEnding(after: start)
        if place < spans.starts.count, spans.starts[place] < end || spans.starts[place] == start { return true }
        var (low, high) = (0, instants.count)
        while low < high {
            let middle = (low + high) / 2
            if instants[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < instants.count && (instants[low] < end || instants[low] == start)
    }
}

/// The data that an app relays from other sources, except for times for which those sources have samples: a sum is
/// never counted in addition to the samples that it sums up (R5.27).
final class RelayedRuns: SampleRuns {
    private let runs: any SampleRuns
    private let times: SampledTimes
    private let buffer = RunBuffer(capacity: 256)

    /// Makes the samples.
    ///
    /// - Parameters:
    ///   - runs: The data that the app relays.
    ///   - times: When the sources themselves have samples.
    init(_ runs: any SampleRuns, besides times: SampledTimes) {
        self.runs = runs
        self.times = times
    }

    func next() throws -> SampleRun? {
        while let run = try runs.next() {
            buffer.removeAll()
            for row in 0..<run.count where !times.touch(run.starts[row], run.ends[row]) {
                buffer.append(row..<(row + 1), of: run)
            }
            if buffer.count > 0 { return buffer.run }
        }
        return nil
    }
}
