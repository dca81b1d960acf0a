import Foundation
import HealthKitStore
import Synchronization

/// A service that has a store open for the person's programs, which make their calls over a socket.
///
/// A program receives the same answers, at the same time and in the same order, as with the store open in its own process. A
/// program that floods, stalls, dies or sends invalid data loses its connection and harms no other.
package final class StoreService: Sendable {
    /// The service's environment, which differs in a test.
    package struct Surroundings: Sendable {
        /// The current time, in seconds since an arbitrary origin.
        package var clock: @Sendable () -> Double = {
            var time = timespec()
            clock_gettime(CLOCK_BOOTTIME, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        /// The maximum number of connections in total.
        package var mostConnections = 1_000
        /// The maximum number of connections of one program.
        package var mostOfOne = 64
        /// The maximum number of bytes of incomplete calls, of all programs together.
        package var mostHeldBytes = 512 << 20
        /// An additional check of who may connect where, among the users that it serves.
        package var admits: @Sendable (ServicePeer, ServiceDoor) -> Bool = { _, _ in true }
        /// Whether the person has to give the store's passphrase or PIN.
        package var asksForSecret = false
        /// The cost of trying one PIN.
        package var secretCost = PassphraseCost.standard
        /// The rules by which imports recognize values that are spelled differently, or `nil` for a service that accepts no
        /// imports.
        package var forms: ImportForms?
        /// The object that keeps the store in sync with its group, or `nil` for a service that doesn't.
        package var sync: (any SyncServing)?
        /// The users that it serves.
        package var people = ServicePeople()
        /// The system's information about the program at the other end of a socket.
        package var peer: @Sendable (Int32) -> ServicePeer? = { ServicePeer(of: $0) }
        /// Whether apps are woken for changes.
        package var wakesApps = false
        /// The clocks by which apps are woken.
        package var moment: @Sendable () -> WakeMoment = { .now() }

        package init() {}
    }

    private final class Peer: Sendable {
        let connection: ServiceConnection
        let output: ServiceOutput
        let peer: ServicePeer
        /// Whether a hello is expected without an announcement; a program started by a launcher has its own time.
        let greets: Bool
        let began: Double
        let input: Mutex<Input>
        /// The holder of the connection.
        let holder: Mutex<ServiceRoom.Holder>

        init(
            _ connection: ServiceConnection,
            _ output: ServiceOutput,
            _ peer: ServicePeer,
            _ holder: ServiceRoom.Holder,
            greets: Bool,
            since: Double
        ) {
            self.connection = connection
            self.output = output
            self.peer = peer
            self.greets = greets
            self.holder = Mutex(holder)
            began = since
            input = Mutex(Input(since: since))
        }
    }

    /// The bytes of a connection that aren't a complete call yet.
    private struct Input {
        var reader = ServiceFrameReader(limit: ServiceFrame.programLimit, bodyLimit: CallBounds.sentBytes)
        /// The time when the incomplete call began.
        var since: Double
        /// The time when data last arrived.
        var lastHeard: Double

        init(since: Double) { (self.since, lastHeard) = (since, since) }

        /// Adds received bytes.
        mutating func append(_ bytes: some Sequence<UInt8>, at now: Double) {
            if !reader.isWithinFrame { since = now }
            lastHeard = now
            reader.append(bytes)
        }

        /// The next complete call, after which another begins.
        mutating func next(at now: Double) throws -> ServiceFrame? {
            let frame = try reader.next()
            if frame != nil { since = now }
            return frame
        }

        /// Whether a call has been arriving for too long: each frame of a full call has its own time.
        func isLate(at now: Double, patience: Double) -> Bool {
            reader.isWithinFrame && now - since > patience * Double(1 + reader.wholeBytes / ServiceFrame.programLimit)
        }
    }

    private struct State {
        var peers: [Int32: Peer] = [:]
        var isStopped = false
        var lastPulse = 0.0
    }

    /// The interval at which the service signals that it is alive to programs waiting for an answer, in seconds.
    private static let pulse = 15.0

    /// The time that calls in progress may take once the service has to stop, in seconds.
    private static let stopTime = 5.0

    private let owner: Gate
    private let proof: OwnerProof?
    private let requests: ServedRequests
    private let instance = UUID()
    private let listeners: [ServiceDoor: Int32]
    private let surroundings: Surroundings
    private let waker = Waker()
    private let workers = ServiceWorkers()
    private let turns = ServiceTurns()
    /// The polling time for the next call.
    private let spinWait = Mutex(SpinWait(most: 200))
    private let stopped = DispatchSemaphore(value: 0)
    private let state = Mutex(State())
    // Set once, before anything else is called.
    nonisolated(unsafe) private var wakes: WakeService?
    /// Held while it runs.
    private let ended = NSLock()

    /// A service for a store that the owner has open.
    ///
    /// - Parameters:
    ///   - store: The person's own store, on a file or in memory.
    ///   - listeners: The sockets where programs connect, which the service closes in the end; empty if all connections are
    ///     passed to it.
    ///   - surroundings: The clock and the limits.
    /// - Throws: `errorDatabaseInaccessible` when another process has the store open for this one, and if the PIN's record can't
    ///   be read.
    package init(
        _ store: PersonAccess,
        listeners: [ServiceDoor: Int32] = [:],
        surroundings: Surroundings = .init()
    ) throws {
        owner = try store.store.port.local()
        requests = ServedRequests(owner)
        proof =
            surroundings.asksForSecret
            ? try OwnerProof(owner, clock: surroundings.clock, cost: surroundings.secretCost) : nil
        self.listeners = listeners
        self.surroundings = surroundings
        // A locked store is handled once it is unlocked.
        if proof != nil { HealthLog.attempt("import") { [owner] in try owner.forgetUnfinishedImports() } }
        for listener in listeners.values { Self.makeNonblocking(listener) }
        guard surroundings.wakesApps else { return }
        wakes = WakeService(owner, clock: surroundings.moment) { [weak self] descriptor, program in
            if let self { adopt(descriptor, at: .apps, started: program) } else { close(descriptor) }
        }
    }

    deinit { for listener in listeners.values { close(listener) } }

    /// Serves the program at the other end of a socket.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which the service closes in the end.
    ///   - door: The door, which decides the calls that may pass.
    package func adopt(_ descriptor: Int32, at door: ServiceDoor) { adopt(descriptor, at: door, started: nil) }

    private func adopt(_ descriptor: Int32, at door: ServiceDoor, started: StartedProgram?) {
        let peer = surroundings.peer(descriptor) ?? ServicePeer(process: 0, user: .max, group: .max)
        adopt(descriptor, at: door, peer, started: started)
    }

    private func adopt(
        _ descriptor: Int32,
        at door: ServiceDoor,
        _ peer: ServicePeer,
        started: StartedProgram? = nil
    ) {
        Self.makeNonblocking(descriptor)
        let output = ServiceOutput(descriptor, waker: waker, clock: surroundings.clock)
        let room: @Sendable (ServiceRoom.Holder) throws -> Void = { [weak self] in try self?.settle(descriptor, $0) }
        let connection = ServiceConnection(
            program: ConnectedProgram(
                door: door,
                peer: peer,
                people: surroundings.people,
                owner: owner,
                started: started
            ),
            proof: proof,
            forms: surroundings.forms,
            sync: surroundings.sync,
            wakes: wakes,
            instance: instance,
            limits: .init(),
            workers: workers,
            output: output,
            requests: requests,
            room: room
        )
        let client = Peer(
            connection,
            output,
            peer,
            holder(of: peer, at: door),
            greets: started == nil,
            since: surroundings.clock()
        )
        let isTaken = state.withLock { state in
            guard !state.isStopped else { return false }
            state.peers[descriptor] = client
            return true
        }
        if isTaken { waker.wake() } else { connection.close() }
    }

    /// Answers calls until it is stopped; calls in progress are then answered first, for some seconds.
    package func run() {
        ended.lock()
        defer { ended.unlock() }
        wakes?.begin()
        // Two threads: the one that finds a call works on it while the other looks for the next; neither is waited for at the
        // end.
        for _ in 0..<2 { Thread.detachNewThread { [self] in takeTurns() } }
        stopped.wait()
        turns.stop()
        let end = surroundings.clock() + Self.stopTime
        while surroundings.clock() < end, isBusy {
            for connection in turn(accepts: false) { workers.schedule(connection) }
        }
        wakes?.stop()
        workers.stop()
        let peers = state.withLock { state in
            defer { state.peers = [:] }
            return Array(state.peers.values)
        }
        for peer in peers {
            peer.connection.close(waiting: true)
            peer.output.flush()
        }
    }

    /// Receives data and works on calls, until the service is stopped.
    private func takeTurns() {
        while turns.take() {
            let connection = nextCall()
            turns.end()
            guard let connection else { return }
            _ = connection.work()
        }
    }

    /// Receives data until there is a call for this thread.
    ///
    /// - Returns: The connection that it came over, or `nil` when the service is stopped.
    private func nextCall() -> ServiceConnection? {
        while !state.withLock({ $0.isStopped }) {
            var ready = turn(accepts: true)
            // If both threads worked, none would look for calls.
            let own = !ready.isEmpty && turns.canLeave ? ready.removeFirst() : nil
            for connection in ready { workers.schedule(connection) }
            if let own { return own }
        }
        return nil
    }

    /// Ends ``run()``.
    package func stop() {
        state.withLock { $0.isStopped = true }
        stopped.signal()
        waker.wake()
    }

    /// Ends ``run()`` and waits until it has.
    package func stopAndWait() {
        stop()
        ended.lock()
        ended.unlock()
    }

    /// Receives and sends available data, waiting for either.
    ///
    /// - Returns: The connections that have calls to begin.
    private func turn(accepts: Bool) -> [ServiceConnection] {
        var ready: [ServiceConnection] = []
        let peers = state.withLock { Array($0.peers.values) }
        var polled = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
        let doors = ServiceDoor.allCases
        for door in doors {
            polled.append(pollfd(fd: accepts ? listeners[door] ?? -1 : -1, events: Int16(POLLIN), revents: 0))
        }
        for peer in peers {
            let output = peer.output
            let events = (!accepts || peer.connection.isFull ? 0 : POLLIN) | (output.unread > 0 ? POLLOUT : 0)
            polled.append(pollfd(fd: output.descriptor, events: Int16(events), revents: 0))
        }
        let began = SpinWait.now
        let early =
            accepts
            ? spinWait.withLock { $0 }
                .look { () -> Int32? in
                    let count = poll(&polled, nfds_t(polled.count), 0)
                    return count == 0 ? nil : count
                } : nil
        let count = early ?? poll(&polled, nfds_t(polled.count), accepts ? 1_000 : 20)
        if accepts { spinWait.withLock { $0.note(SpinWait.now - began) } }
        if count > 0 {
            if polled[0].revents != 0 { drainWaker() }
            for (door, entry) in zip(doors, polled.dropFirst(1)) where entry.revents != 0 { accept(door) }
            for (peer, entry) in zip(peers, polled.dropFirst(1 + doors.count)) where entry.revents != 0 {
                if entry.revents & Int16(POLLOUT) != 0 {
                    peer.output.flush()
                    if peer.connection.isWaiting { ready.append(peer.connection) }
                }
                if entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
                    if !receive(peer) {
                        drop(peer)
                    } else if peer.connection.isWaiting, ready.last !== peer.connection {
                        ready.append(peer.connection)
                    }
                }
            }
        }
        passTime(peers)
        return ready
    }

    /// Whether a call with an answer is in progress, or an answer has not been sent yet.
    var isBusy: Bool { state.withLock { Array($0.peers.values) }.contains { $0.connection.isBusy } }

    /// The largest number of unread answer bytes of any program.
    package var mostUnread: Int { state.withLock { $0.peers.values.map(\.output.unread).max() ?? 0 } }

    /// The number of connected programs.
    package var connectionCount: Int { state.withLock { $0.peers.count } }

    private func drainWaker() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(waker.descriptor, &bytes, bytes.count) == bytes.count {}
    }

    private func passTime(_ peers: [Peer]) {
        let now = surroundings.clock()
        let patience = ServiceConnection.Limits().patience
        proof?.pass()
        requests.passTime(now)
        let pulses = state.withLock { state in
            guard now - state.lastPulse > Self.pulse else { return false }
            state.lastPulse = now
            return true
        }
        if pulses { proof?.passTime() }
        if pulses { for peer in peers { peer.connection.pulse() } }
        for peer in peers {
            let isFull = peer.connection.isFull
            let isLate = peer.input.withLock { input in
                // While no data is taken from a program, its time limit is suspended.
                if isFull { input.since = now }
                return input.isLate(at: now, patience: patience)
            }
            let isMute = peer.greets && now - peer.began > patience && !peer.connection.isExpected
            if peer.output.isOver || peer.output.stalled > patience || isLate || isMute { drop(peer) }
        }
    }

    /// The holder of a connection, before its program has identified itself.
    private func holder(of peer: ServicePeer, at door: ServiceDoor) -> ServiceRoom.Holder {
        if door == .owner { return .owner }
        return surroundings.people.isVerified(peer) ? .verified(nil) : .unknown(peer.user)
    }

    /// All connections but one; with the lock.
    private func room(_ state: State, without own: Int32? = nil) -> ServiceRoom {
        var room = ServiceRoom(most: surroundings.mostConnections, mostOfOne: surroundings.mostOfOne)
        room.guests = state.peers.filter { $0.key != own }
            .map { number, peer in
                ServiceRoom.Guest(
                    number: number,
                    holder: peer.holder.withLock { $0 },
                    process: peer.peer.process,
                    lastHeard: peer.input.withLock { $0.lastHeard },
                    isIdle: !peer.connection.isNeeded
                )
            }
        return room
    }

    /// Accepts a connection if there is room.
    private func make(_ decision: ServiceRoom.Decision) throws {
        switch decision {
        case .enter: break
        case .replace(let number):
            if let peer = state.withLock({ $0.peers[number] }) {
                HealthLog.debug(
                    "service",
                    ["process": "\(peer.peer.process)", "problem": "idle, and another needs room"]
                )
                drop(peer)
            }
        case .refuse(let reason): throw HKError.error(.errorDatabaseInaccessible, reason)
        }
    }

    /// Assigns a connection to the program that it claims to be.
    private func settle(_ descriptor: Int32, _ holder: ServiceRoom.Holder) throws {
        let decision: ServiceRoom.Decision = state.withLock { state in
            guard let peer = state.peers[descriptor] else { return .enter }
            let decision = room(state, without: descriptor).settle(holder, process: peer.peer.process)
            if case .refuse = decision {} else { peer.holder.withLock { $0 = holder } }
            return decision
        }
        try make(decision)
    }

    private func accept(_ door: ServiceDoor) {
        // Accepts only a limited number at once, so that connected programs are served in between.
        for _ in 0..<16 {
            guard let listener = listeners[door] else { return }
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else {
                // Without free descriptors, waiting programs are retried; without a pause that would be a busy loop.
                if errno == EMFILE || errno == ENFILE { usleep(10_000) }
                return
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let peer = surroundings.peer(descriptor)
            guard let peer, surroundings.admits(peer, door) else {
                close(descriptor)
                continue
            }
            do {
                try surroundings.people.check(peer, at: door)
                let holder = holder(of: peer, at: door)
                try make(state.withLock { room($0) }.enter(holder, process: peer.process))
            } catch {
                Self.refuse(descriptor, error)
                continue
            }
            adopt(descriptor, at: door, peer)
        }
    }

    /// Receives data from a program.
    ///
    /// - Returns: Whether the connection is still open.
    private func receive(_ peer: Peer) -> Bool {
        if peer.connection.expectsTerminal {
            guard let received = DescriptorPassing.receive(over: peer.output.descriptor) else {
                return errno == EAGAIN || errno == EINTR
            }
            peer.connection.take(descriptors: received.descriptors)
            return !received.bytes.isEmpty && take(received.bytes, from: peer)
        }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            let count = recv(peer.output.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            if count < 0 { return errno == EAGAIN || errno == EINTR }
            if count == 0 { return false }
            return take(buffer.prefix(count), from: peer)
        }
    }

    private func take(_ bytes: some Sequence<UInt8>, from peer: Peer) -> Bool {
        let now = surroundings.clock()
        do {
            peer.input.withLock { $0.append(bytes, at: now) }
            try checkHeldBytes(peer)
            while let frame = try peer.input.withLock({ try $0.next(at: now) }) { try peer.connection.take(frame) }
            return true
        } catch {
            HealthLog.debug("service", ["process": "\(peer.peer.process)", "problem": "\(error)"])
            return false
        }
    }

    /// Refuses more of a large call when all programs together have begun more than there is room for.
    private func checkHeldBytes(_ peer: Peer) throws {
        // The room that one small call needs is always available.
        guard peer.input.withLock({ $0.reader.heldBytes }) > ServiceFrame.programLimit + 4 else { return }
        let held = state.withLock { $0.peers.values.reduce(0) { $0 + $1.input.withLock { $0.reader.heldBytes } } }
        guard held > surroundings.mostHeldBytes else { return }
        throw ServiceFrameError("\(held) bytes of calls wait for their ends")
    }

    private func drop(_ peer: Peer) {
        state.withLock { state in
            if state.peers[peer.output.descriptor] === peer { state.peers[peer.output.descriptor] = nil }
        }
        peer.connection.close()
        shutdown(peer.output.descriptor, Int32(SHUT_RDWR))
    }

    private static func makeNonblocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Tells a program the reason that it isn't served, whatever its hello, and closes the connection.
    private static func refuse(_ descriptor: Int32, _ error: any Error) {
        let body = CallMessage(error: HKError.onTheWay(error), to: HelloCall.name, level: HelloCall.level).bytes
        let frame = ServiceFrame(.answer, call: 0, body).bytes(limit: ServiceFrame.serviceLimit)
        _ = send(descriptor, frame, frame.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        close(descriptor)
    }
}
