import Foundation
import Glibc
import RandomTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// Programs that send what no program sends.
@Suite("Nonsense to a service", .timeLimit(.minutes(30)))
struct ServiceNonsenseTests {
    private let served: ServedStore
    private let app: HKHealthStore

    init() throws {
        let person = HKHealthStore.person(location: .memory).person
        served = try ServedStore(person)
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.app")
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        app = HKHealthStore(port: served.port(of: .app(identity)))
    }

    private static var frames: Int { ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 100_000 : 1_000_000 }

    @Test("A hundred thousand frames of nonsense, at both doors, harm no other program")
    func frames() async throws {
        let seed = SeededGenerator("frames of nonsense").seed
        try await app.save(stepSample(1, 0, 10))
        let calls = try Self.calls()
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                // On threads of their own: what waits for room in a socket must not keep the few threads of tasks.
                group.addTask { [served] in
                    await withCheckedContinuation { done in
                        Thread.detachNewThread {
                            var generator = SeededGenerator(seed: seed &+ UInt64(task))
                            var sent = 0
                            while sent < Self.frames / 8 {
                                sent += Self.speak(served, task % 2 == 0 ? .apps : .owner, calls, &generator)
                            }
                            done.resume()
                        }
                    }
                }
            }
            group.addTask { [app] in
                for _ in 0..<50 {
                    let count = try? await app.all(steps).count
                    #expect(count == 1, "seed \(seed)")
                }
            }
        }
        #expect(try await app.all(steps).count == 1, "seed \(seed)")
        try await app.save(stepSample(2, 20, 30))
        await eventually("the end of what spoke nonsense, seed \(seed)", seconds: 120) { served.connectionCount <= 2 }
    }

    /// The bytes of calls to damage, which change nothing where they are whole.
    private static func calls() throws -> [[UInt8]] {
        let calls: [any StoreCall] = [
            SamplesCall(selections: [SampleSelection(steps)], order: try SampleOrder([]), limit: 3),
            OwnerAppsCall(), OwnerPageCall(selection: SampleSelection(steps), position: nil, ascending: true, limit: 2),
            EarliestSampleDateCall(), BeginUploadCall(), EndWorkCall(work: 1),
            AskSnapshotCall(work: 1, question: .plain(type: steps.identifier)),
            BeginSnapshotCall(selection: ExportSelection(), copy: nil, leaves: false),
            ImportChunkCall(work: 1, chunk: ImportChunk()), CopyPieceCall(work: 2, offset: 0),
            ListenCall(types: [], namespaces: [], whenReopened: false),
        ]
        return try calls.map { try CallMessage($0).bytes }
    }

    /// Says hello, and then nonsense until the service has enough.
    ///
    /// - Returns: How many frames were sent.
    private static func speak(
        _ served: ServedStore,
        _ door: ServiceDoor,
        _ calls: [[UInt8]],
        _ generator: inout SeededGenerator
    ) -> Int {
        guard let end = HealthLog.attempt("connect", { try served.connection(door) }) else { return 1 }
        // The served store keeps a copy of the descriptor.
        defer {
            shutdown(end, Int32(SHUT_RDWR))
            close(end)
        }
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        let hello = HelloCall(door == .apps ? .app(AppIdentity(bundleIdentifier: "test.x", name: "x")) : .person)
        guard let body = HealthLog.attempt("hello", { try CallMessage(hello).bytes }) else { return 1 }
        var bytes = ServiceFrame(.hello, call: 0, body).bytes(limit: ServiceFrame.programLimit)
        var count = 1
        var call: UInt64 = 0
        for _ in 0..<Int.random(in: 1...200, using: &generator) {
            call += UInt64.random(in: 0...20, using: &generator) == 0 ? 0 : 1
            bytes += frame(call, calls, &generator)
            count += 1
        }
        if Int.random(in: 0..<4, using: &generator) == 0 { bytes = damaged(bytes, &generator) }
        var sent = 0
        var room = [UInt8](repeating: 0, count: 64 << 10)
        // Answers are read, so that what is refused is refused for what it says.
        for _ in 0..<2_000 where sent < bytes.count {
            let written = bytes[sent...]
                .withUnsafeBytes {
                    Glibc.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
            if written > 0 { sent += written } else if errno != EAGAIN { break }
            if recv(end, &room, room.count, Int32(MSG_DONTWAIT)) == 0 { break }
            if written <= 0 { usleep(500) }
        }
        return count
    }

    private static func frame(
        _ call: UInt64,
        _ calls: [[UInt8]],
        _ generator: inout SeededGenerator
    ) -> [UInt8] {
        let kinds: [ServiceFrame.Kind] = [.call, .call, .call, .open, .listen, .credit, .cancel, .reply]
        let kind = kinds.randomElement(using: &generator) ?? .call
        var body = calls.randomElement(using: &generator) ?? []
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            body = (0..<Int.random(in: 0...64, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
        case 1: body = damaged(body, &generator)
        case 2: body = Array(body.prefix(Int.random(in: 0...body.count, using: &generator)))
        default: break
        }
        let all: [ServiceFrame.Flags] = [[], .keyed, [.keyed, .again], .goesOn, .first]
        return ServiceFrame(kind, all.randomElement(using: &generator) ?? [], call: call, body)
            .bytes(limit: ServiceFrame.programLimit)
    }

    private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        return bytes
    }

    @Test("A service that hangs without ending doesn't keep callers: they hear that it doesn't answer")
    func hanging() async throws {
        let connections = Mutex(0)
        let hanging = Hanging()
        var address = ServiceLink.Address(name: "hanging") { _ in
            let isFirst = connections.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst ? .success(hanging.connection()) : .failure(ServiceLinkError(description: "it hangs"))
        }
        address.silence = 0.4
        address.patience = 0.2
        let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
        let port = ServicePort(.app(identity), address, prompt: TerminalPrompt(), clock: { Date() })
        let store = HKHealthStore(port: port)
        #expect(await code { _ = try await store.all(steps) } == .errorDatabaseInaccessible)
        #expect(connections.withLock { $0 } > 1, "the connection is given up, and another one tried")
    }

    /// Answers a hello, and nothing after it.
    private final class Hanging: Sendable {
        private let ends = Mutex<[Int32]>([])

        deinit { for end in ends.withLock({ $0 }) { close(end) } }

        func connection() -> Int32 {
            var pair: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
            ends.withLock { $0.append(pair[1]) }
            let answer = HelloAnswer(version: 1, instance: UUID(), storePath: nil)
            let bytes = HealthLog.attempt("hello") { try CallMessage(answer: answer, to: HelloCall.self).bytes } ?? []
            let frame = ServiceFrame(.answer, call: 0, bytes).bytes(limit: ServiceFrame.serviceLimit)
            _ = frame.withUnsafeBytes { send(pair[1], $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            return pair[0]
        }
    }

    @Test("Programs of an older and of a newer version hear which versions there are", arguments: [(0, 0), (7, 9)])
    func versions(lowest: Int, highest: Int) throws {
        var hello = HelloCall(.app(AppIdentity(bundleIdentifier: "test.app", name: "app")))
        (hello.lowest, hello.highest) = (UInt64(lowest), UInt64(highest))
        var message = try CallMessage(hello)
        // What a newer version says besides isn't looked at.
        if highest > 1, case .fields(let fields) = message.value {
            message.value = .fields(fields.setting("nonsense", .text("new")))
        }
        let sent = message
        let error = try #require(throws: HKError.self) { _ = try ServiceCalls.version(sent) }
        #expect(error.text.contains("\(lowest) to \(highest)"))
        #expect(error.code == .errorDatabaseInaccessible)
    }

    @Test("What lies at a socket's path and is no socket is named")
    func places() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("file").path
        try Data("x".utf8).write(to: URL(fileURLWithPath: file))
        let link = folder.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        for (path, word) in [
            (file, "this isn't a socket"), (link, "symbolic link"), (folder.path, "this isn't a socket"),
        ] {
            let store = HKHealthStore(configuration: HKHealthStoreConfiguration(location: .service(path)))
            do {
                _ = try await store.all(steps)
                Issue.record("\(path) is no service")
            } catch let error as HKError {
                #expect(error.code == .errorDatabaseInaccessible)
                #expect(error.text.contains(word), "\(error.text)")
            }
        }
        for path in [file, link] { #expect(throws: HKError.self) { _ = try ServiceListener(path: path) } }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data("x".utf8))
    }

    @Test(
        "The owner's socket is the person's alone, or the group's that it is made for; that of apps may be everybody's"
    )
    func modes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("m\(UUID().uuidString.prefix(8))")
            .path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (access, mode) in [
            (ServiceListener.Access.user, 0o600), (.group(getegid()), 0o660), (.everyone, 0o666),
        ] {
            let path = ServicePlaces.ownerPath(beside: folder + "/socket")
            #expect(path == folder + "/owner")
            let listener = try ServiceListener(path: path, access: access)
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(Int(status.st_mode) & 0o777 == mode)
            listener.remove()
            close(listener.descriptor)
            #expect(lstat(path, &status) != 0)
        }
    }
}
