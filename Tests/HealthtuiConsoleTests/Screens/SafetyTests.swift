import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing
import WaitTesting

/// What must not happen by accident.
@Suite struct SafetyTests {
    private static let app = AppIdentity(bundleIdentifier: "local.app", name: "app")

    @Test("Text pasted where nothing is typed changes nothing, and says so")
    func pastesWhereNothingIsTyped() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        for way: [Key] in [["1"], ["2"], ["2", .enter], ["4"], ["5"]] {
            for key in way { try await console.press(key) }
            let before = console.screen.rows.dropLast()
            try await console.send(.paste("pdXyAQ\ny\ny"))
            console.expectRow("Paste ignored: no text field is active")
            #expect(console.screen.rows.dropLast() == before)
        }
        #expect(console.endState == nil)
    }

    @Test("A pasted yes answers no question")
    func pastesIntoAQuestion() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("weight").press(.enter, .enter, "d")
        console.expectRow("Delete Weight")
        try await console.send(.paste("y\n"))
        console.expectRow("Delete Weight")
        console.expectRow("a question is not answered by pasting")
    }

    @Test("A megabyte pasted into a field is cut to what a field takes, and says so")
    func pastesMuch() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("6")
        try await console.send(.paste(String(repeating: "a b\n", count: 1 << 18)))
        console.expectRow("10,000 characters at most were taken")
        try await console.press(.escape, "1")
        console.expectRow("1 Summary")
    }

    @Test("A sheet is answered by no paste and by no key that was Escape and a letter")
    func sheets() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try store.store.database()
            .write {
                _ = try $0.ask(Self.app, share: [], read: [HKQuantityType(.stepCount).identifier], now: TestStore.now)
            }
        try await console.waitFor("app would like to access")
        try await console.advance(by: .seconds(1)).send(.paste("Ay\n"))
        console.expectRow("app would like to access")
        try await console.press(.alt("A"))
        console.expectRow("1 Summary")
        #expect(try store.person.grants(app: "local.app").isEmpty)
    }

    @Test("Escape and a key that come together are both obeyed")
    func escapeAndAKey() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", .enter, .alt("4"))
        console.expectRow("No app has asked for access yet")
        try await console.press("2", "/").type("hea").press(.alt("5"))
        console.expectRow("Several sources")
        // What Escape said is gone with the next key, though both came together.
        try await console.press(.escape, "1", .escape)
        console.expectRow("Q quits")
        try await console.press(.alt("1"))
        console.expectNone("Q quits")
    }

    @Test("A key that means nothing says so, and only until the next one")
    func unboundKeys() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("B")
        console.expectRow("B does nothing here; ? shows the keys")
        try await console.press("j")
        console.expectNone("does nothing here")
    }

    @Test("Where a list is not filtered, / says what finds instead")
    func slash() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("/")
        console.expectRow("/ filters lists that are long; : finds anything by name")
        try await console.press("2", "/").type("hea")
        console.expectRow("/hea")
    }

    @Test("Q during an import asks; then the import stops in order, and the shell is told what came in")
    func quittingDuringAnImport() async throws {
        let hasStopped = Mutex(false)
        let environment = TestStore()
            .environment(importFile: { _, isCancelled, progress in
                progress(ImportProgress(bytesRead: 250_000, bytesTotal: 1_000_000, records: 1_234))
                eventuallyBlocking("the end of the import", seconds: 600) { isCancelled() }
                hasStopped.withLock { $0 = true }
                throw CancellationError()
            })
        let console = try await Console.start(environment)
        try await console.press("6").type("/tmp/big.xml")
        console.terminal.deliver(.key(.enter))
        try await console.waitFor("1,234 records")
        console.terminal.deliver(.key("4"))
        try await console.waitFor("No app has asked")
        console.terminal.deliver(.key("Q"))
        try await console.waitFor("The import of big.xml is not done")
        console.terminal.deliver(.key("n"))
        console.terminal.deliver(.key("6"))
        try await console.waitFor("1,234 records")
        #expect(!hasStopped.withLock { $0 })
        console.terminal.deliver(.key("Q"))
        try await console.waitFor("The import of big.xml is not done")
        console.terminal.deliver(.key("y"))
        let end = try await console.end()
        #expect(hasStopped.withLock { $0 })
        #expect(
            end.farewell == ["big.xml: stopped after 1,234 records; what is in stays, and importing it again goes on"]
        )
    }

    @Test("The shell is told what an import brought, and Q asks no more")
    func quittingAfterAnImport() async throws {
        let environment = TestStore()
            .environment(importFile: { _, _, _ in
                var summary = ImportSummary()
                summary.counts[.records].read = 9
                summary.counts[.records].added = 5
                summary.counts[.records].duplicate = 3
                summary.counts[.records].refused = 1
                return summary
            })
        let console = try await Console.start(environment)
        try await console.press("6").type("/tmp/export.zip").press(.enter, "Q")
        #expect(try await console.end().farewell == ["export.zip: 5 added, 3 there already, 1 refused"])
    }

    @Test("Q with something typed asks")
    func quittingWithSomethingTyped() async throws {
        let console = try await Console.start(TestStore().environment())
        try await console.press("6").type("/tmp/export.zip").press(.escape, "1", "Q")
        console.expectRow("The file you typed is not imported. Quit?")
        try await console.press("n", "6", "/")
        console.expectRow("/tmp/export.zip")
        try await console.press(.control("c"))
        console.expectRow("The file you typed is not imported. Quit?")
        try await console.press("y")
        #expect(try await console.end().farewell.isEmpty)
    }

    @Test(
        "A store that does not tell of its changes is asked again; the person is told once, and sees what came meanwhile"
    )
    func newsThatFail() async throws {
        let folder = NSTemporaryDirectory() + "deaf-" + UUID().uuidString
        // A file where the store's folder belongs.
        try Data().write(to: URL(filePath: folder))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = TestStore(at: .file(folder + "/health.store"))
        let console = try await Console.start(store.environment())
        console.expectRow("Live updates are off")
        try await console.press("2").advance(by: .seconds(6))
        console.expectNone("Live updates are off")

        try FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let other = TestStore(at: .file(folder + "/health.store"))
        try other.save([other.quantity(.bodyMass, 71, .gramUnit(with: .kilo), 0, 7)], from: TestStore.polar)
        try await console.advance(by: .seconds(6)).press("1").waitFor("Weight")
        try other.save([other.quantity(.stepCount, 1_000, .count(), 0, 14, length: 600)], from: TestStore.watch)
        try await console.waitFor("1,000")
    }
}
