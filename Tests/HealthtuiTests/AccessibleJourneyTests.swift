import Foundation
import ProgramTesting
import Testing
import WaitTesting

/// The console line by line in a real terminal: nothing moves the cursor, secrets aren't shown, and it ends cleanly.
@Suite("ACCESSIBLE=1 in a terminal", .serialized, .enabled(if: Tmux.isThere, "needs tmux"))
struct AccessibleJourneyTests {
    private func console(_ tmux: Tmux, _ folder: ScratchFolder, _ name: String) throws -> Tmux.Window {
        let run = folder.path("run")
        try FileManager.default.createDirectory(
            atPath: run,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let places = "XDG_RUNTIME_DIR=\(run) XDG_STATE_HOME=\(folder.path("state"))"
        let program = "\(places) ACCESSIBLE=1 \(Program.path("healthtui")) --store \(folder.path("lines.store"))"
        // The shell continues after a program that an interrupt has ended.
        return try tmux.open(name, Tmux.Size(100, 150), "sh -c 'trap : INT; \(program)'")
    }

    /// Types an answer once a question was asked so many times.
    private func answer(_ text: String, _ lines: Tmux.Window, after question: String, times: Int = 1) async throws {
        var seen = 0
        try await eventually("“\(question)”", seconds: 240, every: .milliseconds(50)) {
            seen = try lines.screen().ranges(of: question).count
            return seen >= times
        }
        let screen = try lines.screen()
        try #require(seen >= times, "“\(question)” in \(screen)")
        if !text.isEmpty { try lines.type(text) }
        try lines.press("Enter")
    }

    @Test("A passphrase is set, used and removed, and is not seen; the store is what was asked for after each")
    func passphrase() async throws {
        let folder = try ScratchFolder()
        let store = folder.path("lines.store")
        try #require(try Program.run("healthtui", ["add", "bodyMass", "70", "kg", "--store", store]).status == 0)
        let tmux = Tmux(folder)
        defer {
            tmux.end()
            // Else the agent would keep the key.
            _ = try? Command.run(["lock", "--all"], in: folder, environment: ["XDG_RUNTIME_DIR": folder.path("run")])
        }
        let lines = try console(tmux, folder, "lines")
        try await answer("passphrase", lines, after: "What now?")
        try await answer("yes", lines, after: "Set a passphrase?")
        try await answer("nine pale lanterns", lines, after: "New passphrase, not shown")
        try await answer("nine pale lanterns", lines, after: "The same again, not shown")
        try await answer("yes", lines, after: "Have you written it down?")
        try await answer("weight", lines, after: "What now?", times: 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: store)).range(of: Data("BodyMass".utf8)) == nil)
        // The agent has the key: it is read on.
        try await answer("", lines, after: "70.0 kg")
        try await answer("", lines, after: "Other samples?")
        try await answer("lock", lines, after: "What now?", times: 3)
        try await answer("unlock", lines, after: "What now?", times: 4)
        try await answer("1", lines, after: "Which one? A number")
        try await answer("nine pale lanterns", lines, after: "Passphrase now, not shown")
        try await answer("passphrase", lines, after: "What now?", times: 5)
        try await answer("3", lines, after: "Which one? A number", times: 2)
        try await answer("yes", lines, after: "Decrypt the store?")
        try await answer("1", lines, after: "Which one? A number", times: 3)
        try await answer("nine pale lanterns", lines, after: "Passphrase now, not shown", times: 2)
        try await answer("quit", lines, after: "What now?", times: 6)
        try await lines.waitUntilGone()
        let end = try lines.screen()
        #expect(end.contains("no longer encrypted") && !end.contains("lanterns"), "\(end)")
        let reported = try Program.run("healthtui", ["samples", "bodyMass", "--json", "--store", store])
        #expect(reported.status == 0 && reported.output.contains("\"value\":70"), "\(reported.output)")
    }

    @Test("Screens are said without moving the cursor; Ctrl-D and Ctrl-C end it at any question")
    func ends() async throws {
        let folder = try ScratchFolder()
        let tmux = Tmux(folder)
        defer { tmux.end() }
        for (name, key) in [("eof", "C-d"), ("interrupt", "C-c")] {
            let lines = try console(tmux, folder, name)
            try await lines.wait(for: "What now?")
            let sent = folder.path(name)
            try tmux.run(["pipe-pane", "-t", name, "cat >'\(sent)'"])
            try lines.type("apps")
            try lines.press("Enter")
            try await lines.wait(for: "A number, a word")
            try lines.press(key)
            try await lines.waitUntilGone()
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: sent)), as: UTF8.self)
            #expect(text.contains("Apps.") && !text.contains("\u{1B}"), "\(text)")
        }
    }
}
