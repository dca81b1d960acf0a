import Foundation
import HealthStore
import Glibc

/// How an app's request comes before the person.
package protocol AuthorizationPrompting: Sendable {
    /// Called once a request is stored; may answer it, start something that will, or only say where to answer.
    ///
    /// - Returns: Whether nobody can answer any more and the request should end as cancelled.
    func present(_ request: AuthorizationRequest, in database: HealthDatabase) async -> Bool
}

/// Asks in the app's own terminal by running `healthtui authorize`, unless a console is open to answer.
package struct TerminalPrompt: AuthorizationPrompting {
    package init() {}

    package func present(_ request: AuthorizationRequest, in database: HealthDatabase) async -> Bool {
        guard let path = database.path else { return true }
        if ConsolePresence(storePath: path).isConsoleOpen {
            say("\(request.app.name): waiting for your answer in the open console")
            return false
        }
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let program = Self.consoleProgram() else {
            say("\(request.app.name): waiting for permission; answer with: healthtui authorize \(request.id)")
            return false
        }
        let status = await Self.run(program, ["--store", path, "authorize", String(request.id)])
        if status == nil {
            say("\(request.app.name): \(program) did not start; answer with: healthtui authorize \(request.id)")
        }
        return status.map { $0 != 0 } ?? false
    }

    private func say(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// The console's executable: named by the environment, beside this one, or on the search path.
    private static func consoleProgram() -> String? {
        let environment = ProcessInfo.processInfo.environment
        let beside = URL(fileURLWithPath: Machine.executablePath).deletingLastPathComponent()
        let folders = [beside.path] + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let candidates = [environment["HEALTHKIT_CONSOLE"]].compactMap { $0 } + folders.map { $0 + "/healthtui" }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program in the foreground of this terminal and waits for it.
    private static func run(_ program: String, _ arguments: [String]) async -> Int32? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global()
                .async {
                    // Not Foundation's Process: it would give the child a process group of its own, and the terminal
                    // stops such a child when it reads.
                    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
                    defer { for word in words { free(word) } }
                    // A worker thread blocks signals, which the console must hear.
                    var attributes = posix_spawnattr_t()
                    posix_spawnattr_init(&attributes)
                    defer { posix_spawnattr_destroy(&attributes) }
                    var noSignals = sigset_t()
                    sigemptyset(&noSignals)
                    posix_spawnattr_setsigmask(&attributes, &noSignals)
                    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
                    var child: pid_t = 0
                    guard posix_spawn(&child, program, nil, &attributes, &words, environ) == 0 else {
                        return continuation.resume(returning: nil)
                    }
                    var status: Int32 = 0
                    while waitpid(child, &status, 0) == -1, errno == EINTR {}
                    continuation.resume(returning: status)
                }
        }
    }
}
