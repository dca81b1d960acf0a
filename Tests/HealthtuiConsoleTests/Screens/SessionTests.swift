import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import LockTesting
import Synchronization
import Testing

/// Sessions that are written down and done again.
@Suite struct SessionTests {
    private typealias Recorded = TestDriver<RecordedConsole>

    /// What a recorder wrote.
    private final class Pages: Sendable {
        private let written = Mutex("")

        var text: String { written.withLock { $0 } }

        func add(_ text: String) { written.withLock { $0 += text } }
    }

    private func record(
        _ environment: ConsoleEnvironment,
        keepsTyped: Bool = false,
        _ work: (Recorded) async throws -> Void
    ) async throws -> String {
        let pages = Pages()
        let recorder = SessionRecorder(
            .beginning(of: environment),
            size: Size(width: 80, height: 24),
            keepsTyped: keepsTyped
        ) { pages.add($0) }
        let program = RecordedConsole(ConsoleProgram(environment), recorder)
        let console = try await Recorded(program, program.initialState).settle()
        try await work(console)
        recorder.end()
        return pages.text
    }

    /// Works on a thread of its own: a replay waits, and those who wait must not hold the threads that tasks share.
    private func onThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try work() }) }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// Does a session again; the rows of the last screen.
    @discardableResult
    private func replay(
        _ text: String,
        _ store: TestStore,
        patience: DispatchTimeInterval = .seconds(180)
    ) async throws -> [String] {
        let session = try RecordedSession(text)
        let clock = SessionReplay.Clock(session.beginning.moment)
        var environment = store.environment()
        environment.clock = { clock.now }
        let surroundings = environment
        return try await onThread {
            let replay = SessionReplay(surroundings, clock, patience: patience)
            replay.settle()
            for step in session.steps {
                try replay.perform(step)
                replay.settle()
            }
            return replay.screen.rows
        }
    }

    @Test("Actions are recorded by name, and text typed into a field isn't recorded")
    func recording() async throws {
        let text = try await record(try TestStore.filled().environment()) { console in
            try await console.press(":").type("weight").press(.enter, "a").type("71.25").press(.tab)
            try await console.press(.escape, "y", "7", "Q")
        }
        #expect(
            text == """
                healthtui session 1
                at 2026-11-21T14:20:00+01:00
                zone Europe/Berlin
                locale de_DE en_GB
                size 80x24
                press :  # command
                type weight
                press enter
                press a  # type.add
                untold  # typed into a field
                press tab  # form.next
                press esc  # typing.cancel
                press y
                press 7  # tab.workouts
                press Q  # quit

                """,
            "\(text)"
        )
    }

    @Test("Typed text is recorded if the person wants it, a passphrase never")
    func typing() async throws {
        let text = try await record(try TestStore.filled().environment(), keepsTyped: true) { console in
            try await console.press(":").type("weight").press(.enter, "a").type("71.25")
            try await console.send(.paste("two\nlines"))
        }
        #expect(text.contains("press 7\npress 1\npress .\npress 2\npress 5\n"), "\(text)")
        #expect(text.contains("paste \"two\\nlines\"\n"), "\(text)")
        let locked = try EncryptedStore.watched()
        let secret = try await record(try locked.environment(), keepsTyped: true) { console in
            try await console.waitFor("Passphrase").type("open").send(.paste(EncryptedStore.passphrase))
            try await console.press(.enter)
        }
        #expect(!secret.contains("press o") && !secret.contains("sesame"), "\(secret)")
        #expect(secret.contains("untold"), "\(secret)")
    }

    @Test("A session done again over the same store ends with the same screen and the same samples")
    func sameAgain() async throws {
        let mass = HKQuantityType(.bodyMass)
        let (first, second) = (try TestStore.filled(), try TestStore.filled())
        var last: [String] = []
        let text = try await record(first.environment(), keepsTyped: true) { console in
            try await console.press(":").type("weight").press(.enter, "L", "d", "y", .escape, "a").type("71.5")
            try await console.press(.control("s")).resize(width: 100, height: 30)
            try await console.mouse(.press, x: 5, y: 6).press(":").type("weight").press(.enter, "t")
            last = console.screen.rows
        }
        #expect(try await replay(text, second) == last)
        let values = try [first, second]
            .map { store in
                try store.person.samples(SampleListQuery(type: mass), ascending: true, limit: 100)
                    .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .gramUnit(with: .kilo)) }
            }
        #expect(values[0] == values[1] && values[0].contains(71.5))
    }

    @Test("Omitted text stops a replay, and so does an unmet expectation; the line is named")
    func stops() async throws {
        let head = "healthtui session 1\nat 2026-11-21T14:20:00+01:00\nzone Europe/Berlin\n"
        func stop(_ steps: String) async throws -> SessionReplay.Stopped? {
            let store = try TestStore.filled()
            return await #expect(throws: SessionReplay.Stopped.self) {
                try await replay(head + steps, store, patience: .milliseconds(1))
            }
        }
        #expect(try await stop("press 3\nuntold\n")?.line == 5)
        let unseen = try await stop("press 2\nexpect Nothing of the kind\n")
        #expect(unseen?.line == 5)
        #expect(unseen?.rows.contains { $0.contains("Heart Rate") } == true)
        #expect(try await stop("press Q\npress 2\n")?.line == 5)
    }

    @Test("A session says in which language and region it was, and one of an earlier version in none")
    func places() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let german = RecordedSession.Beginning(
            moment: TestStore.now,
            zone: zone,
            locale: "de_DE",
            numbers: "de_CH",
            times: "en_US",
            language: "de"
        )
        #expect(try RecordedSession(german.text + "press j\n").beginning == german)
        let plain = RecordedSession.Beginning(moment: TestStore.now, zone: zone, locale: "de_DE", numbers: "en_GB")
        #expect(try RecordedSession(plain.text + "press j\n").beginning == plain)
    }

    @Test("Every line is read as it was written")
    func lines() throws {
        let lines: [SessionLine] = [
            .press([.enter, .control("s"), .space]), .press(["#"]), .type("weight"), .type(" two  words "),
            .type("\"quoted\""), .paste("a\nb\t\\ é👩‍👩‍👧‍👦"), .click(Point(x: 12, y: 5)),
            .wheel(isUp: false, Point(x: 0, y: 0)),
            .size(Size(width: 200, height: 60)), .wait(seconds: 90), .expect("12 samples"), .unreported,
        ]
        for line in lines { #expect(try SessionLine(reading: line.text) == line, "\(line.text)") }
        #expect(try SessionLine(reading: "press d  # sample.delete") == .press(["d"]))
        #expect(try SessionLine(reading: "  # a remark") == nil)
    }

    @Test(
        "A session that means nothing is refused with its line",
        arguments: [
            (1, "press j"), (2, "healthtui session 1\npress j"),
            (3, "healthtui session 1\nat 2026-11-21T14:20:00Z\nfly"),
            (2, "healthtui session 1\nat noon"), (3, "healthtui session 1\nat 2026-11-21T14:20:00Z\npress hyper+j"),
            (3, "healthtui session 1\nat 2026-11-21T14:20:00Z\nzone Mars/Olympus"),
            (3, "healthtui session 1\nat 2026-11-21T14:20:00Z\nsize 0x24"),
            (4, "healthtui session 1\nat 2026-11-21T14:20:00Z\n\nwait soon"),
            (3, "healthtui session 1\nat 2026-11-21T14:20:00Z\ntype \"no end"),
        ]
    )
    func refuses(line: Int, text: String) {
        let problem = #expect(throws: RecordedSession.Problem.self) { _ = try RecordedSession(text) }
        #expect(problem?.line == line, "\(problem.map { "\($0)" } ?? "")")
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sessions")

    private static let sessions =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasSuffix(".session") }
        .sorted()
        ?? []

    @Test("A recorded session shows what it expects", arguments: sessions)
    func kept(name: String) async throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
        #expect(text.contains("\nexpect "), "a session that expects nothing tests nothing")
        try await replay(text, try TestStore.filled())
    }

    @Test("A row that a step brought can be expected of the next replay")
    func news() async throws {
        let head = "healthtui session 1\nat 2026-11-21T14:20:00+01:00\nzone Europe/Berlin\n"
        let session = try RecordedSession(head + "press 2\npress j\n")
        let clock = SessionReplay.Clock(session.beginning.moment)
        let environment = try TestStore.filled().environment()
        let expected = try await onThread {
            let replay = SessionReplay(environment, clock)
            replay.settle()
            var expected: [String?] = []
            for step in session.steps {
                let before = replay.screen.rows
                try replay.perform(step)
                replay.settle()
                let new = replay.news(since: before)
                expected.append(replay.screen.rows.contains { $0.contains(new ?? "-") } ? new : nil)
            }
            return expected + [replay.news(since: replay.screen.rows)]
        }
        #expect(expected[0] != nil)
        #expect(expected[1]?.hasPrefix("▌") == true, "\(expected)")
        #expect(expected[2] == nil)
    }
}
