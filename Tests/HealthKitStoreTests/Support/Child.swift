import Foundation
import Glibc
import ProgramTesting
import Testing
import WaitTesting

/// A program of the build that runs beside the test, with its output in a file.
///
/// Not Foundation's Process, which can't be killed and waited for at moments of our choice.
final class Child {
    let pid: pid_t
    private let output: String
    private var hasEnded = false

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts a program that the build put beside the tests.
    init(_ name: String, _ arguments: [String]) throws {
        output = FileManager.default.temporaryDirectory.appendingPathComponent("output-\(UUID().uuidString)").path
        let path = Child.path(name)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { (word: String) in strdup(word) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var child: pid_t = 0
        let result = ProgramStart.alone { posix_spawn(&child, path, &actions, nil, &words, environ) }
        guard result == 0 else {
            throw Failure(description: "\(path) did not start: \(String(cString: strerror(result)))")
        }
        pid = child
    }

    deinit {
        if !hasEnded { _ = kill() }
        try? FileManager.default.removeItem(atPath: output)
    }

    /// Stops the program where it stands, with no chance to tidy up.
    /// - Returns: what it said before.
    func kill() -> [String] {
        Glibc.kill(pid, SIGKILL)
        return end().lines
    }

    /// Waits until the program has ended.
    /// - Returns: its exit status, or 128 and more when it was killed, and what it said.
    func end() -> (status: Int, lines: [String]) {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1, errno == EINTR {}
        hasEnded = true
        let code = status & 0x7F == 0 ? Int(status >> 8) & 0xFF : 128 + Int(status & 0x7F)
        let text = String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data(), as: UTF8.self)
        return (code, text.split(separator: "\n").map(String.init))
    }

    /// Waits until the program has said a line.
    /// - Throws: when it does not within two minutes.
    func wait(for line: String) throws {
        let isSaid = eventuallyBlocking("the line “\(line)”", seconds: 120, every: .milliseconds(10)) {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").contains { $0 == line }
        }
        if !isSaid { throw Failure(description: "it did not say \(line)") }
    }

    /// Waits until the program has said something, or too long.
    func waitForOutput() {
        var status = stat()
        eventuallyBlocking("the program's first line", seconds: 120, every: .microseconds(500)) {
            stat(output, &status) == 0 && status.st_size > 0
        }
    }

    private static func path(_ name: String) -> String {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        for _ in 0..<4 {
            let candidate = folder.appendingPathComponent(name).path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        return name
    }
}
