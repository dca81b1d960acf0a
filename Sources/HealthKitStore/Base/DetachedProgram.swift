import Foundation

/// Starts programs that keep running independently.
package enum DetachedProgram {
    /// Glibc gives this only to C that asks for GNU extensions.
    private static let newSession: Int16 = 0x80

    /// Starts a program in a separate session: it ends neither with this process nor with its terminal.
    ///
    /// Its input and output are closed. It inherits no open files of this process, such as a pipe that another process
    /// waits for, a lock or a passphrase. Signals are as at the start of a program.
    ///
    /// - Parameters:
    ///   - program: The path of its file.
    ///   - arguments: Its arguments, which every user of the machine can read.
    ///   - environment: Its variables; `nil` for those of this process.
    ///   - whenEnded: Called on a separate thread with its exit status, or 128 and the signal that ended it.
    /// - Returns: Why it did not start, in the system's words; `nil` when it did.
    package static func start(
        _ program: String,
        arguments: [String] = [],
        environment: [String: String]? = nil,
        whenEnded: @escaping @Sendable (Int32) -> Void = { _ in }
    ) -> String? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
        }
        for descriptor in openDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_RESETIDS) | newSession)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        var values: [UnsafeMutablePointer<CChar>?] =
            (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + values { free(word) } }
        var child: pid_t = 0
        let result =
            environment == nil
            ? posix_spawn(&child, program, &actions, &attributes, &words, environ)
            : posix_spawn(&child, program, &actions, &attributes, &words, &values)
        guard result == 0 else { return String(cString: strerror(result)) }
        // This thread waits for its end, so that it doesn't stay a zombie.
        let process = child
        Thread.detachNewThread {
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1 { guard errno == EINTR else { return } }
            whenEnded(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
        }
        return nil
    }

    private static var openDescriptors: [Int32] {
        // Without the list none are closed: files that this program opens itself are closed on exec.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(Int32.init).filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) >= 0 }
    }
}
