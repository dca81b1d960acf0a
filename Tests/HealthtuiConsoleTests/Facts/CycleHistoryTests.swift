import Foundation
import HealthtuiFacts
import RandomTesting
import Testing

/// Cycles from days with flow, and what is predicted from them.
@Suite struct CycleHistoryTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    /// A day of 2026, counted over both changes of the clocks.
    private static func day(_ number: Int) -> Date {
        let first = calendar.date(from: DateComponents(year: 2026, month: 2, day: 20)) ?? .distantPast
        return calendar.date(byAdding: .day, value: number, to: first) ?? .distantPast
    }

    /// Periods of five days that begin on some days, of which nothing says so.
    private static func history(_ starts: [Int]) -> CycleHistory {
        let days = starts.flatMap { start in
            (0..<5).map { CycleHistory.FlowDay(day: day(start + $0), isStart: nil) }
        }
        var random = SeededGenerator("the order of days with flow")
        return CycleHistory(days.shuffled(using: &random), calendar: calendar)
    }

    @Test("Flow after ten days without is another cycle, and its length is counted in days of the calendar")
    func gaps() {
        let history = Self.history([0, 28, 55, 85])
        #expect(history.cycles.map(\.length) == [28, 27, 30, nil])
        #expect(history.cycles.map(\.period) == [5, 5, 5, 5])
        #expect(history.cycles.map(\.start) == [0, 28, 55, 85].map(Self.day))
    }

    @Test("What the samples say of a cycle's beginning counts more than the gap")
    func flags() {
        let days = [
            CycleHistory.FlowDay(day: Self.day(0), isStart: true),
            CycleHistory.FlowDay(day: Self.day(1), isStart: false),
            // Bleeding in the middle of a cycle.
            CycleHistory.FlowDay(day: Self.day(14), isStart: false),
            CycleHistory.FlowDay(day: Self.day(26), isStart: true),
            // Two sources say so of days next to each other.
            CycleHistory.FlowDay(day: Self.day(27), isStart: true),
        ]
        let history = CycleHistory(days, calendar: Self.calendar)
        #expect(history.cycles.map(\.start) == [Self.day(0), Self.day(26)])
        #expect(history.cycles.map(\.period) == [2, 2])
    }

    @Test("The next period is predicted from the last cycles: the median, and from the shortest to the longest")
    func predicts() throws {
        let history = Self.history([0, 40, 68, 94, 124, 152, 181, 208])
        let next = try #require(history.prediction)
        // Lengths 40 | 28 26 30 28 29 27: the last six count.
        #expect(next.lengths == 26...30)
        #expect(next.cycles == 6)
        #expect(next.start == Self.day(208 + 28))
        #expect(next.range == Self.day(208 + 26)...Self.day(208 + 30))
    }

    @Test("Nothing is predicted from fewer than three cycles, and a gap in the records isn't a cycle")
    func predictsNothing() {
        #expect(Self.history([]).prediction == nil)
        #expect(Self.history([0, 28, 56]).prediction == nil)
        #expect(Self.history([0, 28, 56, 84]).prediction?.cycles == 3)
        #expect(Self.history([0, 28, 56, 200]).prediction == nil, "144 days are periods that nobody recorded")
    }
}
