import Foundation
import Glibc
import HealthKitStore

/// The reason that a program was not started.
struct ProgramStartError: Error, Hashable {
    let text: String
    /// Whether it is a different program than the approved one.
    var isChanged = false
}

/// Starts a program that has to match the service's description.
///
/// The file is opened once: the executed file is the hashed one, whatever is at the path by then. Any user who may
/// write to the file can still change it in between: the hash detects updates, not attackers.
struct ProgramStarter {
    /// The launcher's variables that a program inherits, besides those that begin with `LC_`.
    private static let variables: Set<String> = [
        "HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "TZ", "XDG_RUNTIME_DIR",
    ]
    /// The descriptor of a program's connection to the service.
    private static let connectionDescriptor: Int32 = 3
    /// The descriptor of the program itself, through which a script's interpreter opens the script.
    private static let programDescriptor: Int32 = 4
    /// Glibc provides this only to C with GNU extensions.
    private static let newSession: Int16 = 0x80
    /// As above; missing in glibc before 2.34, where only descriptors closed on exec are kept from the program.
    private static let addCloseFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np")
        .map {
            unsafeBitCast(
                $0,
                to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self
            )
        }

    /// The launcher's environment.
    let environment: [String: String]

    /// Starts a program in its own session and in this process's folder, without a terminal.
    ///
    /// - Parameters:
    ///   - call: The program, and the properties that it has to have.
    ///   - connection: The program's connection to the service; stays open here.
    ///   - output: The program's output; stays open here.
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
        // Above the program's own descriptors, so that none of them replaces it.
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
        // Descriptors that a library has open in this process must not reach the program.
        _ = Self.addCloseFrom?(&actions, Self.programDescriptor + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Without the launcher's group, if it has its own.
        let flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_RESETIDS)
        posix_spawnattr_setflags(&attributes, flags | Self.newSession)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // Signals are as at a program's start, except that a closed log doesn't end the program.
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

    /// The folder in which programs start, and this process too when it is only a launcher.
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
