import Foundation
import HealthConsole
import HealthKit
import TerminalUI
import TerminalUITesting
import Testing

/// Questions that people have, each answered within a number of keys.
@Suite struct QuestionTests {
    /// A console that counts the keys it is sent.
    private final class Keyboard {
        let console: Console
        private(set) var count = 0

        init(_ console: Console) { self.console = console }

        func type(_ text: String) async throws {
            for character in text { try await press(Key(.character(character))) }
        }

        func press(_ keys: Key...) async throws {
            for key in keys {
                count += 1
                try await console.press(key)
            }
        }
    }

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
        let keyboard = Keyboard(try await Console.start(twoYears().environment(), width: 120, height: 40))
        try await keyboard.type(":rhr mar")
        try await keyboard.press(.enter, "C")
        #expect(keyboard.count <= 10)
        let console = keyboard.console
        console.expectRow("Resting Heart Rate")
        console.expectRow("1 Mar – 31 Mar 2026")
        console.expectRow("YEAR BEFORE 62")
        console.expectRow("Lower than a year before in 29 of 29 that both have")
        // Again takes it away.
        try await console.press("C")
        console.expectNone("YEAR BEFORE")
    }

    @Test("What is a type and a time in one line is only where both are")
    func typeAndTime() async throws {
        let console = try await Console.start(twoYears().environment(), width: 120, height: 40)
        try await console.press(":").type("nonsense mar").press(.enter)
        console.expectNone("› Resting Heart Rate")
        try await console.press(.escape, ":").type("resting heart rate march 2025").press(.enter)
        console.expectRow("1 Mar – 31 Mar 2025")
    }
}
