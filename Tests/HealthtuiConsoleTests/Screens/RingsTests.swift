import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The rings of a month.
@Suite("Rings in the console")
struct RingsTests {
    private static func store() throws -> TestStore {
        let store = TestStore()
        try store.person.setGoals(
            ActivityGoals(energy: 600, exercise: 30, stand: 12),
            from: CalendarDay(year: 2026, month: 10, day: 1)
        )
        var samples: [HKSample] = []
        for day in 0..<40 {
            samples.append(
                try store.quantity(.activeEnergyBurned, 300 + Double(day) * 15, .kilocalorie(), day, 10, length: 1_800)
            )
            samples.append(try store.quantity(.appleExerciseTime, 20 + Double(day), .minute(), day, 11, length: 2_400))
        }
        try store.save(samples, from: TestStore.watch)
        return store
    }

    @Test("A month of days, the day under the cursor in figures, at 80x24 and 40x10", arguments: [(80, 24), (40, 10)])
    func month(width: Int, height: Int) async throws {
        let console = try await Console.start(try Self.store().environment(), width: width, height: height)
        try await console.press("7", "r")
        console.expectRow("Nov 2026")
        console.expectRow("Move 300/600 kcal")
        if width == 80 { #expect(console.text.contains("━")) }
        try await console.press(.left)
        console.expectRow("Move 315/600 kcal")
        try await console.press("h")
        console.expectRow("Oct 2026")
        try await console.press("G")
        console.expectRow("Move 300/600 kcal")
        try await console.press(.right)
        console.expectRow("still to come")
    }

    @Test("The summary shows the rings of today, and none where nothing was recorded")
    func summary() async throws {
        let console = try await Console.start(try Self.store().environment())
        let row = console.expectRow("50 % move")
        #expect(row.contains("67 % exercise") && row.contains("0 % stand"))
        let bare = try await Console.start(try TestStore.filled().environment())
        bare.expectNone("% move")
    }

    @Test("Without a goal there is no share of it: the list says so, and makes up no 0 %")
    func withoutGoal() async throws {
        let store = TestStore()
        try store.save([store.quantity(.activeEnergyBurned, 300, .kilocalorie(), 0, 9)], from: TestStore.watch)
        let console = try await Console.start(store.environment(theme: .ascii), width: 60, height: 18)
        try await console.press("7", "r")
        console.expectRow("Move 300 kcal")
        let row = console.expectRow("Sat 21")
        #expect(row.components(separatedBy: "0 %").count == 3, "exercise and stand have goals: \(row)")
    }

    @Test("A wide screen has rings as large as their days, with the streaks beside them")
    func wide() async throws {
        let console = try await Console.start(try Self.store().environment(), width: 200, height: 60)
        try await console.press("7", "r")
        #expect(console.text.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } > 1_000)
        console.expectRow("Closed in Nov")
        console.expectRow("Streaks")
        #expect(console.expectRow("All three").contains("0"))
        console.expectRow("Move by weekday")
    }

    @Test("Enter shows the day, hour by hour, and h and l its neighbours", arguments: [(120, 40), (80, 24), (40, 10)])
    func day(width: Int, height: Int) async throws {
        let console = try await Console.start(try Self.store().environment(), width: width, height: height)
        try await console.press("7", "r", .enter)
        console.expectRow("300/600 kcal")
        console.expectRow("50 %")
        if width >= 80 {
            #expect(console.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
            console.expectRow("300 kcal to go")
            console.expectRow("12:00")
        }
        try await console.press("h")
        console.expectRow("315/600 kcal")
        try await console.press("l")
        console.expectRow("300/600 kcal")
        try await console.press("l")
        console.expectRow("still to come")
        try await console.press(.escape)
        console.expectRow("Nov 2026")
    }

    @Test("A day without data says so, and ASCII draws it too")
    func nothing() async throws {
        let console = try await Console.start(TestStore().environment(theme: .ascii))
        try await console.press("7", "r")
        console.expectRow("nothing was recorded")
    }
}
