/// A sum that a file reports without naming the sources that it sums up.
struct ReportedSum: Hashable {
    let start: Double
    let end: Double
    let value: Double
    /// The place of its source in the order of sources.
    let rank: Int

    /// The same sum, wherever its source is in the order.
    var unranked: ReportedSum { ReportedSum(start: start, end: end, value: value, rank: 0) }

    /// Whether it overlaps a time; touching isn't enough.
    func overlaps(_ range: ClosedRange<Double>) -> Bool { start < range.upperBound && end > range.lowerBound }

    /// Whether it adds its amount before another one.
    ///
    /// A day's sum is added after those of its hours, whatever their sources: otherwise it would be spread over all its
    /// hours, and each hour with more than that would add to it again. Lengths are compared roughly, by powers of two.
    func comesBefore(_ other: ReportedSum) -> Bool {
        if magnitude != other.magnitude { return magnitude < other.magnitude }
        if rank != other.rank { return rank < other.rank }
        if end - start != other.end - other.start { return end - start < other.end - other.start }
        return (start, value) < (other.start, other.value)
    }

    private var magnitude: Int { ((end - start) / 3_600).exponent }
}

/// The amounts that sums add to the samples of their time (R5.29).
///
/// A sum adds its excess over the total of the samples in its span and the sums before it. The excess is spread evenly
/// over the times that no sample and no earlier sum covers or, without any, over those that no sample covers. If there
/// are none either, it adds nothing.
struct SumAdditions {
    /// The starts and ends of all sums.
    private let edges: [Double]
    /// The times that samples cover.
    private let covered: CoveredTime
    /// The amounts that the requested sums add between two edges.
    private var added: [Double]
    /// The seconds between two edges that no sample covers.
    private let gaps: [Double]

    /// Computes the amounts that sums add.
    ///
    /// - Parameters:
    ///   - sums: All sums that overlap each other.
    ///   - sources: The sources of samples, in order of priority.
    ///   - isWanted: Whether the addition of a sum is part of the result.
    /// - Throws: Any error from reading the samples.
    init(
        of sums: [ReportedSum],
        to sources: [StatisticsCalculator.Source],
        where isWanted: (ReportedSum) -> Bool
    ) throws {
        edges = Set(sums.flatMap { [$0.start, $0.end] }).sorted()
        var merge = CumulativeMerge(buckets: BucketEdges(edges))
        for source in sources {
            merge.begin(expecting: source.expectedCount)
            let runs = try source.countedRuns()
            while let run = try runs.next() { merge.add(run) }
            merge.end()
        }
        let covered = merge.covered
        self.covered = covered
        gaps = zip(edges, edges.dropFirst()).map { max(0, $1 - $0 - covered.length(from: $0, to: $1)) }
        added = Array(repeating: 0, count: gaps.count)
        var amounts = merge.sums
        var isSummed = Array(repeating: false, count: gaps.count)
        for sum in sums.sorted(by: { $0.comesBefore($1) }) {
            let span = index(of: sum.start)..<index(of: sum.end)
            let excess = sum.value - amounts[span].reduce(0, +)
            let open = span.filter { !isSummed[$0] && gaps[$0] > 0 }
            let places = open.isEmpty ? Array(span) : open
            for place in span { isSummed[place] = true }
            let free = places.reduce(0) { $0 + gaps[$1] }
            guard excess > 0, free > 0 else { continue }
            let isPart = isWanted(sum)
            for place in places {
                let share = excess * (gaps[place] / free)
                amounts[place] += share
                if isPart { added[place] += share }
            }
        }
    }

    /// The place of an edge.
    private func index(of edge: Double) -> Int {
        var low = 0
        var high = edges.count
        while low < high {
            let middle = (low + high) / 2
            if edges[middle] < edge { low = middle + 1 } else { high = middle }
        }
        return min(low, gaps.count)
    }

    /// The amounts that the requested sums add, as ascending and disjoint samples in the gaps.
    var samples: SourceColumns {
        var samples = SourceColumns()
        for place in gaps.indices where added[place] > 0 { addSamples(of: place, to: &samples) }
        return samples
    }

    private func addSamples(of place: Int, to samples: inout SourceColumns) {
        let total = added[place]
        // Parts of few digits: their sum is the total to the last digit, in whatever order they are added.
        let grain = total.ulp * 0x1p16
        var (passed, given) = (0.0, 0.0)
        var from = edges[place]
        let end = edges[place + 1]
        var next = covered.firstEnding(after: from)
        while from < end {
            let gapEnd = next < covered.starts.count ? min(end, max(from, covered.starts[next])) : end
            let resume = next < covered.ends.count ? covered.ends[next] : end
            if gapEnd > from {
                passed += gapEnd - from
                let reached =
                    resume >= end || passed >= gaps[place]
                    ? total : (total * (passed / gaps[place]) / grain).rounded() * grain
                if reached > given { samples.append(start: from, end: gapEnd, value: reached - given) }
                given = max(given, reached)
            }
            from = max(gapEnd, resume)
            next += 1
        }
    }
}
