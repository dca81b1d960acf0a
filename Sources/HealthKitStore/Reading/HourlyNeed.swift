/// Intervals for which it is enough to know what samples come to by the hour.
package struct HourlyNeed: Sendable {
    /// The edges of the intervals, ascending.
    package var edges: [Double]
    /// The required order of samples.
    package var order: Order

    /// The order of samples.
    package enum Order: Sendable {
        /// No particular order.
        case any
        /// Each ends before the next starts.
        case sequence
        /// Each is an instant, and no two are at the same time.
        case instants
    }

    /// Creates intervals.
    package init(edges: [Double], order: Order) {
        self.edges = edges
        self.order = order
    }
}

/// The sums of a batch's samples by the hour.
package struct HourBlock {
    /// The hours, one after another.
    package let hours: [StoredHour]
    /// When the first begins, in seconds since 2001-01-01T00:00:00Z; each takes 3,600.
    package let start: Double
    /// The first start of a sample.
    package let firstStart: Double
    /// The latest end of a sample.
    package let lastEnd: Double

    /// A time of the interval that contains the samples of an hour, given its index.
    ///
    /// The first hour may begin before its samples' interval does.
    package func time(of hour: Int) -> Double { max(start + Double(hour) * HourSums.length, firstStart) }
}

extension HourlyNeed {
    /// Whether the sums by the hour are enough, for each of the batches in their order.
    func areEnough(_ headers: [BatchHeader], _ request: ScanRequest) throws -> [Bool] {
        var edge = 0
        var (latestStart, latestEnd) = (-Double.infinity, -Double.infinity)
        return try headers.indices.map { index in
            let header = headers[index]
            defer { (latestStart, latestEnd) = (header.startMax, max(latestEnd, header.endMax)) }
            while edge < edges.count, edges[edge] <= header.startMin { edge += 1 }
            guard let sums = header.hours, header.matches(request) else { return false }
            switch order {
            case .any: guard sums.order != .sequence else { return false }
            case .sequence:
                // The longest of the samples that start together counts, wherever it is.
                let nextStart = index + 1 < headers.count ? headers[index + 1].startMin : .infinity
                guard sums.order == .sequence, header.startMin >= latestEnd, header.startMin > latestStart,
                    header.startMax < nextStart
                else { return false }
            case .instants: guard sums.order == .instants, header.startMin > latestStart else { return false }
            }
            var end = edge
            while end < edges.count, edges[end] < header.endMax { end += 1 }
            return try end == edge || sums.isDivided(at: edges[edge..<end], header.count)
        }
    }
}
