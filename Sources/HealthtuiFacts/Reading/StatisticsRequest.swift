import Foundation
import HealthKit
import HealthtuiEntry

/// The length of the intervals of statistics.
package enum StatisticsPeriod: String, CaseIterable, Sendable {
    case hour
    case day
    case week
    case month
    case year
    case all

    /// The length, or `nil` for one interval over everything.
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

/// A request for statistics.
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
    ///   - timeZone: The time zone of days.
    ///   - separatesBySource: Whether to include each source separately.
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
    /// A sample that extends beyond the span counts with the part inside, as in intervals of a collection, so that
    /// hours, days and the whole span agree. HealthKit's own statistics count such samples in full (R5.4).
    ///
    /// - Parameter caller: The caller; only data that it may read is counted.
    /// - Returns: The statistics.
    /// - Throws: `HKError`.
    package func statistics(_ caller: Caller) async throws -> [HKStatistics] {
        let samples = HKSamplePredicate.quantitySample(type: type, predicate: predicate)
        guard let components = intervalComponents else {
            var query = HKStatisticsQueryDescriptor(predicate: samples, options: options)
            query.addsCounted = addsCounted(caller)
            guard let whole = try await query.result(for: caller.store) else { return [] }
            guard let part = part(of: whole) else { return [whole] }
            return try await clipped(part, caller).map { [$0] } ?? []
        }
        var query = HKStatisticsCollectionQueryDescriptor(
            predicate: samples,
            options: options,
            anchorDate: try anchor(),
            intervalComponents: components
        )
        query.addsCounted = addsCounted(caller)
        let collection = try await query.result(for: caller.store)
        var found = collection.statistics()
            .filter { statistics in
                from.map { statistics.endDate > $0 } ?? true && to.map { statistics.startDate < $0 } ?? true
            }
        for part in try cutIntervals() {
            guard let index = found.firstIndex(where: { $0.startDate == part.start }) else { continue }
            if let clipped = try await clipped(part, caller) {
                found[index] = clipped
            } else {
                found.remove(at: index)
            }
        }
        return found
    }

    // MARK: What the span cuts

    /// An interval that extends beyond the span.
    private struct CutInterval {
        let start: Date
        let end: Date
        /// The part of it that lies in the span.
        let part: Range<Date>
    }

    /// The intervals in which the span begins and ends, unless their bounds coincide.
    private func cutIntervals() throws -> [CutInterval] {
        guard let components = intervalComponents else { return [] }
        let intervals = try IntervalCalendar(anchor: anchor(), components: components)
        var cut: [CutInterval] = []
        for edge in [from, to].compactMap({ $0 }) {
            let found = intervals.interval(containing: edge.timeIntervalSinceReferenceDate)
            let start = Date(timeIntervalSinceReferenceDate: found.start)
            let end = Date(timeIntervalSinceReferenceDate: found.end)
            let inside = max(start, from ?? start)..<max(start, from ?? start, min(end, to ?? end))
            guard start < edge, !cut.contains(where: { $0.start == start }) else { continue }
            cut.append(CutInterval(start: start, end: end, part: inside))
        }
        return cut
    }

    /// The span as an interval over everything, if samples extend beyond it; otherwise nil.
    private func part(of whole: HKStatistics) -> CutInterval? {
        let start = max(whole.startDate, from ?? whole.startDate)
        let end = min(whole.endDate, to ?? whole.endDate)
        guard start > whole.startDate || end < whole.endDate, start <= end else { return nil }
        // A moment at the very end is included; an interval leaves its end to the next.
        return CutInterval(start: start, end: end, part: start..<(to ?? end.addingTimeInterval(1)))
    }

    /// The statistics of a cut interval's part, or nil if it has no data.
    private func clipped(_ interval: CutInterval, _ caller: Caller) async throws -> HKStatistics? {
        guard let components = Self.components(of: interval.part) else { return nil }
        var query = HKStatisticsCollectionQueryDescriptor(
            predicate: HKSamplePredicate.quantitySample(type: type, predicate: predicate),
            options: options,
            anchorDate: interval.part.lowerBound,
            intervalComponents: components
        )
        query.addsCounted = addsCounted(caller)
        let found = try await query.result(for: caller.store).statistics()
            .first { $0.startDate == interval.part.lowerBound }
        return found.map {
            HKStatistics(
                type: type,
                start: interval.start,
                end: interval.end,
                values: $0.values,
                separated: $0.separated
            )
        }
    }

    /// A time as the interval of a collection, or nil if it is shorter than the minimum.
    private static func components(of time: Range<Date>) -> DateComponents? {
        let length = time.upperBound.timeIntervalSince(time.lowerBound)
        guard length >= 0.001, length < 3_600 * 1_000_000_000 else { return nil }
        let seconds = Int(length)
        let rest = Int(((length - Double(seconds)) * 1_000_000_000).rounded())
        return DateComponents(hour: seconds / 3_600, second: seconds % 3_600, nanosecond: min(rest, 999_999_999))
    }

    /// The share of each source, by the start of the interval, or by the distant past for one over everything.
    package func explanations(_ person: PersonAccess) throws -> [Date: [SourceShare]] {
        let intervals = try intervalComponents.map { try IntervalCalendar(anchor: anchor(), components: $0) }
        let found = try person.explainStatistics(type, predicate: predicate, intervals: intervals)
        var shares = Dictionary(
            found.map { explanation in
                let isEverything = explanation.start == -.infinity
                let start = isEverything ? Date.distantPast : Date(timeIntervalSinceReferenceDate: explanation.start)
                return (start, explanation.shares)
            },
            uniquingKeysWith: { first, _ in first }
        )
        if intervals != nil {
            for cut in try cutIntervals() where shares[cut.start] != nil {
                shares[cut.start] = try explanation(of: cut.part, person)
            }
        } else if from != nil || to != nil, let extent = try extent(person) {
            let start = max(extent.lowerBound, from ?? extent.lowerBound)
            let end = max(start, to ?? extent.upperBound.addingTimeInterval(1))
            if !shares.isEmpty { shares[.distantPast] = try explanation(of: start..<end, person) }
        }
        return shares
    }

    /// The share of each source in a part of an interval.
    private func explanation(of part: Range<Date>, _ person: PersonAccess) throws -> [SourceShare]? {
        guard let components = Self.components(of: part) else { return nil }
        let intervals = try IntervalCalendar(anchor: part.lowerBound, components: components)
        let start = part.lowerBound.timeIntervalSinceReferenceDate
        return try person.explainStatistics(type, predicate: predicate, intervals: intervals)
            .first { $0.start == start }?
            .shares
    }

    /// The time span of the type's samples.
    private func extent(_ person: PersonAccess) throws -> ClosedRange<Date>? {
        try person.types().first { $0.identifier == type.identifier }.map { $0.first...max($0.first, $0.last) }
    }

    /// The requested time that has passed; if all of it lies in the future, all of it.
    package func span(until now: Date) -> Range<Date> {
        let start = from ?? .distantPast
        let end = to.map { $0 < now ? $0 : max(now, start) } ?? max(now, start)
        return start..<max(start, end)
    }

    /// The samples that overlap the span.
    ///
    /// HealthKit's predicate also matches samples that end just as the span begins (R4.2). An interval leaves those to
    /// the previous one; one over everything has no previous one.
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

    /// Whether what two sources report counts once: the person's own numbers, not those of apps (R5.30).
    private func addsCounted(_ caller: Caller) -> Bool { type.aggregationStyle == .cumulative && caller.isPerson }

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
            // For zones that once differed by half an hour from today, hours begin as they do in the span.
            case .hour: calendar.civilStartOfDay(for: from ?? Date())
            default: newYear
            }
        guard let anchor else { throw HKError.invalid("\(timeZone.identifier) has no calendar") }
        return anchor
    }
}
