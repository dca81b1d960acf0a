import Foundation
import Glibc
import HealthKitStore
import Synchronization

/// Starts apps in the person's session on behalf of the service that has the store open, which can't become the person.
///
/// It accepts only starts and ends over its connection, and reports their outcomes. Programs that it started continue when it
/// ends; when the service ends, their connections have ended too, and it ends them.
package final class ProgramLauncher: Sendable {
    /// The launcher's environment, which differs in a test.
    package struct Surroundings: Sendable {
        /// The environment, which programs inherit in part.
        package var environment = ProcessInfo.processInfo.environment
        /// The folder for the programs' output.
        package var logFolder = ProgramLog.standardFolder()
        /// Called with a line about each event.
        package var report: @Sendable (String) -> Void = { _ in }

        package init() {}
    }

    private struct Child {
        let app: String
        let process: pid_t
        /// The number of the connection to the service that it was started over.
        let round: Int
    }

    private struct State {
        var children: [UInt64: Child] = [:]
        var round = 0
        var socket: ServiceSocket?
    }

    /// The time that a program may take to end after it was asked to, in seconds.
    private static let endTime = 10.0

    private static let turn = NSLock()

    private let surroundings: Surroundings
    private let state = Mutex(State())

    package init(_ surroundings: Surroundings = Surroundings()) { self.surroundings = surroundings }

    /// Starts programs for the service at the other end of a connection, until the connection ends.
    ///
    /// - Parameter descriptor: The connection, which is closed in the end.
    /// - Throws: `errorDatabaseInaccessible` for a service that accepts no launcher, or can't be understood.
    package func serve(_ descriptor: Int32) throws {
        let socket = ServiceSocket(descriptor)
        let round = state.withLock { state in
            state.round += 1
            state.socket = socket
            return state.round
        }
        defer {
            state.withLock { $0.socket = nil }
            endAll(of: round)
        }
        let hello = ServiceFrame(.hello, call: 0, try CallMessage(HelloCall.launcher).bytes)
        socket.write(hello.bytes(limit: ServiceFrame.programLimit))
        var frames = ServiceFrameReader(limit: ServiceFrame.serviceLimit, bodyLimit: ServiceFrame.serviceLimit)
        var waiting: [Int32] = []
        defer { for descriptor in waiting { close(descriptor) } }
        var isWelcome = false
        while let received = receive(descriptor), !received.bytes.isEmpty {
            waiting += Self.expected(received)
            frames.append(received.bytes)
            while let frame = try next(&frames) {
                if !isWelcome {
                    try welcome(frame)
                    isWelcome = true
                } else if frame.kind == .start {
                    guard !waiting.isEmpty else { throw Self.failure("a start came without a connection") }
                    try start(frame, waiting.removeFirst(), round)
                } else if frame.kind == .signal {
                    try end(frame)
                }
            }
            // Descriptors that came without a start request are unused.
            if !frames.isWithinFrame {
                for descriptor in waiting { close(descriptor) }
                waiting = []
            }
        }
        guard isWelcome else { throw Self.failure("the connection ended before the service answered") }
    }

    /// Starts programs for the service at a socket; waits for one, and for the next when it ends.
    ///
    /// - Parameter path: The socket.
    package func serve(at path: String) -> Never {
        // Programs start in this process's folder.
        if chdir(ProgramStarter(environment: surroundings.environment).home) != 0 { _ = chdir("/") }
        var pause = 0.1
        var said: String?
        while true {
            switch ServiceLink.Address.connect(path) {
            case .success(let descriptor):
                do {
                    try serve(descriptor)
                    surroundings.report("the service at \(path) has ended; waiting for the next")
                    (pause, said) = (0.1, nil)
                } catch {
                    let text = (error as? HKError)?.text ?? "\(error)"
                    if said != text { surroundings.report("\(path): \(text); trying again") }
                    (pause, said) = (5, text)
                }
            case .failure(let problem):
                if said != problem.description {
                    surroundings.report("no service at \(path): \(problem.description); waiting for one")
                }
                (pause, said) = (min(pause * 2, 5), problem.description)
            }
            Thread.sleep(forTimeInterval: pause)
        }
    }

    private static func failure(_ text: String) -> HKError {
        .error(.errorDatabaseInaccessible, "The service can't be understood: \(text)")
    }

    private func receive(_ descriptor: Int32) -> DescriptorPassing.Received? {
        while true {
            if let received = DescriptorPassing.receive(over: descriptor) { return received }
            guard errno == EINTR else { return nil }
        }
    }

    /// The one descriptor that may come with a start; others are closed.
    private static func expected(_ received: DescriptorPassing.Received) -> [Int32] {
        guard received.descriptors.count == 1, !received.isTruncated else {
            for descriptor in received.descriptors { close(descriptor) }
            return []
        }
        return received.descriptors
    }

    private func next(_ frames: inout ServiceFrameReader) throws -> ServiceFrame? {
        do {
            return try frames.next()
        } catch {
            throw Self.failure("\(error)")
        }
    }

    private func welcome(_ frame: ServiceFrame) throws {
        let message: CallMessage
        do {
            message = try CallMessage(bytes: frame.body)
        } catch {
            throw Self.failure("\(error)")
        }
        if let error = try message.error { throw error }
        surroundings.report("waiting for apps to start")
    }

    // MARK: Starts and ends

    private func call<Call: StoreCall>(_ frame: ServiceFrame, _ type: Call.Type) throws -> Call {
        do {
            return try CallMessage(bytes: frame.body).call(type)
        } catch {
            throw Self.failure("\(error)")
        }
    }

    private func start(_ frame: ServiceFrame, _ connection: Int32, _ round: Int) throws {
        let call: StartProgramCall
        do {
            call = try self.call(frame, StartProgramCall.self)
        } catch {
            close(connection)
            throw error
        }
        // Hashing, and ending leftovers of an earlier start, take time, and other starts don't wait for it.
        Thread.detachNewThread { [self] in
            defer { close(connection) }
            endLeftovers(of: call.app)
            begin(call, connection, round)
        }
    }

    private func begin(_ call: StartProgramCall, _ connection: Int32, _ round: Int) {
        guard AppIdentity.problem(with: call.app) == nil else {
            return report(ProgramReportCall(number: call.number, problem: "the app's identifier is invalid"))
        }
        let log = ProgramLog(folder: surroundings.logFolder, app: call.app)
        // One at a time: another program must not inherit the ends of this one's pipe, which would keep the pipe open.
        Self.turn.lock()
        var pipe: [Int32] = [-1, -1]
        guard Glibc.pipe(&pipe) == 0 else {
            Self.turn.unlock()
            return report(ProgramReportCall(number: call.number, problem: String(cString: strerror(errno))))
        }
        for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let started: Result<pid_t, ProgramStartError>
        do {
            let starter = ProgramStarter(environment: surroundings.environment)
            started = .success(try starter.start(call, connection: connection, output: pipe[1]))
        } catch {
            started = .failure(error)
        }
        Self.turn.unlock()
        close(pipe[1])
        switch started {
        case .success(let process):
            state.withLock { $0.children[call.number] = Child(app: call.app, process: process, round: round) }
            log.follow(pipe[0])
            surroundings.report("started \(call.program.commandLine)")
            report(ProgramReportCall(number: call.number))
            wait(for: process, call)
        case .failure(let error):
            close(pipe[0])
            surroundings.report("not started: \(error.text)")
            report(ProgramReportCall(number: call.number, problem: error.text, isChanged: error.isChanged))
        }
    }

    private func wait(for process: pid_t, _ call: StartProgramCall) {
        // Removed before its process ID can be reused.
        var ended = siginfo_t()
        while waitid(P_PID, id_t(process), &ended, WEXITED | WNOWAIT) == -1 { guard errno == EINTR else { break } }
        state.withLock { _ = $0.children.removeValue(forKey: call.number) }
        var result: Int32 = 0
        while waitpid(process, &result, 0) == -1 { guard errno == EINTR else { break } }
        let status = result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + (result & 0x7F)
        surroundings.report("\(call.program.path) ended with \(status)")
        report(ProgramReportCall(number: call.number, status: status))
    }

    private func report(_ call: ProgramReportCall) {
        guard let body = HealthLog.attempt("launcher", { try CallMessage(call).bytes }) else { return }
        let frame = ServiceFrame(.report, call: call.number, body)
        state.withLock { $0.socket }?.write(frame.bytes(limit: ServiceFrame.programLimit))
    }

    private func end(_ frame: ServiceFrame) throws {
        let call = try call(frame, EndProgramCall.self)
        // Only processes started here that have not been waited for, so that the process ID isn't reused.
        state.withLock { state in
            if let child = state.children[call.number] { kill(child.process, call.isKilled ? SIGKILL : SIGTERM) }
        }
    }

    /// Ends programs whose connection has ended with the service.
    private func endAll(of round: Int) {
        state.withLock { state in
            for child in state.children.values where child.round <= round { kill(child.process, SIGTERM) }
        }
        Thread.detachNewThread { [self] in
            Thread.sleep(forTimeInterval: Self.endTime)
            state.withLock { state in
                for child in state.children.values where child.round <= round { kill(child.process, SIGKILL) }
            }
        }
    }

    /// Waits until no program of an app is left that was started over an earlier connection.
    private func endLeftovers(of app: String) {
        let end = ContinuousClock.now + .seconds(Self.endTime + 5)
        while ContinuousClock.now < end,
            state.withLock({ state in state.children.values.contains { $0.app == app && $0.round < state.round } })
        {
            Thread.sleep(forTimeInterval: 0.05)
        }
    }
}
