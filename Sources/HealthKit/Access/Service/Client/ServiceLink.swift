import Foundation
import HealthKitStore
import Synchronization

/// A program's connection to the service, on the program's side: frames are sent in order, and answers reach whoever waits for
/// them.
///
/// A connection that ends is made again, and requests that can be repeated are sent again; see ``ServiceRequest/survives``.
final class ServiceLink: Sendable {
    /// The parameters of a connection.
    struct Address: Sendable {
        /// The name used in errors.
        var name: String
        /// Whether all stores of a caller share one connection.
        var isShared = false
        /// Whether there may be another after the first.
        var canConnectAgain = true
        /// The time for which a lost connection is retried, in seconds.
        var patience = 30.0
        /// The time for which a service that owes an answer may be completely silent, in seconds.
        var silence = 60.0
        /// Whether a socket made by a user may receive the person's secret.
        var trusts: @Sendable (uid_t) -> Bool = { ServiceLink.Address.isTrusted($0) }
        /// The controlling terminal, passed with the owner's calls, or `nil` for none.
        var terminal: @Sendable () -> Int32? = OwnerTerminal.ofProcess
        /// Makes a connection: a descriptor, or the reason that there is none.
        var connect: @Sendable (ServiceRole) -> Result<Int32, ServiceLinkError>
    }

    private struct State {
        var socket: ServiceSocket?
        var welcome: HelloAnswer?
        /// The number of connections so far.
        var connections = 0
        var last: UInt64 = 0
        var requests: [UInt64: any ServiceRequest] = [:]
        var isClosed = false
        /// The reason that there is no connection any more.
        var obstacle: HKError?
        /// The time when the last connection ended, if there is none now; `nil` before the first.
        var lost: ContinuousClock.Instant?
        /// Whether a thread is making a connection or reading from one.
        var isRunning = false
        /// Whether a thread is reading from the connection now.
        var isReading = false
        /// Whether the last reader found that the connection has ended.
        var hasEnded = false
        /// The threads that wait for an answer while another reads.
        var waiters: [LinkWaiter] = []
        /// The time when a thread waiting for an answer last read.
        var lastTurn: ContinuousClock.Instant?
        /// Whether data is expected that no waiting thread reads.
        var wantsReader = false
        /// Whether the reader thread is asleep.
        var isReaderAsleep = false
    }

    /// Data received over a connection; accessed only by the reading thread.
    private final class Input {
        var frames = ServiceFrameReader(limit: ServiceFrame.serviceLimit, bodyLimit: .max)
        var lastHeard = SuspendingClock.now
        /// The polling time of threads that wait for an answer.
        var spinWait = SpinWait(most: 800)
    }

    /// The time after a call within which the next one is likely, so that its caller is left to read, in seconds.
    private static let turnTime = 0.001

    private let address: Address
    private let hello: HelloCall
    /// Called with requests that must be presented to the person.
    private let onAsk: @Sendable (_ number: UInt64, _ body: [UInt8], _ link: ServiceLink) -> Void
    private let state = NSCondition()
    // Accessed only with the condition's lock.
    nonisolated(unsafe) private var current = State()
    // Accessed only by the reading thread, and between connections.
    nonisolated(unsafe) private var input = Input()
    /// Held while frames are sent, so that those of a call stay together.
    private let sending = NSLock()

    init(
        _ address: Address,
        _ hello: HelloCall,
        onAsk: @escaping @Sendable (_ number: UInt64, _ body: [UInt8], _ link: ServiceLink) -> Void
    ) {
        self.address = address
        self.hello = hello
        self.onAsk = onAsk
    }

    /// The service's welcome, waiting for a connection if there is none yet.
    ///
    /// - Throws: `errorDatabaseInaccessible` when there is none.
    func welcome() throws -> HelloAnswer {
        state.lock()
        defer { state.unlock() }
        return try connected()
    }

    /// The number of connections so far, including the current one.
    var connectionCount: Int { state.withLock { current.connections } }

    /// Whether there is a connection.
    var isConnected: Bool { state.withLock { current.socket != nil } }

    /// Whether there is a connection over which no answer is due.
    var isIdle: Bool {
        state.withLock { current.socket != nil && !current.requests.values.contains { $0.awaited != nil } }
    }

    /// Ensures that there is a connection; with the lock.
    private func connected() throws -> HelloAnswer {
        if current.isClosed { throw Self.closed(address.name) }
        var isFirst = true
        while true {
            if let welcome = current.welcome { return welcome }
            // A connection may begin and end before this thread sees it; then it is made again.
            if !current.isRunning, isFirst || current.obstacle == nil, !current.isClosed {
                current.isRunning = true
                current.obstacle = nil
                Thread.detachNewThread { [self] in run() }
            }
            isFirst = false
            // The reason for its absence is more useful than a general error.
            if let obstacle = current.obstacle { throw obstacle }
            if current.isClosed { throw Self.closed(address.name) }
            state.wait()
        }
    }

    private static func closed(_ name: String) -> HKError {
        .error(.errorDatabaseInaccessible, "The connection to the service at \(name) is closed")
    }

    /// Sends a request, which receives its answers.
    ///
    /// - Returns: Its number.
    /// - Throws: `errorDatabaseInaccessible` when there is no connection.
    @discardableResult
    func send(_ request: any ServiceRequest) throws -> UInt64 {
        while true {
            // Waited for before taking the lock, which making the connection needs.
            _ = try welcome()
            // One at a time, so that numbers are sent in order.
            sending.lock()
            defer { sending.unlock() }
            let added: (number: UInt64, socket: ServiceSocket)? = try state.withLock {
                // A connection that ended meanwhile is made again first.
                guard let socket = current.socket else { return nil }
                if request.isSecret { try check(socket) }
                return (add(request), socket)
            }
            guard let added else { continue }
            // If the connection ends now, the request is sent again over the next one, or fails.
            added.socket.write(request.frame(added.number).bytes(limit: ServiceFrame.programLimit))
            return added.number
        }
    }

    /// Sends a request if that is possible without waiting.
    ///
    /// - Returns: Its number, or `nil` if there is no connection yet, or another thread is sending.
    func sendNow(_ request: any ServiceRequest) -> UInt64? {
        guard sending.try() else { return nil }
        defer { sending.unlock() }
        let bytesLimit = 32 << 10
        let added: (number: UInt64, socket: ServiceSocket, bytes: [UInt8])? = state.withLock {
            guard let socket = current.socket, !request.isSecret, socket.hasRoom else { return nil }
            let bytes = request.frame(current.last + 1).bytes(limit: ServiceFrame.programLimit)
            return bytes.count <= bytesLimit ? (add(request), socket, bytes) : nil
        }
        guard let added else { return nil }
        added.socket.write(added.bytes)
        return added.number
    }

    /// Adds a request, whose answer some thread has to read; with the lock.
    private func add(_ request: any ServiceRequest) -> UInt64 {
        current.last += 1
        current.requests[current.last] = request
        if !request.isWaitedFor {
            current.wantsReader = true
            if !current.isReading { state.broadcast() }
        }
        return current.last
    }

    /// Checks that the other end may receive the person's secret.
    ///
    /// The peer of a passed descriptor may be anyone; for a socket, the service's user was checked already.
    private func check(_ socket: ServiceSocket) throws {
        guard let user = socket.user, address.trusts(user) else {
            throw HKError.error(
                .errorAuthorizationDenied,
                "The passphrase wasn't sent: the service at \(address.name) runs as neither you nor \(ServiceUser.name)"
            )
        }
    }

    /// Sends a frame that belongs to a request and has no separate answer.
    func send(_ frame: ServiceFrame) {
        state.lock()
        let socket = current.socket
        state.unlock()
        sending.withLock { socket?.write(frame.bytes(limit: ServiceFrame.programLimit)) }
    }

    /// Forgets a request, which gets no further answers, and cancels it at the service.
    func cancel(_ number: UInt64) {
        state.lock()
        let isKnown = current.requests.removeValue(forKey: number) != nil
        state.unlock()
        if isKnown { send(ServiceFrame(.cancel, call: number)) }
    }

    /// Ends the connection and all requests that wait for answers.
    func close() {
        state.lock()
        current.isClosed = true
        let socket = current.socket
        state.broadcast()
        state.unlock()
        socket?.shutDown()
    }

    // MARK: The reading thread

    private func run() {
        while true {
            guard let socket = makeConnection() else { return }
            read(socket)
            guard loseConnection() else { return }
        }
    }

    /// Makes a connection and says hello.
    ///
    /// It retries while the last connection ended only recently, and at first while a service that was running may come back; if
    /// there never was one, it succeeds at once or not at all.
    ///
    /// - Returns: The socket, or `nil` if there is none and all waiting requests have failed.
    private func makeConnection() -> ServiceSocket? {
        let lost = state.withLock { current.lost }
        let began = ContinuousClock.now
        var pause = 0.05
        while true {
            let problem: HKError
            var mayComeBack = false
            switch address.connect(hello.role) {
            case .success(let descriptor):
                let socket = ServiceSocket(descriptor)
                do {
                    try greet(socket)
                    return socket
                } catch let error as HKError {
                    problem = error
                } catch {
                    mayComeBack = error is ServiceGone
                    problem = .error(
                        .errorDatabaseInaccessible,
                        "The service at \(address.name) can't be understood: \(error)"
                    )
                }
            case .failure(let failure):
                mayComeBack = failure.mayComeBack
                problem = .error(
                    .errorDatabaseInaccessible,
                    failure.isWhole
                        ? failure.description : "There is no service at \(address.name): \(failure.description)"
                )
            }
            let isOver =
                (lost ?? (mayComeBack ? began : nil)).map { ContinuousClock.now - $0 > .seconds(address.patience) }
                ?? true
            if isOver || !address.canConnectAgain || isClosed { return give(up: problem) }
            Thread.sleep(forTimeInterval: pause)
            pause = min(pause * 2, 2)
        }
    }

    private var isClosed: Bool { state.withLock { current.isClosed } }

    /// Says hello, and repeats the requests that the last connection left unanswered.
    private func greet(_ socket: ServiceSocket) throws {
        var hello = hello
        // A service of another user can't identify the program, nor can one behind a sandbox. Owner's programs don't
        // need it.
        let isSeen = address.canConnectAgain && ProcessMemory.isSeenByOthers && socket.user == geteuid()
        if !isSeen, hello.role == .app { hello.app.identify() }
        let body = try CallMessage(hello).bytes
        let greeting = ServiceFrame(.hello, call: 0, body).bytes(limit: ServiceFrame.programLimit)
        // The person's proof is valid for the terminal where they are.
        if hello.role == .owner, let terminal = address.terminal() {
            socket.write(greeting, handingOver: terminal)
            Glibc.close(terminal)
        } else {
            socket.write(greeting)
        }
        var frames = ServiceFrameReader(limit: ServiceFrame.serviceLimit, bodyLimit: ServiceFrame.serviceLimit)
        socket.limitWriting()
        let answer: ServiceFrame
        while true {
            if let frame = try frames.next() {
                answer = frame
                break
            }
            switch socket.read(seconds: address.silence / 2) {
            case .bytes(let bytes): frames.append(bytes)
            case .nothing: throw ServiceFrameError("it doesn't answer")
            case .end: throw ServiceGone()
            }
        }
        let message = try CallMessage(bytes: answer.body)
        if let error = try message.error { throw error }
        let welcome = try message.answer(to: HelloCall.self)
        // Nothing else is sent before the repeated requests.
        try sending.withLock {
            let again: [(UInt64, any ServiceRequest)] = state.withLock {
                current.requests.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
            for (number, request) in again {
                socket.write(request.frameAgain(number).bytes(limit: ServiceFrame.programLimit))
            }
            try state.withLock {
                guard !current.isClosed else { throw Self.closed(address.name) }
                current.socket = socket
                current.welcome = welcome
                current.connections += 1
                current.lost = nil
                input = Input()
                (current.hasEnded, current.lastTurn) = (false, nil)
                state.broadcast()
            }
        }
    }

    /// Reads whenever no thread waiting for an answer does, until the connection has ended.
    private func read(_ socket: ServiceSocket) {
        while takeTurnInBetween() {
            let goesOn = read(socket, seconds: address.silence / 4)
            endTurn(goesOn: goesOn, isInBetween: true)
        }
    }

    /// Waits until no thread reads, and no call is likely whose caller would.
    ///
    /// - Returns: Whether the connection is still open.
    private func takeTurnInBetween() -> Bool {
        state.lock()
        defer { state.unlock() }
        var patience = 5
        while true {
            if current.hasEnded { return false }
            let isLikely = current.lastTurn.map { ContinuousClock.now - $0 < .seconds(Self.turnTime) } ?? false
            if !current.isReading, !isLikely || current.wantsReader || current.isClosed {
                (current.isReading, current.wantsReader) = (true, false)
                return true
            }
            // A thread that reads for longer wakes this one afterwards.
            if current.isReading, patience == 0 {
                current.isReaderAsleep = true
                state.wait()
                current.isReaderAsleep = false
                patience = 5
            } else {
                _ = state.wait(until: Date(timeIntervalSinceNow: Self.turnTime))
                patience = max(0, patience - 1)
            }
        }
    }

    /// Waits for data from the connection, and reads meanwhile unless another thread does.
    ///
    /// - Parameters:
    ///   - waiter: The waiter that guards the expected data.
    ///   - end: The time limit.
    ///   - isThere: Whether the data is there; called with the waiter's lock.
    /// - Returns: Whether it came in time.
    func wait(_ waiter: LinkWaiter, until end: Date, for isThere: () -> Bool) -> Bool {
        while true {
            if waiter.withLock(isThere) { return true }
            let seconds = end.timeIntervalSinceNow
            guard seconds > 0 else { return false }
            let socket: ServiceSocket? = state.withLock {
                guard !current.isReading, !current.hasEnded, let socket = current.socket else {
                    current.waiters.append(waiter)
                    return nil
                }
                current.isReading = true
                return socket
            }
            if let socket {
                let began = SpinWait.now
                let goesOn = read(socket, seconds: min(seconds, address.silence / 4), spinWait: input.spinWait)
                input.spinWait.note(SpinWait.now - began)
                endTurn(goesOn: goesOn, isInBetween: false)
                continue
            }
            let isOver = waiter.wait(until: end, for: isThere) || end.timeIntervalSinceNow <= 0
            state.withLock {
                current.waiters.removeAll { $0 === waiter }
                // A thread that was offered the turn and doesn't need it passes it on.
                if isOver, !current.isReading, !current.hasEnded, current.socket != nil {
                    current.waiters.first?.offerTurn()
                }
            }
        }
    }

    private func endTurn(goesOn: Bool, isInBetween: Bool) {
        state.withLock {
            current.isReading = false
            // If another thread waits, the next call is left to its caller as well.
            if !isInBetween || !current.waiters.isEmpty { current.lastTurn = .now }
            if !goesOn { current.hasEnded = true }
            if goesOn, let next = current.waiters.first {
                next.offerTurn()
            } else if !isInBetween, current.isReaderAsleep || current.wantsReader || !goesOn {
                state.broadcast()
            }
        }
    }

    /// Reads the next data.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - seconds: The time to wait for it.
    ///   - spinWait: The polling time before sleeping; `nil` to sleep at once.
    /// - Returns: Whether the connection is still open.
    private func read(_ socket: ServiceSocket, seconds: Double, spinWait: SpinWait? = nil) -> Bool {
        switch socket.read(seconds: seconds, spinWait: spinWait) {
        case .end: return false
        case .nothing:
            if isSilent(since: input.lastHeard) { socket.shutDown() }
            return true
        case .bytes(let bytes): input.frames.append(bytes)
        }
        input.lastHeard = .now
        do {
            while let frame = try input.frames.next() { take(frame) }
            return true
        } catch {
            HealthLog.debug("service", ["problem": "\(error)"])
            return false
        }
    }

    /// Whether the service is silent although it owes an answer; a live one sends signals.
    private func isSilent(since lastHeard: SuspendingClock.Instant) -> Bool {
        let limit = SuspendingClock.now - .seconds(address.silence)
        guard lastHeard < limit else { return false }
        return state.withLock { current.requests.values.contains { $0.awaited.map { $0 < limit } ?? false } }
    }

    private func take(_ frame: ServiceFrame) {
        if frame.kind == .ask { return onAsk(frame.call, frame.body, self) }
        guard let request = state.withLock({ current.requests[frame.call] }) else { return }
        if request.take(frame, self) {
            state.withLock { _ = current.requests.removeValue(forKey: frame.call) }
        }
    }

    /// Fails the requests that can't be repeated when the connection has ended.
    ///
    /// - Returns: Whether another connection is needed for the others.
    private func loseConnection() -> Bool {
        let (lost, goesOn) = state.withLock {
            current.socket = nil
            current.welcome = nil
            current.lost = .now
            let lost = current.requests.filter { !$0.value.survives }
            for number in lost.keys { current.requests[number] = nil }
            let goesOn = !current.isClosed && address.canConnectAgain && !current.requests.isEmpty
            if !goesOn {
                current.isRunning = false
                state.broadcast()
            }
            return (Array(lost.values), goesOn)
        }
        for request in lost {
            request.fail(
                .error(
                    .errorDatabaseInaccessible,
                    "The connection to the service at \(address.name) ended before it answered; "
                        + "what was to be changed may be changed or not"
                )
            )
        }
        if !goesOn, !address.canConnectAgain || isClosed { _ = give(up: Self.closed(address.name)) }
        return goesOn
    }

    private func give(up problem: HKError) -> ServiceSocket? {
        let lost = state.withLock {
            defer {
                current.requests = [:]
                current.obstacle = problem
                current.isRunning = false
                if !address.canConnectAgain { current.isClosed = true }
                state.broadcast()
            }
            return Array(current.requests.values)
        }
        for request in lost { request.fail(problem) }
        return nil
    }
}

/// The error of a service that ended before it answered a hello.
private struct ServiceGone: Error, CustomStringConvertible {
    var description: String { "it ended the connection without an answer" }
}

/// The reason that there is no connection.
struct ServiceLinkError: Error, Hashable, CustomStringConvertible {
    let description: String
    /// Whether the text is complete.
    var isWhole = false
    /// Whether a service was there a moment ago, or was killed, so that it may be started again.
    var mayComeBack = false
}

/// A request that waits for answers.
protocol ServiceRequest: Sendable {
    /// The frame that sends the request.
    func frame(_ number: UInt64) -> ServiceFrame

    /// The frame that repeats the request over another connection.
    func frameAgain(_ number: UInt64) -> ServiceFrame

    /// Whether it can be repeated over another connection.
    var survives: Bool { get }

    /// Whether it holds the person's secret, which only the service may receive.
    var isSecret: Bool { get }

    /// Whether a thread waits for the answer with ``ServiceLink/wait(_:until:for:)``.
    var isWaitedFor: Bool { get }

    /// The time since when an answer is due, or `nil` for a request without a time limit.
    var awaited: SuspendingClock.Instant? { get }

    /// Takes an answer; must return quickly.
    ///
    /// - Returns: Whether it was the last.
    func take(_ frame: ServiceFrame, _ link: ServiceLink) -> Bool

    /// Called when no answer will come.
    func fail(_ error: HKError)
}

extension ServiceRequest {
    func frameAgain(_ number: UInt64) -> ServiceFrame { frame(number) }
    var awaited: SuspendingClock.Instant? { nil }
    var isSecret: Bool { false }
}
