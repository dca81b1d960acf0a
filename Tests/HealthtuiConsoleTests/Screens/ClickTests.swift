import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Everything that is seen and means something answers a click.
@Suite struct ClickTests {
    private func console(_ store: TestStore? = nil) async throws -> Console {
        try await Console.start((try store ?? TestStore.filled()).environment())
    }

    @Test("Tabs and hints are clicked")
    func tabsAndHints() async throws {
        let console = try await console()
        try await console.click(on: "5 Sources")
        console.expectRow("Several sources")
        try await console.click(on: "? help")
        console.expectRow("type to search")
    }

    @Test(
        "A span of a chart is clicked, and the one that is open stays",
        arguments: zip(["W", "6M", "All"], ["15 Nov", "May", "Oct"])
    )
    func spans(span: String, shown: String) async throws {
        let console = try await console()
        try await console.press(":").type("steps").press(.enter).click(on: span)
        #expect(console.expectRow("[\(span)]").contains("Browse › Steps"))
        console.expectRow(shown)
        try await console.click(on: "[\(span)]")
        console.expectRow("[\(span)]")
    }

    @Test("A part of the path is clicked to go back to it")
    func path() async throws {
        let console = try await console()
        try await console.press(":").type("heart rate").press(.enter, "L", .enter)
        console.expectRow("Browse › Heart Rate › All Data › 85 BPM")
        try await console.click(on: "Heart Rate ›")
        console.expectRow("RANGE")
        try await console.click(on: "Browse ›")
        console.expectRow("2 Browse")
    }

    @Test("Going back over the path asks where something typed would be lost")
    func pathWithText() async throws {
        let console = try await console()
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70")
        try await console.click(on: "Add ›")
        console.expectRow("Leave")
        try await console.press("n")
        console.expectRow("Add ›")
    }

    @Test("A view next to others is clicked")
    func views() async throws {
        let console = try await console()
        try await console.press("2").click(on: "Device")
        console.expectRow("Watch6,1")
        try await console.click(on: "Source ")
        console.expectRow("Polar Flow")
        try await console.press("5").click(on: "Device")
        console.expectRow("Watch6,1")
    }

    @Test("A row of a chart's table is chosen by a click and opened by another")
    func tableRows() async throws {
        let console = try await console()
        try await console.press(":").type("steps").press(.enter, "t").click(on: "Thu 19 Nov")
        #expect(console.cursorRow.contains("Thu 19 Nov"))
        try await console.click(on: "Thu 19 Nov")
        console.expectRow("Steps › Thu 19 Nov 2026")
    }

    @Test("The answers of a question are clicked")
    func dialogs() async throws {
        let console = try await console()
        try await console.press(":").type("weight").press(.enter, "L", "d").click(on: "[ Cancel ]")
        console.expectRow("13 samples")
        try await console.press("d").click(on: "[ Delete ]")
        console.expectRow("12 samples")
    }

    @Test("A line of help is chosen by a click and run by another; a click outside the sheet closes it")
    func help() async throws {
        let console = try await console()
        try await console.press("2", "?").type("next main").click(on: "Go to the next main screen")
        console.expectRow("What do you want to add?")
        try await console.press("?").mouse(.press, x: 0, y: 0)
        console.expectNone("type to search")
    }

    @Test("The request that waits is clicked, also when it was put off")
    func request() async throws {
        let store = try TestStore.filled()
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let steps = HKQuantityType(.stepCount).identifier
        try store.store.database().write { _ = try $0.ask(app, share: [], read: [steps], now: TestStore.now) }
        let console = try await console(store)
        try await console.waitFor("would like to access").advance(by: .seconds(1)).press(.escape)
        console.expectNone("would like to access")
        try await console.click(on: "1 request")
        console.expectRow("would like to access")
    }

    @Test("Days of the calendars are clicked")
    func days() async throws {
        let console = try await console()
        try await console.press("7", "r").click(on: "20  ")
        #expect(console.expectRow("Fri 20 Nov 2026").contains("nothing was recorded"), "\(console.text)")
        try await console.press(":").type("state of mind").press(.enter).click(on: "12  ")
        console.expectRow("Thu 12 Nov 2026")
    }

    @Test("A choice in a form takes the next value when it is clicked again")
    func choices() async throws {
        let console = try await console()
        try await console.press(":").type("medications").press(.enter, "a").click(on: "Form")
        let before = console.expectRow("Form")
        try await console.click(on: "Form")
        #expect(console.expectRow("Form") != before)
    }
}
