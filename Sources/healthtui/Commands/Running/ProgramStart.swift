import Foundation
import Glibc

/// Replaces this process with another program, which inherits only what it is explicitly given.
enum ProgramStart {
    /// Finds a program: by its path, or by a name on the search path.
    ///
    /// - Parameter name: The path or the name.
    /// - Returns: Its whole path, without links.
    /// - Throws: ``CommandFailure`` if there is none that can be started.
    static func find(_ name: String) throws -> String {
        var candidates = [name]
        if !name.contains("/") {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
            candidates = folders.map { "\($0)/\(name)" }
        }
        for candidate in candidates {
            var status = stat()
            guard stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0,
                let real = realpath(candidate, nil)
            else { continue }
            defer { free(real) }
            return String(cString: real)
        }
        throw CommandFailure(name, name.contains("/") ? "not a program that can be started" : "program not found")
    }

    /// Becomes a program.
    ///
    /// All descriptors above 3 are closed, signals are as a shell would give them, and a group that this program got from its
    /// file is dropped.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments, without its name.
    ///   - connection: The descriptor that it gets as number 3; `nil` for none.
    ///   - environment: What it finds in its environment.
    /// - Throws: ``CommandFailure`` where it can't be started.
    static func become(
        _ path: String,
        _ arguments: [String],
        connection: Int32?,
        environment: [String: String]
    ) throws -> Never {
        try ProcessGroup.drop()
        if let connection {
            // It stays open in the program, unlike all others.
            guard connection == 3 || dup2(connection, 3) == 3 else { throw failure(path) }
            _ = fcntl(3, F_SETFD, 0)
        }
        for descriptor in openDescriptors() where descriptor > (connection == nil ? 2 : 3) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        for signal in [SIGPIPE, SIGTERM, SIGHUP, SIGINT] where !isIgnored(signal) || signal == SIGPIPE {
            Glibc.signal(signal, SIG_DFL)
        }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var settings: [UnsafeMutablePointer<CChar>?] =
            environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve(path, &words, &settings)
        throw failure(path)
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    private static func openDescriptors() -> [Int32] {
        // Without /proc those up to the usual limit.
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? (3..<1_024).map(String.init)
        return names.compactMap { Int32($0) }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(path, "can't be started: \(String(cString: strerror(errno)))")
    }
}
