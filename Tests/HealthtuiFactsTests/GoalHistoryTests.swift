import Foundation
import HealthKit
import HealthtuiFacts
import Testing

/// How goals are judged, counted and strung together.
@Suite("How goals are met") struct GoalHistoryTests {
    private static let start = Date(timeIntervalSinceReferenceDate: 0)

    private static func days(_ values: [Double?], _ second: [Double?] = []) -> [(DateInterval, Double?, Double?)] {
        values.enumerated()
            .map { index, value in
                let start = start.addingTimeInterval(Double(index) * 86_400)
                return (DateInterval(start: start, duration: 86_400), value, index < second.count ? second[index] : nil)
            }
    }

    /// The end of so many days.
    private static func end(_ days: Double) -> Date { start.addingTimeInterval(days * 86_400) }

    private static func rule(
        _ bound: TypeGoal.Bound,
        _ limit: Double,
        isTotal: Bool = true,
        gap: GoalRule.Gap = .nothingDone
    ) -> GoalRule {
        let goal = TypeGoal(bound, QuantityText(value: limit, unit: "count"), per: .day)
        return GoalRule(goal, limit: limit, isTotal: isTotal, gap: gap)
    }

    @Test(
        "At least: a day without data is missed, the day that goes on is open until it is reached, and breaks nothing"
    )
    func atLeast() {
        let open = GoalHistory(Self.rule(.atLeast, 10), Self.days([12, 10, nil, 11, 30, 9]), now: Self.end(5.5))
        #expect(open.periods.map(\.state) == [.met, .met, .missed, .met, .met, .open])
        #expect(open.streak.current == 2 && open.streak.longest == 2)
        #expect(open.streak.longestEnd == open.periods[4].interval, "the latest of two as long")
        let reached = GoalHistory(Self.rule(.atLeast, 10), Self.days([12, 10, nil, 11, 30, 10]), now: Self.end(5.5))
        #expect(reached.streak.current == 3)
        let over = GoalHistory(Self.rule(.atLeast, 10), Self.days([12, 10, nil, 11, 30, 9]), now: Self.end(6))
        #expect(over.periods.last?.state == .missed && over.streak.current == 0 && over.streak.longest == 2)
    }

    @Test("At most: a day that goes on is not met before it is over, and missed as soon as it is too much")
    func atMost() {
        let rule = Self.rule(.atMost, 2, gap: .zero)
        let open = GoalHistory(rule, Self.days([0, 3, nil, 2]), now: Self.end(3.5))
        #expect(open.periods.map(\.state) == [.met, .missed, .met, .open])
        #expect(open.streak.current == 1)
        #expect(GoalHistory(rule, Self.days([0, 3, nil, 3]), now: Self.end(3.5)).periods.last?.state == .missed)
        // What was not logged is not known to be little.
        let logged = GoalHistory(Self.rule(.atMost, 2), Self.days([1, nil, 1]), now: Self.end(3))
        #expect(logged.periods.map(\.state) == [.met, .unknown, .met] && logged.streak.current == 2)
    }

    @Test("What is measured counts on days with a value alone, at once, and goes on over days without")
    func measured() {
        let rule = Self.rule(.atMost, 70, isTotal: false, gap: .unknown)
        let history = GoalHistory(rule, Self.days([71, 69, nil, nil, 70, 69]), now: Self.end(5.5))
        #expect(history.periods.map(\.state) == [.missed, .met, .unknown, .unknown, .met, .met])
        #expect(history.streak.current == 3)
        #expect(history.count(from: Self.start, to: Self.end(6)) == (met: 3, judged: 4))
        #expect(history.count(from: Self.end(1), to: Self.end(4)) == (met: 1, judged: 1))
    }

    @Test("Of a pair both numbers have to be met, and one that is missing is not")
    func pair() {
        let mmHg = { QuantityText(value: $0, unit: "mmHg") }
        let goal = TypeGoal(.atMost, mmHg(130), per: .day, second: mmHg(80))
        let rule = GoalRule(goal, limit: 130, secondLimit: 80, isTotal: false, gap: .unknown)
        let days = Self.days([120, 120, 131, 120], [80, 81, 70, nil])
        let history = GoalHistory(rule, days, now: Self.end(4))
        #expect(history.periods.map(\.state) == [.met, .missed, .missed, .missed])
    }

    @Test("What reads as the goal on the screen is the goal")
    func shown() {
        let goal = TypeGoal(.atMost, QuantityText(value: 70, unit: "kg"), per: .day)
        let rule = GoalRule(goal, limit: 70, isTotal: false, gap: .unknown) { ($0 * 10).rounded() / 10 }
        #expect(rule.state(70.04, isOver: true) == .met && rule.state(70.06, isOver: true) == .missed)
    }

    @Test("A time finds its day, edges belong to the later one, and before and behind there is none")
    func period() {
        let history = GoalHistory(Self.rule(.atLeast, 1), Self.days([1, 2, 3]), now: Self.end(3))
        #expect(history.period(at: Self.start)?.value == 1)
        #expect(history.period(at: Self.end(1))?.value == 2)
        #expect(history.period(at: Self.end(2.999))?.value == 3)
        #expect(history.period(at: Self.end(3)) == nil && history.period(at: Self.end(-1)) == nil)
        let empty = GoalHistory(Self.rule(.atLeast, 1), [], now: Self.end(3))
        #expect(empty.period(at: Self.start) == nil && empty.streak.longest == 0)
    }
}
