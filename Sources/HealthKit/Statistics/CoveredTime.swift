/// A set of times: disjoint intervals in ascending order, in seconds since the reference date.
///
/// Merging uses it to know which times a source with priority has counted already.
package struct CoveredTime: Sendable {
    package private(set) var starts: [Double] = []
    package private(set) var ends: [Double] = []

    package init() {}

    /// Reserves capacity for a number of intervals.
    mutating func reserve(_ count: Int) {
        starts.reserveCapacity(count)
        ends.reserveCapacity(count)
    }

    package var isEmpty: Bool { starts.isEmpty }

    /// The total length in seconds.
    package var length: Double { zip(starts, ends).reduce(0) { $0 + ($1.1 - $1.0) } }

    /// The times that a column of intervals covers; starts must ascend.
    package init(_ columns: SourceColumns) {
        let runs = ColumnRuns(columns)
        while let run = runs.next() { add(run) }
    }

    /// Adds the times of samples; none may start before an earlier one.
    package mutating func add(_ run: SampleRun) {
        var start = Double.nan
        var end = Double.nan
        if let last = ends.popLast() { (start, end) = (starts.removeLast(), last) }
        // Collected outside the arrays, which would check their capacity at each interval.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * (run.count + 1)) { buffer in
            guard let newStarts = buffer.baseAddress else { return }
            let newEnds = newStarts + (run.count + 1)
            var count = 0
            for row in 0..<run.count {
                let (nextStart, nextEnd) = (run.starts[row], run.ends[row])
                if nextEnd <= nextStart { continue }
                if nextStart <= end {
                    if nextEnd > end { end = nextEnd }
                    continue
                }
                if end > start {
                    newStarts[count] = start
                    newEnds[count] = end
                    count &+= 1
                }
                (start, end) = (nextStart, nextEnd)
            }
            if end > start {
                newStarts[count] = start
                newEnds[count] = end
                count &+= 1
            }
            starts.append(contentsOf: UnsafeBufferPointer(start: newStarts, count: count))
            ends.append(contentsOf: UnsafeBufferPointer(start: newEnds, count: count))
        }
    }

    /// Calls a closure with the starts and the ends of the intervals.
    func withTimes<Result>(
        _ body: (UnsafeBufferPointer<Double>, UnsafeBufferPointer<Double>) throws -> Result
    ) rethrows -> Result {
        try starts.withUnsafeBufferPointer { starts in
            try ends.withUnsafeBufferPointer { ends in try body(starts, ends) }
        }
    }

    /// Adds an interval that does not start before the last one.
    private mutating func extend(_ start: Double, _ end: Double) {
        if let last = ends.last, start <= last {
            if end > last { ends[ends.count - 1] = end }
        } else {
            starts.append(start)
            ends.append(end)
        }
    }

    /// The times of both sets.
    package func union(_ other: CoveredTime) -> CoveredTime {
        guard !isEmpty else { return other }
        guard !other.isEmpty else { return self }
        var result = CoveredTime()
        result.starts.reserveCapacity(starts.count + other.starts.count)
        result.ends.reserveCapacity(starts.count + other.starts.count)
        var left = 0
        var right = 0
        while left < starts.count || right < other.starts.count {
            if right == other.starts.count || (left < starts.count && starts[left] <= other.starts[right]) {
                result.extend(starts[left], ends[left])
                left += 1
            } else {
                result.extend(other.starts[right], other.ends[right])
                right += 1
            }
        }
        return result
    }

    /// The number of seconds of the set within an interval.
    package func length(from start: Double, to end: Double) -> Double {
        var index = firstEnding(after: start)
        var total = 0.0
        while index < starts.count, starts[index] < end {
            total += min(ends[index], end) - max(starts[index], start)
            index += 1
        }
        return total
    }

    /// The index of the first interval that ends after a time.
    package func firstEnding(after time: Double) -> Int {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] > time { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
