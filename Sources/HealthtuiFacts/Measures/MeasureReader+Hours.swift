import Foundation
import HealthKit
import HealthtuiEntry

// Hours of days, for patterns.
extension MeasureReader {
    /// The pattern of a measure by weekday, and by hour where it has hours.
    ///
    /// - Parameters:
    ///   - measure: The measure.
    ///   - span: The days; `nil` for all.
    ///   - number: Makes numbers of another unit of those of the measure.
    /// - Returns: The pattern.
    /// - Throws: `HKError`.
    package func pattern(
        of measure: Measure,
        in span: Range<CalendarDay>?,
        number: (Double) -> Double = { $0 }
    ) async throws -> MeasurePattern {
        let days = try days(of: measure, in: span)
        let over = days.over(days.span)
        guard case .quantity(let type) = measure.subject else {
            return MeasurePattern(days, in: over, hours: nil, number: number)
        }
        return MeasurePattern(days, in: over, hours: try await hours(of: type, over), number: number)
    }

    /// The sum or the mean of each hour of days; an hour that the clock shows twice is one.
    private func hours(of type: HKQuantityType, _ span: Range<CalendarDay>) async throws -> MeasurePattern.Hours {
        var hours = MeasurePattern.Hours([:])
        guard !span.isEmpty else { return hours }
        let (start, end) = bounds(span)
        let statistics = try await StatisticsRequest(
            type: type,
            period: .hour,
            from: start,
            to: end,
            timeZone: calendar.timeZone,
            separatesBySource: false
        )
        .statistics(caller)
        let isSum = type.aggregationStyle == .cumulative
        var found: [CalendarDay: [Int: [Double]]] = [:]
        for part in statistics where part.startDate >= start && part.startDate < end {
            let quantity = isSum ? part.countedQuantity() : part.averageQuantity()
            guard let value = quantity?.doubleValue(for: type.canonicalUnit), value.isFinite else { continue }
            let hour = calendar.component(.hour, from: part.startDate)
            found[CalendarDay(part.startDate, on: clock), default: [:]][hour, default: []].append(value)
        }
        hours.numbers = found.mapValues { hours in
            hours.mapValues { isSum ? $0.reduce(0, +) : $0.reduce(0, +) / Double($0.count) }
        }
        // A day that counts as 0 lacks the same hours as one with data.
        for day in countsZeros ? Array(span) : Array(found.keys) {
            let skipped = skippedHours(of: day)
            if !skipped.isEmpty { hours.skipped[day] = skipped }
        }
        return hours
    }

    /// The hours that the clock leaves out on a day.
    private func skippedHours(of day: CalendarDay) -> Set<Int> {
        let (start, end) = bounds(day..<day.advanced(by: 1))
        guard end.timeIntervalSince(start) < 86_400 else { return [] }
        let moments = stride(
            from: start.timeIntervalSinceReferenceDate,
            to: end.timeIntervalSinceReferenceDate,
            by: 900
        )
        let shown = moments.map { calendar.component(.hour, from: Date(timeIntervalSinceReferenceDate: $0)) }
        return Set(0..<24).subtracting(shown)
    }
}

extension Measure {
    /// Whether a pattern has its hours.
    package var hasHours: Bool {
        if case .quantity = subject { return true }
        return false
    }
}
