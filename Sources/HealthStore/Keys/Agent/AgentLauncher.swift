import Foundation

/// Starts the agent as a process of its own, which outlives the one that starts it.
package struct AgentLauncher: Sendable {
    private let program: String
    private let arguments: [String]

    /// How long a new agent may take until it listens, in seconds.
    private static let patience = 10.0

    /// - Parameters:
    ///   - program: the program that is an agent.
    ///   - arguments: its arguments; nothing secret is among them.
    package init(program: String, arguments: [String] = ["agent"]) {
        self.program = program
        self.arguments = arguments
    }

    /// Makes sure that an agent listens.
    ///
    /// - Parameter address: where.
    /// - Throws: ``StoreError`` with code `cannotOpen` or `notPermitted`.
    package func ensure(at address: AgentAddress) throws {
        if try isListening(address) { return }
        try start()
        let deadline = Date().addingTimeInterval(Self.patience)
        while Date() < deadline {
            if try isListening(address) { return }
            usleep(10_000)
        }
        throw StoreError(.cannotOpen, "The agent that keeps the key did not start. Try: healthtui agent")
    }

    private func isListening(_ address: AgentAddress) throws -> Bool {
        guard let socket = try address.connect() else { return false }
        close(socket)
        return true
    }

    private func start() throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
        }
        // Nothing of this process stays open in it: neither a pipe that somebody waits for nor a passphrase's.
        for descriptor in Self.openDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A session of its own: the end of a terminal is not its end. Signals as at the start of a program.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Self.newSession)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, program, &actions, &attributes, &words, environ)
        guard result == 0 else {
            throw StoreError(.cannotOpen, "The agent can't be started: \(String(cString: strerror(result))).")
        }
        // Nobody else waits for it.
        let started = child
        Thread.detachNewThread { waitpid(started, nil, 0) }
    }

    /// Glibc gives this only to C that asks for GNU extensions.
    private static let newSession: Int16 = 0x80

    private static var openDescriptors: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap(Int32.init).filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) >= 0 }
    }
}
