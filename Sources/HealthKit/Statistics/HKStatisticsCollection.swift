import Foundation

/// The statistics of consecutive intervals.
open class HKStatisticsCollection: NSObject, @unchecked Sendable {
    private let type: HKQuantityType
    private let intervals: IntervalCalendar
    private let allSources: Set<HKSource>
    /// The intervals that have samples, in order of time.
    private let filled: [HKStatistics]

    package init(type: HKQuantityType, intervals: IntervalCalendar, filled: [HKStatistics]) {
        self.type = type
        self.intervals = intervals
        self.filled = filled
        allSources = Set(filled.flatMap { $0.sources ?? [] })
        super.init()
    }

    /// The statistics of all intervals that have samples.
    ///
    /// - Returns: Statistics in order of time; there may be gaps (R5.6).
    open func statistics() -> [HKStatistics] { filled }

    /// The statistics of the interval that holds a date.
    ///
    /// - Parameter date: A date in the interval.
    /// - Returns: Its statistics; all quantities are `nil` when it has no samples.
    open func statistics(for date: Date) -> HKStatistics? {
        let time = date.timeIntervalSinceReferenceDate
        guard time.isFinite else { return nil }
        if let found = filled(holding: time) { return found }
        let interval = intervals.interval(containing: time)
        return empty(from: interval.start, to: interval.end)
    }

    /// The maximum number of intervals that are enumerated including empty ones.
    private static let enumerated = 1_000_000.0

    /// Calls a block for each interval, from the one that holds a date to the one that holds another, empty ones included.
    ///
    /// If the dates are more than a million intervals apart, as the distant past and future are, the block is called only for
    /// intervals with samples.
    ///
    /// - Parameters:
    ///   - startDate: A date in the first interval.
    ///   - endDate: A date in the last interval.
    ///   - block: Called in order of time; setting the pointer's value to true ends the enumeration.
    open func enumerateStatistics(
        from startDate: Date,
        to endDate: Date,
        with block: @escaping (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        let start = startDate.timeIntervalSinceReferenceDate
        let end = endDate.timeIntervalSinceReferenceDate
        guard start.isFinite, end.isFinite, start <= end else { return }
        var stop = ObjCBool(false)
        var position = lowerBound(start)
        guard (end - start) / intervals.roughLength <= Self.enumerated else {
            while position < filled.count, seconds(filled[position].startDate) <= end, !stop.boolValue {
                block(filled[position], &stop)
                position += 1
            }
            return
        }
        var k = intervals.index(of: start)
        var edge = intervals.edge(k)
        while edge <= end, !stop.boolValue {
            let next = intervals.edge(k + 1)
            // A day that the time zone skipped has no interval.
            guard next > edge else {
                k += 1
                continue
            }
            while position < filled.count, seconds(filled[position].startDate) < edge { position += 1 }
            let isFilled = position < filled.count && seconds(filled[position].startDate) < next
            block(isFilled ? filled[position] : empty(from: edge, to: next), &stop)
            k += 1
            edge = next
        }
    }

    /// The sources of all samples.
    ///
    /// - Returns: The sources; empty unless the query separated by source.
    open func sources() -> Set<HKSource> { allSources }

    private func seconds(_ date: Date) -> Double { date.timeIntervalSinceReferenceDate }

    /// The index of the first filled interval that ends after a time.
    private func lowerBound(_ time: Double) -> Int {
        var low = 0
        var high = filled.count
        while low < high {
            let middle = (low + high) / 2
            if seconds(filled[middle].endDate) > time { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private func filled(holding time: Double) -> HKStatistics? {
        let index = lowerBound(time)
        guard index < filled.count, seconds(filled[index].startDate) <= time else { return nil }
        return filled[index]
    }

    private func empty(from start: Double, to end: Double) -> HKStatistics {
        HKStatistics(
            type: type,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            values: StatisticsValues()
        )
    }
}
