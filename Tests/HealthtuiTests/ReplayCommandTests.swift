import Foundation
import Testing

/// Sessions recorded in the console, replayed by `healthtui replay`.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct ReplayCommandTests {
    /// An app of the example store asks: that waits.
    private static let head =
        "healthtui session 1\nat 2023-11-15T12:00:00Z\nzone UTC\nlocale en_US en_US\nsize 80x24\npress esc\n"

    /// Deletes the newest heart rate.
    private static let deletion =
        head
            + """
            press :  # command
            type heart rate
            press enter
            press L
            expect 2 samples
            press d
            press y
            expect 1 sample

            """

    private func file(_ text: String, _ example: ExampleStore) throws -> String {
        let path = example.folder.path("\(UUID().uuidString).session")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func rates(_ example: ExampleStore) throws -> Int {
        try example.run(["samples", "heartRate", "--json"]).rows().count
    }

    @Test("It works on a copy unless told to work on the store, and prints the screen it ends with")
    func copies() throws {
        let example = try ExampleStore()
        let path = try file(Self.deletion, example)
        let copies = example.folder.path("copies")
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        let tried = try example.run(["replay", path], environment: ["TMPDIR": copies])
        #expect(tried.status == 0, "\(tried.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == [], "the copy goes")
        #expect(tried.output.contains("Heart Rate"))
        #expect(try rates(example) == 2)
        let applied = try example.run(["replay", path, "--apply", "--yes"])
        #expect(applied.status == 0, "\(applied.errors)")
        #expect(applied.output == tried.output)
        #expect(try rates(example) == 1)
    }

    @Test("What is expected and not shown ends with 1, the line and the screen")
    func fails() throws {
        let example = try ExampleStore()
        let path = try file(Self.head + "press 2\nexpect Nothing of the kind\n", example)
        let outcome = try example.run(["replay", path])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("line 8: no row shows “Nothing of the kind”"), "\(outcome.errors)")
        #expect(outcome.output.contains("Heart Rate"))
    }

    @Test("What is no session, or holds a line that means nothing, is bad usage with its line")
    func refuses() throws {
        let example = try ExampleStore()
        let wrong = try example.run(["replay", try file(Self.head + "fly away\n", example)])
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("line 7: “fly” is none of press"), "\(wrong.errors)")
        let none = try example.run(["replay", example.folder.path("none.session")])
        #expect(none.status == 1)
        #expect(none.errors.contains("No such file"), "\(none.errors)")
    }

    @Test("A session becomes one that expects what it shows, and holds to it")
    func expectations() throws {
        let example = try ExampleStore()
        let bare =
            Self.deletion.split(separator: "\n").filter { !$0.hasPrefix("expect") }.joined(separator: "\n") + "\n"
        let written = try example.run(["replay", try file(bare, example), "--expectations"])
        #expect(written.status == 0, "\(written.errors)")
        let lines = written.output.split(separator: "\n")
        #expect(lines.filter { !$0.hasPrefix("expect") } == bare.split(separator: "\n"))
        #expect(lines.count(where: { $0.hasPrefix("expect") }) >= 4, "\(written.output)")
        #expect(try example.run(["replay", try file(written.output, example)]).status == 0)
        #expect(try rates(example) == 2)
    }

    @Test("A recording is a new file, goes with the console on screens, and typed text goes with a recording")
    func usage() throws {
        let example = try ExampleStore()
        let path = try file("kept", example)
        #expect(try example.run(["console", "--record-typed"]).status == 64)
        #expect(try example.run(["console", "--record", path], environment: ["ACCESSIBLE": "1"]).status == 64)
        #expect(try example.run(["console", "--record", path, "--print-keys"]).status == 64)
        let taken = try example.run(["console", "--record", path], environment: ["TERM": "xterm"])
        #expect(taken.status == 1)
        #expect(taken.errors.contains("already exists"), "\(taken.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "kept")
    }
}

/// Recording in a real terminal.
@Suite(.enabled(if: Tmux.isThere, "needs tmux"))
struct RecordingJourneyTests {
    @Test("What is done with --record in a terminal is done again by replay")
    func records() async throws {
        let example = try ExampleStore()
        let file = example.folder.path("own.session")
        let tmux = Tmux(example.folder)
        defer { tmux.end() }
        let program = "\(Program.path("healthtui")) console --store \(example.path) --record \(file)"
        let console = try tmux.open("console", Tmux.Size(80, 24), program)
        // The app of the example store asks: that can wait.
        try await console.wait(for: "would like to access")
        try await console.wait(for: "y allow")
        try console.press("Escape")
        try await console.wait(for: "1 Summary")
        try console.press("2")
        try await console.wait(for: "Heart Rate")
        try console.press("Q")
        // The line that says so is as long as the folder's name makes it, and folded.
        try await console.waitUntilGone()
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("size 80x24\n") && text.contains("press 2  # tab.browse\n"), "\(text)")
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = try example.run(["replay", file])
        #expect(again.status == 0, "\(again.errors)")
        #expect(again.output.contains("Heart Rate"))
    }
}
