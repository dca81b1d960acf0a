import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// `/` over a list of samples.
@Suite struct SampleSearchTests {
    private func heartRate(_ store: TestStore) async throws -> Console {
        let console = try await Console.start(store.environment())
        return try await console.press(":").type("heart rate").press(.enter, "L")
    }

    @Test("/ finds by value, shows its interpretation, and Esc shows all again")
    func byValue() async throws {
        let console = try await heartRate(TestStore.filled())
        try await console.press("/").type(">120").advance(by: .seconds(1))
        console.expectRow("shows above 120 BPM")
        let found = console.expectRow("samples")
        #expect(!found.contains("484"))
        try await console.press(.enter)
        for row in console.screen.rows where row.contains("My Watch 11.1") || row.contains("Polar Flow") {
            let value = row.drop { !$0.isNumber }.prefix { $0.isNumber }
            #expect((Int(value) ?? 0) > 120, "\(row)")
        }
        try await console.press(.escape)
        console.expectRow("484 samples")
    }

    @Test("Several conditions together, with names unknown to the store reported next to the line")
    func several() async throws {
        let console = try await heartRate(TestStore.filled())
        try await console.press("/").type("polar since monday").advance(by: .seconds(1))
        console.expectRow("shows from Polar Flow, since Mon 16 Nov 2026")
        console.expectRow("2 samples")
        try await console.type(" xyzzy").advance(by: .seconds(1))
        console.expectRow("“xyzzy” isn't a value")
    }

    @Test("Invalid text stays in the field to be corrected: Enter reports it, and Esc shows all")
    func misunderstood() async throws {
        let console = try await heartRate(TestStore.filled())
        try await console.press("/").type("xyzzy").advance(by: .seconds(1)).press(.enter)
        console.expectRow("not searched, for it was not understood; Esc shows all")
        #expect(console.screen.cursor != nil, "the field has the keys")
        for _ in 0..<5 { try await console.press(.backspace) }
        try await console.type("polar").advance(by: .seconds(1)).press(.enter)
        console.expectRow("shows from Polar Flow")
        console.expectRow("10 samples")
        #expect(console.screen.cursor == nil)
        try await console.press(.escape, "/").type("xyzzy").advance(by: .seconds(1)).press(.enter, .escape)
        console.expectNone("xyzzy")
        console.expectRow("484 samples")
    }

    @Test("Where nothing is like that it is said, and no key is offered that would need a sample")
    func nothing() async throws {
        let console = try await heartRate(TestStore.filled())
        try await console.press("/").type(">900").advance(by: .seconds(1)).press(.enter)
        console.expectRow("no sample is like that; Esc shows all")
        console.expectNone("delete")
        console.expectNone("mark")
        try await console.press(.escape)
        console.expectRow("484 samples")
        console.expectRow("delete")
    }

    @Test("X deletes the matching samples and nothing else, after a summary; u restores them")
    func deletesWhatIsFound() async throws {
        let store = try TestStore.filled()
        let console = try await heartRate(store)
        try await console.press("/").type("polar").advance(by: .seconds(1)).press(.enter, "X")
        console.expectRow("Delete 10 Heart Rate samples: from Polar Flow?")
        try await console.press("y")
        let type = HKQuantityType(.heartRate)
        #expect(try store.person.count(SampleListQuery(type: type)) == 474)
        try await console.press("u")
        #expect(try store.person.count(SampleListQuery(type: type)) == 484)
    }

    @Test(
        "A list of many pages is searched in pages: the first rows show before all are counted, and both ends are reached"
    )
    func manyPages() async throws {
        let store = TestStore()
        let unit = HKUnit.count().unitDivided(by: .minute())
        let samples = try (0..<3_000)
            .map { index -> HKQuantitySample in
                let (beats, hour) = (Double(60 + index % 50), Double(index) / 200)
                return try store.quantity(.heartRate, beats, unit, 30, hour)
            }
        try store.save(samples, from: TestStore.watch)
        let console = try await heartRate(store)
        try await console.press("/").type(">=100").advance(by: .seconds(1)).press(.enter)
        console.expectRow("600 samples")
        try await console.press("G")
        #expect(console.cursorRow.contains("100"), "\(console.text)")
        try await console.press("g")
        #expect(console.cursorRow.contains("109"), "\(console.text)")
    }

    @Test("A pasted condition works like a typed one, and typing stays possible while the list is searched")
    func paste() async throws {
        let console = try await heartRate(TestStore.filled())
        try await console.press("/").send(.paste("70..80\n")).advance(by: .seconds(1))
        console.expectRow("shows 70 BPM to 80 BPM")
        console.expectRow("/70..80")
    }
}
