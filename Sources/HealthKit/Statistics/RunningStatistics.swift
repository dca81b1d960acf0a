import Foundation

/// The statistics of the samples of one type that are added while a workout runs.
///
/// Samples are kept by the minute in which they start, and each minute's part of the result is kept too: new samples
/// cost the minutes that they touch, however long the workout has run. The results are those of a
/// ``StatisticsCalculator`` over all samples.
package struct RunningStatistics: Sendable {
    /// One quantity.
    package struct Row: Sendable {
        package var start: Double
        package var end: Double
        /// In the canonical unit of the type.
        package var value: Double
        /// The source, as a number that the caller assigns.
        package var source: Int
        /// The sample that it is from.
        package var sample: UUID

        package init(start: Double, end: Double, value: Double, source: Int, sample: UUID) {
            self.start = start
            self.end = end
            self.value = value
            self.source = source
            self.sample = sample
        }
    }

    /// The contribution of a minute to the result.
    private struct Part: Sendable {
        var count = 0
        var minimum = Double.infinity
        var maximum = -Double.infinity
        /// A sum of the counted parts of cumulative quantities, or of values or sound energies.
        var total = 0.0
        var weighted = 0.0
        var weight = 0.0

        mutating func add(_ other: Part) {
            count += other.count
            minimum = min(minimum, other.minimum)
            maximum = max(maximum, other.maximum)
            total += other.total
            weighted += other.weighted
            weight += other.weight
        }
    }

    /// The length of a slot, in seconds.
    private static let slot = 60.0

    package let type: HKQuantityType
    /// The interval that counts; quantities outside are skipped, and those across its edges count in part.
    package let interval: ClosedRange<Double>
    private let isClipped: Bool
    /// The rows by the slot in which they start.
    private var rows: [Int: [Row]] = [:]
    private var parts: [Int: Part] = [:]
    /// The slots that have rows, and those that have parts, ascending.
    private var rowSlots: [Int] = []
    private var partSlots: [Int] = []
    /// The sum of the first parts; new values mostly change only the last two.
    private var settled = Part()
    private var settledCount = 0
    /// The longest quantity so far, in seconds.
    private var longest = 0.0
    /// Places of the sources in order of priority, by their numbers; a source without one comes last.
    private var ranks: [Int: Int] = [:]
    private var latest: StatisticsValues.MostRecent?
    /// The number of quantities.
    package private(set) var count = 0

    /// Statistics of all samples, or of those that touch an interval.
    package init(type: HKQuantityType, interval: ClosedRange<Double>? = nil) {
        self.type = type
        self.interval = interval ?? -SampleTimes.limit...SampleTimes.limit
        isClipped = interval != nil
    }

    /// Adds quantities.
    package mutating func add(_ added: [Row]) {
        let added = added.filter(counts)
        guard !added.isEmpty else { return }
        var touched: [Int: Int] = [:]
        for row in added {
            let slot = Self.index(of: row.start)
            if rows[slot] == nil { Self.insert(slot, into: &rowSlots) }
            rows[slot, default: []].append(row)
            longest = max(longest, row.end - row.start)
            let last = max(slot, Self.index(of: min(row.end, interval.upperBound)))
            touched[slot] = max(last, touched[slot] ?? last)
            note(row)
        }
        count += added.count
        for run in Self.runs(touched.map { ($0.key, $0.value) }) { refresh(run) }
    }

    /// Joins adjacent ranges of slots, so that samples years apart cost nothing in between.
    private static func runs(_ ranges: [(first: Int, last: Int)]) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.first < $1.first }) {
            if let known = runs.last, range.first <= known.upperBound + 1 {
                runs[runs.count - 1] = known.lowerBound...max(known.upperBound, range.last)
            } else {
                runs.append(range.first...range.last)
            }
        }
        return runs
    }

    /// Removes the quantities of samples.
    package mutating func remove(_ samples: Set<UUID>) {
        var changed = false
        for slot in rowSlots {
            guard let known = rows[slot] else { continue }
            let kept = known.filter { !samples.contains($0.sample) }
            guard kept.count < known.count else { continue }
            changed = true
            count -= known.count - kept.count
            rows[slot] = kept
        }
        if changed { refreshAll() }
    }

    /// Sets the order in which sources count.
    package mutating func setRanks(_ ranks: [Int: Int]) {
        guard ranks != self.ranks else { return }
        self.ranks = ranks
        if type.aggregationStyle == .cumulative { refreshAll() }
    }

    /// The quantities that touch an interval, for statistics of that alone.
    package func rows(touching other: ClosedRange<Double>) -> [Row] {
        let first = Self.index(of: other.lowerBound - longest)
        let last = Self.index(of: other.upperBound)
        return rowSlots[Self.place(of: first, in: rowSlots)...].prefix { $0 <= last }
            .flatMap { rows[$0] ?? [] }.filter { $0.start <= other.upperBound && $0.end >= other.lowerBound }
    }

    /// The values up to now; `nil` without quantities.
    package var values: StatisticsValues? {
        guard count > 0 else { return nil }
        var values = StatisticsValues()
        values.count = count
        values.mostRecent = latest
        var all = settled
        for slot in partSlots[settledCount...] { all.add(parts[slot] ?? Part()) }
        guard type.aggregationStyle != .cumulative else {
            values.sum = all.total
            return values
        }
        values.minimum = all.minimum
        values.maximum = all.maximum
        let mean = all.weight > 0 ? all.weighted / all.weight : all.total / Double(max(1, all.count))
        switch type.aggregationStyle {
        case .discreteTemporallyWeighted: values.average = mean
        case .discreteEquivalentContinuousLevel: values.average = 10 * log10(mean)
        default: values.average = all.total / Double(max(1, all.count))
        }
        return values
    }

    // MARK: Slots

    private func counts(_ row: Row) -> Bool {
        guard row.start <= interval.upperBound, row.end >= interval.lowerBound else { return false }
        // A sample that ends at the start of the interval is before it, unless it is an instant.
        return row.start >= interval.lowerBound || row.end > interval.lowerBound
    }

    private mutating func note(_ row: Row) {
        let recent = StatisticsValues.MostRecent(value: row.value, start: row.start, end: row.end)
        if latest.map({ recent.replaces($0) }) ?? true { latest = recent }
    }

    private static func index(of time: Double) -> Int { Int((time / slot).rounded(.down)) }

    /// The first place whose slot is not before another.
    private static func place(of slot: Int, in slots: [Int]) -> Int {
        var low = 0
        var high = slots.count
        while low < high {
            let middle = (low + high) / 2
            if slots[middle] < slot { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func insert(_ slot: Int, into slots: inout [Int]) {
        let place = place(of: slot, in: slots)
        if place < slots.count, slots[place] == slot { return }
        slots.insert(slot, at: place)
    }

    private mutating func refreshAll() {
        parts = [:]
        partSlots = []
        unsettle()
        latest = nil
        longest = 0
        rowSlots.removeAll { rows[$0]?.isEmpty ?? true }
        rows = rows.filter { !$0.value.isEmpty }
        for slot in rowSlots {
            for row in rows[slot] ?? [] {
                note(row)
                longest = max(longest, row.end - row.start)
            }
        }
        let reach = Int((longest / Self.slot).rounded(.up))
        for run in Self.runs(rowSlots.map { ($0, $0 + reach) }) { refresh(run) }
    }

    private mutating func refresh(_ slots: ClosedRange<Int>) {
        if type.aggregationStyle == .cumulative {
            refreshSums(slots)
        } else {
            refreshMeasures(slots)
        }
        settle()
    }

    private mutating func set(_ part: Part, _ slot: Int) {
        if parts.updateValue(part, forKey: slot) == nil { Self.insert(slot, into: &partSlots) }
        if settledCount > 0, slot <= partSlots[settledCount - 1] { unsettle() }
    }

    private mutating func unsettle() {
        settled = Part()
        settledCount = 0
    }

    private mutating func settle() {
        while settledCount < partSlots.count - 2 {
            settled.add(parts[partSlots[settledCount]] ?? Part())
            settledCount += 1
        }
    }

    // MARK: Cumulative

    /// The counted amount of each slot depends only on the quantities that touch it.
    private mutating func refreshSums(_ slots: ClosedRange<Int>) {
        let first = max(slots.lowerBound, Self.index(of: interval.lowerBound))
        let last = min(slots.upperBound, Self.index(of: interval.upperBound))
        guard first <= last else { return }
        var edges = (first...(last + 1)).map { Double($0) * Self.slot }
        edges[0] = max(edges[0], interval.lowerBound)
        if isClipped { edges[edges.count - 1] = min(edges[edges.count - 1], interval.upperBound.nextUp) }
        let near = first - Int((longest / Self.slot).rounded(.up)) - 1
        var sources: [Int: SourceColumns] = [:]
        for slot in rowSlots[Self.place(of: near, in: rowSlots)...].prefix(while: { $0 <= last }) {
            for row in rows[slot] ?? [] where row.end >= edges[0] {
                sources[row.source, default: SourceColumns()].append(start: row.start, end: row.end, value: row.value)
            }
        }
        var merge = CumulativeMerge(buckets: BucketEdges(edges))
        let order = sources.keys.sorted { (ranks[$0] ?? .max, $0) < (ranks[$1] ?? .max, $1) }
        for source in order {
            guard var columns = sources[source] else { continue }
            columns.sortByStart()
            merge.add(columns)
        }
        let sums = merge.sums
        for (index, sum) in sums.enumerated() where sum != 0 || parts[first + index] != nil {
            var part = Part()
            part.total = sum
            set(part, first + index)
        }
    }

    // MARK: Discrete

    private mutating func refreshMeasures(_ slots: ClosedRange<Int>) {
        var place = Self.place(of: slots.lowerBound, in: rowSlots)
        // The last earlier measurement applies until the first of these.
        if type.aggregationStyle == .discreteTemporallyWeighted, place > 0 { place -= 1 }
        while place < rowSlots.count, rowSlots[place] <= slots.upperBound {
            let slot = rowSlots[place]
            // Parts of the same slot may come out of order.
            rows[slot]?.sort { ($0.start, $0.end) < ($1.start, $1.end) }
            let next = place + 1 < rowSlots.count ? rows[rowSlots[place + 1]]?.map(\.start).min() : nil
            set(measure(rows[slot] ?? [], until: next), slot)
            place += 1
        }
    }

    private func measure(_ rows: [Row], until next: Double?) -> Part {
        var part = Part()
        let style = type.aggregationStyle
        var index = 0
        while index < rows.count {
            let row = rows[index]
            part.count += 1
            part.minimum = min(part.minimum, row.value)
            part.maximum = max(part.maximum, row.value)
            let value = style == .discreteEquivalentContinuousLevel ? pow(10, row.value / 10) : row.value
            part.total += value
            if row.end > row.start {
                let overlap = min(row.end, interval.upperBound) - max(row.start, interval.lowerBound)
                part.weighted += value * overlap
                part.weight += overlap
            }
            index += 1
        }
        if style == .discreteTemporallyWeighted { hold(rows, until: next, &part) }
        return part
    }

    /// Instants hold until the next quantity starts; of several at one time their mean does.
    private func hold(_ rows: [Row], until next: Double?, _ part: inout Part) {
        var index = 0
        while index < rows.count {
            let time = rows[index].start
            var sum = 0.0
            var count = 0.0
            while index < rows.count, rows[index].start == time {
                if rows[index].end == time {
                    sum += rows[index].value
                    count += 1
                }
                index += 1
            }
            guard count > 0, let until = index < rows.count ? rows[index].start : next else { continue }
            part.weighted += sum / count * (until - time)
            part.weight += until - time
        }
    }
}
