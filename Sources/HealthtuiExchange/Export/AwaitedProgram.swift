import Foundation
import Glibc

/// A child program that is run to completion; it inherits no open files except one for its output, and no group that
/// this program got from its file.
struct AwaitedProgram {
    /// The reason the program didn't finish.
    enum Problem: Error {
        case notStarted
        case tookTooLong
    }

    /// Glibc declares it only for C that asks for GNU extensions.
    private static let addFolder = dlsym(nil, "posix_spawn_file_actions_addchdir_np")
        .map {
            unsafeBitCast(
                $0,
                to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32)
                    .self
            )
        }

    var path: String
    var arguments: [String]
    /// The working directory.
    var folder: String
    /// The file that receives the program's output.
    var log: String

    /// Starts the program and waits for its end.
    ///
    /// - Parameter seconds: The time limit; after that the program is terminated, then killed.
    /// - Returns: Its exit status, or 128 plus the signal that ended it.
    /// - Throws: ``Problem``.
    func run(seconds: Double) throws(Problem) -> Int32 {
        guard let child = start() else { throw .notStarted }
        if let status = Self.wait(for: child, seconds: seconds) { return status }
        kill(child, SIGTERM)
        if Self.wait(for: child, seconds: 5) == nil {
            kill(child, SIGKILL)
            _ = Self.wait(for: child, seconds: .infinity)
        }
        throw .tookTooLong
    }

    private func start() -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
        for descriptor in Self.openDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
        // All paths passed to it are absolute; if the system can't do this, it runs in this program's working
        // directory.
        _ = Self.addFolder?(&actions, folder)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_RESETIDS)
        )
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, path, &actions, &attributes, &words, environ) == 0 else { return nil }
        return child
    }

    private static func wait(for child: pid_t, seconds: Double) -> Int32? {
        let begin = ContinuousClock.now
        var pause: useconds_t = 1_000
        while true {
            var status: Int32 = 0
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F) }
            // A process that ignores SIGCHLD can't read a child's status.
            if ended < 0, errno != EINTR { return 0 }
            guard ContinuousClock.now - begin < .seconds(min(seconds, 1e9)) else { return nil }
            usleep(pause)
            pause = min(pause * 2, 50_000)
        }
    }

    private static var openDescriptors: [Int32] {
        // Without /proc, the child inherits every file that isn't marked close-on-exec.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(Int32.init).filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) >= 0 }
    }
}
