import Foundation
import Glibc
import HealthStore

/// Why a program was not started.
struct ProgramStartError: Error, Hashable {
    let text: String
    /// Whether it is another program than the one that was approved.
    var isChanged = false
}

/// Starts a program of which the service says what it has to be.
///
/// The file is opened once: what was hashed is what is executed, whatever stands at the path by then. Somebody who may write to
/// the file can still change it in between; the hash finds updates, not attackers.
struct ProgramStarter {
    /// The variables that a program gets of those of the launcher, besides those that begin with `LC_`.
    private static let variables: Set<String> = [
        "HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "TZ", "XDG_RUNTIME_DIR",
    ]
    /// Where a program finds its connection to the service.
    private static let connectionDescriptor: Int32 = 3
    /// Where the program itself is open, as a script's interpreter finds the script.
    private static let programDescriptor: Int32 = 4
    /// Glibc gives this only to C that asks for GNU extensions.
    private static let newSession: Int16 = 0x80
    /// As above; glibc before 2.34 doesn't have it, where only what is closed on exec anyway is the launcher's alone.
    private static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        .map {
            unsafeBitCast(
                $0,
                to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self
            )
        }

    /// The launcher's environment.
    let environment: [String: String]

    /// Starts a program in a session of its own and in this process's folder, without a terminal.
    ///
    /// - Parameters:
    ///   - call: Which program, and what it has to be.
    ///   - connection: What it is to have as its connection to the service; stays open here.
    ///   - output: Where what it says goes; stays open here.
    /// - Returns: The process.
    /// - Throws: ``ProgramStartError``.
    func start(_ call: StartProgramCall, connection: Int32, output: Int32) throws(ProgramStartError) -> pid_t {
        let path = call.program.path
        guard path.hasPrefix("/"), !path.utf8.contains(0) else {
            throw ProgramStartError(text: "the path isn't a whole one")
        }
        do {
            try call.program.check()
        } catch {
            throw ProgramStartError(text: (error as? HKError)?.text ?? "\(error)")
        }
        let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard opened >= 0 else { throw ProgramStartError(text: "\(path): \(String(cString: strerror(errno)))") }
        defer { close(opened) }
        try check(opened, path, call.hash)
        // Above those that the program gets, so that none of them takes its place.
        let program = try copy(opened)
        defer { close(program) }
        return try spawn(call, program, try copy(connection), try copy(output))
    }

    private func copy(_ descriptor: Int32) throws(ProgramStartError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
        guard copy >= 0 else { throw ProgramStartError(text: String(cString: strerror(errno))) }
        return copy
    }

    private func check(_ descriptor: Int32, _ path: String, _ hash: String?) throws(ProgramStartError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ProgramStartError(text: "\(path) isn't a file")
        }
        guard let hash else { return }
        let found: String
        do {
            found = try FileDigest.hexadecimal(of: descriptor)
        } catch {
            throw ProgramStartError(text: "\(path): \(error)")
        }
        guard found == hash else {
            throw ProgramStartError(text: "\(path) is another program than the one that was approved", isChanged: true)
        }
    }

    private func spawn(_ call: StartProgramCall, _ program: Int32, _ connection: Int32, _ output: Int32)
        throws(ProgramStartError) -> pid_t
    {
        defer {
            close(connection)
            close(output)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_adddup2(&actions, connection, Self.connectionDescriptor)
        // Stays open: a script's interpreter opens the script by this name.
        posix_spawn_file_actions_adddup2(&actions, program, Self.programDescriptor)
        let name = "/dev/fd/\(Self.programDescriptor)"
        // Whatever a library has open in this process is not the program's.
        _ = Self.addCloseFrom?(&actions, Self.programDescriptor + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Without the launcher's group, where it has one of its own.
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_RESETIDS)
        posix_spawnattr_setflags(&attributes, flags | Self.newSession)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // As at the start of a program, but for the one that would end it when nobody reads its log any more.
        sigfillset(&signals)
        sigdelset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        var words: [UnsafeMutablePointer<CChar>?] = call.program.arguments.map { strdup($0) } + [nil]
        words.insert(strdup(call.program.path), at: 0)
        var values: [UnsafeMutablePointer<CChar>?] = variables(call).map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + values { free(word) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, name, &actions, &attributes, &words, &values)
        guard result == 0 else {
            throw ProgramStartError(text: "\(call.program.path): \(String(cString: strerror(result)))")
        }
        return child
    }

    /// The folder in which programs begin, as this process does once it is a launcher and nothing else.
    var home: String { environment["HOME"] ?? NSHomeDirectory() }

    private func variables(_ call: StartProgramCall) -> [String: String] {
        var found = environment.filter { Self.variables.contains($0.key) || $0.key.hasPrefix("LC_") }
        found["HOME"] = found["HOME"] ?? home
        found["PATH"] = found["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        found.merge(call.environment) { $1 }
        found["HEALTHKIT_STORE"] = "fd:\(Self.connectionDescriptor)"
        found["HEALTHKIT_BUNDLE_IDENTIFIER"] = call.app
        return found
    }
}
