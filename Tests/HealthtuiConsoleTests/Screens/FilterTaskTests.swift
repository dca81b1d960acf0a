import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Questions that people have, each answered with few keys from the console's first screen.
@Suite struct FilterTaskTests {
    private static let bpm = HKUnit.count().unitDivided(by: .minute())

    /// Heart rates in and beside a workout, three of them above 150 in none.
    private func training() async throws -> TestStore {
        let store = try TestStore.filled()
        _ = try await store.run()
        let fast = try [(3, 12.0), (5, 18.2), (7, 23.5)].map { try store.quantity(.heartRate, 171, Self.bpm, $0, $1) }
        try store.save(fast, from: TestStore.watch)
        return store
    }

    @Test("Samples above 150 BPM that are in no workout: 8 keys")
    func heartRateBesideWorkouts() async throws {
        let store = try await training()
        let console = try await Console.start(store.environment())
        try await console.perform(.besideWorkouts)
        try await console.advance(by: .seconds(1))
        console.expectRow("shows above 150 BPM, not in a workout")
        console.expectRow("3 samples")
        #expect(console.screen.rows.filter { $0.contains("171") }.count == 3, "\(console.text)")
        #expect(!console.text.contains("165"))
    }

    @Test("ECGs with atrial fibrillation: 6 keys")
    func atrialFibrillation() async throws {
        let store = try TestStore.filled()
        try store.electrocardiogram()
        try store.electrocardiogram(classification: .atrialFibrillation)
        let console = try await Console.start(store.environment())
        try await console.perform(.atrialFibrillation)
        console.expectRow("shows Atrial fibrillation")
        console.expectRow("1 sample")
        #expect(!console.text.contains("Sinus"), "\(console.text)")
    }

    @Test("Lab values out of range, marked in the list with the range's bar: 4 keys")
    func labValues() async throws {
        let store = try TestStore.filled()
        try store.labResults()
        let console = try await Console.start(store.environment())
        try await console.perform(.labValues)
        let row = console.expectRow("HbA1c")
        #expect(row.contains("! 6.8 %") && row.contains("··├───────┤●·"), "\(row)")
        try await console.press("L")
        for (value, bar) in [("! 6.8 %", "··├───────┤●·"), (" 5.6 %", "··├─────●─┤··"), (" 5.1 %", "··├───●───┤··")] {
            #expect(console.expectRow(value).contains(bar), "\(console.text)")
        }
        try await console.press(":").type("out of range").press(.enter)
        console.expectRow("1 sample")
        console.expectRow("! 6.8 %")
    }

    @Test("A list that is checked sample by sample is counted, paged from both ends and deleted as any other")
    func scannedLists() async throws {
        let store = TestStore()
        let samples = try (0..<3_000)
            .map { index -> HKQuantitySample in
                let (beats, hour) = (Double(60 + index % 50), Double(index) / 125)
                return try store.quantity(.heartRate, beats, Self.bpm, 30, hour)
            }
        try store.save(samples, from: TestStore.watch)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("heart rate").press(.enter, "L", "/")
        try await console.type("time 06:00-18:00 and >=100").advance(by: .seconds(1)).press(.enter)
        console.expectRow("300 samples")
        try await console.press("G")
        #expect(console.cursorRow.contains("06:"), "\(console.text)")
        try await console.press("g", "X")
        console.expectRow("Delete 300 Heart Rate samples")
        try await console.press("y")
        #expect(try store.person.count(SampleListQuery(type: HKQuantityType(.heartRate))) == 2_700)
        try await console.press("u")
        console.expectRow("come back")
        try await console.press("y")
        #expect(try store.person.count(SampleListQuery(type: HKQuantityType(.heartRate))) == 3_000)
    }

    @Test("Up recalls earlier filters, Down returns to the typed text")
    func history() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("heart rate").press(.enter, "L", "/").type("polar").press(.enter, .escape)
        try await console.press("/").type(">120").press(.enter, .escape, .escape)
        try await console.press("/").type("we").press(.up)
        console.expectRow("/>120")
        try await console.press(.up, .up)
        console.expectRow("/polar")
        try await console.press(.down, .down)
        console.expectRow("/we")
    }

    @Test("Tab completes the current word, and pressed again uses the next suggestion")
    func completion() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("heart rate").press(.enter, "/").type("week").press(.tab)
        console.expectRow("/weekend")
        try await console.press(.tab)
        console.expectRow("/weekday mon-fri")
        try await console.press(.tab)
        console.expectRow("/weekend")
        try await console.type(" sou").press(.tab)
        console.expectRow("/weekend source=\"My Watch\"")
    }

    @Test("Invalid text is reported with its column and a suggestion, and the list stays complete")
    func mistakes() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("heart rate").press(.enter, "/").type(">100 wekend").advance(by: .seconds(1))
        console.expectRow("column 6: “wekend” isn't a value")
        try await console.send(.resize(Size(width: 140, height: 30)))
        console.expectRow("did you mean “weekend”?")
        console.expectRow("484 samples")
    }
}
