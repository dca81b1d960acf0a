import Foundation

/// The statistics of one interval, for all sources or for one, in the canonical unit of the type.
package struct StatisticsValues: Sendable, Hashable {
    /// The latest quantity with its time.
    package struct MostRecent: Sendable, Hashable {
        package var value: Double
        package var start: Double
        package var end: Double

        /// Whether it ends later or, for equal ends, begins later.
        func isLater(than other: MostRecent) -> Bool { (other.end, other.start) < (end, start) }

        /// Whether it counts rather than another one of its source: the later, of equally late ones the larger.
        func replaces(_ other: MostRecent) -> Bool {
            (other.end, other.start, other.value) < (end, start, value)
        }
    }

    package var sum: Double?
    /// The sum in which instants that two sources report count once (R5.30); `nil` if it wasn't requested, or is equal
    /// to ``sum``.
    package var counted: Double?
    package var minimum: Double?
    package var maximum: Double?
    package var average: Double?
    package var mostRecent: MostRecent?
    /// Seconds covered by samples, overlaps counted once.
    package var duration: Double?
    /// The number of samples that touch the interval.
    package var count = 0

    package init() {}
}

/// The samples of one source, as columns: seconds since the reference date, and numbers in the canonical unit.
///
/// Rows are ascending by start.
package struct SourceColumns: Sendable {
    package var starts: [Double] = []
    package var ends: [Double] = []
    package var values: [Double] = []

    package init() {}

    package var count: Int { starts.count }
    package var isEmpty: Bool { starts.isEmpty }

    package mutating func append(start: Double, end: Double, value: Double) {
        starts.append(start)
        ends.append(end)
        values.append(value)
    }

    package mutating func append(contentsOf other: SourceColumns) {
        starts.append(contentsOf: other.starts)
        ends.append(contentsOf: other.ends)
        values.append(contentsOf: other.values)
    }

    /// Restores the order by start after columns of several batches were joined; a single pass if they are already sorted.
    package mutating func sortByStart() {
        var isSorted = true
        var index = 1
        while index < starts.count, isSorted {
            isSorted = starts[index - 1] <= starts[index]
            index += 1
        }
        guard !isSorted else { return }
        let order = starts.indices.sorted { starts[$0] != starts[$1] ? starts[$0] < starts[$1] : $0 < $1 }
        starts = order.map { starts[$0] }
        ends = order.map { ends[$0] }
        values = order.map { values[$0] }
    }
}
