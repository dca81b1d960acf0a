import Foundation
import Glibc
import ProgramTesting
import Testing
import WaitTesting

/// A folder that goes away with the test.
final class ScratchFolder {
    let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("healthtui-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    func path(_ name: String) -> String { root.appendingPathComponent(name).path }
}

/// The programs of the build, next to the tests.
enum Program {
    static func path(_ name: String) -> String {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        for _ in 0..<4 {
            let candidate = folder.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        return name
    }

    /// Runs a program to its end.
    static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        try run(path: path(name), arguments)
    }

    /// Not Foundation's Process: it takes a server that the program leaves behind for the program itself.
    static func run(path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: output) }
        let quoted = ([path] + arguments).map { "'" + $0.replacingOccurrences(of: "'", with: "'\\''") + "'" }
        let command = quoted.joined(separator: " ") + " </dev/null >'\(output)' 2>&1"
        let parts: [String] = ["/bin/sh", "-c", command]
        var words: [UnsafeMutablePointer<CChar>?] = parts.map { (part: String) in strdup(part) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard ProgramStart.alone({ posix_spawn(&child, "/bin/sh", nil, nil, &words, environ) }) == 0 else {
            throw Tmux.Failure(description: "\(path) did not start")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self)
        return ((status >> 8) & 0xFF, text)
    }
}

/// A tmux server of the test's own.
final class Tmux {
    struct Size: Sendable, CustomStringConvertible {
        let width: Int
        let height: Int

        init(_ width: Int, _ height: Int) {
            self.width = width
            self.height = height
        }

        var description: String { "\(width)x\(height)" }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let program: String? = ["/usr/bin/tmux", "/usr/local/bin/tmux"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { program != nil }

    private let socket: String

    init(_ folder: ScratchFolder) { socket = folder.path("tmux") }

    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        try Program.run(path: Self.program ?? "tmux", ["-u", "-S", socket, "-f", "/dev/null"] + arguments).output
    }

    /// Opens a window that runs a command, and keeps it when the command ends.
    func open(_ name: String, _ size: Size, _ command: String) throws -> Window {
        let shell = "env LC_ALL=C.UTF-8 TZ=UTC TERM=screen-256color \(command); echo; echo the-end; exec sleep 86400"
        try run(["new-session", "-d", "-s", name, "-x", "\(size.width)", "-y", "\(size.height)", shell])
        return Window(tmux: self, name: name)
    }

    func end() { _ = try? run(["kill-server"]) }

    /// One program on one screen.
    struct Window {
        let tmux: Tmux
        let name: String

        /// Types keys, one after the other.
        ///
        /// Their effect is awaited where it matters: on the screen.
        func press(_ keys: String...) throws {
            for key in keys { try tmux.run(["send-keys", "-t", name, key]) }
        }

        /// Presses a key again and again until the screen shows a text.
        func press(_ key: String, until text: String) async throws {
            var isPressed = false
            let isShown = try await eventually("“\(text)” in \(name)", seconds: 180, every: .milliseconds(200)) {
                if isPressed, try screen().contains(text) { return true }
                try press(key)
                isPressed = true
                return false
            }
            if !isShown { throw Failure(description: "\(name) does not show \"\(text)\" but\n\(try screen())") }
        }

        func type(_ text: String) throws {
            try tmux.run(["send-keys", "-t", name, "-l", text])
        }

        func screen() throws -> String { try tmux.run(["capture-pane", "-p", "-t", name]) }

        func resize(_ size: Size) throws {
            try tmux.run(["resize-window", "-t", name, "-x", "\(size.width)", "-y", "\(size.height)"])
        }

        /// Waits until the screen shows a text, looking so often that no busy machine is taken for a fault.
        @discardableResult
        func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
            var last = ""
            let isShown = try await eventually(
                "“\(text)” in \(name)",
                seconds: 240,
                every: .milliseconds(50),
                sourceLocation: sourceLocation
            ) {
                last = try screen()
                return last.contains(text)
            }
            if !isShown { throw Failure(description: "\(name) does not show \"\(text)\" but\n\(last)") }
            return last
        }

        /// Waits until the program has ended and the shell has its screen back.
        func waitUntilGone() async throws { try await wait(for: "the-end") }
    }
}
