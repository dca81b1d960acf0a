import Foundation
import HealthKit
import Synchronization

/// Statistics of a report, read with collection queries, as an app would.
struct ReportStatistics: Sendable {
    let caller: Caller
    let calendar: Calendar

    /// The statistics of each interval of some days that has samples, in order of time.
    ///
    /// Waits for the store on the caller's thread.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - start: The start of the first interval.
    ///   - end: The latest end of the last one.
    ///   - days: The length of an interval.
    /// - Returns: The statistics.
    /// - Throws: `HKError`.
    func collect(_ type: HKQuantityType, from start: Date, to end: Date, days: Int) throws -> [HKStatistics] {
        let isSum = type.aggregationStyle == .cumulative
        var interval = DateComponents(day: days)
        interval.calendar = calendar
        interval.timeZone = calendar.timeZone
        let query = HKStatisticsCollectionQuery(
            quantityType: type,
            quantitySamplePredicate: HKQuery.predicateForSamples(withStart: start, end: end, options: []),
            options: isSum ? .cumulativeSum : [.discreteAverage],
            anchorDate: start,
            intervalComponents: interval
        )
        query.addsCounted = isSum && caller.isPerson
        let answer = Mutex<Result<[HKStatistics], any Error>>(.success([]))
        let done = DispatchSemaphore(value: 0)
        query.initialResultsHandler = { _, collection, error in
            answer.withLock { $0 = error.map { .failure($0) } ?? .success(collection?.statistics() ?? []) }
            done.signal()
        }
        caller.store.execute(query)
        done.wait()
        caller.store.stop(query)
        // A sample that extends into the span from before it also brings in the previous interval.
        return try answer.withLock { $0 }.get().filter { $0.startDate >= start && $0.startDate < end }
    }

    /// The average of the samples of some days, or nil if there are none.
    func average(_ type: HKQuantityType, from start: Date, to end: Date) throws -> HKQuantity? {
        let days = max(1, calendar.civilDays(from: start, to: end))
        return try collect(type, from: start, to: end, days: days).first?.averageQuantity()
    }
}
