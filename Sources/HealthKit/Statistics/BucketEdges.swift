import HealthKitStore

/// The intervals of a statistics collection as a column of edges: bucket `i` is `[edges[i], edges[i + 1])`.
///
/// Edges, not divisions: days of 23 and 25 hours come out right and cost nothing.
package struct BucketEdges: Sendable {
    package let edges: [Double]

    package init(_ edges: [Double]) { self.edges = edges }

    /// One bucket for all of time, as a statistics query has it.
    package static let always = BucketEdges([-.infinity, .infinity])

    package var count: Int { max(0, edges.count - 1) }

    /// The bucket that holds a time; `nil` when none does.
    package func index(of time: Double) -> Int? {
        guard let first = edges.first, let last = edges.last, time >= first, time < last else { return nil }
        var low = 0
        var high = edges.count - 1
        while low + 1 < high {
            let middle = (low + high) / 2
            if edges[middle] <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The bucket that holds a time, found from one that is near.
    @inline(__always)
    func index(of time: Double, near hint: Int) -> Int? {
        if hint < count, time >= edges[hint] {
            if time < edges[hint + 1] { return hint }
            if hint + 2 < edges.count, time < edges[hint + 2] { return hint + 1 }
        }
        return index(of: time)
    }
}

extension HourBlock {
    /// Visits the hours that have samples, with their bucket; hours outside all buckets are skipped.
    ///
    /// - Parameters:
    ///   - buckets: The buckets, none of whose edges a sample crosses.
    ///   - hint: The bucket where the last call ended.
    ///   - body: Gets each hour.
    @inline(__always)
    func forEachHour(_ buckets: BucketEdges, _ hint: inout Int, _ body: (StoredHour, Int) -> Void) {
        for (index, hour) in hours.enumerated() where hour.count > 0 {
            guard let bucket = buckets.index(of: time(of: index), near: hint) else { continue }
            hint = bucket
            body(hour, bucket)
        }
    }
}
