import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What `:` offers while one types.
@Suite struct PaletteTests {
    private func console(_ keys: String..., store: TestStore? = nil) async throws -> Console {
        let console = try await Console.start((try store ?? TestStore.filled()).environment())
        for key in keys { try await console.press(Key(.character(Character(key)))) }
        return try await console.press(":")
    }

    /// The rows of offers, from top to bottom.
    private func offers(_ console: Console) -> [String] {
        let rows = console.screen.rows
        guard let rule = rows.dropFirst(2).lastIndex(where: { $0.hasPrefix("──") }) else { return [] }
        return rows[(rule + 1)...].dropLast().map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The offer under the cursor; a list behind the palette has one too.
    private func chosen(_ console: Console) -> String { console.screen.rows.last { $0.hasPrefix("▌") } ?? "" }

    @Test("With nothing typed, the screens are offered, then what the keys of this screen do")
    func empty() async throws {
        let console = try await console()
        let rows = offers(console)
        #expect(rows.first?.hasPrefix("summary") == true, "\(console.text)")
        #expect(rows.contains { $0.hasPrefix("workouts") && $0.contains("screen 7") })
        try await console.press(.escape)
        console.expectRow("1 Summary")
    }

    @Test("Types are found by their letters and by what people call them, those with data first")
    func types() async throws {
        let console = try await console()
        try await console.type("hrt")
        #expect(offers(console).first?.contains("Heart Rate") == true, "\(console.text)")
        #expect(offers(console).first?.contains("type, 484 samples") == true, "\(console.text)")
        try await console.press(.control("u")).type("pulse")
        #expect(offers(console).contains { $0.contains("Heart Rate") && $0.contains("484") }, "\(console.text)")
        try await console.press(.control("u")).type("bp")
        #expect(offers(console).contains { $0.contains("Blood Pressure") }, "\(console.text)")
    }

    @Test("Verifiable records are found, which stand in no list of types")
    func verifiable() async throws {
        let console = try await console()
        try await console.type("verifiable records")
        #expect(chosen(console).contains("Verifiable Records"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("Browse › Verifiable Records")
    }

    @Test("Sources, devices and apps are found, and Enter goes there")
    func places() async throws {
        let store = try TestStore.filled()
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let steps = HKQuantityType(.stepCount).identifier
        try store.store.database().write { _ = try $0.ask(app, share: [], read: [steps], now: TestStore.now) }
        let id = try #require(try store.person.requests().first?.id)
        _ = try store.person.answer(id, read: [steps], share: [])
        let console = try await console(store: store)
        try await console.type("polar")
        #expect(chosen(console).contains("source, 10 samples"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("Sources › Polar Flow")
        try await console.press(":").type("watch6").press(.enter)
        console.expectRow("Sources › Watch6,1")
        try await console.press(":").type("stepd")
        #expect(chosen(console).contains("app"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("Apps › stepdemo")
    }

    @Test("A date is understood while it is typed, and gone to on a chart")
    func dates() async throws {
        let console = try await console()
        try await console.type("steps").press(.enter, ":").type("2026-11-02")
        #expect(chosen(console).contains("Mon 2 Nov 2026") && chosen(console).contains("go to that day"))
        try await console.press(.enter)
        console.expectRow("▌Mon 2 Nov")
    }

    @Test("What the keys of the screen do is found by its words and done")
    func actions() async throws {
        let console = try await console()
        try await console.type("steps").press(.enter, ":").type("same numbers")
        #expect(chosen(console).contains("key t"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("Samples")
    }

    @Test(
        "What people call a screen goes there, and so does what begins it",
        arguments: [
            ("types", "Samples"), ("typ", "Samples"), ("permissions", "No app has asked"), ("units", "Date of birth"),
            ("history", "Log"), ("devices", "Several sources"),
        ]
    )
    func otherNames(typed: String, shown: String) async throws {
        let console = try await console()
        try await console.type(typed).press(.enter)
        console.expectRow(shown)
    }

    @Test(
        "A text that is no name runs nothing that only holds its letters: it is said to be unknown",
        arguments: ["theme", "shome", "qt", "lk", "udo", "color", "tshm"]
    )
    func unknown(typed: String) async throws {
        for key in ["1", "2", "3"] {
            let console = try await console(key)
            try await console.type(typed)
            for offer in ["shell", "leave", "undo", "redo", "lock ", "key "] {
                #expect(!chosen(console).contains(offer), "\(typed) on screen \(key): \(console.text)")
            }
        }
        let console = try await console()
        try await console.type("theme").press(.enter)
        console.expectRow("1 Summary")
    }

    @Test("The shell is found by its name")
    func shell() async throws {
        let console = try await console()
        try await console.type("shell")
        #expect(chosen(console).contains("shell"), "\(console.text)")
    }

    @Test(
        "Behind a name nothing is changed that was not asked for: what changes something comes by its own words alone"
    )
    func nothingChangesUnasked() async throws {
        let console = try await console()
        for typed in ["type", "types", "summary", "un", "lo", "tips", "sum"] {
            try await console.press(.control("u")).type(typed)
            for change in ["Pin the", "undo", "redo", "lock ", "Move the"] {
                #expect(!chosen(console).contains(change), "\(typed): \(console.text)")
            }
        }
        try await console.press(.control("u")).type("pin the type")
        #expect(chosen(console).contains("Pin the type to the summary"), "\(console.text)")
        try await console.press(.control("u")).type("undo")
        #expect(chosen(console).contains("take back what you did last"), "\(console.text)")
    }

    @Test("A console that only reads offers nothing that writes")
    func readOnly() async throws {
        let console = try await Console.start(TestStore.filled().environment(isReadOnly: true))
        for text in ["undo", "goals", "add", "import", "pin the"] {
            try await console.press(":").type(text)
            for row in offers(console) {
                #expect(!row.hasPrefix(text) && !row.contains("Pin the type"), "\(row)")
            }
            try await console.press(.escape)
        }
    }

    @Test("Arrows choose another, Up on an empty line brings back what was typed before")
    func choosing() async throws {
        let console = try await console()
        try await console.type("heart r")
        let first = chosen(console)
        try await console.press(.down)
        #expect(chosen(console) != first)
        try await console.press(.up)
        #expect(chosen(console) == first)
        try await console.press(.enter, ":").press(.up)
        console.expectRow(":Heart Rate")
        try await console.press(.enter)
        console.expectRow("Browse › Heart Rate")
    }

    @Test("A press takes an offer, and one beside the palette closes it")
    func mouse() async throws {
        let console = try await console()
        try await console.type("heart").click(on: "Resting Heart Rate")
        console.expectRow("Browse › Resting Heart Rate")
        try await console.press(":").mouse(.press, x: 3, y: 1)
        #expect(offers(console).isEmpty && console.screen.cursor == nil, "\(console.text)")
    }

    @Test("At the smallest size the line and the likeliest offers are there", arguments: [(40, 10), (41, 11)])
    func small(size: (Int, Int)) async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: size.0, height: size.1)
        try await console.press(":").type("hea")
        console.expectRow("Heart Rate")
        console.expectRow(":hea")
    }

    @Test("A type and a length of time open its chart over it: hrv wk")
    func typeOverSpan() async throws {
        let console = try await Console.start(try TestStore.filled().environment())
        try await console.press(":").type("hrv wk")
        #expect(console.expectRow("Heart Rate Variability, a week").contains("opens its chart"))
        try await console.press(.escape, ":").type("hr y").press(.enter)
        #expect(console.text.contains("[Y]"))
        console.expectRow("Heart Rate")
    }

    @Test("The help begins with the ten keys that matter most, and groups the rest by what they are for")
    func groupedHelp() async throws {
        let console = try await Console.start(try TestStore.filled().environment(), width: 80, height: 60)
        try await console.press("2", "?")
        let rows = console.screen.rows
        func row(_ text: String) throws -> Int { try #require(rows.firstIndex { $0.contains(text) }, "\(text)") }
        #expect(try row("Most used here") < row("Move"))
        #expect(try row("Move") - row("Most used here") <= 12, "ten lines, and what is wrapped")
        try await console.type("undo")
        console.expectNone("Most used here")
    }
}
