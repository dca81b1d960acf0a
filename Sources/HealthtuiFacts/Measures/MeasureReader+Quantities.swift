import Foundation
import HealthKit
import HealthtuiEntry
import Synchronization

// Days of quantities and of blood pressure: HealthKit's own statistics of each day.
extension MeasureReader {
    /// The days of a quantity type: the sum of what adds up, else the mean.
    func quantityDays(
        _ type: HKQuantityType,
        _ span: Range<CalendarDay>
    ) throws -> [CalendarDay: MeasureDay] {
        if let condition, condition.hasChecks { return try scannedDays(type, condition, span) }
        return days(of: type, try dailyStatistics(type, span))
    }

    /// The days that statistics of single days make.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - statistics: HealthKit's statistics of each day.
    /// - Returns: The days, in the type's canonical unit.
    package func days(of type: HKQuantityType, _ statistics: [HKStatistics]) -> [CalendarDay: MeasureDay] {
        let unit = type.canonicalUnit
        let isSum = type.aggregationStyle == .cumulative
        var days: [CalendarDay: MeasureDay] = [:]
        for statistics in statistics {
            let value = isSum ? statistics.countedQuantity() : statistics.averageQuantity()
            guard let value = value?.doubleValue(for: unit), value.isFinite else { continue }
            var day = MeasureDay(value)
            if !isSum {
                day.least = statistics.minimumQuantity()?.doubleValue(for: unit)
                day.greatest = statistics.maximumQuantity()?.doubleValue(for: unit)
                day.latest = statistics.mostRecentQuantity()?.doubleValue(for: unit)
                day.latestEnd = statistics.mostRecentQuantityDateInterval()?.end
            }
            days[CalendarDay(statistics.startDate, on: clock)] = day
        }
        return days
    }

    /// The days of blood pressure: the mean of the readings, both numbers.
    func pressureDays(_ span: Range<CalendarDay>) throws -> [CalendarDay: MeasureDay] {
        let upper = try quantityDays(BloodPressure.systolicType, span)
        let lower = try quantityDays(BloodPressure.diastolicType, span)
        return upper.reduce(into: [:]) { days, day in
            // One number alone isn't a blood pressure.
            guard let below = lower[day.key] else { return }
            days[day.key] = day.value
            days[day.key]?.second = below.value
        }
    }

    /// The statistics of each day that has samples, in order of time.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - span: The days.
    ///   - separatesSources: Whether to separate the values by source.
    /// - Returns: The statistics.
    /// - Throws: `HKError`.
    func dailyStatistics(
        _ type: HKQuantityType,
        _ span: Range<CalendarDay>,
        separatesSources: Bool = false
    ) throws -> [HKStatistics] {
        let (start, end) = bounds(span)
        var interval = DateComponents(day: 1)
        interval.calendar = calendar
        interval.timeZone = calendar.timeZone
        let isSum = type.aggregationStyle == .cumulative
        var predicate: NSPredicate = HKQuery.predicateForSamples(withStart: start, end: end, options: [])
        if let condition {
            predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                predicate, FilterPredicate(condition.storeFilter),
            ])
        }
        if let until {
            predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                predicate, HKQuery.predicateForSamples(withStart: nil, end: until, options: .strictEndDate),
            ])
        }
        let options: HKStatisticsOptions =
            isSum ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
        let query = HKStatisticsCollectionQuery(
            quantityType: type,
            quantitySamplePredicate: predicate,
            options: separatesSources ? options.union(.separateBySource) : options,
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
        // A sample that begins before the span also adds the day before.
        return try answer.withLock { $0 }.get().filter { $0.startDate >= start && $0.startDate < end }
    }

    /// The days made of the samples that a filter admits which the store can't evaluate by itself.
    private func scannedDays(
        _ type: HKQuantityType,
        _ condition: FilterExpression,
        _ span: Range<CalendarDay>
    ) throws -> [CalendarDay: MeasureDay] {
        let unit = type.canonicalUnit
        let isSum = type.aggregationStyle == .cumulative
        var values: [CalendarDay: [Double]] = [:]
        try visit(type, span) { sample in
            guard let quantity = (sample as? HKQuantitySample)?.quantity.doubleValue(for: unit), quantity.isFinite
            else {
                return
            }
            values[CalendarDay(sample.startDate, on: clock), default: []].append(quantity)
        }
        return values.compactMapValues { values in
            let sum = values.reduce(0, +)
            var day = MeasureDay(isSum ? sum : sum / Double(values.count))
            if !isSum { (day.least, day.greatest, day.latest) = (values.min(), values.max(), values.last) }
            return day
        }
    }

    /// Calls a closure with each sample that begins on a day of a span and meets the condition, in order of start.
    func visit(_ type: HKSampleType, _ span: Range<CalendarDay>, _ body: (HKSample) throws -> Void) throws {
        let (start, end) = bounds(span)
        try visit(type, from: start, to: end) { sample in
            if sample.startDate >= start && sample.startDate < end { try body(sample) }
        }
    }

    /// Calls a closure with each sample that has time between two moments and meets the condition, in order of start.
    func visit(_ type: HKSampleType, from: Date?, to: Date?, _ body: (HKSample) throws -> Void) throws {
        let query = SampleListQuery(type: type, from: from, to: to)
        let samples = FilteredSamples(query, condition, timeZone: calendar.timeZone)
        var position: SampleListPosition?
        while true {
            let page = try samples.page(after: position, ascending: true, limit: 2_000, caller)
            for sample in page where until.map({ sample.endDate <= $0 }) ?? true { try body(sample) }
            guard page.count == 2_000, let next = SampleListPosition(behind: page, after: position) else { return }
            position = next
        }
    }

    /// The times between which a measure has samples; `nil` where there are none.
    func extent(_ measure: Measure) throws -> ClosedRange<Date>? {
        var types = [measure.type].compactMap { $0 }
        if case .bloodPressure = measure.subject { types = [BloodPressure.systolicType] }
        guard case .person(let person) = caller else {
            let reader = SampleReader(caller)
            let ends = try types.flatMap { type in
                try [true, false].flatMap { try reader.samples(SampleListQuery(type: type), ascending: $0, limit: 1) }
            }
            guard let first = ends.map(\.startDate).min(), let last = ends.map(\.endDate).max() else { return nil }
            return first...max(first, last)
        }
        let identifiers = Set(types.map(\.identifier))
        let own = try person.types().filter { identifiers.contains($0.identifier) }
        guard let first = own.map(\.first).min(), let last = own.map(\.last).max() else { return nil }
        return first...max(first, last)
    }
}
