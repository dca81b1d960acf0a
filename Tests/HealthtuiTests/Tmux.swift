import Foundation
import Testing

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

/// The programs that the build made, beside the tests.
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

    static func run(path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
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
        let shell = "env LC_ALL=C.UTF-8 TZ=UTC TERM=screen-256color \(command); echo; echo the-end; sleep 600"
        try run(["new-session", "-d", "-s", name, "-x", "\(size.width)", "-y", "\(size.height)", shell])
        return Window(tmux: self, name: name)
    }

    func end() { _ = try? run(["kill-server"]) }

    /// One program on one screen.
    struct Window {
        let tmux: Tmux
        let name: String

        func press(_ keys: String...) throws {
            for key in keys {
                try tmux.run(["send-keys", "-t", name, key])
                Thread.sleep(forTimeInterval: 0.15)
            }
        }

        func type(_ text: String) throws {
            try tmux.run(["send-keys", "-t", name, "-l", text])
            Thread.sleep(forTimeInterval: 0.15)
        }

        func screen() throws -> String { try tmux.run(["capture-pane", "-p", "-t", name]) }

        func resize(_ size: Size) throws {
            try tmux.run(["resize-window", "-t", name, "-x", "\(size.width)", "-y", "\(size.height)"])
            Thread.sleep(forTimeInterval: 0.2)
        }

        /// Waits until the screen shows a text.
        @discardableResult
        func wait(for text: String) throws -> String {
            var last = ""
            for _ in 0..<300 {
                last = try screen()
                if last.contains(text) { return last }
                Thread.sleep(forTimeInterval: 0.05)
            }
            throw Failure(description: "\(name) does not show \"\(text)\" but\n\(last)")
        }

        /// Waits until the program has ended and the shell has its screen back.
        func waitUntilGone() throws { try wait(for: "the-end") }
    }
}
