import Foundation
import Glibc
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// A store with a service that wakes apps, and a launcher that a test plays.
final class WakeStage: Sendable {
    static let app = "test.waker"
    /// The service finds out by itself which program is at the other end: this one.
    static let program = WakeProgram(path: Bundle.main.executablePath ?? "", arguments: ["--background"])

    let person: PersonAccess
    let served: ServedStore

    init() throws {
        person = HKHealthStore.person(location: .memory).person
        var surroundings = StoreService.Surroundings()
        surroundings.wakesApps = true
        let clock = Clock()
        surroundings.moment = { clock.now }
        served = try ServedStore(person, surroundings)
        self.clock = clock
    }

    /// A clock that a test sets.
    final class Clock: Sendable {
        private let moment = Mutex(WakeMoment(boot: "one", seconds: 1_000, wall: 800_000_000))
        private let count = Mutex(0)
        var now: WakeMoment {
            count.withLock { $0 += 1 }
            return moment.withLock { $0 }
        }

        /// How often somebody asked for the time: the service, once a turn.
        var reads: Int { count.withLock { $0 } }

        func advance(by seconds: Double) {
            moment.withLock { moment in
                moment.seconds += seconds
                moment.wall += seconds
            }
        }
    }

    let clock: Clock

    static var identity: AppIdentity {
        AppIdentity(bundleIdentifier: app, name: "waker", program: program.path)
    }

    /// An app with a connection of its own.
    func store(of identity: AppIdentity = WakeStage.identity) -> HKHealthStore {
        HKHealthStore(port: served.port(of: .app(identity)))
    }

    /// The app that a start is for, over the connection that came with it.
    func store(of start: TestLauncher.Start, as identity: AppIdentity = WakeStage.identity) -> HKHealthStore {
        let taken = Mutex(false)
        let address = ServiceLink.Address(name: "fd", canConnectAgain: false) { _ in
            let isFirst = taken.withLock { taken in
                defer { taken = true }
                return !taken
            }
            return isFirst ? .success(start.descriptor) : .failure(ServiceLinkError(description: "ended"))
        }
        let gate = served.gate
        let port = ServicePort(.app(identity), address, prompt: gate.prompt, clock: gate.clock)
        return HKHealthStore(port: port)
    }

    /// Registers the app and has the person let it be started, and read steps.
    func register(_ type: HKObjectType = steps, _ frequency: HKUpdateFrequency = .immediate, mayRead: Bool = true)
        async throws
    {
        try await store()
            .enableBackgroundDelivery(for: type, frequency: frequency, arguments: Self.program.arguments)
        try person.decideWake(app: Self.app, Self.program, hash: "00")
        if mayRead { try person.setGrants([type.identifier: Grant(read: true, share: true)], app: Self.app) }
    }

    /// Saves steps as another app does.
    func walk(_ start: Double = 0) async throws {
        try await person.store.save(stepSample(10, start, start + 5))
    }

    func row(_ type: HKObjectType = steps) throws -> WakeRecord? {
        try person.wakes().ledger.rows.first { $0.key == WakeKey(app: Self.app, type: type.identifier) }?.record
    }

    func starts() throws -> [WakeStart] { try person.wakes().ledger.starts[Self.app] ?? [] }

    /// Waits until the service has had a turn that began after this was called, and knows what an observer was told before.
    func untilTurn() async throws {
        let reads = clock.reads
        try await until("a turn") { clock.reads > reads }
    }

    /// Waits until something holds.
    func until(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        let isSo = try await eventually(
            what,
            seconds: 120,
            every: .milliseconds(10),
            sourceLocation: sourceLocation,
            condition
        )
        if isSo { return }
        Issue.record("\(try person.wakes())", sourceLocation: sourceLocation)
        throw CancellationError()
    }
}

/// A launcher as the service sees one, whose programs are the test's own doing.
final class TestLauncher: Sendable {
    struct Start: Sendable {
        let call: StartProgramCall
        let descriptor: Int32
    }

    /// A socket that is used no more once it is closed: its number may be another's then.
    private final class Connection: Sendable {
        private let descriptor: Mutex<Int32?>

        init(_ descriptor: Int32) { self.descriptor = Mutex(descriptor) }

        func use(_ body: (Int32) -> Void) { descriptor.withLock { if let descriptor = $0 { body(descriptor) } } }

        func close() {
            descriptor.withLock { descriptor in
                if let descriptor { Glibc.close(descriptor) }
                descriptor = nil
            }
        }
    }

    private let connection: Connection
    private let state = Mutex<(starts: [Start], ends: [EndProgramCall])>(([], []))

    init(_ stage: WakeStage) throws {
        let socket = try stage.served.connection(.owner)
        connection = Connection(socket)
        let hello = ServiceFrame(.hello, call: 0, try CallMessage(HelloCall.launcher).bytes)
        send(hello)
        Thread.detachNewThread { [weak self, connection] in
            Self.read(socket) { self?.take($0, $1) }
            connection.close()
        }
        withExtendedLifetime(stage) {}
    }

    deinit { leave() }

    /// Ends the connection.
    func leave() { connection.use { shutdown($0, Int32(SHUT_RDWR)) } }

    var starts: [Start] { state.withLock { $0.starts } }
    var ends: [EndProgramCall] { state.withLock { $0.ends } }

    /// Says what became of a program.
    func report(_ call: ProgramReportCall) throws {
        send(ServiceFrame(.report, call: call.number, try CallMessage(call).bytes))
    }

    private func send(_ frame: ServiceFrame) {
        let bytes = frame.bytes(limit: ServiceFrame.programLimit)
        connection.use { socket in
            _ = bytes.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
    }

    private static func read(_ socket: Int32, _ take: (ServiceFrame, Int32?) -> Void) {
        var frames = ServiceFrameReader(limit: ServiceFrame.serviceLimit, bodyLimit: ServiceFrame.serviceLimit)
        var descriptors: [Int32] = []
        while let received = DescriptorPassing.receive(over: socket), !received.bytes.isEmpty {
            descriptors += received.descriptors
            frames.append(received.bytes)
            while let frame = try? frames.next() {
                take(frame, frame.kind == .start && !descriptors.isEmpty ? descriptors.removeFirst() : nil)
            }
        }
    }

    private func take(_ frame: ServiceFrame, _ descriptor: Int32?) {
        guard let message = try? CallMessage(bytes: frame.body) else { return }
        if frame.kind == .start, let descriptor, let call = try? message.call(StartProgramCall.self) {
            state.withLock { $0.starts.append(Start(call: call, descriptor: descriptor)) }
        }
        if frame.kind == .signal, let call = try? message.call(EndProgramCall.self) {
            state.withLock { $0.ends.append(call) }
        }
    }
}
