import Foundation
import Glibc
import HealthKitStore

/// Presents an app's request to the person.
package protocol AuthorizationPrompting: Sendable {
    /// Called once a request is stored; may answer it, start something that will, or only explain where to answer.
    ///
    /// - Returns: Whether the person closed the request without an answer, so that it ends as cancelled.
    /// - Throws: An error for the app when there is no way to ask the person. The request remains unanswered.
    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async throws -> Bool
}

/// A prompt's access to a request: it reads and answers as the owner, through the owner's port.
package struct RequestDesk: Sendable {
    /// The path of the store; `nil` for one in memory.
    package let path: String?
    /// Returns the state of a request, or `nil` for one that was never made.
    let state: @Sendable (OwnerRequestCall) throws -> AuthorizationRequest.State?
    fileprivate let answer: @Sendable (OwnerCall) throws -> OwnerAnswer

    init(
        path: String?,
        state: @escaping @Sendable (OwnerRequestCall) throws -> AuthorizationRequest.State?,
        answer: @escaping @Sendable (OwnerCall) throws -> OwnerAnswer
    ) {
        self.path = path
        self.state = state
        self.answer = answer
    }

    /// Answers a request.
    ///
    /// - Parameter call: The owner's call that answers it.
    /// - Returns: Whether it was still waiting.
    /// - Throws: Any error of answering.
    @discardableResult
    package func send(_ call: OwnerCall) throws -> Bool { try answer(call).wasWaiting }
}

/// Asks in the app's own terminal by running `healthtui authorize`, unless a console is open to answer.
package struct TerminalPrompt: AuthorizationPrompting {
    /// The process's environment; a test sets its own.
    package struct Surroundings: Sendable {
        package var environment = ProcessInfo.processInfo.environment
        /// The path of the running executable; the console may be next to it.
        package var executable = Machine.executablePath
        /// Whether a person can answer in the app's terminal.
        package var isTerminal: @Sendable () -> Bool = { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
        /// Prints a line for the person.
        package var say: @Sendable (String) -> Void = {
            FileHandle.standardError.write(Data(($0 + "\n").utf8))
        }

        package init() {}
    }

    private let surroundings: Surroundings

    package init(_ surroundings: Surroundings = Surroundings()) { self.surroundings = surroundings }

    package func present(_ request: AuthorizationRequest, at desk: RequestDesk) async throws -> Bool {
        guard let path = desk.path else {
            throw unanswerable("nobody can answer a request in a store in memory; HealthKitTestStore answers in tests")
        }
        let app = request.app.name
        if ConsolePresence(storePath: path).isConsoleOpen {
            surroundings.say("\(app): waiting for your answer in the open console")
            return false
        }
        if let sandbox = surroundings.environment["HEALTHKIT_SANDBOX"], !sandbox.isEmpty {
            // Neither the console's program nor its terminal is accessible in there.
            surroundings.say(
                "\(app): waiting for permission. Answer in the console, or with: healthtui authorize \(request.id)"
            )
            return false
        }
        let program: String
        switch console {
        case .found(let path): program = path
        case .missing(let problem): throw refuse(request, path, problem)
        }
        guard surroundings.isTerminal() else {
            surroundings.say("\(app): waiting for permission. Answer with: \(command(request, path))")
            return false
        }
        // A store of another user is reached the way the app reaches it: through the service.
        let isKept = Self.isKept(path)
        let end = await Self.run(program, (isKept ? [] : ["--store", path]) + ["authorize", String(request.id)])
        switch end {
        case .exited(0):
            // A program that exited successfully has the answer; any other would leave the app waiting forever. If the state
            // can't be read, the app asks the store again and gets the error.
            let state = try? desk.state(OwnerRequestCall(number: request.id))
            guard state == .pending else { return false }
            throw refuse(request, path, "\(program) ended without an answer")
        case .exited(1), .signalled(SIGHUP), .signalled(SIGINT), .signalled(SIGTERM): return true
        case .exited(let status): throw refuse(request, path, "\(program) failed with exit code \(status)")
        case .signalled(let signal): throw refuse(request, path, "\(program) was ended by signal \(signal)")
        case .notStarted(let problem): throw refuse(request, path, "\(program) didn't start (\(problem))")
        }
    }

    /// Prints instructions for when there is no way to ask the person.
    ///
    /// - Returns: The error for the app.
    private func refuse(_ request: AuthorizationRequest, _ path: String, _ problem: String) -> HKError {
        surroundings.say(
            "\(request.app.name): can't ask for access: \(problem). "
                + "Install healthtui or set HEALTHKIT_CONSOLE to its path. "
                + "Request \(request.id) waits in \(path). Answer with: \(command(request, path))"
        )
        return unanswerable("\(problem); request \(request.id) waits to be answered")
    }

    private func unanswerable(_ problem: String) -> HKError {
        .error(.errorAuthorizationNotDetermined, "Authorization is not determined: \(problem)")
    }

    /// The command that answers a request, wherever its store is.
    private func command(_ request: AuthorizationRequest, _ path: String) -> String {
        // Another terminal may not have this process's HEALTHKIT_STORE.
        var others = surroundings.environment
        others["HEALTHKIT_STORE"] = nil
        let command = "healthtui authorize \(request.id)"
        let isDefault = Machine.storePath(others) == path || Self.isKept(path)
        return isDefault ? command : command + " --store \(Self.quoted(path))"
    }

    /// Whether a store can't be accessed by this user because a service under another user has it.
    private static func isKept(_ path: String) -> Bool { access(path, R_OK) != 0 && errno == EACCES }

    /// A path quoted as a single shell word.
    private static func quoted(_ path: String) -> String {
        let plain = path.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+:@%,".contains($0)) }
        return plain ? path : "'\(path.replacingOccurrences(of: "'", with: "'\\''"))'"
    }

    private enum Console {
        case found(String)
        case missing(String)
    }

    /// The console's executable: named by the environment, or next to this one, or on the search path.
    private var console: Console {
        let environment = surroundings.environment
        if let named = environment["HEALTHKIT_CONSOLE"], !named.isEmpty {
            return Self.isProgram(named) ? .found(named) : .missing("HEALTHKIT_CONSOLE names no program: \(named)")
        }
        let beside = URL(fileURLWithPath: surroundings.executable).deletingLastPathComponent()
        let folders = [beside.path] + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let program = folders.lazy.map { $0 + "/healthtui" }.first(where: Self.isProgram)
        return program.map { .found($0) } ?? .missing("healthtui not found")
    }

    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }

    /// The way a program ended.
    private enum ProgramEnd {
        case exited(Int32)
        case signalled(Int32)
        case notStarted(String)
    }

    /// Runs a program in the foreground of this terminal and waits for it.
    private static func run(_ program: String, _ arguments: [String]) async -> ProgramEnd {
        await withCheckedContinuation { continuation in
            DispatchQueue.global()
                .async {
                    // Foundation's Process would give the child its own process group, and the terminal stops such a child when
                    // it reads.
                    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
                    defer { for word in words { free(word) } }
                    // Worker threads block signals, but the console must receive them.
                    var attributes = posix_spawnattr_t()
                    posix_spawnattr_init(&attributes)
                    defer { posix_spawnattr_destroy(&attributes) }
                    var noSignals = sigset_t()
                    sigemptyset(&noSignals)
                    posix_spawnattr_setsigmask(&attributes, &noSignals)
                    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_RESETIDS))
                    var child: pid_t = 0
                    let problem = posix_spawn(&child, program, nil, &attributes, &words, environ)
                    guard problem == 0 else {
                        return continuation.resume(returning: .notStarted(String(cString: strerror(problem))))
                    }
                    // An app that ignores SIGCHLD gets no exit status: with 0, the store has the answer.
                    var status: Int32 = 0
                    while waitpid(child, &status, 0) == -1, errno == EINTR {}
                    let signal = status & 0x7F
                    continuation.resume(returning: signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal))
                }
        }
    }
}
