import Foundation
import HealthEntry
import HealthKit

/// The length of the intervals of statistics.
package enum StatisticsPeriod: String, CaseIterable, Sendable {
    case hour
    case day
    case week
    case month
    case year
    case all

    /// The length; `nil` for one interval over everything.
    fileprivate var components: DateComponents? {
        switch self {
        case .hour: DateComponents(hour: 1)
        case .day: DateComponents(day: 1)
        case .week: DateComponents(weekOfYear: 1)
        case .month: DateComponents(month: 1)
        case .year: DateComponents(year: 1)
        case .all: nil
        }
    }
}

/// Which statistics are asked for.
package struct StatisticsRequest: Sendable {
    package let type: HKQuantityType
    package let period: StatisticsPeriod
    package let from: Date?
    package let to: Date?
    package let timeZone: TimeZone
    package let separatesBySource: Bool

    /// A request.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - period: The length of the intervals.
    ///   - from: Only samples that have time after this; `nil` for all.
    ///   - to: Only samples that have time before this; `nil` for all.
    ///   - timeZone: Where days begin.
    ///   - separatesBySource: Whether each source is told by itself too.
    package init(
        type: HKQuantityType,
        period: StatisticsPeriod,
        from: Date?,
        to: Date?,
        timeZone: TimeZone,
        separatesBySource: Bool
    ) {
        self.type = type
        self.period = period
        self.from = from
        self.to = to
        self.timeZone = timeZone
        self.separatesBySource = separatesBySource
    }

    /// The statistics of each interval that has samples and touches the span, in order of time.
    ///
    /// - Parameter caller: Who asks: only what it may see is counted.
    /// - Returns: The statistics.
    /// - Throws: `HKError`.
    package func statistics(_ caller: Caller) async throws -> [HKStatistics] {
        let samples = HKSamplePredicate.quantitySample(type: type, predicate: predicate)
        guard let components = intervalComponents else {
            let query = HKStatisticsQueryDescriptor(predicate: samples, options: options)
            return try await query.result(for: caller.store).map { [$0] } ?? []
        }
        let query = HKStatisticsCollectionQueryDescriptor(
            predicate: samples,
            options: options,
            anchorDate: try anchor(),
            intervalComponents: components
        )
        let collection = try await query.result(for: caller.store)
        return collection.statistics()
            .filter { statistics in
                from.map { statistics.endDate > $0 } ?? true && to.map { statistics.startDate < $0 } ?? true
            }
    }

    /// Which source counted for what, by the start of the interval; by the distant past for one over everything.
    package func explanations(_ person: PersonAccess) throws -> [Date: [SourceShare]] {
        let intervals = try intervalComponents.map { try IntervalCalendar(anchor: anchor(), components: $0) }
        let found = try person.explainStatistics(type, predicate: predicate, intervals: intervals)
        return Dictionary(
            found.map { explanation in
                let isEverything = explanation.start == -.infinity
                let start = isEverything ? Date.distantPast : Date(timeIntervalSinceReferenceDate: explanation.start)
                return (start, explanation.shares)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The time that is asked for and has passed; where all of it lies ahead, all of it.
    package func span(until now: Date) -> Range<Date> {
        let start = from ?? .distantPast
        let end = to.map { $0 < now ? $0 : max(now, start) } ?? max(now, start)
        return start..<max(start, end)
    }

    /// The samples that have time in the span.
    ///
    /// HealthKit's predicate takes what ends as the span begins too (R4.2). An interval leaves that to the one before;
    /// one over everything has none before it.
    private var predicate: NSPredicate? {
        guard from != nil || to != nil else { return nil }
        let touching = HKQuery.predicateForSamples(withStart: from, end: to, options: [])
        guard let from else { return touching }
        let after = Date(timeIntervalSinceReferenceDate: from.timeIntervalSinceReferenceDate.nextUp)
        let startsInside = HKQuery.predicateForSamples(withStart: from, end: nil, options: .strictStartDate)
        let endsLater = HKQuery.predicateForSamples(withStart: after, end: nil, options: .strictEndDate)
        return NSCompoundPredicate(andPredicateWithSubpredicates: [
            touching, NSCompoundPredicate(orPredicateWithSubpredicates: [startsInside, endsLater]),
        ])
    }

    private var options: HKStatisticsOptions {
        var options: HKStatisticsOptions = [.mostRecent, .duration]
        if type.aggregationStyle == .cumulative {
            options.insert(.cumulativeSum)
        } else {
            options.formUnion([.discreteAverage, .discreteMin, .discreteMax])
        }
        if separatesBySource { options.insert(.separateBySource) }
        return options
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = .person(category: "LC_TIME")
        calendar.timeZone = timeZone
        return calendar
    }

    private var intervalComponents: DateComponents? {
        var components = period.components
        components?.calendar = calendar
        components?.timeZone = timeZone
        return components
    }

    /// A start of a day, week, month and year from which intervals are counted.
    private func anchor() throws -> Date {
        let calendar = calendar
        let newYear = calendar.date(from: DateComponents(year: 2001, month: 1, day: 1))
        let anchor =
            switch period {
            case .week: newYear.map { calendar.civilInterval(of: .weekOfYear, for: $0).start }
            // Zones that once differed by half an hour from today: hours begin as they do in the span.
            case .hour: calendar.civilStartOfDay(for: from ?? Date())
            default: newYear
            }
        guard let anchor else { throw HKError.invalid("\(timeZone.identifier) has no calendar") }
        return anchor
    }
}
