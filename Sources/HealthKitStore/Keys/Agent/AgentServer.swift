import Foundation
import Synchronization

/// The agent: keeps the keys of unlocked stores in guarded memory for the programs of one user, until they are to be
/// forgotten.
///
/// It stores them nowhere else, and only talks to processes of its own user. A key is forgotten on request, when its
/// time is over, when the machine goes to sleep, when the person logs out, and when the agent ends. Every program with
/// the key is notified, and closes the store.
package final class AgentServer {
    /// The environment, which a test replaces.
    package struct Surroundings: Sendable {
        package var clock = AgentClock.machine
        /// The socket of the system's bus, for notifications of sleep and of logging out; nil for none.
        package var bus: String? = LoginWatch.standardPath()
        /// The time for which it waits for a key to keep, in seconds.
        package var idleTime = 20.0
        /// The time that programs may take to close a store, in seconds.
        package var lockTime = 3.0
        /// The user of the program at the other end of a socket.
        package var userOfPeer: @Sendable (Int32) -> uid_t? = { AgentAddress.user(of: $0) }
        /// The most programs that it talks to at once.
        package var mostPeers = 500

        package init() {}
    }

    private struct Entry {
        var key: SecretBytes
        var end: Double?
    }

    /// A program that asked to lock, and waits until the others have.
    private struct Wait {
        let caller: Int32
        let stores: Set<UUID>
        let deadline: Double
    }

    private let address: AgentAddress
    private let surroundings: Surroundings
    private let listener: Int32
    private let inode: ino_t
    /// Ends ``run()``.
    package let stopper = AgentStopper()
    private let login: LoginWatch

    private var keys: [UUID: Entry] = [:]
    private var peers: [Int32: AgentPeer] = [:]
    private var waits: [Wait] = []
    /// The stores for which the machine's sleep is delayed, and until when.
    private var sleepWait: (stores: Set<UUID>, deadline: Double)?
    private var slept: Double
    private var idleSince: Double

    /// Begins to listen; nil when an agent listens there already.
    ///
    /// - Parameters:
    ///   - address: where.
    ///   - surroundings: the clock and the bus.
    /// - Throws: ``StoreError`` with code `notPermitted` or `cannotOpen`.
    package init?(_ address: AgentAddress = .standard(), surroundings: Surroundings = .init()) throws {
        self.address = address
        self.surroundings = surroundings
        guard let folder = try address.openFolder(makes: true) else {
            throw StoreError(.cannotOpen, "The agent's folder can't be made.", path: address.folder)
        }
        // One at a time, so that of two agents that start together one detects the other.
        guard flock(folder.descriptor, LOCK_EX) == 0 else { throw AgentAddress.failure("started") }
        if let other = try address.connect() {
            close(other)
            return nil
        }
        guard let bound = try Self.listen(in: folder) else { throw AgentAddress.failure("started") }
        (listener, inode) = bound
        login = LoginWatch(surroundings.bus)
        slept = surroundings.clock.slept()
        idleSince = surroundings.clock.now()
    }

    deinit { close(listener) }

    /// A socket takes its name when it listens: any program that finds it gets an answer.
    private static func listen(in folder: AgentAddress.Folder) throws -> (Int32, ino_t)? {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return nil }
        let (new, final) = (folder.path("\(AgentAddress.name).\(getpid())"), folder.path(AgentAddress.name))
        unlink(new)
        var status = stat()
        guard AgentAddress.withAddress(new, { bind(descriptor, $0, $1) }) == 0, chmod(new, 0o600) == 0,
            Glibc.listen(descriptor, 64) == 0, lstat(new, &status) == 0, rename(new, final) == 0
        else {
            let reason = errno
            close(descriptor)
            unlink(new)
            errno = reason
            return nil
        }
        return (descriptor, status.st_ino)
    }

    /// Answers until it is stopped, its socket is gone, or nothing has been there to keep for a while.
    package func run() {
        while !stopper.isStopped, isInPlace, !isIdle {
            turn(wait: nextDeadline)
        }
        lockAll()
        for peer in peers.values { _ = peer.flush(at: now) }
        peers = [:]
        if isInPlace { unlink(address.path) }
    }

    private var now: Double { surroundings.clock.now() }

    /// Whether the socket is still the one that this agent made: the folder goes when the person logs out.
    private var isInPlace: Bool {
        var status = stat()
        return lstat(address.path, &status) == 0 && status.st_ino == inode
    }

    private var isIdle: Bool {
        let isIdle = keys.isEmpty && waits.isEmpty && !peers.values.contains { !$0.isIdle && !$0.holds.isEmpty }
        if !isIdle { idleSince = now }
        return isIdle && now - idleSince > surroundings.idleTime
    }

    /// The time until the next timed event, in seconds.
    private var nextDeadline: Double {
        let ends = keys.values.compactMap(\.end) + waits.map(\.deadline) + [sleepWait?.deadline].compactMap { $0 }
        return min(max((ends.min() ?? .infinity) - now, 0), 1)
    }

    private func turn(wait: Double) {
        var polled = [
            pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopper.waker.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: login.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        for peer in peers.values {
            let events = (peer.isDismissed ? 0 : POLLIN) | (peer.isWaiting ? POLLOUT : 0)
            polled.append(pollfd(fd: peer.socket, events: Int16(events), revents: 0))
        }
        let count = poll(&polled, nfds_t(polled.count), Int32((wait * 1000).rounded(.up)))
        if count > 0 {
            if polled[2].revents != 0 { for word in login.read() { heed(word) } }
            for entry in polled.dropFirst(3) where entry.revents != 0 { serve(entry.fd) }
            if polled[0].revents != 0 { accept() }
        }
        passTime()
    }

    /// Handles an event of the machine, whose sleep waits until programs have closed their stores.
    private func heed(_ word: LoginWatch.Word) {
        let open = Set(keys.keys)
        switch word {
        case .leaves: lockAll()
        case .sleeps:
            lockAll()
            sleepWait = (open, deadline: now + surroundings.lockTime)
        case .wakes: sleepWait = nil
        }
    }

    /// Handles timed events.
    private func passTime() {
        let (now, slept) = (now, surroundings.clock.slept())
        // If no program announced a sleep, it is noticed afterwards.
        if slept - self.slept > 0.5 { lockAll() }
        self.slept = slept
        for (store, entry) in keys where entry.end.map({ $0 <= now }) ?? false { forget([store]) }
        for peer in peers.values where peer.isOverdue(at: now) && !waits.contains(where: { $0.caller == peer.socket }) {
            drop(peer.socket)
        }
        settleWaits()
        login.passTime(now)
    }

    private func accept() {
        // Accepts only a limited number at once, so that connected programs have their turn in between.
        for _ in 0..<16 {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else {
                // Without room for another file the oldest that wants nothing goes.
                if errno == EMFILE || errno == ENFILE { makeRoom() }
                return
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            guard surroundings.userOfPeer(descriptor) == address.owner else {
                close(descriptor)
                continue
            }
            if peers.count >= surroundings.mostPeers { makeRoom() }
            // Without memory for it the program gets the reply that the agent is full; it can ask again.
            guard peers.count < surroundings.mostPeers, let peer = try? AgentPeer(descriptor, at: now) else {
                if let frame = try? AgentMessage.refused(.full).frame() { _ = AgentClient.send(frame, to: descriptor) }
                close(descriptor)
                continue
            }
            peers[descriptor] = peer
        }
    }

    /// The number of connections with keys that one program may keep even if others need one.
    private static let fewConnections = 8

    /// Lets a connection go: the oldest that wants nothing, else the oldest of the program that has most.
    ///
    /// A disconnected program connects again if it still observes a store.
    private func makeRoom() {
        let others = peers.values.filter { peer in !waits.contains { $0.caller == peer.socket } }
        if let oldest = others.filter(\.isIdle).min(by: { $0.since < $1.since }) { return drop(oldest.socket) }
        let counts = Dictionary(grouping: peers.values, by: \.process).mapValues(\.count)
        func count(_ peer: AgentPeer) -> Int { counts[peer.process] ?? 0 }
        let candidates = others.filter { $0.holds.isEmpty || count($0) > Self.fewConnections }
        let victim = candidates.min { left, right in
            if left.holds.isEmpty != right.holds.isEmpty { return left.holds.isEmpty }
            if count(left) != count(right) { return count(left) > count(right) }
            return left.since < right.since
        }
        if let victim { drop(victim.socket) }
    }

    private func drop(_ socket: Int32) {
        peers[socket] = nil
        waits.removeAll { $0.caller == socket }
    }

    private func serve(_ socket: Int32) {
        guard let peer = peers[socket] else { return }
        guard peer.flush(at: now) else { return drop(socket) }
        guard !peer.isDismissed else {
            if !peer.isWaiting { drop(socket) }
            return
        }
        switch peer.input.fill(from: socket) {
        case .end: return drop(socket)
        case .nothing: return
        case .some: break
        }
        while peers[socket] != nil, !peer.isDismissed {
            // An invalid message ends the conversation below.
            let reading = try? peer.input.withBytes {
                try AgentMessage.read($0, limit: AgentMessage.longestQuestion)
            }
            switch reading {
            case .part?:
                return
            case .message(let message, let size)?:
                peer.input.drop(size)
                peer.noteMessage(at: now)
                answer(message, of: peer)
            case .refusal(let why)?: dismiss(peer, why)
            case nil: drop(socket)
            }
        }
    }

    /// Tells a program why it is not understood, and lets it go.
    private func dismiss(_ peer: AgentPeer, _ why: AgentRefusal) {
        peer.isDismissed = true
        report(peer, .refused(why))
        if peers[peer.socket] != nil, !peer.isWaiting { drop(peer.socket) }
    }

    private func report(_ peer: AgentPeer, _ message: AgentMessage) {
        // A program that doesn't read is dropped: the closed connection is a notice as well.
        guard peer.say(message), peer.flush(at: now) else { return drop(peer.socket) }
    }

    private func answer(_ message: AgentMessage, of peer: AgentPeer) {
        switch message {
        case .watch(let store):
            guard peer.watch(store) else { return dismiss(peer, .full) }
            reportState(of: store, to: peer)
        case .keep(let store, let key, let seconds):
            guard keys[store] != nil || keys.count < AgentMessage.mostStores else { return dismiss(peer, .full) }
            let isNew = keys[store].map { !$0.key.isEqual(to: key) } ?? true
            keys[store] = Entry(key: key, end: seconds == 0 ? nil : now + Double(seconds))
            report(peer, .done(stores: 1, silent: 0))
            guard isNew else { return }
            for other in peers.values where other.watched.contains(store) { reportState(of: store, to: other) }
        case .lock(let store):
            let stores = store.map { [$0] } ?? Set(keys.keys)
            let open = stores.filter { keys[$0] != nil }
            forget(stores)
            waits.append(Wait(caller: peer.socket, stores: open, deadline: now + surroundings.lockTime))
            settleWaits()
        case .released(let store): peer.noteReleased(store)
        case .status: report(peer, .kept(status))
        case .key, .locked, .done, .kept, .refused: dismiss(peer, .nonsense)
        }
    }

    private func reportState(of store: UUID, to peer: AgentPeer) {
        guard let entry = keys[store] else { return report(peer, .locked(store)) }
        report(peer, .key(store, entry.key))
    }

    private var status: AgentStatus {
        let now = now
        let stores = keys.sorted { $0.key.uuidString < $1.key.uuidString }
            .map { store, entry in
                AgentStatus.Store(
                    id: store,
                    seconds: entry.end.map { UInt32(min(max(($0 - now).rounded(.up), 0), Double(UInt32.max - 1))) },
                    programs: UInt32(peers.values.count { $0.holds.contains(store) })
                )
            }
        return AgentStatus(stores: stores, hearsOfSleep: login.isListening)
    }

    private func lockAll() { forget(Set(keys.keys)) }

    /// Forgets keys, and notifies every program that has them.
    private func forget(_ stores: Set<UUID>) {
        for store in stores {
            guard keys.removeValue(forKey: store) != nil else { continue }
            for peer in peers.values where peer.watched.contains(store) { report(peer, .locked(store)) }
        }
    }

    /// The number of programs that have not confirmed closing stores, except for the caller.
    private func silentCount(_ stores: Set<UUID>, but caller: Int32? = nil) -> Int {
        peers.values.count { !$0.holds.isDisjoint(with: stores) && $0.socket != caller }
    }

    /// Answers programs that wait for others to close their stores, once these have, or their time is over.
    private func settleWaits() {
        let now = now
        if let wait = sleepWait, silentCount(wait.stores) == 0 || wait.deadline <= now {
            sleepWait = nil
            login.letSleep()
        }
        guard !waits.isEmpty else { return }
        var rest: [Wait] = []
        for wait in waits {
            let silent = silentCount(wait.stores, but: wait.caller)
            guard silent == 0 || wait.deadline <= now else {
                rest.append(wait)
                continue
            }
            guard let peer = peers[wait.caller] else { continue }
            report(peer, .done(stores: UInt32(wait.stores.count), silent: UInt32(silent)))
        }
        waits = rest.filter { peers[$0.caller] != nil }
    }
}
