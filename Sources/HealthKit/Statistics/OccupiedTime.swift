/// The time spans that contain samples, for samples so far apart that most intervals between them are empty.
///
/// Otherwise one sample in the year 3902 in addition to today's would need a bucket for each hour of nineteen
/// centuries.
enum OccupiedTime {
    /// Up to this number of intervals, finding the spans would cost more than it saves.
    static let worthLooking = 65_536
    /// Samples that are fewer intervals apart belong to one span.
    private static let gap = 16.0

    /// The spans, which ascend and do not overlap.
    ///
    /// - Parameters:
    ///   - sources: The samples; those that the person excluded occupy nothing.
    ///   - start: The start of the time.
    ///   - end: The end of the time.
    ///   - intervals: The intervals into which the time is divided.
    /// - Returns: The spans, each from the start of a sample to the end of one.
    /// - Throws: Any error from reading the samples.
    static func spans(
        of sources: [StatisticsCalculator.Source],
        from start: Double,
        through end: Double,
        _ intervals: IntervalCalendar
    ) throws -> [ClosedRange<Double>] {
        let gap = gap * intervals.roughLength
        var spans: [ClosedRange<Double>] = []
        for source in sources where !source.isExcluded {
            var own: [ClosedRange<Double>] = []
            var low = Double.infinity
            var high = -Double.infinity
            let runs = try source.runs()
            while let run = try runs.next() {
                for row in 0..<run.count where run.ends[row] >= start && run.starts[row] <= end {
                    if run.starts[row] > high + gap {
                        if low <= high { own.append(low...high) }
                        low = max(start, run.starts[row])
                        high = low
                    }
                    high = max(high, min(end, run.ends[row]))
                }
            }
            if low <= high { own.append(low...high) }
            spans = joined(spans + own, gap)
        }
        return spans
    }

    private static func joined(_ spans: [ClosedRange<Double>], _ gap: Double) -> [ClosedRange<Double>] {
        var result: [ClosedRange<Double>] = []
        for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, span.lowerBound <= last.upperBound + gap {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
            } else {
                result.append(span)
            }
        }
        return result
    }
}

extension IntervalCalendar {
    /// The intervals that touch any of several spans, some at a time, so that memory is bounded whatever their number.
    ///
    /// - Parameters:
    ///   - spans: Spans that ascend and do not overlap.
    ///   - most: About how many intervals a piece has.
    /// - Returns: The pieces in order; between spans a piece has one wide bucket that nothing touches.
    /// - Throws: `errorInvalidArgument` when there would be more than ``limit`` intervals.
    func pieces(of spans: [ClosedRange<Double>], most: Int) throws -> [BucketEdges] {
        let length = Double(most) * roughLength
        guard spans.reduce(0, { $0 + ($1.upperBound - $1.lowerBound) / roughLength + 2 }) < Double(Self.limit) else {
            throw Self.tooMany
        }
        var pieces: [BucketEdges] = []
        var edges: [Double] = []
        func finish() {
            if edges.count > 1 { pieces.append(BucketEdges(edges)) }
            edges = edges.last.map { [$0] } ?? []
        }
        for span in spans {
            var from = span.lowerBound
            while from <= span.upperBound {
                let known = edges.last ?? -.infinity
                let more = try self.edges(from: max(from, known), through: min(span.upperBound, from + length)).edges
                guard let next = more.last, next > known else { break }
                edges.append(contentsOf: more.first == known ? more.dropFirst() : more[...])
                from = next
                if edges.count > most { finish() }
            }
        }
        finish()
        return pieces
    }
}
