import Foundation
import Glibc
import RandomTesting
import Synchronization
import Testing
import WaitTesting

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
        await eventually("the first update of both queries", seconds: 120) {
            heard.withLock { $0 } == 1 && added.withLock { $0 } == [1]
        }

        served.cutConnections()
        // Saved meanwhile by another program.
        try await app().save(stepSample(2, 20, 30))
        await eventually("what was saved meanwhile", seconds: 120) {
            heard.withLock { $0 } >= 2 && added.withLock { $0 } == [1, 2]
        }

        served.cutConnections()
        #expect(try await store.all(steps).count == 2)
        try await store.save(stepSample(3, 40, 50))
        await eventually("the third sample", seconds: 120) { added.withLock { $0 } == [1, 2, 3] }
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
        await eventually("the end of every save", seconds: 120) { results.withLock { $0.count } == 200 }
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
        let samples = stepSamples(0..<5_000) { (1, $0, $0 + 1) }
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
        await eventually("a refusal", seconds: 120) { refused > 0 || narrow.connectionCount < 4 }
        let store = HKHealthStore(
            port: narrow.port(of: .app(AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")))
        )
        try await store.save(stepSample(1, 0, 10))
    }

    @Test(
        "The hello and each frame have 30 seconds to come, however they trickle; what only begins later is waited for"
    )
    func late() async throws {
        let now = Mutex(1_000.0)
        var surroundings = StoreService.Surroundings.ofTest
        surroundings.clock = { now.withLock { $0 } }
        let timed = try ServedStore(person, surroundings)
        let hello = ServiceFrame(.hello, call: 0, try CallMessage(HelloCall(.app(.current))).bytes)
            .bytes(limit: ServiceFrame.programLimit)
        func begin(_ bytes: some Collection<UInt8>) throws -> Int32 {
            let end = try timed.connection()
            let bytes = Array(bytes)
            _ = send(end, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            return end
        }
        func answers(_ end: Int32) -> Bool {
            var byte: UInt8 = 0
            return recv(end, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1
        }
        func isOpen(_ end: Int32) -> Bool {
            // An answer that nobody reads stays readable after the service has closed, so reading can't tell.
            var state = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 0) >= 0 && state.revents & Int16(POLLHUP) == 0
        }
        let silent = try begin([])
        let announced = try begin(ServiceFrame.willGreet.bytes(limit: ServiceFrame.programLimit))
        let half = try begin(hello.prefix(20))
        let greeted = try begin(hello)
        let within = try begin(hello)
        await eventually("the answer to both hellos", seconds: 120) { answers(greeted) && answers(within) }
        let call = ServiceFrame(.call, call: 1, [UInt8](repeating: 0, count: 1_000))
            .bytes(limit: ServiceFrame.programLimit)
        // A byte every second, until the service has enough of it.
        var place = 0
        await eventually("the service to have enough", seconds: 120) {
            let bytes = place < 200 ? [(half, hello[20 + place]), (within, call[place])] : []
            for (end, byte) in bytes {
                _ = [byte].withUnsafeBytes { send(end, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }
            }
            place += 1
            now.withLock { $0 += 1 }
            return timed.connectionCount <= 2
        }
        await eventually("the late ones to be closed", seconds: 120) {
            ![silent, half, within].contains(where: isOpen)
        }
        for end in [announced, greeted] { #expect(isOpen(end)) }
        _ = send(announced, hello, hello.count, Int32(MSG_NOSIGNAL))
        await eventually("the answer to the announced hello", seconds: 120) { answers(announced) }
        for end in [silent, announced, half, greeted, within] { close(end) }
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

    @Test("The first call waits for a service that was there a moment ago, as later ones do", arguments: [1, 5])
    func restarting(attempts: Int) async throws {
        let refusals = Mutex(attempts)
        let address = ServiceLink.Address(name: "restarting") { [served] _ in
            let isAway = refusals.withLock { refusals in
                refusals -= 1
                return refusals >= 0
            }
            if isAway { return .failure(ServiceLinkError(description: "away", mayComeBack: true)) }
            return Result { try served.connection() }.mapError { ServiceLinkError(description: "\($0)") }
        }
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        let store = HKHealthStore(
            port: ServicePort(.app(identity), address, prompt: TerminalPrompt(), clock: { Date() })
        )
        try await store.save(stepSample(1, 0, 10))
        #expect(try await store.all(steps).count == 1)
    }

    @Test("A service that is gone for good is waited for no longer than one that comes back")
    func goneForGood() async throws {
        let attempts = Mutex(0)
        var address = ServiceLink.Address(name: "gone") { _ in
            attempts.withLock { $0 += 1 }
            return .failure(ServiceLinkError(description: "it is gone", mayComeBack: true))
        }
        address.patience = 0.2
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        let store = HKHealthStore(
            port: ServicePort(.app(identity), address, prompt: TerminalPrompt(), clock: { Date() })
        )
        let error = await #expect(throws: HKError.self) { _ = try await store.all(steps) }
        #expect(error?.text.contains("it is gone") == true)
        #expect(attempts.withLock { $0 } > 1)
    }

    @Test(
        "A service that was killed, or ended within half a minute, may come back; one that is long gone or never was may not"
    )
    func comingBack() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("b\(UUID().uuidString.prefix(8))")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/socket"
        func mayComeBack() -> Bool? {
            switch ServiceLink.Address.connect(path) {
            case .success(let descriptor):
                close(descriptor)
                return nil
            case .failure(let failure): return failure.mayComeBack
            }
        }
        #expect(mayComeBack() == false)
        let killed = try ServiceListener(path: path)
        #expect(mayComeBack() == nil)
        close(killed.descriptor)
        // Half a minute from when it was first missed, for whoever asks.
        func miss(_ age: Int) {
            var times = [timespec(tv_sec: time(nil) - age, tv_nsec: 0), timespec(tv_sec: time(nil) - age, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, path + "-ended", &times, 0) == 0)
        }
        for _ in 0..<2 {
            #expect(mayComeBack() == true)
            miss(25)
            #expect(mayComeBack() == true)
            miss(40)
            #expect(mayComeBack() == false)
            // Another one that is killed is missed anew.
            let next = try ServiceListener(path: path)
            #expect(access(path + "-ended", F_OK) != 0)
            #expect(mayComeBack() == nil)
            close(next.descriptor)
        }
        // What was noted of another socket says nothing of this one.
        try Data("1 2.3".utf8).write(to: URL(fileURLWithPath: path + "-ended"))
        miss(40)
        #expect(mayComeBack() == true)
        let ended = try ServiceListener(path: path)
        ended.remove()
        close(ended.descriptor)
        #expect(mayComeBack() == true)
        for (age, isRecent) in [(25, true), (40, false), (-3_600, false)] {
            var times = [timespec(tv_sec: time(nil) - age, tv_nsec: 0), timespec(tv_sec: time(nil) - age, tv_nsec: 0)]
            #expect(utimensat(AT_FDCWD, path + "-ended", &times, 0) == 0)
            #expect(mayComeBack() == isRecent, "\(age) s ago")
        }
        let again = try ServiceListener(path: path)
        #expect(access(path + "-ended", F_OK) != 0)
        close(again.descriptor)
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
        await eventually("the store to be out of reach", seconds: 120) {
            await code { _ = try await store.all(steps) } == .errorDatabaseInaccessible
        }
    }

    @Test("Without a service, every call reports that, with the socket's path")
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
}
