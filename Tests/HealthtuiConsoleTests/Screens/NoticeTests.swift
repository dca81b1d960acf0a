import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing

/// What the console says: it stays long enough to be read, and can be read again.
@Suite struct NoticeTests {
    private final class Clock: Sendable {
        private let moment = Mutex(TestStore.now)

        var now: Date { moment.withLock { $0 } }

        func advance(_ seconds: Double) { moment.withLock { $0.addTimeInterval(seconds) } }
    }

    @Test("A notice stays while it is read, whatever keys are pressed, and goes with the next key after that")
    func stays() async throws {
        let clock = Clock()
        var environment = try TestStore.filled().environment()
        environment.clock = { clock.now }
        environment.readingTime = { Notice.readingTime($0) }
        let console = try await Console.start(environment)
        try await console.press(":").type("weight").press(.enter, "p")
        let text = console.expectRow("Weight").isEmpty ? "" : console.screen.rows.last ?? ""
        #expect(!text.contains("Enter"), "the notice stands in the place of the hints")
        clock.advance(0.5)
        try await console.press(.left)
        #expect(console.screen.rows.last == text)
        clock.advance(4)
        #expect(console.screen.rows.last == text, "it goes with a key, not by itself")
        try await console.press(.left)
        console.expectRow("Enter samples")
    }

    @Test("Another notice takes the place of one that is still read")
    func replaced() async throws {
        var environment = try TestStore.filled().environment()
        environment.readingTime = { Notice.readingTime($0) }
        let console = try await Console.start(environment)
        try await console.press(":").type("weight").press(.enter, "p")
        let first = console.screen.rows.last
        try await console.press("p")
        #expect(console.screen.rows.last != first)
    }

    @Test("Every notice can be read again, newest first, and copied")
    func listed() async throws {
        let console = try await Console.start(try TestStore.filled().environment())
        try await console.press(":").type("notices").press(.enter)
        console.expectRow("no notices yet")
        try await console.press(":").type("weight").press(.enter, "p", "p", "&", .control("n"))
        console.expectRow("3 notices")
        #expect(console.cursorRow.contains("&"), "the last one is on top")
        try await console.press(.down, "y")
        #expect(console.screen.rows.last?.contains("Weight") == true)
    }

    @Test("Time to read grows with the text, to four seconds")
    func readingTime() {
        #expect(Notice.readingTime("") == 1)
        #expect(Notice.readingTime(String(repeating: "a", count: 20)) == 2)
        #expect(Notice.readingTime(String(repeating: "a", count: 500)) == 4)
    }
}
