import Foundation
import HealthKit

/// The times that a timeline is drawn over, side by side: of sleeps without the hours between them.
struct TimelineScale: Sendable {
    /// The times in order.
    let times: [DateInterval]

    /// The share of the width between two times.
    private static let gap = 0.04
    /// Sleeps that are closer than this, in seconds, are drawn over one time.
    private static let near: TimeInterval = 7_200

    /// One time.
    init(_ time: DateInterval) { times = [time] }

    /// The times of sleeps, each from a whole hour to a whole hour.
    ///
    /// - Parameters:
    ///   - segments: What is drawn; none for no scale.
    ///   - clock: The clock whose hours are drawn.
    init?(_ segments: [ChartSegment], _ clock: CivilClock) {
        var times: [DateInterval] = []
        for segment in segments.sorted(by: { $0.start < $1.start }) {
            let start = Self.hour(segment.start, clock, .down)
            let end = max(start, Self.hour(segment.end, clock, .up))
            if let last = times.last, start.timeIntervalSince(last.end) < Self.near {
                times[times.count - 1] = DateInterval(start: last.start, end: max(last.end, end))
            } else {
                times.append(DateInterval(start: start, end: end))
            }
        }
        guard !times.isEmpty else { return nil }
        self.times = times
    }

    private static func hour(_ date: Date, _ clock: CivilClock, _ rule: FloatingPointRoundingRule) -> Date {
        let local = clock.local(date.timeIntervalSinceReferenceDate)
        return date.addingTimeInterval((local / 3_600).rounded(rule) * 3_600 - local)
    }

    /// All seconds that are drawn.
    var duration: TimeInterval { times.reduce(0) { $0 + $1.duration } }

    /// The share of the width that all times together have.
    private var room: Double { max(0.2, 1 - Double(times.count - 1) * Self.gap) }

    /// The place of a moment of one of the times, as a share of the width.
    private func share(_ date: Date, in index: Int) -> Double {
        let before = times[..<index].reduce(0) { $0 + $1.duration }
        let passed = before + date.timeIntervalSince(times[index].start)
        return passed / max(1, duration) * room + Double(index) * Self.gap
    }

    /// The place of a moment as a share of the width; nil between the times.
    func share(_ date: Date) -> Double? {
        guard times.count > 1 else { return share(date, in: 0) }
        return times.firstIndex { $0.start <= date && date <= $0.end }.map { share(date, in: $0) }
    }

    /// The positions of a segment's ends; nil if it is outside all times.
    func shares(_ segment: ChartSegment) -> (start: Double, end: Double)? {
        guard times.count > 1 else { return (share(segment.start, in: 0), share(segment.end, in: 0)) }
        return times.firstIndex { $0.start <= segment.start && segment.end <= $0.end }
            .map { (share(segment.start, in: $0), share(segment.end, in: $0)) }
    }

    /// The shares of the width between the times.
    var breaks: [ClosedRange<Double>] {
        times.indices.dropLast()
            .map { index in
                let end = share(times[index].end, in: index)
                return end...max(end, share(times[index + 1].start, in: index + 1))
            }
    }

    /// The whole hours of the times, or every third or sixth of long ones.
    ///
    /// - Parameter clock: The clock whose hours they are.
    /// - Returns: The hours.
    func hours(_ clock: CivilClock) -> [Date] {
        let step = duration <= 14 * 3_600 ? 1.0 : duration <= 26 * 3_600 ? 3 : 6
        var hours: [Date] = []
        for time in times {
            var next = Self.hour(time.start, clock, .up)
            while next <= time.end, hours.count < 200 {
                let local = clock.local(next.timeIntervalSinceReferenceDate) / 3_600
                if (local / step).rounded() * step == local.rounded() { hours.append(next) }
                next = Self.hour(next.addingTimeInterval(3_600), clock, .down)
            }
        }
        return hours
    }
}
