import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A report written in the console.
@Suite struct ReportScreenTests {
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("console-report-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func console(_ store: TestStore, width: Int = 120) async throws -> Console {
        var environment = store.environment()
        environment.reportLanguage = .english
        let console = try await Console.start(environment, width: width, height: 30)
        return try await console.press(":").type("report").press(.enter)
    }

    /// Empties the field that has the keys and types something else.
    private func retype(_ text: String, in console: Console) async throws {
        try await console.press(.control("u")).type(text)
    }

    @Test("The form is filled with the types of the summary and twelve weeks, and Ctrl-S writes what it says")
    func writes() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await console(try ReportStore.filled())
        console.expectRow("Report for your doctor")
        console.expectRow(
            "Steps, Heart Rate, Sleep, Weight, Blood Pressure, Medication Doses, Medications, Lab Results"
        )
        console.expectRow("Sun 30 Aug 2026")
        try await retype(folder.path + "/mine.html", in: console)
        try await console.press(.control("s"))
        console.expectRow("wrote \(folder.path)/mine.html")
        let page = try String(contentsOf: folder.appendingPathComponent("mine.html"), encoding: .utf8)
        #expect(page.contains("30 Aug – 21 Nov 2026"))
        #expect(page.contains("HbA1c"))
    }

    @Test(
        "Enter goes through the fields and writes at the last; types, days, language, name and profile are those typed"
    )
    func fields() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await console(try ReportStore.filled())
        try await retype(folder.path + "/mine.html", in: console)
        try await console.press(.enter)
        try await retype("weight, steps", in: console)
        try await console.press(.enter)
        try await retype("2026-11-02", in: console)
        console.expectRow("Mon 2 Nov 2026")
        try await console.press(.enter)
        try await retype("yesterday", in: console)
        try await console.press(.enter, .right, .enter)
        try await console.type("Jane Doe").press(.enter, .space, .enter)
        console.expectRow("wrote ")
        let page = try String(contentsOf: folder.appendingPathComponent("mine.html"), encoding: .utf8)
        #expect(page.contains("2. Nov. – 20. Nov. 2026"))
        #expect(page.contains("Gewicht") && page.contains("Schritte"))
        #expect(page.contains("Jane Doe"))
        #expect(!page.contains("1980") && !page.contains("Blutdruck"))
    }

    @Test("The days may be those of a mark")
    func marks() async throws {
        let store = try ReportStore.filled()
        let days = try ["2026-11-02", "2026-11-09"].map { try #require(CalendarDay(text: $0)) }
        try store.person.add(DayMark("Lisbon", days[0], days[1]))
        let console = try await console(store)
        try await console.press(.enter, .enter)
        try await retype("since lisbon", in: console)
        console.expectRow("Mon 2 Nov 2026")
        try await console.press(.enter)
        try await retype("lisbon", in: console)
        console.expectRow("Mon 9 Nov 2026")
    }

    @Test("Invalid input is reported next to its field, and nothing is written")
    func mistakes() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await console(try ReportStore.filled())
        try await retype(folder.path + "/mine.txt", in: console)
        try await console.press(.control("s"))
        console.expectRow("end the name in .html or .pdf")
        try await retype(folder.path + "/mine.html", in: console)
        try await console.press(.tab)
        try await retype("weight, nonsense", in: console)
        try await console.press(.control("s"))
        console.expectRow("unknown type “nonsense”")
        try await retype("weight", in: console)
        try await console.press(.tab)
        try await retype("never", in: console)
        try await console.press(.control("s"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try await retype("2026-11-20", in: console)
        try await console.press(.tab)
        try await retype("2026-11-02", in: console)
        try await console.press(.control("s"))
        console.expectRow("the last day is before the first")
        try await console.press(.backtab, .backtab, .backtab)
        try await retype(folder.path + "/nowhere/mine.html", in: console)
        try await console.press(.tab, .tab)
        try await retype("", in: console)
        try await console.press(.control("s"))
        console.expectRow("does not exist")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A file that exists is replaced only when the person says so")
    func replaces() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("mine.html")
        try Data("mine".utf8).write(to: file)
        let console = try await console(try ReportStore.filled())
        try await retype(file.path, in: console)
        try await console.press(.control("s"))
        console.expectRow("Replace mine.html?")
        try await console.press("n")
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        try await console.press(.control("s"), "y")
        console.expectRow("wrote ")
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    }

    @Test("The import screen leads to it, an empty store has a form too, and Esc asks before typed words are lost")
    func ways() async throws {
        let console = try await Console.start(TestStore().environment(), width: 100, height: 30)
        try await console.press("6", .escape, "r")
        console.expectRow("Report for your doctor")
        try await console.press(.tab).type("weight").press(.escape)
        console.expectRow("Leave without saving what you typed?")
    }
}
