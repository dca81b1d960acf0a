import Foundation
import Glibc
import HealthKit

/// A process that runs a study's SQL: DuckDB or Spark under Python, in a process group of its own.
///
/// It is asked a line at a time and answers a line at a time. It ends when nobody asks any more, also when this process is
/// killed. For one thread at a time.
package final class StudyEngine {
    /// The engine's own name, with its version.
    package private(set) var name = ""
    private let group: pid_t
    /// The socket to the engine, in both directions.
    private let socket: Int32
    private let log: String
    private var waiting: [UInt8] = []
    private var asked = 0
    private var isOver = false

    /// Starts an engine.
    ///
    /// - Parameters:
    ///   - kind: Which.
    ///   - scratch: A folder for what is temporary, of the owner alone.
    ///   - python: Where Python is.
    ///   - started: Told the process group, which whoever ends this process early has to end too.
    /// - Throws: ``StudyError`` for one that isn't installed, with the line that installs it, or that doesn't start.
    package init(
        _ kind: EngineKind,
        scratch: String,
        python: StudyPython,
        started: (pid_t) -> Void = { _ in }
    ) throws {
        let script = scratch + "/study_engine.py"
        try Data(try EngineFiles.text("study_engine.py").utf8).write(to: URL(fileURLWithPath: script))
        log = scratch + "/engine.log"
        // A socket, for its ends can be made such that no other program inherits them.
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw StudyError("\(kind)", "can't be started: \(String(cString: strerror(errno)))")
        }
        socket = ends[0]
        let words = [python.program, "-B", script, kind.description]
        let process = Self.start(words, ends[1], log, python.folder)
        close(ends[1])
        group = process ?? -1
        guard process != nil else {
            isOver = true
            close(socket)
            throw StudyError(python.program.printable, "can't be started")
        }
        started(group)
        do {
            try send(["scratch": scratch])
            let answer = try receive()
            name = answer["engine"] as? String ?? "\(kind)"
        } catch {
            end()
            throw error
        }
    }

    deinit { end() }

    private static func start(
        _ words: [String],
        _ socket: Int32,
        _ log: String,
        _ folder: String
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, 0)
        posix_spawn_file_actions_adddup2(&actions, socket, 1)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // A pipe that nobody reads ends it, as it does programs of a shell.
        var standard = sigset_t()
        sigemptyset(&standard)
        sigaddset(&standard, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &standard)
        posix_spawnattr_setpgroup(&attributes, 0)
        // A group that this program got from its file is not the other's.
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_RESETIDS)
        )
        var environment = ProcessInfo.processInfo.environment
        environment["HEALTHTUI_PYTHON_FOLDER"] = folder
        // Settings that other programs made for their own Python don't apply to this one.
        for name in ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP"] { environment[name] = nil }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var process: pid_t = 0
        guard posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables) == 0 else { return nil }
        return process
    }

    /// Asks without waiting for the answer.
    /// - Throws: ``StudyError`` when the engine is gone.
    package func send(_ request: [String: Any]) throws {
        let data = try JSONSerialization.data(withJSONObject: request, options: .withoutEscapingSlashes)
        let line = Array(data) + [UInt8(ascii: "\n")]
        var sent = 0
        while sent < line.count {
            let count = line[sent...]
                .withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 { sent += count } else if errno != EINTR { throw lastError() }
        }
        asked += 1
    }

    /// The number of requests without a reply yet.
    package var open: Int { asked }

    /// The next answer.
    /// - Throws: ``StudyError`` with what the engine says went wrong, and when it is gone.
    package func receive() throws -> [String: Any] {
        while true {
            if let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(waiting[..<end])
                waiting.removeFirst(end + 1)
                asked -= 1
                guard let answer = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
                    throw failure()
                }
                if let missing = answer["missing"] as? String { throw StudyError("engine", missing) }
                if let error = answer["error"] as? String {
                    throw StudyError(name.isEmpty ? "engine" : name, error.printable)
                }
                return answer["ok"] as? [String: Any] ?? answer
            }
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let count = Glibc.recv(socket, &piece, piece.count, 0)
            if count > 0 {
                waiting += piece[..<count]
            } else if count == 0 || errno != EINTR {
                throw failure()
            }
        }
    }

    /// Asks, and waits for the answer.
    /// - Throws: ``StudyError``.
    package func ask(_ request: [String: Any]) throws -> [String: Any] {
        try send(request)
        return try receive()
    }

    /// The error for an engine that reads no more: its last message, or else that it is gone.
    private func lastError() -> any Error {
        do {
            while true { _ = try receive() }
        } catch {
            return error
        }
    }

    /// The error for an engine that ended, with whatever is known of it.
    private func failure() -> StudyError {
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        let last = text.split(separator: "\n").last.map { ": \($0.printable)" } ?? ""
        return StudyError(name.isEmpty ? "engine" : name, "it ended before it was done\(last)")
    }

    /// Ends the engine and all that it started.
    package func end() {
        guard !isOver else { return }
        isOver = true
        // An engine that is still working is killed, and its output is incomplete; otherwise it has a moment to end by itself.
        if asked > 0 { kill(-group, SIGKILL) }
        shutdown(socket, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + .seconds(3)
        var status: Int32 = 0
        while true {
            let ended = waitpid(group, &status, WNOHANG)
            if ended == group || ended < 0 && errno != EINTR { break }
            if ContinuousClock.now > deadline { kill(-group, SIGKILL) }
            usleep(10_000)
        }
        close(socket)
        // Java may outlive the Python that started it.
        kill(-group, SIGKILL)
    }
}
