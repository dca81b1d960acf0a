import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Questions that people have, each answered within a number of keys.
@Suite struct QuestionTests {
    /// Resting heart rates of March in two years, of which 2025 has no 12 and 13.
    private func twoYears() throws -> TestStore {
        let store = TestStore()
        let type = HKQuantityType(.restingHeartRate)
        var samples: [HKSample] = []
        for (year, base) in [(2025, 61.0), (2026, 59)] {
            for day in 1...31 where year == 2026 || !(12...13).contains(day) {
                let date = try #require(
                    TestStore.calendar.date(from: DateComponents(year: year, month: 3, day: day, hour: 7))
                )
                let value = HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: base + Double(day % 3))
                samples.append(HKQuantitySample(type: type, quantity: value, start: date, end: date))
            }
        }
        try store.save(samples, from: TestStore.watch)
        return store
    }

    @Test("My resting heart rate this March against last March: 10 keys")
    func marchAgainstMarch() async throws {
        let console = try await Console.start(twoYears().environment(), width: 120, height: 40)
        try await console.perform(.restingHeartRate)
        console.expectRow("Resting Heart Rate")
        console.expectRow("1 Mar – 31 Mar 2026")
        console.expectRow("YEAR BEFORE 62")
        console.expectRow("Lower than a year before in 29 of 29 that both have")
        // By how much each day is below: bars down from a middle, but for the two days without a pair.
        let rows = console.screen.rows.map { $0.trimmingCharacters(in: .whitespaces) }
        let below = rows.first { $0.hasSuffix(" less") } ?? ""
        #expect(below.count { $0 == "█" } >= 29, "\(console.text)")
        #expect(rows.contains { $0.hasSuffix("more") && !$0.contains("█") }, "\(console.text)")
        // Again takes it away.
        try await console.press("C")
        console.expectNone("YEAR BEFORE")
        #expect(!console.text.contains(" less\n") && !console.text.contains(" more\n"))
    }

    @Test("My weight against my active energy: 10 keys")
    func weightAgainstEnergy() async throws {
        let store = TestStore()
        var samples: [HKSample] = []
        for day in 1..<200 {
            let wave = Double(day * 37 % 11)
            samples.append(
                try store.quantity(.bodyMass, 70 + Double(day) / 50 + wave / 10, .gramUnit(with: .kilo), day, 7)
            )
            let energy = 600 - Double(day) + wave * 5
            samples.append(try store.quantity(.activeEnergyBurned, energy, .kilocalorie(), day, 12, length: 600))
        }
        try store.save(samples, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.perform(.weightAndEnergy)
        console.expectRow("Weight and Active Energy")
        for text in ["PEARSON −", "SPEARMAN −", "PAIRS 29 weeks", "LAG", "CHANGES", "None of this proves"] {
            console.expectRow(text)
        }
        console.expectRow("Weight fell while Active Energy rose")
        // Days in the place of weeks, the types the other way round, and the numbers as a table.
        try await console.press("r", "r")
        console.expectRow("days")
        try await console.press("x")
        console.expectRow("Active Energy and Weight")
        try await console.press("t")
        console.expectRow("Active Energy, kcal")
    }

    @Test("My steps by weekday and by hour of the day: 4 keys")
    func pattern() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.perform(.pattern)
        console.expectRow("Steps by Weekday and Hour")
        console.expectRow("39 days")
        console.expectRow("By weekday")
        console.expectRow("By hour of the day")
        try await console.press("t")
        let row = console.expectRow("Mon ")
        #expect(row.split(separator: " ").count == 5, "\(row)")
        console.expectRow("08:00")
    }

    @Test("What is a type and a time in one line is only where both are")
    func typeAndTime() async throws {
        let console = try await Console.start(twoYears().environment(), width: 120, height: 40)
        try await console.press(":").type("nonsense mar").press(.enter)
        console.expectNone("› Resting Heart Rate")
        try await console.press(.escape, ":").type("resting heart rate march 2025").press(.enter)
        console.expectRow("1 Mar – 31 Mar 2025")
    }

    @Test("A goal for a type, with days met and streaks: 8 keys")
    func goal() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.perform(.goal)
        try await console.waitFor("at least 6,000")
        let row = console.expectRow("at least 6,000 count a day")
        #expect(row.contains("met on ") && row.contains("streak "), "\(row)")
        #expect(console.text.contains("✓") || console.text.contains("*"), "\(console.text)")
    }

    /// The table of tasks in the guide.
    private static let guide = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Documentation/Console.md")

    @Test("The guide lists each task with its keys, as the tests press them; UPDATE_DOCUMENTATION=1 writes it")
    func guide() throws {
        let head = "<!-- tasks -->\n| to see or do | keys from the summary | count |\n| --- | --- | --- |\n"
        let table = head + ConsoleTask.all.map { $0.row + "\n" }.joined() + "<!-- end of tasks -->"
        let page = try String(contentsOf: Self.guide, encoding: .utf8)
        let start = try #require(page.range(of: "<!-- tasks -->"))
        let end = try #require(page.range(of: "<!-- end of tasks -->"))
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            let written = page.replacingCharacters(in: start.lowerBound..<end.upperBound, with: table)
            try Data(written.utf8).write(to: Self.guide)
        } else {
            let found = String(page[start.lowerBound..<end.upperBound])
            #expect(found == table, "the tasks in the guide are not those of the tests")
        }
    }
}
