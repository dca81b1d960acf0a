import Foundation
import Glibc
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// A service of this process that has a store open, and ports to it.
final class ServedStore: Sendable {
    private let service: StoreService
    let gate: Gate

    init(_ person: PersonAccess, _ surroundings: StoreService.Surroundings = .ofTest) throws {
        service = try StoreService(person, surroundings: surroundings)
        gate = try person.store.port.local()
        let service = service
        Thread.detachNewThread { service.run() }
    }

    deinit {
        service.stop()
        for end in ends.withLock({ $0 }) { close(end) }
    }

    /// The ends of the programs, to cut connections by.
    private let ends = Mutex<[Int32]>([])

    /// Makes a connection: the descriptor of the program's end.
    func connection(_ door: ServiceDoor = .apps) throws -> Int32 {
        var pair: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &pair) == 0 else {
            throw ServiceLinkError(description: String(cString: strerror(errno)))
        }
        service.adopt(pair[1], at: door)
        let copy = dup(pair[0])
        ends.withLock { $0.append(copy) }
        return pair[0]
    }

    /// Ends all connections, as the service's end does.
    func cutConnections() {
        let ends = ends.withLock { ends in
            defer { ends = [] }
            return ends
        }
        for end in ends {
            shutdown(end, Int32(SHUT_RDWR))
            close(end)
        }
    }

    /// The most bytes of answers that a program has not read.
    var mostUnread: Int { service.mostUnread }

    /// Whether it works on anything, or has said what is not on its way.
    var isBusy: Bool { service.isBusy }

    /// How many programs are connected.
    var connectionCount: Int { service.connectionCount }

    /// A port whose calls, answers and errors go over a socket.
    ///
    /// - Parameters:
    ///   - principal: Who asks.
    ///   - door: Where it connects; `nil` for where such programs do.
    ///   - asker: Who asks the person for a secret.
    ///   - terminal: The terminal that it hands over, which stays the caller's; `nil` for none.
    /// - Returns: The port.
    func port(
        of principal: Principal,
        at door: ServiceDoor? = nil,
        asker: OwnerAsker? = nil,
        terminal: Int32? = nil
    ) -> ServicePort {
        let gate = gate
        // What makes connections lives with the store, and the store with its ports.
        var address = ServiceLink.Address(name: "test") { [self] role in
            Result { try connection(door ?? (role == .app ? .apps : .owner)) }
                .mapError { ServiceLinkError(description: "\($0)") }
        }
        // All tests run at once.
        address.silence = 600
        address.terminal = { terminal.map { dup($0) } }
        return ServicePort(
            principal,
            address,
            prompt: gate.prompt,
            asker: asker,
            clock: gate.clock,
            test: { gate.carryTest(to: $0) }
        )
    }
}

/// A port to a service of this process, with the store's own file at hand for what works on that.
final class ServedPort: CallPort {
    private let store: ServedStore
    private let port: any CallPort

    init(_ store: ServedStore, _ principal: Principal) {
        self.store = store
        port = store.port(of: principal)
    }

    private init(_ store: ServedStore, _ port: any CallPort) {
        self.store = store
        self.port = port
    }

    /// Waits until all that the service has to say has reached the queues of this program's queries.
    func receiveAll() async throws {
        await eventually("the service to have said all it has to say", seconds: 120, every: .milliseconds(1)) {
            !store.isBusy
        }
        // Its answer comes after all that was said before.
        _ = try port.isSessionMarked(UUID())
    }

    var principal: Principal { port.principal }
    var clock: @Sendable () -> Date { port.clock }
    var earliestSampleDate: Date { port.earliestSampleDate }
    var isAtHand: Bool { port.isAtHand }

    func send<Call: PassedCall>(_ call: Call, while isWanted: (() -> Bool)?) throws -> Call.Answer {
        try port.send(call, while: isWanted)
    }

    func sendAndWait<Call: AwaitedCall>(_ call: Call) async throws -> Call.Answer { try await port.sendAndWait(call) }

    func enqueue(_ call: SaveCall, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        port.enqueue(call, completion)
    }

    func open<Call: LiveCall>(
        _ call: Call,
        goesOn: Bool,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) -> (any CallStream)? {
        port.open(call, goesOn: goesOn, while: isWanted, handler)
    }

    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken {
        try port.listen(interest, body)
    }

    func port(of principal: Principal, prompt: (any AuthorizationPrompting)?) -> any CallPort {
        ServedPort(store, port.port(of: principal, prompt: prompt))
    }

    func carryTest(to queue: DispatchQueue) { port.carryTest(to: queue) }

    func markSession(_ session: UUID) throws -> ByteMarks.Mark? { try port.markSession(session) }

    func isSessionMarked(_ session: UUID) throws -> Bool { try port.isSessionMarked(session) }

    func markCompanion() throws -> ByteMarks.Mark? { try port.markCompanion() }

    func isCompanionMarked(_ bundleIdentifier: String) throws -> Bool { try port.isCompanionMarked(bundleIdentifier) }

    var filePath: String? { get throws { try local().personsPath } }

    var work: any OwnerWork { get throws { try port.work } }

    func local() -> Gate { Gate(port.principal, beside: store.gate) }
}

extension StoreService.Surroundings {
    /// Every program is the same: what the process of the tests holds takes a while to read.
    static var ofTest: StoreService.Surroundings {
        var surroundings = StoreService.Surroundings()
        surroundings.people.program = { _ in
            ProgramIdentity(path: "/test/program", digest: String(repeating: "0", count: 64))
        }
        return surroundings
    }
}
