import Foundation
import Glibc
import RandomTesting
import Synchronization
import Testing

@testable import HealthKit

/// What only a connection has.
///
/// What a program is told by a service is what it is told by a store that it has open itself: ``CallPortTests`` holds that for
/// every kind of call.
@Suite("A service that has a store open", .timeLimit(.minutes(10)))
struct ServiceTests {
    private let person: PersonAccess
    private let served: ServedStore

    init() throws {
        person = HKHealthStore.person(location: .memory).person
        served = try ServedStore(person)
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.app")
    }

    private func app(_ name: String = "app") -> HKHealthStore {
        HKHealthStore(
            port: served.port(of: .app(AppIdentity(bundleIdentifier: "test.\(name)", name: name, version: "1")))
        )
    }

    @Test("No two calls have one name, whoever makes them")
    func names() {
        var kinds: [any StoreCall.Type] = AppCall.kinds + ServiceCalls.kinds
        kinds += OwnerReadCalls.kinds + OwnerSessionCalls.kinds
        kinds += [HelloCall.self, ListenCall.self, PromptReplyCall.self]
        var known: Set<String> = []
        for kind in kinds { #expect(known.insert(kind.name).inserted, "\(kind.name)") }
    }

    @Test("A save and a fetch of more than a frame holds come back whole")
    func large() async throws {
        let store = app()
        let samples: [HKQuantitySample] = (0..<20_000)
            .map { number in
                let start = Double(number)
                return stepSample(Double(number % 100 + 1), start, start + 1)
            }
        try await store.save(samples)
        let found = try await store.all(steps)
        #expect(found.map(\.uuid) == samples.map(\.uuid))
    }

    @Test(
        "After a connection has ended reads are asked again, observers hear, and anchored queries go on where they were"
    )
    func reconnection() async throws {
        let store = app()
        try await store.save(stepSample(1, 0, 10))
        let heard = Mutex(0)
        let observer = HKObserverQuery(sampleType: steps, predicate: nil) { _, done, _ in
            heard.withLock { $0 += 1 }
            done()
        }
        store.execute(observer)
        let added = Mutex<[Double]>([])
        let deleted = Mutex(0)
        @Sendable func take(_ samples: [HKSample]?, _ gone: [HKDeletedObject]?) {
            added.withLock { added in
                added += (samples ?? []).compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
            }
            deleted.withLock { $0 += gone?.count ?? 0 }
        }
        let anchored = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
            _,
            new,
            gone,
            _,
            _ in
            take(new, gone)
        }
        anchored.updateHandler = { _, new, gone, _, _ in take(new, gone) }
        store.execute(anchored)
        try await until { heard.withLock { $0 } == 1 && added.withLock { $0 } == [1] }

        served.cutConnections()
        // Saved meanwhile by another program.
        try await app().save(stepSample(2, 20, 30))
        try await until { heard.withLock { $0 } >= 2 && added.withLock { $0 } == [1, 2] }

        served.cutConnections()
        #expect(try await store.all(steps).count == 2)
        try await store.save(stepSample(3, 40, 50))
        try await until { added.withLock { $0 } == [1, 2, 3] }
        #expect(deleted.withLock { $0 } == 0)
        store.stop(observer)
        store.stop(anchored)
    }

    @Test("A save whose answer is lost is stored once or not at all, and the app hears that it can't be told")
    func lostAnswer() async throws {
        let store = app()
        _ = try await store.all(steps)
        let results = Mutex<[Bool]>([])
        for number in 0..<200 {
            store.save(stepSample(1, Double(number) * 10, Double(number) * 10 + 5)) { isSaved, error in
                if !isSaved { #expect((error as? HKError)?.code == .errorDatabaseInaccessible) }
                results.withLock { $0.append(isSaved) }
            }
            if number % 20 == 10 { served.cutConnections() }
        }
        try await until { results.withLock { $0.count } == 200 }
        let found = try await store.all(steps)
        #expect(Set(found.map(\.startDate)).count == found.count, "none is stored twice")
        #expect(found.count >= results.withLock { $0.count { $0 } })
    }

    @Test("Programs that send nonsense lose their connection, and no other program notices", arguments: 0..<12)
    func nonsense(seed: Int) async throws {
        let store = app()
        try await store.save(stepSample(1, 0, 10))
        var generator = SeededGenerator(seed: UInt64(seed))
        let hello = ServiceFrame(.hello, call: 0, try CallMessage(HelloCall(.app(.current))).bytes)
        for _ in 0..<10 {
            let end = try served.connection()
            defer { close(end) }
            var bytes = Bool.random(using: &generator) ? hello.bytes(limit: ServiceFrame.programLimit) : []
            bytes += (0..<Int.random(in: 1...300, using: &generator))
                .map { _ in UInt8.random(in: 0...255, using: &generator) }
            _ = bytes.withUnsafeBytes { send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        }
        #expect(try await store.all(steps).count == 1)
    }

    @Test("A program that asks and reads nothing is not answered without end, and another's calls go on")
    func flood() async throws {
        let store = app()
        let samples = (0..<5_000).map { stepSample(1, Double($0), Double($0) + 1) }
        try await store.save(samples)
        let end = try served.connection()
        defer { close(end) }
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        var bytes = ServiceFrame(.hello, call: 0, try CallMessage(HelloCall(.app(identity))).bytes)
            .bytes(limit: ServiceFrame.programLimit)
        let call = try CallMessage(
            SamplesCall(selections: [SampleSelection(steps)], order: .byStart(ascending: true), limit: nil)
        )
        .bytes
        var number: UInt64 = 0
        var sent = 0
        // Until the service takes no more, and far beyond what it would keep.
        for _ in 0..<3_000 {
            number += 1
            bytes += ServiceFrame(.call, call: number, call).bytes(limit: ServiceFrame.programLimit)
            let count = bytes.withUnsafeBytes { Glibc.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 {
                bytes.removeFirst(count)
                sent += count
            } else {
                usleep(500)
            }
        }
        #expect(try await store.all(steps).count == 5_000)
        #expect(served.mostUnread < 64 << 20)
    }

    @Test("Calls that are begun and not ended take no more room than there is for all programs together")
    func halfCalls() async throws {
        var surroundings = StoreService.Surroundings.ofTest
        surroundings.mostHeldBytes = 4 << 20
        let narrow = try ServedStore(person, surroundings)
        let frame = ServiceFrame(.call, .continues, call: 1, [UInt8](repeating: 0, count: 200_000))
            .bytes(limit: ServiceFrame.programLimit)
        let part = ServiceFrame(.part, .continues, call: 1, [UInt8](repeating: 0, count: 200_000))
            .bytes(limit: ServiceFrame.programLimit)
        let ends = try (0..<4).map { _ in try narrow.connection() }
        defer { for end in ends { close(end) } }
        var refused = 0
        for end in ends {
            var limit = timeval(tv_sec: 30, tv_usec: 0)
            setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            for number in 0..<10 {
                let bytes = number == 0 ? frame : part
                let count = bytes.withUnsafeBytes { Glibc.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                if count < 0 { refused += 1 }
            }
        }
        // Four times two million bytes are more than four.
        try await until { refused > 0 || narrow.connectionCount < 4 }
        let store = HKHealthStore(
            port: narrow.port(of: .app(AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")))
        )
        try await store.save(stepSample(1, 0, 10))
    }

    @Test("A service that is away for a moment is waited for, one that never was is not")
    func away() async throws {
        let refusals = Mutex(0)
        let address = ServiceLink.Address(name: "away") { [served] _ in
            let isAway = refusals.withLock { refusals in
                refusals -= 1
                return refusals >= 0
            }
            if isAway { return .failure(ServiceLinkError(description: "away")) }
            return Result { try served.connection() }.mapError { ServiceLinkError(description: "\($0)") }
        }
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        let store = HKHealthStore(
            port: ServicePort(.app(identity), address, prompt: TerminalPrompt(), clock: { Date() })
        )
        refusals.withLock { $0 = 1 }
        #expect(await code { try await store.save(stepSample(1, 0, 10)) } == .errorDatabaseInaccessible)
        try await store.save(stepSample(1, 0, 10))
        refusals.withLock { $0 = 4 }
        served.cutConnections()
        // Whether the end is heard of before this is asked or after.
        #expect(try await store.all(steps).count == 1)
        try await store.save(stepSample(2, 20, 30))
        #expect(try await store.all(steps).count == 2)
    }

    @Test("An app can neither say that it is the person nor make the person's calls where apps connect")
    func doors() async throws {
        let port = served.port(of: .person, at: .apps)
        #expect(await code { _ = try port.send(OwnerAppsCall(), while: nil) } == .errorAuthorizationDenied)
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app")
        let app = served.port(of: .app(identity))
        #expect(await code { _ = try app.send(OwnerAppsCall(), while: nil) } == .errorInvalidArgument)
        let misled = served.port(of: .app(identity), at: .owner)
        #expect(
            await code { _ = try misled.send(PreferredUnitsCall(types: []), while: nil) } == .errorAuthorizationDenied
        )
    }

    @Test("A connection that was handed over is used as long as it lasts, and told of when it ends")
    func descriptor() async throws {
        let address = ServiceLink.Address(name: "fd", canConnectAgain: false) { [served] _ in
            Result { try served.connection() }.mapError { ServiceLinkError(description: "\($0)") }
        }
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        let store = HKHealthStore(
            port: ServicePort(.app(identity), address, prompt: TerminalPrompt(), clock: { Date() })
        )
        try await store.save(stepSample(1, 0, 10))
        served.cutConnections()
        try await until { await code { _ = try await store.all(steps) } == .errorDatabaseInaccessible }
    }

    @Test("Where there is no service, every call says so, with the socket's path")
    func noService() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        let store = HKHealthStore(configuration: HKHealthStoreConfiguration(location: .service(path)))
        do {
            try await store.save(stepSample(1, 0, 10))
            Issue.record("there is no service")
        } catch let error as HKError {
            #expect(error.code == .errorDatabaseInaccessible)
            #expect(error.text == "There is no service at \(path): No such file or directory")
        }
    }

    @Test("HEALTHKIT_STORE names a file, a socket or a descriptor, and nothing in between")
    func addresses() {
        #expect(ServiceAddress("/a/health.store") == nil)
        #expect(ServiceAddress("unix:/run/x") == .socket("/run/x"))
        #expect(ServiceAddress("unix:run/x") == .invalid("unix:run/x"))
        #expect(ServiceAddress("unix:") == .invalid("unix:"))
        #expect(ServiceAddress("fd:3") == .descriptor(3))
        #expect(ServiceAddress("fd:-1") == .invalid("fd:-1"))
        #expect(ServiceAddress("fd:three") == .invalid("fd:three"))
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<6_000 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("it never came")
    }
}
