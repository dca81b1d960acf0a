import Foundation
import LockTesting
import RandomTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKitStore

/// The states reported by a watch, in order.
final class ToldStates: Sendable {
    private let states = Mutex<[SecretBytes?]>([])

    func add(_ state: AgentWatch.State) {
        states.withLock { states in
            if case .unlocked(let key) = state { states.append(key) } else { states.append(nil) }
        }
    }

    var all: [SecretBytes?] { states.withLock { $0 } }

    /// Whether so many were told before it took too long.
    func reach(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
        eventuallyBlocking("state \(count), after \(all.count)", seconds: 120, sourceLocation: sourceLocation) {
            all.count >= count
        }
    }
}

@Suite("The agent") struct AgentTests {
    private static func key(_ text: String) throws -> SecretBytes {
        var bytes = Array(text.utf8)
        return try SecretBytes(taking: &bytes)
    }

    @Test("What is said arrives as it was said")
    func messages() throws {
        let (store, key) = (UUID(), try SecretBytes.random(count: 32))
        let status = AgentStatus(
            stores: [.init(id: store, seconds: nil, programs: 3), .init(id: UUID(), seconds: 7, programs: 0)],
            hearsOfSleep: true
        )
        let messages: [AgentMessage] = [
            .watch(store), .keep(store, key: key, seconds: 60), .lock(store), .lock(nil), .released(store), .status,
            .key(store, key), .locked(store), .done(stores: 2, silent: 1), .kept(status), .refused(.full),
        ]
        for message in messages {
            let frame = try message.frame()
            let copy = try frame.withBytes { bytes -> AgentMessage? in
                for cut in 0..<bytes.count {
                    let part = UnsafeRawBufferPointer(rebasing: bytes[..<cut])
                    guard case .part = try AgentMessage.read(part, limit: AgentMessage.longestAnswer) else {
                        return nil
                    }
                }
                guard
                    case .message(let read, let size) = try AgentMessage.read(bytes, limit: AgentMessage.longestAnswer),
                    size == bytes.count
                else { return nil }
                return read
            }
            #expect(try #require(copy).frame().isEqual(to: frame))
            if case .kept(let read)? = copy { #expect(read == status) }
        }
    }

    @Test("No bytes are read as more than they are", arguments: [11, 12, 13])
    func garbage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...140, using: &generator))
                .map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
            // Most lengths make no sense at once: some have to.
            if Bool.random(using: &generator), bytes.count >= 6 {
                bytes.replaceSubrange(0..<6, with: [UInt8(min(bytes.count - 4, 255)), 0, 0, 0, 1, bytes[5] % 70])
            }
            try bytes.withUnsafeBytes { buffer in
                if case .message(_, let size) = try AgentMessage.read(buffer, limit: AgentMessage.longestQuestion) {
                    #expect(size <= buffer.count)
                }
            }
        }
    }

    @Test("A key is told to those that watch its store, and to nobody after a lock")
    func keepAndLock() throws {
        let agent = try RunningAgent()
        defer { agent.end() }
        let (store, other, key) = (UUID(), UUID(), try Self.key("the key of the store"))
        let (reported, toldOther) = (ToldStates(), ToldStates())
        let watch = AgentWatch(store, agent.address) { reported.add($0) }
        let second = AgentWatch(other, agent.address) { toldOther.add($0) }
        #expect(reported.reach(1) && reported.all[0] == nil)
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        #expect(reported.reach(2) && reported.all[1]?.isEqual(to: key) == true)
        #expect(try agent.client.key(of: store)?.isEqual(to: key) == true)
        #expect(try agent.client.status()?.stores.map(\.programs) == [1])
        #expect(try agent.client.lock(store) == AgentClient.Locked(stores: 1, silent: 0))
        #expect(reported.reach(3) && reported.all[2] == nil)
        #expect(try agent.client.key(of: store) == nil)
        #expect(try agent.client.status()?.stores.count == 0)
        #expect(toldOther.all.allSatisfy { $0 == nil })
        withExtendedLifetime((watch, second)) {}
    }

    @Test("Locking waits until a program has closed its store, and says when one does not")
    func waitsForPrograms() throws {
        let time = Mutex(1000.0)
        let agent = try RunningAgent { $0.clock = AgentClock(now: { time.withLock { $0 } }, slept: { 0 }) }
        defer { agent.end() }
        let (store, key) = (UUID(), try Self.key("key"))
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        let mayClose = DispatchSemaphore(value: 0)
        let isTold = Mutex(false)
        let isClosed = Mutex(false)
        let watch = AgentWatch(store, agent.address) { state in
            guard case .locked = state else { return }
            isTold.withLock { $0 = true }
            mayClose.wait()
            isClosed.withLock { $0 = true }
        }
        watch.waitForFirst(seconds: 120)
        let outcome = Mutex<AgentClient.Locked?>(nil)
        let locking = Thread {
            let locked = try? agent.client.lock(nil)
            outcome.withLock { $0 = locked }
        }
        locking.start()
        eventuallyBlocking("the program to be told of the lock", seconds: 120) { isTold.withLock { $0 } }
        #expect(!locking.isFinished)
        eventuallyBlocking("the end of the lock", seconds: 120, every: .milliseconds(100)) {
            time.withLock { $0 += 4 }
            return locking.isFinished
        }
        #expect(outcome.withLock { $0 } == AgentClient.Locked(stores: 1, silent: 1))
        #expect(!isClosed.withLock { $0 })
        mayClose.signal()
        eventuallyBlocking("the store to be closed", seconds: 120) { isClosed.withLock { $0 } }
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        eventuallyBlocking("the program to have the store open", seconds: 120) {
            (try? agent.client.status()?.stores.map(\.programs)) == [1]
        }
        mayClose.signal()
        // Its time stands still now.
        #expect(try agent.client.lock(store) == AgentClient.Locked(stores: 1, silent: 0))
        withExtendedLifetime(watch) {}
    }

    @Test("What answers an earlier lock does not count as closing a store whose key was told meanwhile")
    func lateAnswer() throws {
        let agent = try RunningAgent()
        defer { agent.end() }
        let (store, other) = (UUID(), UUID())
        let program = try #require(try agent.address.connect())
        defer { close(program) }
        func say(_ message: AgentMessage) throws { #expect(AgentClient.send(try message.frame(), to: program)) }
        func programs(_ id: UUID) -> UInt32? { (try? agent.client.status())?.stores.first { $0.id == id }?.programs }
        // It watches before there is a key, is told of the lock, and takes its time.
        try say(.watch(store))
        var polled = pollfd(fd: program, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 240_000) == 1)
        #expect(try agent.client.keep(try Self.key("one"), for: store, seconds: nil))
        #expect(try agent.client.keep(try Self.key("two"), for: other, seconds: nil))
        #expect(programs(store) == 1)
        try say(.released(store))
        // What it asks next is dealt with next.
        try say(.watch(other))
        eventuallyBlocking("the program to watch the other store", seconds: 120) { programs(other) == 1 }
        #expect(programs(store) == 1, "it has the key, and the store open")
        // The lock after the key is answered by what comes then.
        let locking = Thread { _ = try? agent.client.lock(store) }
        locking.start()
        eventuallyBlocking("the lock", seconds: 120) { programs(store) == nil }
        try say(.released(store))
        try say(.watch(store))
        eventuallyBlocking("the end of the lock", seconds: 120) { locking.isFinished }
    }

    @Test("A key is forgotten when its time is over, by the clock that goes on in sleep")
    func timeout() throws {
        let time = Mutex(1000.0)
        let agent = try RunningAgent { $0.clock = AgentClock(now: { time.withLock { $0 } }, slept: { 0 }) }
        defer { agent.end() }
        let (store, reported) = (UUID(), ToldStates())
        let watch = AgentWatch(store, agent.address) { reported.add($0) }
        watch.waitForFirst(seconds: 120)
        #expect(try agent.client.keep(try Self.key("key"), for: store, seconds: 60))
        #expect(reported.reach(2))
        #expect(try agent.client.status()?.stores.map(\.seconds) == [60])
        time.withLock { $0 += 59 }
        #expect(try agent.client.key(of: store) != nil)
        time.withLock { $0 += 1 }
        #expect(reported.reach(3) && reported.all[2] == nil)
        #expect(try agent.client.key(of: store) == nil)
        withExtendedLifetime(watch) {}
    }

    @Test("Keys are forgotten when the machine has slept, where nobody told before")
    func slept() throws {
        let slept = Mutex(0.0)
        let agent = try RunningAgent {
            $0.clock = AgentClock(now: AgentClock.machine.now, slept: { slept.withLock { $0 } })
        }
        defer { agent.end() }
        #expect(try agent.client.keep(try Self.key("key"), for: UUID(), seconds: nil))
        #expect(try agent.client.status()?.hearsOfSleep == false)
        slept.withLock { $0 = 30 }
        eventuallyBlocking("the key to be forgotten", seconds: 120) { (try? agent.client.status()?.stores.count) == 0 }
    }

    @Test("An agent ends with the folder of the session, and with it every key")
    func logout() throws {
        let agent = try RunningAgent()
        let (store, reported) = (UUID(), ToldStates())
        #expect(try agent.client.keep(try Self.key("key"), for: store, seconds: nil))
        let watch = AgentWatch(store, agent.address) { reported.add($0) }
        #expect(reported.reach(1) && reported.all[0] != nil)
        try FileManager.default.removeItem(atPath: agent.address.folder)
        agent.waitForEnd()
        #expect(reported.reach(2) && reported.all[1] == nil)
        withExtendedLifetime(watch) {}
    }

    @Test("An agent that is gone locks whoever watches, and the next one unlocks again")
    func agentEnds() throws {
        let first = try RunningAgent()
        let (store, key, reported) = (UUID(), try Self.key("key"), ToldStates())
        let watch = AgentWatch(store, first.address) { reported.add($0) }
        watch.waitForFirst(seconds: 120)
        #expect(try first.client.keep(key, for: store, seconds: nil))
        #expect(reported.reach(2))
        first.end()
        #expect(reported.reach(3) && reported.all[2] == nil)
        #expect(try first.client.status() == nil)
        #expect(try first.client.lock(nil) == nil)
        #expect(try !first.client.keep(key, for: store, seconds: nil))
        let second = try RunningAgent(first.address)
        defer { second.end() }
        #expect(try second.client.keep(key, for: store, seconds: nil))
        #expect(reported.reach(4) && reported.all[3]?.isEqual(to: key) == true)
        withExtendedLifetime(watch) {}
    }

    @Test("There is one agent at an address, and one that died leaves the place to the next")
    func one() throws {
        let agent = try RunningAgent()
        #expect(try AgentServer(agent.address) == nil)
        agent.end()
        // The remains of a killed agent: a socket without a listener.
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #expect(AgentAddress.withAddress(agent.address.path) { bind(left, $0, $1) } == 0)
        close(left)
        let next = try RunningAgent(agent.address)
        #expect(try next.client.status()?.stores.count == 0)
        next.end()
    }

    @Test("An agent that has nothing to keep for a while ends, and takes its socket away")
    func idle() throws {
        let agent = try RunningAgent { $0.idleTime = 0.2 }
        agent.waitForEnd()
        #expect(try FileManager.default.contentsOfDirectory(atPath: agent.address.folder).isEmpty)
    }

    @Test("An agent of another user is not talked to, nor a program of another, nor through a folder of others")
    func foreign() throws {
        let agent = try RunningAgent { $0.userOfPeer = { _ in geteuid() + 1 } }
        defer { agent.end() }
        #expect(try agent.client.status() == nil)
        let foreign = AgentClient(AgentAddress(folder: agent.address.folder, owner: geteuid() + 1))
        #expect { try foreign.status() } throws: { ($0 as? StoreError)?.message.contains("another user") == true }
        let reported = ToldStates()
        let watch = AgentWatch(UUID(), AgentAddress(folder: agent.address.folder, owner: geteuid() + 1)) {
            reported.add($0)
        }
        #expect(reported.reach(1) && reported.all[0] == nil)
        #expect(watch.refusal?.code == .notPermitted)

        let open = AgentAddress.temporary()
        #expect(mkdir(open.folder, 0o755) == 0)
        chmod(open.folder, 0o755)
        #expect { try AgentClient(open).status() } throws: {
            ($0 as? StoreError)?.message.contains("open to others") == true
        }
        #expect(throws: StoreError.self) { try AgentServer(open) }
    }

    @Test("The socket is the only file, and the user's alone, under any umask")
    func files() throws {
        let before = umask(0)
        let agent = try RunningAgent()
        umask(before)
        defer { agent.end() }
        _ = try agent.client.keep(try Self.key("key"), for: UUID(), seconds: nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: agent.address.folder) == ["agent"])
        var status = stat()
        #expect(lstat(agent.address.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(lstat(agent.address.folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    }

    @Test("The address is in the session's folder when that is the user's alone, else in the user's state")
    func standard() throws {
        let path = FileManager.default.temporaryDirectory.path + "/run-\(UUID().uuidString)"
        #expect(mkdir(path, 0o700) == 0)
        #expect(AgentAddress.standard(["XDG_RUNTIME_DIR": path]).folder == path + "/healthtui")
        defer { rmdir(path) }
        chmod(path, 0o755)
        let other = AgentAddress.standard(["XDG_RUNTIME_DIR": path, "HOME": "/home/nobody"]).folder
        #expect(other == "/home/nobody/.local/state/healthtui" || other.hasPrefix("/run/user/"))
    }
}

@Suite("Programs that mean the agent no good") struct AgentAbuseTests {
    private static func connect(_ agent: RunningAgent) throws -> Int32 { try #require(try agent.address.connect()) }

    private static func write(_ bytes: [UInt8], to socket: Int32) {
        _ = bytes.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }

    private static func isClosed(_ socket: Int32) -> Bool {
        var polled = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
        var byte: UInt8 = 0
        while poll(&polled, 1, 15_000) > 0 {
            if recv(socket, &byte, 1, 0) <= 0 { return true }
        }
        return false
    }

    @Test("Garbage ends the conversation, with a word, and nobody else's", arguments: [1, 2, 3])
    func garbage(seed: UInt64) throws {
        let agent = try RunningAgent()
        defer { agent.end() }
        let store = UUID()
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let socket = try Self.connect(agent)
            defer { close(socket) }
            let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
            Self.write(bytes, to: socket)
            #expect(Self.isClosed(socket))
        }
        let later = try Self.connect(agent)
        defer { close(later) }
        Self.write([18, 0, 0, 0, 99, 1] + [UInt8](repeating: 1, count: 16), to: later)
        let buffer = try GuardedBuffer(capacity: 100)
        guard case .some = buffer.fill(from: later) else {
            Issue.record("nothing is said about another version")
            return
        }
        try buffer.withBytes { bytes in
            guard case .message(.refused(.version), _) = try AgentMessage.read(bytes, limit: 100) else {
                Issue.record("another version is not named")
                return
            }
        }
        #expect(try agent.client.keep(SecretBytes.random(count: 32), for: store, seconds: nil))
        #expect(try agent.client.key(of: store) != nil)
    }

    @Test("Many connections that say nothing, half a sentence or too much keep nobody from being answered")
    func flood() throws {
        let agent = try RunningAgent { $0.mostPeers = 60 }
        defer { agent.end() }
        let (store, reported) = (UUID(), ToldStates())
        let watch = AgentWatch(store, agent.address) { reported.add($0) }
        watch.waitForFirst(seconds: 120)
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        for number in 0..<200 {
            guard let socket = try agent.address.connect() else { continue }
            sockets.append(socket)
            if number % 3 == 1 { Self.write([18, 0, 0], to: socket) }
            if number % 3 == 2 {
                let frame = try AgentMessage.status.frame().withBytes { Array($0) }
                let many = Array(repeating: frame, count: 3000).flatMap { $0 }
                _ = fcntl(socket, F_SETFL, O_NONBLOCK)
                Self.write(many, to: socket)
            }
        }
        #expect(try agent.client.keep(SecretBytes.random(count: 32), for: store, seconds: nil))
        #expect(reported.reach(2) && reported.all[1] != nil)
        #expect(try agent.client.lock(nil)?.stores == 1)
        #expect(reported.reach(3) && reported.all[2] == nil)
    }

    @Test("Hundreds of connections that watch and say nothing more keep nobody from unlocking, reading and locking")
    func idleWatchers() throws {
        let agent = try RunningAgent { $0.mostPeers = 60 }
        defer { agent.end() }
        let (store, key) = (UUID(), try SecretBytes.random(count: 32))
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        // Of any stores, and of this one, whose key they are told.
        for number in 0..<150 {
            guard let socket = try agent.address.connect() else { continue }
            sockets.append(socket)
            _ = AgentClient.send(try AgentMessage.watch(number % 2 == 0 ? store : UUID()).frame(), to: socket)
        }
        for _ in 0..<5 {
            #expect(try agent.client.key(of: store)?.isEqual(to: key) == true)
            #expect(try agent.client.status()?.stores.count == 1)
        }
        let reported = ToldStates()
        let watch = AgentWatch(store, agent.address) { reported.add($0) }
        #expect(reported.reach(1) && reported.all[0] != nil)
        #expect(try agent.client.lock(store)?.stores == 1)
        eventuallyBlocking("the lock", seconds: 120) { reported.all.last.map { $0 == nil } == true }
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        withExtendedLifetime(watch) {}
    }

    @Test("An agent that is stopped is named at once, with what lets it go on")
    func stopped() throws {
        let address = AgentAddress.temporary()
        guard let folder = try address.openFolder(makes: true) else {
            Issue.record("no folder")
            return
        }
        // A process that listens where the agent would, and is stopped.
        let script = """
            import os, signal, socket
            s = socket.socket(socket.AF_UNIX)
            s.bind(os.environ["AGENT"])
            s.listen(8)
            print("ready", flush=True)
            os.kill(os.getpid(), signal.SIGSTOP)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.environment = ["AGENT": address.path, "PATH": "/usr/local/bin:/usr/bin:/bin"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "ready\n")
        let agent = AgentProcess(process.processIdentifier)
        eventuallyBlocking("the agent to be stopped", seconds: 120) { agent.isStopped }
        let error = #expect(throws: StoreError.self) { try AgentClient(address).status() }
        #expect(
            error?.message.contains("kill -CONT \(process.processIdentifier)") == true,
            "\(String(describing: error))"
        )
        let watch = AgentWatch(UUID(), address) { _ in }
        // It would wait a day for one that runs.
        let waiting = Thread { watch.waitForFirst(seconds: 86_400) }
        waiting.start()
        eventuallyBlocking("the end of the wait for an agent that is stopped", seconds: 300) { waiting.isFinished }
        #expect(watch.refusal?.message.contains("kill -CONT") == true)
        withExtendedLifetime((watch, folder)) {}
    }

    @Test("A key is lent while the store is opened with it, and a lock meanwhile is noticed")
    func lending() throws {
        let agent = try RunningAgent { $0.lockTime = 0.2 }
        defer { agent.end() }
        let (store, key) = (UUID(), try SecretBytes.random(count: 32))
        #expect(try agent.client.lendingKey(of: store, patience: 10) { _ in } == nil)
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        var lent: SecretBytes?
        #expect(try agent.client.lendingKey(of: store, patience: 10) { lent = $0 } == true)
        #expect(lent?.isEqual(to: key) == true)
        let isKept = try agent.client.lendingKey(of: store, patience: 10) { (_: SecretBytes) throws in
            // Who locks waits for this one, and is told that it has not closed the store.
            #expect(try agent.client.lock(store) == AgentClient.Locked(stores: 1, silent: 1))
        }
        #expect(isKept == false)
    }

    @Test("A program that reads nothing, and one that dies, hold up neither a lock nor others")
    func slowAndDead() throws {
        let agent = try RunningAgent { $0.lockTime = 0.3 }
        defer { agent.end() }
        let (store, key, reported) = (UUID(), try SecretBytes.random(count: 32), ToldStates())
        let question = try AgentMessage.watch(store).frame()
        let (slow, dead) = (try Self.connect(agent), try Self.connect(agent))
        defer { close(slow) }
        #expect(AgentClient.send(question, to: slow) && AgentClient.send(question, to: dead))
        let watch = AgentWatch(store, agent.address) { reported.add($0) }
        watch.waitForFirst(seconds: 120)
        #expect(try agent.client.keep(key, for: store, seconds: nil))
        #expect(reported.reach(2))
        close(dead)
        // On a busy machine the one that reads may be silent for so long too: then once more.
        try eventuallyBlocking("a lock that one program doesn't answer", seconds: 120) {
            if try agent.client.lock(store)?.silent == 1 { return true }
            #expect(try agent.client.keep(key, for: store, seconds: nil))
            return false
        }
        #expect(reported.reach(3))
        for _ in 0..<8 {
            #expect(try agent.client.keep(SecretBytes.random(count: 64), for: store, seconds: nil))
            #expect(try agent.client.lock(store) != nil)
            if (try agent.client.status()?.stores.isEmpty) != true { break }
        }
        #expect(reported.all.last.map { $0 == nil } == true)
        withExtendedLifetime(watch) {}
    }

    @Test("More stores than it keeps are refused in words")
    func tooMany() throws {
        let agent = try RunningAgent()
        defer { agent.end() }
        let key = try SecretBytes.random(count: 32)
        for _ in 0..<AgentMessage.mostStores { #expect(try agent.client.keep(key, for: UUID(), seconds: nil)) }
        #expect { try agent.client.keep(key, for: UUID(), seconds: nil) } throws: {
            ($0 as? StoreError)?.code == .busy
        }
        #expect(try agent.client.status()?.stores.count == AgentMessage.mostStores)
        #expect(try agent.client.lock(nil)?.stores == AgentMessage.mostStores)
    }

    @Test("Questions at the same time are all answered", arguments: [8])
    func many(threads: Int) throws {
        let agent = try RunningAgent()
        defer { agent.end() }
        let failures = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            for _ in 0..<50 {
                let (store, key) = (UUID(), try? SecretBytes.random(count: 32))
                guard let key, (try? agent.client.keep(key, for: store, seconds: nil)) == true,
                    (try? agent.client.key(of: store))?.isEqual(to: key) == true,
                    (try? agent.client.lock(store))?.stores == 1
                else {
                    failures.withLock { $0 += 1 }
                    continue
                }
            }
        }
        #expect(failures.withLock { $0 } == 0)
    }
}
