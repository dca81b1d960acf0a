import Foundation

/// The intervals `[anchor + k · components, anchor + (k + 1) · components)` of a statistics collection, k any integer.
///
/// Years to days are counted as the clocks of the calendar's zone show them, so months differ in length and days keep
/// their local start over daylight saving changes (R5.7); hours and less are counted in elapsed time. Every edge is
/// counted from the anchor, so that an anchor on the 31st does not drift. A day that a zone skipped has no interval,
/// and isn't counted in longer ones; weeks still begin on their weekday.
package struct IntervalCalendar: Sendable {
    package let anchor: Date
    package let components: DateComponents
    package let calendar: Calendar

    private let origin: Double
    /// The anchor as the clocks show it.
    private let local: Double
    private let clock: CivilClock
    /// The calendar of local time, which knows no changes of clocks.
    private let universal: Calendar
    private let step: Step
    /// The days that the zone skipped, if that matters.
    private let skipped: [Double]

    /// The distance between edges: an amount of the calendar, then a number of seconds.
    private enum Step: Sendable {
        /// The same number of seconds, always.
        case seconds(Double)
        /// A number of days that a zone had; their length changes with daylight saving.
        case days(Double)
        /// A number of weeks, in days, whether the zone had all of them or not.
        case weeks(days: Double)
        /// Anything else, with its approximate number of seconds.
        case calendar(seconds: Double, roughly: Double)
    }

    /// The shortest interval: at the ends of the time that samples may have, times have a resolution of some
    /// microseconds.
    private static let shortest = 0.001

    /// - Throws: `errorInvalidArgument` when the components are all zero, or one is negative or too large, or the
    ///   anchor is outside the range of sample dates.
    package init(anchor: Date, components: DateComponents) throws {
        var calendar = components.calendar ?? Calendar.current
        if let zone = components.timeZone { calendar.timeZone = zone }
        let parts = [
            components.year, components.quarter, components.month, components.weekOfYear ?? components.weekOfMonth,
            components.day, components.hour, components.minute, components.second, components.nanosecond,
        ]
        .map { $0 == NSDateComponentUndefined ? 0 : $0 ?? 0 }
        let lengths: [Double] = [31_556_952, 7_889_238, 2_629_746, 604_800, 86_400, 3_600, 60, 1, 1e-9]
        guard parts.allSatisfy({ (0...1_000_000_000).contains($0) }) else {
            throw HKError.invalid("Interval components must not be negative: \(components)")
        }
        origin = anchor.timeIntervalSinceReferenceDate
        guard origin.isFinite, abs(origin) < SampleTimes.limit else {
            throw HKError.invalid("The anchor date is out of range: \(origin) seconds from the reference date")
        }
        let total = zip(parts, lengths).reduce(0) { $0 + Double($1.0) * $1.1 }
        guard total > 0 else { throw HKError.invalid("Interval components must not all be zero: \(components)") }
        guard total >= Self.shortest else {
            throw HKError.invalid("Interval components must not be shorter than a millisecond: \(components)")
        }
        self.anchor = anchor
        self.components = components
        self.calendar = calendar
        clock = CivilClock(calendar.timeZone)
        local = clock.counted(origin)
        var universal = calendar
        universal.timeZone = .gmt
        self.universal = universal
        let months = parts[0] + parts[1] + parts[2]
        let days = parts[3] * 7 + parts[4]
        let seconds = zip(parts[5...], lengths[5...]).reduce(0) { $0 + Double($1.0) * $1.1 }
        if months == 0, days == 0 {
            step = .seconds(seconds)
        } else if months == 0, seconds == 0 {
            step = parts[3] == 0 ? .days(Double(days)) : .weeks(days: Double(days))
        } else {
            step = .calendar(seconds: seconds, roughly: total)
        }
        // For single days it makes no difference whether one is skipped or empty.
        if case .days(let days) = step, days > 1 { skipped = clock.skippedDays() } else { skipped = [] }
    }

    /// The edge number k.
    package func edge(_ k: Int) -> Double {
        let number = Double(k)
        let rough = origin + number * roughLength
        // Beyond the time of samples, where calendars give out, edges need only ascend.
        guard k != 0, abs(rough) < 2 * SampleTimes.limit else { return rough }
        switch step {
        case .seconds: return rough
        case .days(let days): return clock.moment(adding(number * days))
        case .weeks(let days): return clock.moment(local + number * days * 86_400)
        case .calendar(let seconds, _):
            let start = Date(timeIntervalSinceReferenceDate: local)
            guard let moved = universal.date(byAdding: multiple(k), to: start) else { return rough }
            return clock.moment(moved.timeIntervalSinceReferenceDate) + number * seconds
        }
    }

    /// The local time a number of days of the zone after the anchor.
    private func adding(_ days: Double) -> Double {
        if skipped.isEmpty { return local + days * 86_400 }
        let first = (local / 86_400).rounded(.down)
        // Days are numbered first without the skipped ones, then with them.
        var day = first - Double(skipped.count { $0 < first }) + days
        for left in skipped where left <= day { day += 1 }
        return day * 86_400 + (local - first * 86_400)
    }

    /// The calendar parts of the components, multiplied.
    private func multiple(_ k: Int) -> DateComponents {
        func times(_ part: Int?) -> Int? {
            part.flatMap { $0 == NSDateComponentUndefined ? nil : $0.multipliedReportingOverflow(by: k).partialValue }
        }
        return DateComponents(
            year: times(components.year),
            month: (times(components.month) ?? 0) + 3 * (times(components.quarter) ?? 0),
            day: times(components.day),
            weekOfYear: times(components.weekOfYear ?? components.weekOfMonth)
        )
    }

    /// About how many seconds an interval lasts.
    package var roughLength: Double {
        switch step {
        case .seconds(let seconds): seconds
        case .days(let days), .weeks(let days): days * 86_400
        case .calendar(_, let roughly): roughly
        }
    }

    /// The number of the interval that holds a time.
    package func index(of time: Double) -> Int {
        let limit = 1e15
        func distance(from edge: Double) -> Int {
            let distance = ((time - edge) / roughLength).rounded(.down)
            return Int(max(-limit, min(limit, distance.isFinite ? distance : 0)))
        }
        var k = distance(from: origin)
        guard abs(time) < 2 * SampleTimes.limit else { return k }
        // Years of some calendars differ from the rough length: each guess starts from the one before.
        for _ in 0..<16 {
            let miss = distance(from: edge(k))
            if abs(miss) < 2 { break }
            k += miss
        }
        while edge(k) > time { k -= 1 }
        while edge(k + 1) <= time { k += 1 }
        return k
    }

    /// The interval that holds a time.
    package func interval(containing time: Double) -> (start: Double, end: Double) {
        let k = index(of: time)
        return (edge(k), edge(k + 1))
    }

    /// The maximum number of intervals with data in one collection.
    package static let limit = 6_000_000

    /// All edges from the interval that holds `start` to the one that holds `end`.
    ///
    /// - Throws: `errorInvalidArgument` when there would be more than ``limit`` intervals.
    package func edges(from start: Double, through end: Double) throws -> BucketEdges {
        guard start.isFinite, end.isFinite, start <= end else { return BucketEdges([]) }
        guard (end - start) / roughLength < Double(Self.limit) else { throw Self.tooMany }
        let first = index(of: start)
        switch step {
        case .seconds(let seconds):
            let last = index(of: end) + 1
            return BucketEdges((first...last).map { origin + Double($0) * seconds })
        case .days(let days), .weeks(let days):
            return BucketEdges(dayEdges(from: first, days: days, through: end))
        case .calendar:
            var edges = [edge(first)]
            var k = first
            while edges[edges.count - 1] <= end {
                k += 1
                let next = edge(k)
                if next > edges[edges.count - 1] { edges.append(next) }
            }
            return BucketEdges(edges)
        }
    }

    static var tooMany: HKError {
        .invalid("The interval components divide the time of the samples into too many intervals")
    }

    /// Day edges: plain additions while the zone's offset stays, its clocks around the changes.
    private func dayEdges(from first: Int, days: Double, through end: Double) -> [Double] {
        let length = days * 86_400
        // A change affects only nearby local times.
        let margin = 172_800.0
        var edges = [edge(first)]
        edges.reserveCapacity(Int((end - edges[0]) / length) + 3)
        var k = first
        var last = edges[0]
        var change = clock.nextChange(after: last - margin)
        while last <= end {
            k += 1
            if last + length + margin < change {
                last += length
                edges.append(last)
                continue
            }
            let next = edge(k)
            if next - margin > change { change = clock.nextChange(after: next - margin) }
            guard next > last else { continue }
            last = next
            edges.append(last)
        }
        return edges
    }
}
