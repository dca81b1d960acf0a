import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// Goals of types on the screens.
@Suite("Goals of types in the console") struct TypeGoalTests {
    private static let steps = HKQuantityType(.stepCount)

    private static func count(_ value: Double) -> QuantityText { QuantityText(value: value, unit: "count") }

    @Test("A goal is set, changed and removed by its form, and u takes each back", arguments: [(80, 24), (40, 10)])
    func form(width: Int, height: Int) async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: width, height: height)
        try await console.press("T").waitFor("Amount")
        try await console.type("8000").press(.tab, .tab, .space).press(.control("s")).waitFor("goal saved")
        #expect(
            try store.person.typeGoals() == [Self.steps.identifier: TypeGoal(.atLeast, Self.count(8_000), per: .week)]
        )
        try await console.press("T").waitFor("8000")
        try await console.press(.tab, .space, .control("s")).waitFor("goal saved: at most")
        #expect(try store.person.typeGoals()[Self.steps.identifier]?.bound == .atMost)
        try await console.press("T").waitFor("8000")
        try await console.press(.control("u"), .control("s")).waitFor("is removed")
        #expect(try store.person.typeGoals().isEmpty)
        try await console.press("u", "u")
        #expect(try store.person.typeGoals()[Self.steps.identifier]?.bound == .atLeast)
    }

    @Test(
        "What is no goal is said beside the amount, and nothing is saved",
        arguments: ["", "x", "0", "-5", "8000 kg", "1e400", "99999999999999999999999999999x", "2000000"]
    )
    func wrong(text: String) async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press("T").waitFor("Amount")
        try await console.type(text).press(.control("s"))
        console.expectRow("not saved: see beside the fields")
        #expect(try store.person.typeGoals().isEmpty && store.person.steps().isEmpty)
    }

    @Test("Times, pairs and units are read as the person writes them")
    func amounts() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        for (type, text) in [("sleep", "7 h 30 min"), ("blood pressure", "130/80"), ("weight", "155 lb")] {
            try await console.press(":").type(type).press(.enter, "T").waitFor("Amount")
            try await console.type(text).press(.control("s")).waitFor("goal saved")
        }
        let goals = try store.person.typeGoals()
        #expect(
            goals[HKCategoryTypeIdentifier.sleepAnalysis.rawValue]?.amount == QuantityText(value: 27_000, unit: "s")
        )
        let pressure = try #require(goals[HKCorrelationTypeIdentifier.bloodPressure.rawValue])
        #expect(pressure.bound == .atMost && pressure.amount.value == 130 && pressure.second?.value == 80)
        #expect(goals[HKQuantityType(.bodyMass).identifier]?.amount == QuantityText(value: 155, unit: "lb"))
        // In the unit that is shown.
        try await console.press(":").type("weight").press(.enter).waitFor("daily average at most 70.3 kg")
    }

    @Test("The chart, its page, the card and the command's facts count the same days")
    func oneCount() async throws {
        let store = try TestStore.filled()
        let environment = store.environment()
        // By hand: the days of the chart's own table, without the one that goes on.
        let source = ChartSource(type: Self.steps, environment: environment)
        let window = source.window(.month, ending: TestStore.now, data: nil)
        let bars = try await source.chart(window, separatesSources: false).bars
        let known = bars.filter { $0.interval.end <= TestStore.now }
        // What about half of the days met.
        let totals = known.map { ($0.total ?? 0).rounded(.down) }.sorted()
        let limit = totals[totals.count / 2]
        let goal = TypeGoal(.atLeast, Self.count(limit), per: .day)
        try store.person.setGoal(goal, for: Self.steps)
        let facts = try #require(try await GoalFacts.read(Self.steps, environment))
        let met = totals.count { $0 >= limit }
        #expect(met > 0 && met < known.count)
        let count = "met on \(met) of \(known.count) days"
        let streak = facts.history.streak
        let console = try await Console.start(environment, width: 120, height: 40)
        try await console.press(":").type("steps").press(.enter).waitFor(count)
        console.expectRow("longest \(streak.longest) days")
        let marks = console.text.components(separatedBy: "✓").count - 1
        #expect(
            marks == met || marks == met - 1,
            "a mark over each bar but that under the cursor, not \(marks) for \(met)"
        )
        let words = GoalText(Self.steps, environment).text(goal)
        try await console.press(":").type("goals").press(.enter).waitFor(words)
        let recent = facts.recent
        #expect(console.expectRow(words).contains("\(recent.met) of \(recent.judged)"))
        let large = try await Console.start(environment, width: 200, height: 60)
        try await large.waitFor("met on ")
        // A narrow card has two weeks.
        #expect(large.text.contains("of 13 days") || large.text.contains(count), "\(large.text)")
    }

    @Test("A week that clocks change has its own days, and nights belong to the day on which they end")
    func civilDays() async throws {
        let store = TestStore()
        let change = try #require(TestStore.calendar.date(from: DateComponents(year: 2026, month: 10, day: 24)))
        var samples: [HKSample] = []
        for day in 0..<3 {
            let start = try #require(TestStore.calendar.date(byAdding: .day, value: day, to: change))
            // At the last minute of the day, which is 25 hours long on the second one.
            let end = try #require(TestStore.calendar.date(byAdding: .day, value: day + 1, to: change))
            let last = end.addingTimeInterval(-60)
            samples.append(
                HKQuantitySample(
                    type: Self.steps,
                    quantity: HKQuantity(unit: .count(), doubleValue: 100),
                    start: last,
                    end: last
                )
            )
            let bed = start.addingTimeInterval(-2 * 3_600)
            samples.append(
                HKCategorySample(
                    type: HKCategoryType(.sleepAnalysis),
                    value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
                    start: bed,
                    end: bed.addingTimeInterval(8 * 3_600)
                )
            )
        }
        try store.save(samples, from: TestStore.watch)
        let environment = store.environment()
        let goal = TypeGoal(.atLeast, Self.count(100), per: .day)
        let history = try #require(try await GoalFacts.history(goal, of: Self.steps, environment))
        #expect(history.periods.prefix(4).map(\.state) == [.met, .met, .met, .missed])
        #expect(history.periods[1].interval.duration == 25 * 3_600)
        #expect(history.streak.longest == 3 && history.streak.current == 0)
        let sleep = TypeGoal(.atLeast, QuantityText(value: 8, unit: "hr"), per: .day)
        let nights = try await GoalFacts.history(sleep, of: HKCategoryType(.sleepAnalysis), environment)
        #expect(nights?.periods.prefix(4).map(\.state) == [.met, .met, .met, .unknown])
        let week = TypeGoal(.atLeast, Self.count(200), per: .week)
        let weeks = try #require(try await GoalFacts.history(week, of: Self.steps, environment))
        // The week to Sunday has two of the days.
        #expect(weeks.periods.prefix(2).map(\.state) == [.met, .missed])
    }

    @Test("A type without data has a goal that nothing is said of; events without an entry count as none")
    func nothing() async throws {
        let store = TestStore()
        try store.person.setGoal(TypeGoal(.atLeast, Self.count(10), per: .day), for: Self.steps)
        let facts = try #require(try await GoalFacts.read(Self.steps, store.environment()))
        #expect(facts.history.periods.isEmpty && facts.current == nil)
        let headache = HKCategoryType(.headache)
        let ache = HKCategorySample(
            type: headache,
            value: HKCategoryValueSeverity.mild.rawValue,
            start: TestStore.time(5, 9),
            end: TestStore.time(5, 9)
        )
        try store.save([ache], from: .health)
        let goal = TypeGoal(.atMost, Self.count(0), per: .day)
        let history = try #require(try await GoalFacts.history(goal, of: headache, store.environment()))
        #expect(history.periods.map(\.state) == [.missed, .met, .met, .met, .met, .open])
        #expect(history.streak.current == 4)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("goals").press(.enter).waitFor("Steps")
        console.expectRow("Activity rings")
    }

    @Test("The page sorts, edits and removes; a console that only looks shows goals and sets none")
    func page() async throws {
        let store = try TestStore.filled()
        try store.person.setGoal(TypeGoal(.atLeast, Self.count(6_000), per: .day), for: Self.steps)
        let kilograms = QuantityText(value: 71, unit: "kg")
        try store.person.setGoal(TypeGoal(.atMost, kilograms, per: .week), for: HKQuantityType(.bodyMass))
        let console = try await Console.start(store.environment())
        try await console.press(":").type("goals").press(.enter).waitFor("2 goals")
        #expect(console.cursorRow.contains("Steps"))
        try await console.press("S", "S")
        #expect(console.cursorRow.contains("Weight"), "the other way round")
        try await console.press("e").waitFor("Goal for Weight")
        try await console.press(.escape, "d").waitFor("is removed")
        #expect(try store.person.typeGoals().count == 1)
        try await console.press("u").waitFor("2 goals")
        let looking = try await Console.start(store.environment(isReadOnly: true))
        try await looking.press(":").type("goals").press(.enter).waitFor("2 goals")
        try await looking.press("d")
        looking.expectRow("only reads")
        try await looking.press("T")
        looking.expectRow("only reads")
        #expect(try store.person.typeGoals().count == 2)
    }
}
