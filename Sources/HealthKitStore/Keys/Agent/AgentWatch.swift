import Foundation
import Synchronization

/// Follows whether a store is unlocked, for its lifetime, on a separate thread, across restarts of the agent.
package final class AgentWatch: Sendable {
    /// The state of a store.
    package enum State: Sendable {
        /// The store's key.
        case unlocked(SecretBytes)
        case locked
    }

    private let follower: Follower

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - store: the store's identity.
    ///   - address: where its agent is.
    ///   - onChange: called with the state at first and whenever it changes, one call after the other; when it returns from
    ///     being locked the agent takes the store for closed. It must not hold what lets the watch go.
    package init(
        _ store: UUID,
        _ address: AgentAddress,
        _ onChange: @escaping @Sendable (State) -> Void
    ) {
        let follower = Follower(store, address, onChange)
        self.follower = follower
        let thread = Thread { follower.run() }
        thread.name = "healthkit.agent"
        thread.start()
    }

    deinit { follower.stop() }

    /// Waits for the first state, for some seconds at most.
    package func waitForFirst(seconds: Double = 3) { follower.waitForFirst(seconds) }

    /// Notes that the store was opened without the watch, with a key that the agent has: when it is locked next, that is news.
    package func noteUnlocked() { follower.noteUnlocked() }

    /// The reason why the last agent was not talked to, or that it doesn't answer; nil if there was none.
    package var refusal: StoreError? { follower.refusal.withLock { $0 } }
}

/// The thread's part, which does not keep the watch alive.
private final class Follower: Sendable {
    private let store: UUID
    private let address: AgentAddress
    private let onChange: @Sendable (AgentWatch.State) -> Void
    private let waker = Waker()
    private let isStopped = Mutex(false)
    private let hasFirst = DispatchSemaphore(value: 0)
    /// Whether the last report was that it is locked; nil before the first report.
    private let isLocked = Mutex<Bool?>(nil)
    let refusal = Mutex<StoreError?>(nil)
    /// The agent that was asked.
    private let agent = Mutex<AgentProcess?>(nil)

    init(_ store: UUID, _ address: AgentAddress, _ onChange: @escaping @Sendable (AgentWatch.State) -> Void) {
        self.store = store
        self.address = address
        self.onChange = onChange
    }

    func stop() {
        isStopped.withLock { $0 = true }
        waker.wake()
    }

    func noteUnlocked() { isLocked.withLock { $0 = false } }

    func waitForFirst(_ seconds: Double) {
        let deadline = SuspendingClock.now + .seconds(seconds)
        repeat {
            if hasFirst.wait(timeout: .now() + 0.2) == .success {
                hasFirst.signal()
                return
            }
            // It may never continue.
            if agent.withLock({ $0 })?.isStopped == true { break }
        } while SuspendingClock.now < deadline
        if let agent = agent.withLock({ $0 }) { refusal.withLock { $0 = AgentProcess.silence(agent) } }
    }

    private var isOver: Bool { isStopped.withLock { $0 } }

    func run() {
        while !isOver {
            // Watched before it is looked for, so that an agent that comes in between is not missed.
            let arrivals = Arrivals(address)
            if let socket = connect() {
                converse(socket)
                close(socket)
                report(.locked)
                continue
            }
            report(.locked)
            wait(for: arrivals)
        }
    }

    private func connect() -> Int32? {
        do {
            let socket = try address.connect()
            refusal.withLock { $0 = nil }
            agent.withLock { $0 = socket.flatMap { AgentProcess(socket: $0) } }
            return socket
        } catch {
            refusal.withLock { $0 = error as? StoreError }
            return nil
        }
    }

    /// Tells a state unless it is known: nothing follows a lock but the key.
    private func report(_ state: AgentWatch.State) {
        if isOver { return }
        let isNews = isLocked.withLock { isLocked in
            if case .locked = state {
                defer { isLocked = true }
                return isLocked != true
            }
            isLocked = false
            return true
        }
        if isNews { onChange(state) }
        hasFirst.signal()
    }

    /// Reads an agent's messages until it ends, or sends an invalid one.
    private func converse(_ socket: Int32) {
        // Any failure here ends the conversation; the watch then begins another.
        guard let question = try? AgentMessage.watch(store).frame(), AgentClient.send(question, to: socket),
            let buffer = try? GuardedBuffer(capacity: AgentMessage.longestAnswer)
        else { return }
        while true {
            guard ready(socket) else { return }
            guard case .some = buffer.fill(from: socket) else { return }
            while true {
                let reading = try? buffer.withBytes { try AgentMessage.read($0, limit: AgentMessage.longestAnswer) }
                guard let reading else { return }
                if case .part = reading { break }
                guard case .message(let message, let size) = reading else { return }
                buffer.drop(size)
                refusal.withLock { $0 = nil }
                switch message {
                case .key(store, let key): report(.unlocked(key))
                case .locked(store):
                    report(.locked)
                    guard let frame = try? AgentMessage.released(store).frame(), AgentClient.send(frame, to: socket)
                    else { return }
                case .refused(let why):
                    refusal.withLock { $0 = AgentClient.error(why) }
                    pause()
                    return
                default: return
                }
            }
        }
    }

    /// Waits until a socket has something; false when the watch is over.
    private func ready(_ socket: Int32) -> Bool {
        while !isOver {
            var polled = [
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 2, -1)
            if count < 0, errno != EINTR { return false }
            if count > 0, polled[0].revents != 0 { return !isOver }
        }
        return false
    }

    /// Waits until an agent may be there.
    private func wait(for arrivals: Arrivals) {
        var polled = [
            pollfd(fd: arrivals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // If the folder can't be watched, it is checked from time to time.
        poll(&polled, 2, arrivals.descriptor >= 0 ? 10_000 : 1000)
    }

    private func pause() {
        var polled = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        poll(&polled, 1, 1000)
    }
}

/// Tells when something gets a name in the agent's folder.
private final class Arrivals {
    let descriptor: Int32

    init(_ address: AgentAddress) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        // Without it the agent is looked for again after a while.
        guard descriptor >= 0, let folder = try? address.openFolder(makes: true) else { return }
        inotify_add_watch(descriptor, folder.path("."), UInt32(IN_MOVED_TO) | UInt32(IN_CREATE))
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
