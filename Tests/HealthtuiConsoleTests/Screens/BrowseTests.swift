import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct BrowseTests {
    @Test func findsATypeByTypingPartOfItsName() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", "/").type("hea")
        #expect(console.cursorRow.contains("Heart Rate"))
        try await console.press(.enter, .enter)
        console.expectRow("Browse › Heart Rate")
        console.expectRow("RANGE 58–140 BPM")
    }

    @Test func findsATypeByASynonym() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", "/").type("pulse")
        #expect(console.cursorRow.contains("Heart Rate"))
    }

    @Test func putsTypesWithDataFirstUnderTheirGroups() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2")
        let rows = console.screen.rows
        let activity = try #require(rows.firstIndex { $0.contains("Activity") })
        let noData = try #require(rows.firstIndex { $0.contains("No Data") })
        #expect(rows[activity + 1].contains("Steps"))
        #expect(noData > activity)
        #expect(console.expectRow("Steps").contains("948"))
    }

    @Test func escapeShowsAllRowsAgain() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", "/").type("hea").press(.escape)
        console.expectRow("Weight")
        console.expectNone("/hea")
    }

    @Test func listsWhatASourceBroughtAndItsSamples() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", "l")
        #expect(console.expectRow("My Watch").contains("1,148"))
        try await console.press("j", "j").press(.enter)
        console.expectRow("fi.polar.flow")
        try await console.press("L")
        console.expectRow("10 samples")
        console.expectRow("yesterday 18:30:00")
        console.expectNone("My Watch")
    }

    @Test("Where an app brought nothing, its data is not offered")
    func appWithoutData() async throws {
        let store = try TestStore.filled()
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let steps = HKQuantityType(.stepCount).identifier
        try store.store.database().write { _ = try $0.ask(app, share: [], read: [steps], now: TestStore.now) }
        let id = try #require(try store.person.requests().first?.id)
        _ = try store.person.answer(id, read: [steps], share: [])
        let console = try await Console.start(store.environment())
        try await console.press("4", .enter)
        console.expectRow("no data")
        console.expectRow("Space toggle")
        console.expectNone("Enter open")
        try await console.press("o")
        console.expectRow("o does nothing here")
    }

    @Test("Once all data of a source is deleted, neither opening nor deleting is offered")
    func originWithoutData() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("polar").press(.enter)
        console.expectRow("delete all")
        try await console.press("X", "y", "j")
        console.expectRow("0 samples")
        console.expectRow("no data")
        console.expectNone("delete all")
        console.expectNone("Enter open")
        try await console.press("X")
        console.expectRow("X does nothing here")
    }

    @Test("Devices are listed by what people call them, with their versions below")
    func listsDevices() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", "h")
        console.expectRow("Apple Watch, 474 samples")
        #expect(console.expectRow("Watch6,1, software 11.1").contains("474"))
        try await console.press(.enter)
        console.expectRow("SAMPLES 474")
        try await console.press(.enter)
        console.expectRow("Heart Rate by Watch6,1")
    }

    @Test func showsWhatAnotherProcessSaves() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("2", "/").type("height").press(.enter)
        #expect(!console.cursorRow.contains("1 source"))
        try store.save([store.quantity(.height, 180, .meterUnit(with: .centi), 0, 9)], from: TestStore.polar)
        try await console.waitFor("1 source")
        #expect(console.cursorRow.contains("Height"))
    }

    @Test func aClickMovesTheCursorAndASecondOneOpens() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2").click(on: "Heart Rate")
        #expect(console.cursorRow.contains("Heart Rate"))
        try await console.click(on: "Heart Rate")
        console.expectRow("Browse › Heart Rate")
    }

    /// The name in the row under the cursor.
    private func name(_ console: Console) -> String {
        let words = console.cursorRow.dropFirst().split(separator: "  ", omittingEmptySubsequences: true)
        return words.first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }

    @Test(
        "Escape out of a filter stays on the row that was found",
        arguments: [("2", "weig"), ("3", "mindful"), ("3", "water")]
    )
    func escapeKeepsTheRow(tab: Character, typed: String) async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(Key(.character(tab)), "/").type(typed)
        let found = name(console)
        #expect(!found.isEmpty, "\(console.text)")
        try await console.press(.escape)
        console.expectNone("/" + typed)
        #expect(name(console) == found, "\(console.text)")
        // Once more from there, after the filter was accepted.
        try await console.press("/").type(typed).press(.enter, .escape)
        #expect(name(console) == found, "\(console.text)")
    }

    @Test("Escape out of a filter that found nothing goes back to where it began", arguments: ["2", "3", "5"])
    func escapeGoesBack(tab: Character) async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(Key(.character(tab)), "j", "j")
        let before = name(console)
        try await console.press("/").type("zzzz")
        try await console.press(.escape)
        #expect(name(console) == before, "\(console.text)")
    }

    @Test("Escape out of a search of samples goes back to the row where it began")
    func escapeFromSearch() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("heart rate").press(.enter, "L")
        for _ in 0..<40 { try await console.press("j") }
        let before = console.cursorRow
        try await console.press("/").type("> 130").press(.enter)
        try await console.waitFor("10 samples")
        try await console.press("j", .escape)
        try await console.waitFor("484 samples")
        #expect(console.cursorRow == before, "\(console.text)")
    }

    @Test(
        "However wide, a table tells a date in fewer words, and cuts none",
        arguments: [50, 60, 80, 100, 119, 120, 160, 200]
    )
    func wholeDates(width: Int) async throws {
        let store = try TestStore.filled()
        let old = try store.quantity(.height, 1.8, .meter(), 900, 7)
        try store.save([old, try store.quantity(.bodyTemperature, 37, .degreeCelsius(), 11, 7)], from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: width, height: 60)
        for keys: [Key] in [["2"], ["l"], ["1"], ["6"], ["U"]] {
            for key in keys { try await console.press(key) }
            expectWholeDates(console)
        }
        for name in ["weight", "sleep", "height"] {
            try await console.press(":").type(name).press(.enter, "L")
            expectWholeDates(console)
        }
    }

    private func expectWholeDates(_ console: Console) {
        // Words of one cell have one blank between them, columns two.
        let cut = #/(Mon|Tue|Wed|Thu|Fri|Sat|Sun|yester|tod|[0-9] [A-Z])( ?[a-zA-Z0-9:])*…/#
        for row in console.screen.rows { #expect(row.firstMatch(of: cut) == nil, "\(row)") }
    }
}
