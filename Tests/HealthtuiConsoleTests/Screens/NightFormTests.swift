import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A night of sleep entered in one form.
@Suite struct NightFormTests {
    @Test("A night of eight stages takes 25 keys from the start, times and saving aside, and is one operation")
    func eightStages() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.perform(.night)
        console.expectRow("saved 8 Sleep samples")
        let query = SampleListQuery(type: HKCategoryType(.sleepAnalysis))
        let saved = try store.person.samples(query, ascending: true, limit: 100).compactMap { $0 as? HKCategorySample }
        #expect(saved.count == 8)
        #expect(saved.first?.startDate == TestStore.time(0, -0.5))
        #expect(saved.last?.endDate == TestStore.time(0, 7 + 1.0 / 6))
        for (before, after) in zip(saved, saved.dropFirst()) { #expect(before.endDate == after.startDate) }
        #expect(saved.allSatisfy { $0.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true })
        #expect(try store.person.undo() != nil)
        #expect(try store.person.count(query) == 0, "one operation takes all of them back")
    }

    @Test("The night is drawn while it is typed, and errors are next to their fields")
    func drawsAndComplains() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press("3", "/").type("sleep").press(.enter, .enter).type("23:30").press(.tab).type("7:10")
        try await console.press(.tab).type("c45 d50 a5")
        console.expectRow("have no stage yet")
        console.expectRow("Deep")
        console.expectRow("Awake")
        console.expectRow("1 h 35 min asleep, 5 min awake")
        try await console.press(.control("s"))
        console.expectRow("not saved: see beside the fields")
        #expect(console.text.contains("of the night have no stage"))
        try await console.type(" x")
        #expect(console.text.contains("“x” isn't a stage"))
        try await console.press(.backspace).type("c").press(.control("s"))
        console.expectRow("saved 4 Sleep samples")
    }

    @Test("The form says whether the night that is typed is recorded already, and by whom")
    func recordedAlready() async throws {
        for (store, words) in [
            (TestStore(), "No other sleep is recorded for this night"),
            (try TestStore.filled(), "Already recorded by My Watch; each minute counts once"),
        ] {
            let console = try await Console.start(store.environment(), width: 120, height: 40)
            try await console.press("3", "/").type("sleep").press(.enter, .enter).type("23:30").press(.tab).type("7:10")
            try await console.waitFor(words)
        }
    }

    @Test("Without stages the night is asleep, and time in bed is a sample more where it is wanted")
    func withoutStages() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("sleep").press(.enter, .enter).type("23:30").press(.tab).type("7:10")
        try await console.press(.tab, .tab, .right, .control("s"))
        console.expectRow("saved 2 Sleep samples, 7 h 40 min")
        let query = SampleListQuery(type: HKCategoryType(.sleepAnalysis))
        let values = try store.person.samples(query, ascending: true, limit: 9)
            .compactMap { ($0 as? HKCategorySample)?.value }
        #expect(
            Set(values) == [
                HKCategoryValueSleepAnalysis.inBed.rawValue, HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue,
            ]
        )
    }

    @Test("Nothing is saved without times, and leaving asks")
    func times() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("sleep").press(.enter, .enter, .control("s"))
        #expect(console.expectRow("Woke up").contains("a time is missing"))
        try await console.type("7").press(.escape)
        console.expectRow("Leave without saving what you typed?")
        #expect(try store.person.types().isEmpty)
    }
}
