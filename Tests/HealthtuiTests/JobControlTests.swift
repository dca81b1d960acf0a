import Foundation
import Glibc
import Testing
import WaitTesting

/// The console under a shell's job control: stopped, killed while it is stopped, continued behind another job.
@Suite(.serialized, .enabled(if: Tmux.isThere, "needs tmux"))
struct JobControlTests {
    private let folder: ScratchFolder
    private let tmux: Tmux
    private let shell: Tmux.Window

    /// A shell that leaves the terminal's modes as the last program left them.
    init() throws {
        folder = try ScratchFolder()
        tmux = Tmux(folder)
        shell = try tmux.open("shell", Tmux.Size(80, 24), "PS1='ready> ' sh -i")
    }

    private func startConsole() async throws {
        try await shell.wait(for: "ready>")
        try shell.type("clear; \(Program.path("healthtui")) --store \(folder.path("jobs.store"))")
        try shell.press("Enter")
        try await shell.wait(for: "Welcome")
    }

    /// A value that tmux knows of the terminal.
    private func fact(_ name: String) throws -> String {
        try tmux.run(["display-message", "-p", "-t", "shell", "#{\(name)}"])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Asks the job to end, and lets it: not every shell's `kill` continues a job that is stopped.
    private func killJob() throws {
        try shell.type("kill %1; kill -s CONT %1; sleep 1; jobs; echo killed-$((1 + 1))")
        try shell.press("Enter")
    }

    /// Waits until the shell has no job of the console's; one that is stopped stays.
    private func expectEnded(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var left = ""
        var round = 0
        try await eventually(
            "the end of the job in\n\(left)",
            seconds: 120,
            every: .milliseconds(50),
            sourceLocation: sourceLocation
        ) {
            round += 1
            try shell.type("clear; jobs; echo left-$((\(round) + 1))")
            try shell.press("Enter")
            left = try await shell.wait(for: "left-\(round + 1)")
            return !left.contains("healthtui")
        }
    }

    /// Checks that the terminal is as a shell expects it: lines, echo, no screen of the console's.
    private func expectGivenBack(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try shell.type("echo over-$((20 + 3))")
        try shell.press("Enter")
        try await shell.wait(for: "over-23")
        let modes = try Program.run(path: "/bin/stty", ["-a", "-F", try fact("pane_tty")]).output
        #expect(modes.contains(" icanon") && !modes.contains("-icanon"), comment, sourceLocation: sourceLocation)
        #expect(modes.contains(" echo ") && !modes.contains("-echo "), comment, sourceLocation: sourceLocation)
        #expect(try fact("alternate_on") == "0", comment, sourceLocation: sourceLocation)
        #expect(try fact("mouse_any_flag") == "0", comment, sourceLocation: sourceLocation)
    }

    @Test("A console that was stopped with Ctrl-Z ends when it is killed, and is not stopped for the terminal")
    func killedWhileStopped() async throws {
        defer { tmux.end() }
        try await startConsole()
        try shell.press("C-z")
        try await shell.wait(for: "Stopped")
        try killJob()
        let text = try await shell.wait(for: "killed-2")
        #expect(!text.contains("tty output"), "\(text)")
        try await expectGivenBack("killed while it was stopped")
        try await expectEnded()
    }

    @Test("Continued in the background it waits for the terminal; brought to the front it draws; killed there it ends")
    func continuedBehind() async throws {
        defer { tmux.end() }
        try await startConsole()
        try shell.press("C-z")
        try await shell.wait(for: "Stopped")
        try shell.type("bg; sleep 1; echo behind-$((1 + 1))")
        try shell.press("Enter")
        let text = try await shell.wait(for: "behind-2")
        #expect(!text.contains("Welcome"), "nothing is drawn over another job: \(text)")
        try shell.type("fg")
        try shell.press("Enter")
        try await shell.wait(for: "Welcome")
        try shell.press("C-z")
        try await shell.wait(for: "Stopped")
        try shell.type("bg; sleep 1; echo again-$((1 + 1))")
        try shell.press("Enter")
        try await shell.wait(for: "again-2")
        try killJob()
        try await shell.wait(for: "killed-2")
        try await expectGivenBack("killed in the background")
        try await expectEnded()
    }

    @Test(
        "However stop, end and continue follow each other, the terminal is given back",
        arguments: 0..<6
    )
    func stoppedEndedContinued(round: Int) async throws {
        defer { tmux.end() }
        try await startConsole()
        let pid = try #require(try console())
        kill(pid, SIGTSTP)
        if round % 2 == 1 { usleep(UInt32(round) * 3_000) }
        kill(pid, SIGTERM)
        if round > 2 { usleep(5_000) }
        kill(pid, SIGCONT)
        // The shell may have taken it for stopped in between.
        await eventually("the end of the console", every: .milliseconds(50)) {
            if !isRunning(pid) { return true }
            kill(pid, SIGCONT)
            return false
        }
        try await expectGivenBack("round \(round)")
    }

    @Test("Asked to end while it is stopped, it ends as soon as it is continued once", arguments: 0..<12)
    func endsWhenContinued(round: Int) async throws {
        defer { tmux.end() }
        try await startConsole()
        let pid = try #require(try console())
        try shell.press("C-z")
        try await shell.wait(for: "Stopped")
        kill(pid, SIGTERM)
        kill(pid, SIGCONT)
        await eventually("the end of the console", every: .milliseconds(50)) { !isRunning(pid) }
        kill(pid, SIGCONT)
        try await expectGivenBack("round \(round)")
    }

    /// Whether a process has not ended; one that has may wait for its shell to ask how, at the next prompt.
    private func isRunning(_ pid: pid_t) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/stat") else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let name = text.lastIndex(of: ")") else { return false }
        return !["Z", "X"].contains(text[text.index(after: name)...].split(separator: " ").first ?? "X")
    }

    /// The console's process: the one whose store is this test's.
    private func console() throws -> pid_t? {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
        return names.first { pid in
            guard let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") else { return false }
            let words = String(decoding: line, as: UTF8.self).split(separator: "\0")
            return words.first?.hasSuffix("healthtui") == true && words.contains { $0 == folder.path("jobs.store") }
        }
    }
}
