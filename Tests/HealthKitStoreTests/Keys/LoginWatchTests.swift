import Foundation
import LockTesting
import RandomTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKitStore

/// An agent's reactions to logind.
@Suite("The agent and the machine's sleep") struct LoginWatchTests {
    private static func key() throws -> SecretBytes { try SecretBytes.random(count: 32) }

    /// A bus and an agent that listens to it; nothing is said of the user where the state is nil.
    private static func listening(
        refusesFiles: Bool = false,
        user state: String? = nil,
        lockTime: Double = 60,
        _ body: (StandInBus, RunningAgent) throws -> Void
    ) throws {
        try ScratchFolder.with { folder throws in
            let bus = try StandInBus(folder.path("bus"), refusesFiles: refusesFiles)
            defer { bus.end() }
            if let state { bus.setUser(state) }
            let agent = try RunningAgent {
                $0.bus = bus.path
                $0.lockTime = lockTime
            }
            defer { agent.end() }
            // The last that it asks for at first.
            eventuallyBlocking("the last question to the bus", seconds: 120) { bus.calls.contains("Get") }
            eventuallyBlocking("the agent to hear of sleep", seconds: 120) {
                (try? agent.client.status()?.hearsOfSleep) == true
            }
            try body(bus, agent)
        }
    }

    /// A program beside them that has its store open, and when the key goes closes it no sooner than it may.
    private static func keepingOpen(
        lockTime: Double = 60,
        _ body: (_ bus: StandInBus, _ agent: RunningAgent, _ mayClose: DispatchSemaphore) throws -> Void
    ) throws {
        try listening(lockTime: lockTime) { bus, agent throws in
            let (store, mayClose) = (UUID(), DispatchSemaphore(value: 0))
            let isOpen = Mutex(false)
            let watch = AgentWatch(store, agent.address) { state in
                if case .unlocked = state { return isOpen.withLock { $0 = true } }
                // As it begins locked, nothing is to be closed at first.
                if isOpen.withLock({ $0 }) { mayClose.wait() }
            }
            #expect(try agent.client.keep(try Self.key(), for: store, seconds: nil))
            eventuallyBlocking("the store to be open", seconds: 120) { isOpen.withLock { $0 } }
            eventuallyBlocking("sleep to be delayed", seconds: 120) { bus.held == 1 }
            try body(bus, agent, mayClose)
            withExtendedLifetime(watch) {}
        }
    }

    private static func count(_ agent: RunningAgent) -> Int? { try? agent.client.status()?.stores.count }

    @Test("The machine sleeps only when keys are forgotten and programs have closed their stores; then it waits again")
    func delay() throws {
        try Self.keepingOpen { bus, agent, mayClose throws in
            bus.report("PrepareForSleep", sleeps: true)
            eventuallyBlocking("the keys to be forgotten", seconds: 120) { Self.count(agent) == 0 }
            #expect(bus.held == 1, "the store is open yet")
            mayClose.signal()
            eventuallyBlocking("sleep to be allowed", seconds: 120) { bus.held == 0 }
            bus.report("PrepareForSleep", sleeps: false)
            eventuallyBlocking("sleep to be delayed", seconds: 120) { bus.held == 1 }
            // It is told to have been called a little later.
            eventuallyBlocking("the second call of Inhibit", seconds: 120) { bus.calls.count { $0 == "Inhibit" } == 2 }
        }
    }

    @Test("A program that does not close its store keeps the machine awake for no longer than the agent waits")
    func silent() throws {
        try Self.keepingOpen(lockTime: 0.3) { bus, _, mayClose throws in
            bus.report("PrepareForSleep", sleeps: true)
            eventuallyBlocking("sleep to be allowed", seconds: 120) { bus.held == 0 }
            mayClose.signal()
        }
    }

    @Test("Keys are forgotten when the last session ends, not with any", arguments: ["lingering", "closing", ""])
    func logout(_ last: String) throws {
        try Self.listening { bus, agent throws in
            #expect(try agent.client.keep(try Self.key(), for: UUID(), seconds: nil))
            let asked = bus.calls.count { $0 == "Get" }
            bus.setUser("online")
            bus.report("SessionRemoved")
            eventuallyBlocking("one more question to the bus", seconds: 120) {
                bus.calls.count { $0 == "Get" } == asked + 1
            }
            #expect(Self.count(agent) == 1)
            bus.setUser(last)
            bus.report("SessionRemoved")
            eventuallyBlocking("the keys to be forgotten", seconds: 120) { Self.count(agent) == 0 }
        }
    }

    @Test("An agent of a user without a session keeps its keys when others log out")
    func lingering() throws {
        try Self.listening(user: "lingering") { bus, agent throws in
            #expect(try agent.client.keep(try Self.key(), for: UUID(), seconds: nil))
            bus.report("SessionRemoved")
            eventuallyBlocking("the second question to the bus", seconds: 120) { bus.calls.count { $0 == "Get" } == 2 }
            #expect(try agent.client.status()?.stores.count == 1)
        }
    }

    @Test("A bus that hands over no files, or ends, keeps no key from being forgotten")
    func poorBus() throws {
        try Self.listening(refusesFiles: true) { bus, agent throws in
            #expect(bus.held == 0)
            #expect(try agent.client.keep(try Self.key(), for: UUID(), seconds: nil))
            bus.report("PrepareForSleep", sleeps: true)
            eventuallyBlocking("the keys to be forgotten", seconds: 120) { Self.count(agent) == 0 }
            bus.hangUp()
            // It is looked for again.
            eventuallyBlocking("the bus to be looked for again", seconds: 120) {
                bus.calls.count { $0 == "Hello" } == 2
            }
            eventuallyBlocking("the agent to hear of sleep", seconds: 120) {
                (try? agent.client.status()?.hearsOfSleep) == true
            }
        }
    }

    @Test("No bus, one that lets nobody in, and one that talks nonsense leave an agent as it is")
    func noBus() throws {
        try ScratchFolder.with { folder throws in
            for words in ["REJECTED EXTERNAL\r\n", "OK 0\r\nAGREE_UNIX_FD\r\nl\u{2}\u{0}\u{1}nonsense, and more of it"]
            {
                let path = folder.path("bus-\(words.count)")
                let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                #expect(AgentAddress.withAddress(path) { bind(listener, $0, $1) } == 0 && listen(listener, 1) == 0)
                let agent = try RunningAgent { $0.bus = path }
                defer { agent.end() }
                let program = accept(listener, nil, nil)
                defer { for file in [program, listener] { close(file) } }
                let bytes = Array(words.utf8)
                #expect(send(program, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
                // It hangs up.
                var rest = [UInt8](repeating: 0, count: 4096)
                while recv(program, &rest, rest.count, 0) > 0 {}
                #expect(try agent.client.status()?.hearsOfSleep == false)
            }
            let agent = try RunningAgent { $0.bus = folder.path("nowhere") }
            defer { agent.end() }
            #expect(try agent.client.status()?.hearsOfSleep == false)
        }
    }

    @Test("The bus is where the environment says, as far as that is a path")
    func address() {
        #expect(LoginWatch.standardPath([:]) == "/run/dbus/system_bus_socket")
        #expect(LoginWatch.standardPath(["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/tmp/a%20b,guid=12"]) == "/tmp/a b")
        let two = ["DBUS_SYSTEM_BUS_ADDRESS": "tcp:host=here;unix:abstract=x;unix:guid=1,path=/tmp/c"]
        #expect(LoginWatch.standardPath(two) == "/tmp/c")
    }

    @Test("A message is the bytes that the protocol says")
    func bytes() throws {
        var message = BusMessage("org.freedesktop.DBus", "/a", "b.c", "Hi", "x")
        let bytes: [UInt8] = [
            // Little-endian, a call, without starting a service, version 1; the body's length, number 9, the fields' length.
            108, 1, 2, 1, 6, 0, 0, 0, 9, 0, 0, 0, 87, 0, 0, 0,
            // The path, the interface, the method, the destination, and what the body consists of.
            1, 1, 111, 0, 2, 0, 0, 0, 47, 97, 0, 0, 0, 0, 0, 0,
            2, 1, 115, 0, 3, 0, 0, 0, 98, 46, 99, 0, 0, 0, 0, 0,
            3, 1, 115, 0, 2, 0, 0, 0, 72, 105, 0, 0, 0, 0, 0, 0,
            6, 1, 115, 0, 20, 0, 0, 0, 111, 114, 103, 46, 102, 114, 101, 101, 100, 101, 115, 107, 116, 111, 112, 46, 68,
            66, 117, 115, 0, 0, 0, 0,
            8, 1, 103, 0, 1, 115, 0, 0,
            1, 0, 0, 0, 120, 0,
        ]
        #expect(message.bytes(serial: 9) == bytes)
        for count in 0..<bytes.count {
            guard case .part = BusMessage.read(Array(bytes[..<count])) else {
                Issue.record("\(count) bytes are taken for a message")
                continue
            }
        }
        guard case .message(let read, bytes.count) = BusMessage.read(bytes + [1, 2, 3]) else {
            Issue.record("it is not read")
            return
        }
        message.serial = 9
        #expect([read.path, read.interface, read.member, read.signature] == ["/a", "b.c", "Hi", "s"])
        #expect(read.destination == "org.freedesktop.DBus")
        #expect(read.serial == 9 && read.body == message.body)
        // The highest byte first.
        let big: [UInt8] = [
            66, 4, 1, 1, 0, 0, 0, 4, 0, 0, 0, 7, 0, 0, 0, 17,
            8, 1, 103, 0, 1, 98, 0, 0, 3, 1, 115, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
        ]
        guard case .message(let signal, _) = BusMessage.read(big) else {
            Issue.record("it is not read")
            return
        }
        #expect(signal.kind == .signal && signal.number == 1)
    }

    @Test("No bytes are read as more than they are", arguments: [21, 22, 23])
    func garbage(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let whole = BusMessage("org.freedesktop.DBus", "/a", "b.c", "Hi", "x", "y").bytes(serial: 3)
        for _ in 0..<20_000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...3, using: &generator))
            if case .message(let message, let size) = BusMessage.read(bytes) {
                #expect(size <= bytes.count && message.body.count <= bytes.count)
                _ = (message.number, message.variantText)
            }
        }
    }
}
