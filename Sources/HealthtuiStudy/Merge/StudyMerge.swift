/// One total for each interval, so that no second counts twice; the rules are those of `totals.sql`, by the same numbers.
///
/// All numbers are whole, so that the result is the same to the last digit wherever it is computed.
package struct StudyMerge {
    /// The total of an interval.
    package struct Total: Hashable, Sendable {
        /// Millionths.
        package var total: Int128 = 0
        /// The time that any source covers, counted once, in microseconds.
        package var covered: Int64 = 0
        /// The number of samples that touch it.
        package var count = 0
    }

    private let intervals: [StudyInterval]
    private var totals: [Total]
    /// Times of the sources before, ascending and apart from each other.
    private var covered: [StudyInterval] = []

    private init(_ intervals: [StudyInterval]) {
        self.intervals = intervals
        totals = Array(repeating: Total(), count: intervals.count)
    }

    /// The total of each interval; one that no sample touches has a count of 0.
    ///
    /// - Parameters:
    ///   - samples: The samples of one person and type, in any order.
    ///   - intervals: Ascending, apart from each other.
    /// - Returns: As many totals as intervals.
    package static func totals(of samples: [StudySample], in intervals: [StudyInterval]) -> [Total] {
        var merge = StudyMerge(intervals)
        // Rule 2: earlier start first, of equal starts the longer, of equally long ones the larger value.
        let ordered = samples.filter { $0.end >= $0.start }
            .sorted { ($0.priority, $0.start, $1.end, $1.value) < ($1.priority, $1.start, $0.end, $0.value) }
        var first = 0
        while first < ordered.count {
            let next = ordered[first...].firstIndex { $0.priority != ordered[first].priority } ?? ordered.count
            merge.add(ordered[first..<next])
            first = next
        }
        return merge.totals
    }

    /// Adds the samples of the next source in order of priority.
    private mutating func add(_ samples: ArraySlice<StudySample>) {
        var (bucket, position, ownEnd) = (0, 0, Int64.min)
        var own: [StudyInterval] = []
        for sample in samples {
            while bucket < intervals.count, intervals[bucket].end <= sample.start { bucket += 1 }
            while position < covered.count, covered[position].end <= sample.start { position += 1 }
            guard sample.end > sample.start else {
                addInstant(sample, bucket, position)
                continue
            }
            var touched = bucket
            // Rule 5: a sample that adds nothing is counted too.
            while touched < intervals.count, intervals[touched].start < sample.end {
                totals[touched].count += 1
                touched += 1
            }
            addParts(of: sample, from: max(sample.start, ownEnd), bucket, position)
            ownEnd = max(ownEnd, sample.end)
            if let last = own.last, sample.start <= last.end {
                own[own.count - 1].end = max(last.end, sample.end)
            } else {
                own.append(StudyInterval(start: sample.start, end: sample.end))
            }
        }
        covered = Self.union(covered, own)
    }

    /// Rule 3: an instant counts whole, unless a source with priority covers it.
    private mutating func addInstant(_ sample: StudySample, _ bucket: Int, _ position: Int) {
        guard bucket < intervals.count, sample.touches(intervals[bucket]) else { return }
        totals[bucket].count += 1
        let isCovered = position < covered.count && covered[position].start <= sample.start
        if !isCovered { totals[bucket].total += Int128(sample.value) }
    }

    /// Rule 1: adds the parts that no earlier source covers, interval by interval.
    private mutating func addParts(of sample: StudySample, from first: Int64, _ bucket: Int, _ position: Int) {
        var (from, next, bucket) = (first, position, bucket)
        while from < sample.end {
            while next < covered.count, covered[next].end <= from { next += 1 }
            let end = next < covered.count ? min(sample.end, max(from, covered[next].start)) : sample.end
            if from < end {
                while bucket < intervals.count, intervals[bucket].end <= from { bucket += 1 }
                var each = bucket
                while each < intervals.count, intervals[each].start < end {
                    let (low, high) = (max(from, intervals[each].start), min(end, intervals[each].end))
                    if low < high {
                        totals[each].total += Self.given(sample, until: high) - Self.given(sample, until: low)
                        totals[each].covered += high - low
                    }
                    each += 1
                }
            }
            guard next < covered.count else { return }
            from = max(end, covered[next].end)
        }
    }

    /// Rule 4: the amount that a sample has given by a time.
    private static func given(_ sample: StudySample, until time: Int64) -> Int128 {
        if time <= sample.start { return 0 }
        if time >= sample.end { return Int128(sample.value) }
        return Micros.quotient(
            Int128(sample.value) * Int128(time - sample.start),
            Int128(sample.end - sample.start)
        )
    }

    private static func union(_ left: [StudyInterval], _ right: [StudyInterval]) -> [StudyInterval] {
        if left.isEmpty || right.isEmpty { return left.isEmpty ? right : left }
        var (united, i, j) = ([StudyInterval](), 0, 0)
        united.reserveCapacity(left.count + right.count)
        while i < left.count || j < right.count {
            let takesLeft = j == right.count || i < left.count && left[i].start <= right[j].start
            let interval = takesLeft ? left[i] : right[j]
            if takesLeft { i += 1 } else { j += 1 }
            if let last = united.last, interval.start <= last.end {
                united[united.count - 1].end = max(last.end, interval.end)
            } else {
                united.append(interval)
            }
        }
        return united
    }
}
