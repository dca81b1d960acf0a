import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import RandomTesting
import Testing

/// What `:` asks of measures and adds.
@Suite struct PaletteMeasureTests {
    private func console(isReadOnly: Bool = false, _ store: TestStore? = nil) async throws -> Console {
        try await Console.start((try store ?? TestStore.filled()).environment(isReadOnly: isReadOnly))
    }

    private func weights(_ store: TestStore) throws -> [Double] {
        try store.person.samples(SampleListQuery(type: HKQuantityType(.bodyMass)), limit: 1_000)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .gramUnit(with: .kilo)) }
    }

    /// The offer under the cursor, in the palette.
    private func chosen(_ console: Console) -> String { console.screen.rows.last { $0.hasPrefix("▌") } ?? "" }

    @Test("A sample takes a line and two Enters: the first shows it next to the last one, the second saves it")
    func adds() async throws {
        let store = try TestStore.filled()
        let before = try weights(store).count
        let console = try await console(store)
        try await console.press(":").type("weight 75.2 yesterday 7:31")
        console.expectRow("Will be saved")
        console.expectRow("New: 75.2 kg")
        console.expectRow("Before it:")
        console.expectRow("Change:")
        try await console.press(.enter)
        console.expectRow("Enter again saves")
        #expect(try weights(store).count == before)
        try await console.press(.enter)
        console.expectRow("saved Weight 75.2 kg")
        #expect(try weights(store).count == before + 1 && weights(store).contains(75.2))
        try await console.press("u")
        #expect(try weights(store).count == before)
    }

    @Test("A pair is added by the same line, and one that is there already is said to be")
    func addsPair() async throws {
        let store = try TestStore.filled()
        let console = try await console(store)
        for _ in 0..<2 { try await console.press(":").type("bp 131/80 yesterday 7:30").press(.enter, .enter) }
        console.expectRow("saved Blood Pressure 131/80")
        try await console.press(":").type("bp 131/80 yesterday 7:30")
        console.expectRow("One with this value and time is already stored.")
    }

    @Test("Another text after the first Enter is shown again before it is saved")
    func changedLine() async throws {
        let store = try TestStore.filled()
        let before = try weights(store).count
        let console = try await console(store)
        try await console.press(":").type("weight 75").press(.enter).type(".3").press(.enter)
        #expect(try weights(store).count == before, "\(console.text)")
        try await console.press(.enter)
        #expect(try weights(store).contains(75.3) && !weights(store).contains(75), "\(console.text)")
    }

    @Test(
        "What is still to come, in a unit that doesn't fit or no pair is refused in words",
        arguments: ["weight 75.2 tomorrow", "weight 75.2 steps", "bp 131", "weight 9999 kg", "weight 5 1800-01-01"]
    )
    func refuses(line: String) async throws {
        let store = try TestStore.filled()
        let console = try await console(store)
        let before = try weights(store).count
        try await console.press(":").type(line).press(.enter, .enter)
        #expect(try weights(store).count == before, "\(console.text)")
        console.expectNone("Will be saved")
    }

    @Test("A console that only reads adds nothing and says so")
    func readOnly() async throws {
        let store = try TestStore.filled()
        let before = try weights(store).count
        let console = try await console(isReadOnly: true, store)
        try await console.press(":").type("weight 75.2 yesterday 7:30").press(.enter)
        console.expectRow("this console only reads")
        try await console.press(.enter)
        #expect(try weights(store).count == before)
    }

    @Test(
        "A question takes `:`, the line and Enter",
        arguments: [
            ("sleep last week", "Sleep"), ("night last 30 days < 6 h", "< 6 h"), ("bedtime last 30 days", "Bedtime"),
            ("steps least", "Steps"), ("running distance this year by week", "distance"),
            ("bp 14 nov to 20 nov", "Blood Pressure"), ("weight since 1 nov", "Weight › Before and after"),
            ("caffeine v sleep", "Each day goes with the night after it."), ("naps this year by month", "Naps"),
        ]
    )
    func questions(line: String, shown: String) async throws {
        let console = try await console()
        try await console.press(":").type(line).press(.enter)
        #expect(!console.screen.rows.contains { $0.hasPrefix(":") }, "\(console.text)")
        #expect(console.text.contains(shown), "\(console.text)")
    }

    @Test(
        "German words lead to the same answers in any language",
        arguments: [
            ("Schlaf", "Browse › Sleep"), ("Puls", "Browse › Heart Rate"),
            ("Schlaf letzte Woche", "9 Nov – 15 Nov 2026"), ("Nacht <6h diesen Monat", "<6h: "),
            ("Gewicht seit dem 1. November", "Weight › Before and after"), ("Schritte meiste", "Steps"),
            ("Koffein gegen Schlaf", "Each day goes with the night after it."),
        ]
    )
    func german(line: String, shown: String) async throws {
        let console = try await console()
        try await console.press(":").type(line).press(.enter)
        #expect(!console.screen.rows.contains { $0.hasPrefix(":") }, "\(console.text)")
        console.expectRow(shown)
    }

    @Test("A mark is a time: a measure since it is compared to before")
    func marks() async throws {
        let store = try TestStore.filled()
        let day = try #require(CalendarDay(text: "2026-11-05"))
        try store.person.add(DayMark("stopped drinking", day))
        let console = try await console(store)
        try await console.press(":").type("weight since stopped drinking")
        #expect(chosen(console).contains("Weight since stopped drinking"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("Weight › Before and after")
        console.expectRow("[stopped drinking]")
    }

    @Test(
        "A comparison says before Enter which day goes with which, and how many pairs there are; both sides are spelled"
    )
    func comparison() async throws {
        let console = try await console()
        try await console.press(":").type("steps v sleep")
        console.expectRow("Each day goes with the night after it.")
        console.expectRow("have both.")
        try await console.press(.control("u")).type("ste v slee")
        console.expectNone("have both.")
        try await console.press(.enter)
        #expect(!console.text.contains("Steps and"), "\(console.text)")
    }

    @Test("A name of several measures lists them and waits for a choice; Enter takes no scattered letters either")
    func choices() async throws {
        for typed in ["running", "hrt"] {
            let console = try await console()
            try await console.press(":").type(typed)
            #expect(!chosen(console).contains("Running") && !chosen(console).contains("Heart"), "\(console.text)")
            try await console.press(.enter)
            console.expectRow("Down chooses")
            try await console.press(":").type(typed).press(.down, .enter)
            console.expectRow("Browse ›")
        }
    }

    @Test("Nothing that is typed traps or saves")
    func hostile() async throws {
        let store = try TestStore.filled()
        let before = try weights(store).count
        let console = try await console(store)
        var generator = SeededGenerator("lines of the palette")
        let pieces = [
            "weight", "bp", "steps", "v", "<", ">", "<6h", "131/80", "least", "by", "week", "since", "to", "today",
            "1e999", "-", "\u{202E}", "👩‍👩‍👧", "99999999999999999999", "0/0", "1800", "2026-02-30", "running", "--help",
            "e\u{301}",
        ]
        for _ in 0..<25 {
            let words = (0..<Int.random(in: 1...6, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }
            try await console.press(":").send(.paste(words.joined(separator: " ")))
            try await console.press(.enter, .escape, .escape)
        }
        #expect(try weights(store).count == before)
    }
}
