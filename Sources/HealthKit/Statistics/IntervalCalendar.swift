import Foundation

/// The intervals `[anchor + k · components, anchor + (k + 1) · components)` of a statistics collection, k any integer.
///
/// Calendar arithmetic, so months differ in length and days keep their local start over daylight saving changes (R5.7).
/// Every edge is counted from the anchor, so that an anchor on the 31st does not drift.
package struct IntervalCalendar: Sendable {
    package let anchor: Date
    package let components: DateComponents
    package let calendar: Calendar

    private let step: Step

    /// How edges follow each other.
    private enum Step: Sendable {
        /// The same number of seconds, always.
        case seconds(Double)
        /// A number of days; their length changes with daylight saving.
        case days(Int)
        /// Anything else: about this many seconds.
        case calendar(roughly: Double)
    }

    /// - Throws: `errorInvalidArgument` when the components are all zero, or one is negative or out of reason.
    package init(anchor: Date, components: DateComponents) throws {
        var calendar = components.calendar ?? Calendar.current
        if let zone = components.timeZone { calendar.timeZone = zone }
        let parts = [
            components.year, components.quarter, components.month, components.weekOfYear ?? components.weekOfMonth,
            components.day, components.hour, components.minute, components.second, components.nanosecond,
        ]
        .map { $0 == NSDateComponentUndefined ? 0 : $0 ?? 0 }
        let lengths: [Double] = [31_556_952, 7_889_238, 2_629_746, 604_800, 86_400, 3_600, 60, 1, 1e-9]
        guard anchor.timeIntervalSinceReferenceDate.isFinite, parts.allSatisfy({ (0...1_000_000_000).contains($0) })
        else {
            throw HKError.invalid("Interval components must not be negative: \(components)")
        }
        let total = zip(parts, lengths).reduce(0) { $0 + Double($1.0) * $1.1 }
        guard total > 0 else { throw HKError.invalid("Interval components must not all be zero: \(components)") }
        self.anchor = anchor
        self.components = components
        self.calendar = calendar
        let months = parts[0] + parts[1] + parts[2]
        let days = parts[3] * 7 + parts[4]
        let seconds = zip(parts[5...], lengths[5...]).reduce(0) { $0 + Double($1.0) * $1.1 }
        if months == 0, days == 0 {
            step = .seconds(seconds)
        } else if months == 0, seconds == 0 {
            step = .days(days)
        } else {
            step = .calendar(roughly: total)
        }
    }

    /// The edge number k.
    package func edge(_ k: Int) -> Double {
        switch step {
        case .seconds(let seconds):
            return anchor.timeIntervalSinceReferenceDate + Double(k) * seconds
        case .days(let days):
            return calendar.date(byAdding: .day, value: k &* days, to: anchor)?.timeIntervalSinceReferenceDate
                ?? anchor.timeIntervalSinceReferenceDate + Double(k) * Double(days) * 86_400
        case .calendar(let roughly):
            return calendar.date(byAdding: multiple(k), to: anchor)?.timeIntervalSinceReferenceDate
                ?? anchor.timeIntervalSinceReferenceDate + Double(k) * roughly
        }
    }

    private func multiple(_ k: Int) -> DateComponents {
        func times(_ part: Int?) -> Int? {
            part.flatMap { $0 == NSDateComponentUndefined ? nil : $0.multipliedReportingOverflow(by: k).partialValue }
        }
        return DateComponents(
            year: times(components.year),
            month: (times(components.month) ?? 0) + 3 * (times(components.quarter) ?? 0),
            day: times(components.day),
            hour: times(components.hour),
            minute: times(components.minute),
            second: times(components.second),
            nanosecond: times(components.nanosecond),
            weekOfYear: times(components.weekOfYear ?? components.weekOfMonth)
        )
    }

    private var roughLength: Double {
        switch step {
        case .seconds(let seconds): seconds
        case .days(let days): Double(days) * 86_400
        case .calendar(let roughly): roughly
        }
    }

    /// The number of the interval that holds a time.
    package func index(of time: Double) -> Int {
        let guess = ((time - anchor.timeIntervalSinceReferenceDate) / roughLength).rounded(.down)
        var k = Int(max(-1e12, min(1e12, guess.isFinite ? guess : 0)))
        while edge(k) > time, k > -1_000_000_000_000 { k -= 1 }
        while edge(k + 1) <= time, k < 1_000_000_000_000 { k += 1 }
        return k
    }

    /// The interval that holds a time.
    package func interval(containing time: Double) -> (start: Double, end: Double) {
        let k = index(of: time)
        return (edge(k), edge(k + 1))
    }

    /// The most intervals that one collection may have.
    package static let limit = 20_000_000

    /// All edges from the interval that holds `start` to the one that holds `end`.
    ///
    /// - Throws: `errorInvalidArgument` when there would be more than ``limit`` intervals.
    package func edges(from start: Double, through end: Double) throws -> BucketEdges {
        guard start.isFinite, end.isFinite, start <= end else { return BucketEdges([]) }
        guard (end - start) / roughLength < Double(Self.limit) else {
            throw HKError.invalid("The interval components divide the time of the samples into too many intervals")
        }
        let first = index(of: start)
        switch step {
        case .seconds(let seconds):
            let origin = anchor.timeIntervalSinceReferenceDate
            let last = index(of: end) + 1
            return BucketEdges((first...last).map { origin + Double($0) * seconds })
        case .days(let days):
            return BucketEdges(dayEdges(from: first, days: days, through: end))
        case .calendar:
            var edges = [edge(first)]
            var k = first
            repeat {
                k += 1
                edges.append(edge(k))
            } while edges[edges.count - 1] <= end
            return BucketEdges(edges)
        }
    }

    /// Day edges: plain additions while the zone's offset stays, calendar arithmetic around its changes.
    private func dayEdges(from first: Int, days: Int, through end: Double) -> [Double] {
        let length = Double(days) * 86_400
        let zone = calendar.timeZone
        var edges = [edge(first)]
        edges.reserveCapacity(Int((end - edges[0]) / length) + 3)
        var k = first
        var last = edges[0]
        var change = Self.nextChange(of: zone, after: last - 86_400)
        while last <= end {
            k += 1
            if last + length + 90_000 < change {
                last += length
            } else {
                last = edge(k)
                if last - 90_000 > change { change = Self.nextChange(of: zone, after: last) }
            }
            edges.append(last)
        }
        return edges
    }

    private static func nextChange(of zone: TimeZone, after time: Double) -> Double {
        zone.nextDaylightSavingTimeTransition(after: Date(timeIntervalSinceReferenceDate: time))?
            .timeIntervalSinceReferenceDate ?? .infinity
    }
}
