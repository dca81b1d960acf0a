import Foundation
import ProgramTesting
import Testing

/// The console line by line in a real terminal: nothing moves the cursor, what is secret is not shown, and it ends in order.
@Suite("ACCESSIBLE=1 in a terminal", .serialized, .enabled(if: Tmux.isThere, "needs tmux"))
struct AccessibleJourneyTests {
    private func console(_ tmux: Tmux, _ folder: ScratchFolder, _ name: String, after: String = "") throws
        -> Tmux.Window
    {
        let run = folder.path("run")
        try FileManager.default.createDirectory(
            atPath: run,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let places = "XDG_RUNTIME_DIR=\(run) XDG_STATE_HOME=\(folder.path("state"))"
        let program = "\(places) ACCESSIBLE=1 \(Program.path("healthtui")) --store \(folder.path("lines.store"))"
        return try tmux.open(name, Tmux.Size(100, 50), "\(program)\(after)")
    }

    @Test("A passphrase is set, used and removed, and is not seen; the store is what was asked for after each")
    func passphrase() async throws {
        let folder = try ScratchFolder()
        let store = folder.path("lines.store")
        try #require(try Program.run("healthtui", ["add", "bodyMass", "70", "kg", "--store", store]).status == 0)
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let lines = try console(tmux, folder, "lines")
        func answer(_ text: String, after question: String) async throws {
            try await lines.wait(for: question)
            try lines.type(text)
            try lines.press("Enter")
        }
        try await answer("passphrase", after: "What now?")
        try await answer("yes", after: "Set a passphrase?")
        try await answer("nine pale lanterns", after: "New passphrase, not shown")
        try await answer("nine pale lanterns", after: "The same again, not shown")
        try await answer("yes", after: "Have you written it down?")
        try await lines.wait(for: "What now?")
        #expect(try Data(contentsOf: URL(fileURLWithPath: store)).range(of: Data("bodyMass".utf8)) == nil)
        // The agent has the key: it is read on.
        try await answer("weight", after: "What now?")
        try await answer("", after: "70 kg")
        try await answer("", after: "Other samples?")
        try lines.type("lock")
        try lines.press("Enter")
        try await lines.wait(for: "Locked. unlock opens it again.")
        try lines.type("unlock")
        try lines.press("Enter")
        try await answer("1", after: "Which one? A number")
        try await answer("nine pale lanterns", after: "Passphrase now, not shown")
        try await lines.wait(for: "nlocked")
        try lines.type("passphrase")
        try lines.press("Enter")
        try await lines.wait(for: "3. Remove the passphrase")
        try lines.type("3")
        try lines.press("Enter")
        try await answer("yes", after: "Decrypt the store?")
        try await lines.wait(for: "2. Recovery key")
        try lines.type("1")
        try lines.press("Enter")
        try await lines.wait(for: "Passphrase now, not shown")
        try lines.type("nine pale lanterns")
        try lines.press("Enter")
        let end = try await lines.wait(for: "no longer encrypted")
        #expect(!end.contains("lanterns"))
        try lines.type("quit")
        try lines.press("Enter")
        try await lines.waitUntilGone()
        let told = try Program.run("healthtui", ["samples", "bodyMass", "--json", "--store", store])
        #expect(told.status == 0 && told.output.contains("\"value\":70"), "\(told.output)")
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
