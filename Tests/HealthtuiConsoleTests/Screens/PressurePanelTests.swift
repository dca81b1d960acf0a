import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What stands beside the chart of blood pressures: means, readings, and the limit where it is wanted.
@Suite struct PressurePanelTests {
    private static func reading(_ upper: Double, _ lower: Double, _ day: Int) throws -> HKCorrelation {
        let store = TestStore()
        let start = TestStore.time(day, 7)
        return try HKCorrelation(
            validating: HKCorrelationType(.bloodPressure),
            start: start,
            end: start,
            objects: [
                try store.quantity(.bloodPressureSystolic, upper, .millimeterOfMercury(), day, 7),
                try store.quantity(.bloodPressureDiastolic, lower, .millimeterOfMercury(), day, 7),
            ]
        )
    }

    /// Four mornings of this week, one of last week, one forty days ago, and a high one of today.
    private func console(width: Int = 200, height: Int = 60) async throws -> Console {
        let store = TestStore()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let readings =
            try (1...4).map { try Self.reading(120, 80, $0) } + [
                try Self.reading(130, 90, 10), try Self.reading(140, 90, 40), try Self.reading(200, 120, 0),
            ]
        // The second is no pulse of a reading: it was recorded ten minutes later.
        let pulses = [try store.quantity(.heartRate, 61, rate, 1, 7), try store.quantity(.heartRate, 99, rate, 1, 7.2)]
        try store.save(readings + pulses, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: width, height: height)
        return try await console.press(":").type("blood pressure").press(.enter)
    }

    @Test("Each mean of the last days is compared with that of as many days before, and today is in none")
    func averages() async throws {
        let console = try await console()
        #expect(console.expectRow("Averages").contains("today in none"))
        let week = console.expectRow("Last 7 days")
        for part in ["120/80", " 61 ", "4 of 7", "130/90"] { #expect(week.contains(part), "\(part): \(week)") }
        let month = console.expectRow("Last 30 days")
        for part in ["122/82", " 61 ", "5 of 30", "140/90"] { #expect(month.contains(part), "\(part): \(month)") }
        let year = console.expectRow("The year")
        for part in ["125/83", "6 of 364", "–"] { #expect(year.contains(part), "\(part): \(year)") }
    }

    @Test("Each reading has its distance from the mean, and the newest of the day that is read comes first")
    func readings() async throws {
        let console = try await console()
        console.expectRow("6, against the mean")
        #expect(console.expectRow("200/120  Sat 21 Nov").contains("+78/+38"))
        #expect(console.expectRow("120/80  Fri 20 Nov").contains("−2/−2"))
        #expect(console.expectRow("130/90  Wed 11 Nov").contains("+8/+8"))
        console.expectNone("140/90  Mon 12 Oct")
        try await console.press(.left)
        console.expectNone("200/120  Sat 21 Nov")
        console.expectRow("120/80  Fri 20 Nov")
    }

    @Test("The limit is off until it is chosen, and then has its source, its lines and the readings that reach it")
    func limits() async throws {
        let console = try await console()
        let words = ["135 limit", "85 limit", "limit reached", "European Society of Hypertension"]
        for word in words { console.expectNone(word) }
        try await console.press("i")
        console.expectRow("135 limit")
        console.expectRow("85 limit")
        console.expectRow("Limit at home 135/85: European Society of Hypertension, 2023")
        #expect(console.expectRow("130/90  Wed 11 Nov").contains("limit reached"))
        #expect(!console.expectRow("120/80  Fri 20 Nov").contains("limit reached"))
        try await console.press("i")
        for word in words.dropLast() { console.expectNone(word) }
    }

    @Test("Once the limit is chosen, the panel counts the readings under it and those that reach it with either number")
    func fall() async throws {
        let console = try await console()
        console.expectNone("Where readings fall")
        try await console.press("i")
        #expect(console.expectRow("Where readings fall").contains("by the worse number"))
        #expect(console.expectRow("under 135 and 85").contains("  4  "))
        #expect(console.expectRow("135 or 85 and more").contains("  2  "))
        try await console.press(.left)
        #expect(console.expectRow("135 or 85 and more").contains("  2  "), "all readings of the chart count")
    }

    @Test("Without a panel next to the chart, choosing the limit shows its source")
    func narrow() async throws {
        let console = try await console(width: 120, height: 40)
        console.expectNone("Averages")
        try await console.press("i")
        console.expectRow("Limit at home 135/85: European Society of Hypertension, 2023")
        console.expectRow("135 limit")
    }
}
