import Foundation
import HealthKit
import Testing

/// Days in a row on which rings were closed.
@Suite struct RingStreakTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
    private static let today = Date(timeIntervalSince1970: 1_795_219_200)

    /// The streaks of days, the last of which is today: energy in percent of the goal; nil is a day without data, a
    /// negative one a day on which the rings were paused.
    private func streaks(_ shares: [Double?]) -> RingStreaks {
        var days: [CalendarDay: ActivityRings] = [:]
        let first = Self.today.addingTimeInterval(-86_400 * Double(shares.count - 1))
        for (index, share) in shares.enumerated() {
            guard let share else { continue }
            let summary = HKActivitySummary()
            summary.activeEnergyBurned = HKQuantity(unit: .kilocalorie(), doubleValue: abs(share))
            summary.activeEnergyBurnedGoal = HKQuantity(unit: .kilocalorie(), doubleValue: 100)
            summary.isPaused = share < 0
            days[CalendarDay(first.addingTimeInterval(86_400 * Double(index)), in: Self.calendar)] =
                ActivityRings(summary)
        }
        return RingStreaks(days, from: first, through: Self.today, calendar: Self.calendar)
    }

    @Test("A day that is not closed ends a streak, today and pauses do not")
    func ends() {
        #expect(streaks([100, 120, 100])[.move].current == 3)
        #expect(streaks([100, 100, 50, 100])[.move].current == 1)
        #expect(streaks([100, 100, 50, 100])[.move].longest == 2)
        #expect(streaks([100, nil, 100, 20])[.move].current == 1)
        #expect(streaks([100, -5, 100])[.move].current == 2)
        #expect(streaks([100, 50, 50])[.move].current == 0)
        #expect(streaks([nil, nil])[.move] == streaks([50, 50])[.move])
    }

    @Test("A ring without a goal is never closed, and so all three are not")
    func withoutGoal() {
        let streaks = streaks([100, 100])
        #expect(streaks[.stand].longest == 0 && streaks[.stand].last == nil)
        #expect(streaks.all.longest == 0)
    }

    @Test("Weekdays count the days that have data in the last twelve weeks")
    func weekdays() {
        let streaks = streaks(Array(repeating: 100, count: 120))
        #expect(streaks.weekdays.count == 7)
        #expect(streaks.weekdays.values.allSatisfy { $0.days == 12 && $0.closed == 12 })
    }
}
