import Foundation

/// The time of each day that samples cover: every moment counts once, however many samples have it.
package struct DayMinutes: Sendable {
    /// In seconds since the reference date, in any order.
    private var spans: [(start: Double, end: Double)] = []

    /// No time at all.
    package init() {}

    /// Adds the time of a sample.
    ///
    /// - Parameters:
    ///   - start: Its start.
    ///   - end: Its end; before the start it adds nothing.
    package mutating func add(from start: Date, to end: Date) {
        let (start, end) = (start.timeIntervalSinceReferenceDate, end.timeIntervalSinceReferenceDate)
        guard start.isFinite, end.isFinite, start <= end else { return }
        spans.append((start, end))
    }

    /// The seconds of each day, cut at midnight.
    ///
    /// - Parameters:
    ///   - span: The requested days.
    ///   - clock: The clocks that say when a day begins.
    /// - Returns: The seconds of the days that have samples: 0 for one with nothing but instants.
    package func seconds(in span: Range<CalendarDay>, on clock: CivilClock) -> [CalendarDay: Double] {
        let first = clock.start(ofDay: Double(span.lowerBound.number))
        let last = clock.start(ofDay: Double(span.upperBound.number))
        var days: [CalendarDay: Double] = [:]
        var covered = -Double.infinity
        for (start, end) in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            guard start < last, end > first || start >= first else { continue }
            let from = max(start, first, covered)
            let to = min(end, last)
            covered = max(covered, to)
            if from < to {
                Self.cut(from: from, to: to, on: clock, &days)
            } else if start >= first {
                days[Self.day(start, on: clock), default: 0] += 0
            }
        }
        return days
    }

    /// Adds the seconds of a span to the days that it touches.
    private static func cut(from: Double, to: Double, on clock: CivilClock, _ days: inout [CalendarDay: Double]) {
        var time = from
        var number = clock.day(from)
        while time < to {
            // A day that the zone left out begins with the next one.
            let midnight = clock.start(ofDay: number + 1)
            let next = min(to, max(midnight, time))
            if next > time { days[Self.day(time, on: clock), default: 0] += next - time }
            (time, number) = (next, number + 1)
        }
    }

    private static func day(_ time: Double, on clock: CivilClock) -> CalendarDay {
        CalendarDay(Date(timeIntervalSinceReferenceDate: time), on: clock)
    }
}
