import Foundation

/// Disjoint time spans in order; bisection finds whether a sample lies in one.
package struct TimeSpans: Sendable, Hashable {
    /// The start and end of each, in seconds since the reference date.
    private var starts: [Double] = []
    private var ends: [Double] = []

    /// Joins spans that overlap or touch.
    ///
    /// - Parameter spans: Spans in any order; one that ends before it starts is left out.
    package init(_ spans: [(start: Date, end: Date)]) {
        let numbers = spans.map { ($0.start.timeIntervalSinceReferenceDate, $0.end.timeIntervalSinceReferenceDate) }
        for (start, end) in numbers.sorted(by: { $0.0 < $1.0 }) where start <= end {
            if let last = ends.last, start <= last {
                ends[ends.count - 1] = max(last, end)
            } else {
                starts.append(start)
                ends.append(end)
            }
        }
    }

    package var count: Int { starts.count }

    /// Whether a sample overlaps one of the spans; a moment at an end of a span counts.
    ///
    /// - Complexity: O(log n) in the number of spans.
    package func touches(_ start: Date, _ end: Date) -> Bool {
        let (from, to) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
        let isMoment = from == to
        // The first span that begins too late.
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < to || (isMoment && starts[middle] == to) { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return false }
        return isMoment ? ends[low - 1] >= from : ends[low - 1] > from
    }
}
