import Foundation
import HealthKit

/// The cycles derived from recorded periods, and a prediction of the next.
package struct CycleHistory: Sendable, Hashable {
    /// A day with menstrual flow.
    package struct FlowDay: Sendable, Hashable {
        /// The beginning of the day.
        package let day: Date
        /// Whether a sample of the day says that a cycle begins with it, or nil if none says so either way.
        package let isStart: Bool?

        /// A day with flow.
        ///
        /// - Parameters:
        ///   - day: The beginning of the day.
        ///   - isStart: Whether a cycle begins with it; nil if unknown.
        package init(day: Date, isStart: Bool?) {
            self.day = day
            self.isStart = isStart
        }
    }

    /// From the first day of one period to the day before the next.
    package struct Cycle: Sendable, Hashable {
        /// The first day.
        package let start: Date
        /// Its length in days, or nil for the current cycle.
        package let length: Int?
        /// The number of days from its first day to the last one with flow in its period.
        package let period: Int
    }

    /// A prediction of the next period.
    package struct Prediction: Sendable, Hashable {
        /// The first day, if the cycle has the median length of those counted.
        package let start: Date
        /// The first days for the shortest and the longest length of those counted.
        package let range: ClosedRange<Date>
        /// The number of cycles it is computed from.
        package let cycles: Int
        /// The shortest and the longest of them, in days.
        package let lengths: ClosedRange<Int>
    }

    /// The oldest first.
    package let cycles: [Cycle]
    private let calendar: Calendar

    /// The number of days without flow after which flow counts as another period, unless the data says otherwise.
    private static let gap = 10
    /// Plausible lengths; with others, a period probably wasn't recorded, so no prediction counts them.
    private static let plausible = 15...60
    /// The number of recent cycles that a prediction uses at most, and at least.
    private static let counted = (most: 6, fewest: 3)

    /// Derives the cycles from days with flow.
    ///
    /// - Parameters:
    ///   - days: The days with flow, in any order.
    ///   - calendar: The person's calendar.
    package init(_ days: [FlowDay], calendar: Calendar) {
        self.calendar = calendar
        var starts: [(start: Date, last: Date)] = []
        for day in days.sorted(by: { $0.day < $1.day }) {
            let since = starts.last.map { calendar.civilDays(from: $0.last, to: day.day) }
            let isApart = since.map { $0 > Self.gap } ?? true
            let isLater = starts.last.map { calendar.civilDays(from: $0.start, to: day.day) > Self.gap } ?? true
            if starts.isEmpty || isLater && (day.isStart ?? isApart) {
                starts.append((day.day, day.day))
            } else if !isApart {
                starts[starts.count - 1].last = day.day
            }
        }
        cycles = starts.indices.map { index in
            let (start, last) = starts[index]
            let next = index + 1 < starts.count ? starts[index + 1].start : nil
            return Cycle(
                start: start,
                length: next.map { calendar.civilDays(from: start, to: $0) },
                period: calendar.civilDays(from: start, to: last) + 1
            )
        }
    }

    /// The predicted next period, or nil if fewer than three cycles have a plausible length.
    package var prediction: Prediction? {
        let lengths = cycles.compactMap(\.length).suffix(Self.counted.most).filter(Self.plausible.contains).sorted()
        guard lengths.count >= Self.counted.fewest, let shortest = lengths.first, let longest = lengths.last,
            let last = cycles.last
        else { return nil }
        func day(_ length: Int) -> Date { calendar.civilDate(byAdding: .day, value: length, to: last.start) }
        return Prediction(
            start: day(lengths[lengths.count / 2]),
            range: day(shortest)...day(longest),
            cycles: lengths.count,
            lengths: shortest...longest
        )
    }
}
