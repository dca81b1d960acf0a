import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What the summary says in words.
@Suite struct HighlightTests {
    /// A store with a number of steps for each of the last days, today's last.
    private func store(_ steps: [Double]) throws -> TestStore {
        let store = TestStore()
        let samples = try steps.enumerated().filter { $0.element > 0 }
            .map { index, value in
                try store.quantity(.stepCount, value, .count(), steps.count - 1 - index, 9, length: 600)
            }
        try store.save(samples, from: TestStore.watch)
        return store
    }

    private func texts(_ store: TestStore) async throws -> [String] {
        try await SummaryRow.read(store.environment()).flatMap { $0.highlights.map(\.text) }
    }

    private let usual = Array(repeating: 5_000.0, count: 60)

    @Test("A day of the last week with the highest value is reported, with its value")
    func record() async throws {
        let found = try await texts(store(usual + [5_000, 5_000, 9_804, 5_000, 100]))
        #expect(found.contains("Most Steps of 9 weeks: 9,804 count Thu 19 Nov"), "\(found)")
    }

    @Test("An unfinished day that is already above a usual one is reported")
    func already() async throws {
        let found = try await texts(store(usual + [5_000, 7_000]))
        #expect(found.contains("Steps today is already above a usual day: 7,000 count against 5,000"), "\(found)")
    }

    @Test("Days in a row above a usual one are counted up to yesterday")
    func streak() async throws {
        let found = try await texts(store(usual + Array(repeating: 6_000, count: 6) + [10]))
        #expect(found.contains("Steps above a usual day's 5,000 count for 6 days in a row"), "\(found)")
    }

    @Test("A trend of a tenth or more is reported in words, a smaller one isn't")
    func trend() async throws {
        let rising = try await texts(store(usual + Array(repeating: 7_500, count: 7) + [10]))
        #expect(
            rising.contains("Steps up 50 %: 7,500 count a day in the last 7 days, 5,000 in the 12 weeks before"),
            "\(rising)"
        )
        let steady = try await texts(store(usual + Array(repeating: 5_200, count: 7) + [10]))
        #expect(!steady.contains { $0.contains("in the last 7 days") }, "\(steady)")
    }

    @Test("A gap that is longer than any before is reported")
    func silence() async throws {
        let found = try await texts(store(usual + [0, 0, 0, 0, 0, 0]))
        #expect(found.contains("No Steps for 6 days; before that never longer than 1 day"), "\(found)")
    }

    @Test("A silence of years has its days with separators")
    func longSilence() async throws {
        let found = try await texts(store(usual + Array(repeating: 0, count: 1_208)))
        #expect(found.contains("No Steps for 1,208 days; before that never longer than 1 day"), "\(found)")
    }

    @Test("With too few days nothing is usual, and nothing is said")
    func few() async throws {
        #expect(try await texts(store([5_000, 9_000, 200])).isEmpty)
    }

    @Test("The summary shows them, Enter opens the type, and they follow the store")
    func shown() async throws {
        let store = try store(usual + [5_000, 100])
        let console = try await Console.start(store.environment())
        console.expectNone("already above")
        try store.save([store.quantity(.stepCount, 8_000, .count(), 0, 13, length: 60)], from: TestStore.watch)
        try await console.waitFor("Highlights").waitFor("Steps today is already above a usual day: 8,100 count")
        try await console.press("G", .enter)
        console.expectRow("Summary › Steps")
    }
}
