import Foundation
import HealthKit

/// The cycles that recorded periods tell of, and when the next can be expected.
package struct CycleHistory: Sendable, Hashable {
    /// A day with menstrual flow.
    package struct FlowDay: Sendable, Hashable {
        /// The beginning of the day.
        package let day: Date
        /// Whether a sample of the day says that a cycle begins with it; nil where none says anything.
        package let isStart: Bool?

        /// A day with flow.
        ///
        /// - Parameters:
        ///   - day: The beginning of the day.
        ///   - isStart: Whether a cycle begins with it; nil where that is not known.
        package init(day: Date, isStart: Bool?) {
            self.day = day
            self.isStart = isStart
        }
    }

    /// From the first day of one period to the day before the next.
    package struct Cycle: Sendable, Hashable {
        /// The first day.
        package let start: Date
        /// Its days; nil for the cycle that goes on.
        package let length: Int?
        /// From its first day to the last one with flow of its period.
        package let period: Int
    }

    /// When the next period is expected.
    package struct Prediction: Sendable, Hashable {
        /// The first day, if the cycle is as long as the median of those counted.
        package let start: Date
        /// The first day if it is as short as the shortest, and as long as the longest of them.
        package let range: ClosedRange<Date>
        /// How many cycles it is computed from.
        package let cycles: Int
        /// The shortest and the longest of them, in days.
        package let lengths: ClosedRange<Int>
    }

    /// The oldest first.
    package let cycles: [Cycle]
    private let calendar: Calendar

    /// Days without flow after which flow is another period where nothing says so.
    private static let gap = 10
    /// Lengths beyond which a period was rather not recorded, so that no prediction counts them.
    private static let plausible = 15...60
    /// How many of the last cycles a prediction counts, and the fewest that make one.
    private static let counted = (most: 6, fewest: 3)

    /// The cycles of some days.
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

    /// The next period as the last cycles let it expect; nil where there are fewer than three of a plausible length.
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
