import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What people ask of measures, in at most the keys that it may take.
@Suite struct MeasureTaskTests {
    private func console(_ store: TestStore? = nil) async throws -> Console {
        try await Console.start((try store ?? TestStore.filled()).environment(), width: 120, height: 40)
    }

    @Test("My sleep of last week, my short nights of this month, my usual bedtime: `:`, the line and Enter")
    func asked() async throws {
        for (task, shown) in [
            (ConsoleTask.lastWeek, ["Browse › Sleep", "9 Nov – 15 Nov 2026"]),
            (.shortNights, ["1 Nov – 21 Nov 2026", "<6h: "]), (.bedtime, ["23 Oct – 21 Nov 2026", "Mean "]),
        ] {
            let console = try await console()
            try await console.perform(task)
            for text in shown { console.expectRow(text) }
        }
    }

    @Test("The days with the fewest and the most steps are above the table")
    func leastSteps() async throws {
        let console = try await console()
        try await console.perform(.leastSteps)
        for text in ["LEAST ▼", "MOST ▲"] { console.expectRow(text) }
    }

    @Test("My glucose by weekday and hour at once: Enter and H")
    func heat() async throws {
        let store = TestStore()
        let unit = HKUnit.gramUnit(with: .milli).unitDivided(by: .literUnit(with: .deci))
        let samples = try (1..<40).map { try store.quantity(.bloodGlucose, 90 + Double($0 % 7), unit, $0, 8) }
        try store.save(samples, from: TestStore.watch)
        let console = try await console(store)
        try await console.perform(.heat)
        console.expectRow("Blood Glucose by Weekday and Hour")
        console.expectRow("00  01  02")
    }

    @Test("My resting heart rate before and after I stopped drinking: `:`, the line and Enter")
    func since() async throws {
        let store = TestStore()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let samples = try (1..<200)
            .map { try store.quantity(.restingHeartRate, $0 < 81 ? 52 : 60 + Double($0 % 3), rate, $0, 7) }
        try store.save(samples, from: TestStore.watch)
        try store.person.add(DayMark("stopped drinking", try #require(CalendarDay(text: "2026-09-02"))))
        let console = try await console(store)
        try await console.perform(.since)
        for text in ["Resting Heart Rate › Before and after", "[stopped drinking]", "SINCE 52 BPM"] {
            console.expectRow(text)
        }
    }

    @Test("Caffeine against the sleep of the night after: `:`, the line and Enter, and by the shell's words as well")
    func caffeine() async throws {
        let store = try TestStore.filled()
        let samples = try (1..<39)
            .map { try store.quantity(.dietaryCaffeine, Double(50 + $0 * 37 % 200), .gramUnit(with: .milli), $0, 9) }
        try store.save(samples, from: TestStore.phone)
        let console = try await console(store)
        try await console.perform(.caffeine)
        for text in ["Browse › Caffeine and Sleep", "Each day goes with the night after it.", "PAIRS 3"] {
            console.expectRow(text)
        }
        // The lengths of nights are hours on their axis, and whole in the table.
        console.expectRow("Sleep right")
        try await console.press("t")
        console.expectRow("Caffeine, mg")
        #expect(console.cursorRow.contains(" h"), "\(console.text)")
        try await console.press("x")
        console.expectRow("Sleep and Caffeine")
        for line in [
            "compare caffeine sleep", "compare caffeine and sleep this year", "caffeine v sleep 1 nov to 20 nov",
        ] {
            try await console.press(":").type(line).press(.enter)
            console.expectRow("Browse › Caffeine and Sleep")
            console.expectRow("Each day goes with the night after it.")
        }
        console.expectRow("1 Nov – 20 Nov 2026")
        try await console.press("M")
        console.expectRow("22 Oct – 21 Nov 2026")
    }

    @Test("Before Enter a comparison says what the second was on days with little, some and much of the first")
    func thirds() async throws {
        let store = TestStore()
        for day in 1...30 {
            let caffeine = try store.quantity(.dietaryCaffeine, Double(day * 10), .gramUnit(with: .milli), day, 9)
            let weight = try store.quantity(
                .bodyMass,
                day <= 10 ? 70 : day <= 20 ? 75 : 80,
                .gramUnit(with: .kilo),
                day,
                7
            )
            try store.save([caffeine, weight], from: TestStore.phone)
        }
        let console = try await console(store)
        try await console.press(":").type("caffeine v weight")
        for row in ["under 110 mg   10 days   70.0 kg", "110 – 210 mg   11 days", "over 210 mg    9 days"] {
            console.expectRow(row)
        }
    }

    @Test(
        "Any two measures are compared: times of day, counts, ratios and pairs",
        arguments: [
            ("bedtime v weight", "Bedtime and Weight"), ("steps v bedtime", "Steps and Bedtime"),
            ("naps v bp", "Naps and Blood Pressure"), ("running pace v sleep efficiency", "Sleep efficiency"),
            ("headaches v rhr", "Headache"), ("mood v deep", "Deep sleep"),
        ]
    )
    func compared(line: String, shown: String) async throws {
        for (width, height) in [(120, 40), (80, 24), (40, 10)] {
            let console = try await Console.start(TestStore.filled().environment(), width: width, height: height)
            try await console.press(":").type(line).press(.enter)
            if width > 40 { #expect(console.text.contains(shown), "\(console.text)") }
            try await console.press("t", "t", "x", "r", "Y", "A", .left, .right)
        }
    }

    @Test("A blood pressure of yesterday takes a line and two Enters, also with the shell's word")
    func addPressure() async throws {
        let store = try TestStore.filled()
        func count() throws -> Int { try store.person.count(SampleListQuery(type: HKCorrelationType(.bloodPressure))) }
        let before = try count()
        let console = try await console(store)
        try await console.perform(.addPressure)
        console.expectRow("saved Blood Pressure 131/80")
        try await console.press(":").type("add bp 132/81 yesterday 7:30").press(.enter, .enter)
        console.expectRow("saved Blood Pressure 132/81")
        #expect(try count() == before + 2)
    }

    @Test(
        "The shell's words before a question lead to its answer",
        arguments: [
            ("stats sleep last week", "9 Nov – 15 Nov 2026"), ("chart steps last week", "9 Nov – 15 Nov 2026"),
            ("change weight last 7 days", "Weight › Before and after"), ("change weight last week", "Before that"),
            ("change bedtime this month", "Bedtime before and after"),
        ]
    )
    func shellWords(line: String, shown: String) async throws {
        let console = try await console()
        try await console.press(":").type(line).press(.enter)
        console.expectRow(shown)
    }
}
