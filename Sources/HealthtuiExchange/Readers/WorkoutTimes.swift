/// When there were workouts: what two files say of one run is found by it.
struct WorkoutTimes {
    /// The times, which don't overlap once they are in order, in seconds since the reference date.
    private var spans: [(start: Double, end: Double)] = []
    /// The seconds in the spans before each one.
    private var before: [Double] = []
    private var isSorted = true

    /// Adds a workout.
    ///
    /// - Parameters:
    ///   - start: Its start in seconds since the reference date.
    ///   - end: Its end.
    mutating func add(from start: Double, to end: Double) {
        guard start <= end else { return }
        spans.append((start, end))
        isSorted = false
    }

    /// Whether there were workouts over at least half of a span.
    ///
    /// - Parameters:
    ///   - start: The start of the span in seconds since the reference date.
    ///   - end: Its end.
    /// - Returns: Whether there were.
    mutating func cover(from start: Double, to end: Double) -> Bool {
        if !isSorted { sort() }
        guard end > start else { return spans.contains { $0.start <= start && start <= $0.end } }
        return seconds(until: end) - seconds(until: start) >= (end - start) / 2
    }

    /// The seconds with workouts before a time.
    private func seconds(until time: Double) -> Double {
        var (low, high) = (0, spans.count)
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].start < time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let last = spans[low - 1]
        return before[low - 1] + min(last.end, time) - last.start
    }

    private mutating func sort() {
        var joined: [(start: Double, end: Double)] = []
        for span in spans.sorted(by: { $0.start < $1.start }) {
            if let last = joined.last, span.start <= last.end {
                joined[joined.count - 1].end = max(last.end, span.end)
            } else {
                joined.append(span)
            }
        }
        spans = joined
        before = []
        var sum = 0.0
        for span in spans {
            before.append(sum)
            sum += span.end - span.start
        }
        isSorted = true
    }
}
