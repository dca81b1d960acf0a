import Foundation
import Glibc
import HealthKitStore
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// Which app a program is, for a service: what the system proves, what it reads, and what is only claimed.
@Suite("Apps distinguished by a service", .timeLimit(.minutes(10)))
struct AppIdentityTests {
    @Test("A program that changed since it was approved may do nothing until the person accepts it")
    func changed() async throws {
        let scene = try Scene()
        try await scene.grant(scene.app())
        try await scene.app().save(stepSample(1, 0, 10))
        scene.set(Scene.program("b"))
        await #expect(throws: HKError.self) { try await scene.app().save(stepSample(2, 20, 30)) }
        let error = await #expect(throws: HKError.self) { _ = try await scene.app().all(steps) }
        #expect(error?.code == .errorAuthorizationNotDetermined)
        let record = try #require(try scene.person.apps().first)
        #expect(record.changed == Scene.program("b"))
        // The one that was approved goes on.
        scene.set(Scene.program("a"))
        #expect(try await scene.app().all(steps).count == 1)
        scene.set(Scene.program("b"))
        try scene.person.approveProgram(app: record.account)
        #expect(try await scene.app().all(steps).count == 1)
        #expect(try scene.person.apps().first?.changed == nil)
        #expect(try scene.person.apps().first?.identity == Scene.program("b"))
        // What was is another program now.
        scene.set(Scene.program("a"))
        await #expect(throws: HKError.self) { _ = try await scene.app().all(steps) }
    }

    @Test("A running program is distinguished at once from one that replaces it")
    func changedWhileRunning() async throws {
        let scene = try Scene()
        let old = scene.app()
        try await scene.grant(old)
        scene.set(Scene.program("b", path: "/tmp/walker"))
        let other = scene.app(name: "Other walker")
        await #expect(throws: HKError.self) { try await other.save(stepSample(2, 20, 30)) }
        try await old.save(stepSample(1, 0, 10))
        #expect(try await old.all(steps).count == 1)
    }

    @Test("A trusted path identifies any program there, and another path does not")
    func trustedPath() async throws {
        let scene = try Scene()
        try await scene.grant(scene.app())
        try scene.person.approveProgram(app: "org.example.walker", trustsPath: true)
        scene.set(Scene.program("b"))
        try await scene.app().save(stepSample(1, 0, 10))
        scene.set(Scene.program("b", path: "/opt/other"))
        await #expect(throws: HKError.self) { try await scene.app(name: "Other").save(stepSample(2, 20, 30)) }
        try scene.person.approveProgram(app: "org.example.walker", trustsPath: true)
        try await scene.app(name: "Other").save(stepSample(2, 20, 30))
    }

    @Test("A changed program that asks again shows all that it could do, and the answer is about it")
    func askedAgain() async throws {
        let scene = try Scene()
        try await scene.grant(scene.app())
        scene.set(Scene.program("b"))
        let app = scene.app(name: "Walker 2")
        async let asked: Void = app.requestAuthorization(toShare: [], read: [heartRate])
        let request = try await scene.request()
        #expect(request.app.changed == Scene.program("b"))
        #expect(request.takenFrom == "/opt/walker")
        #expect(Set(request.read) == [steps.identifier, heartRate.identifier])
        #expect(request.share == [steps.identifier])
        try scene.person.answer(request.id, read: [heartRate.identifier], share: [])
        try await asked
        await #expect(throws: HKError.self) { try await app.save(stepSample(1, 0, 10)) }
        #expect(try await app.all(heartRate).isEmpty)
        #expect(try scene.person.approvedProgram(app: "org.example.walker")?.program == Scene.program("b"))
    }

    @Test("Rights given before any service ran hold for the program that is where the person saw it, and for no other")
    func firstSeen() async throws {
        let scene = try Scene()
        try scene.person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "org.example.walker")
        try await scene.app().save(stepSample(1, 0, 10))
        scene.set(Scene.program("b"))
        await #expect(throws: HKError.self) { try await scene.app(name: "B").save(stepSample(2, 20, 30)) }
    }

    @Test(
        "A program that can't be told apart is refused, and so is one that says nothing of itself where nobody else can"
    )
    func unknown() async throws {
        let scene = try Scene()
        scene.set(ProgramReader.Problem.unknown("python3 runs no script that is a file"))
        let error = await #expect(throws: HKError.self) { _ = try await scene.app().all(steps) }
        #expect(error?.code == .errorAuthorizationDenied)
        #expect(error?.text.contains("python3 runs no script") == true)
        var people = ServicePeople()
        people.program = { _ in throw ProgramReader.Problem.notReported }
        let peer = ServicePeer(process: 1, user: geteuid(), group: getegid())
        var claim = AppClaim(
            AppIdentity(bundleIdentifier: "org.example.walker", name: "Walker", program: "/opt/walker")
        )
        #expect(throws: HKError.self) { try people.identify(claim, peer) }
        #expect(throws: HKError.self) { try people.identify(claim, nil) }
        claim.digest = String(repeating: "a", count: 64)
        #expect(try people.identify(claim, peer).programIdentity == Scene.program("a"))
        people.program = { _ in throw ProgramReader.Problem.sandbox("bwrap") }
        #expect(try people.identify(claim, peer).programIdentity?.interpreter == "bwrap")
    }

    @Test("A verified app and a program that claims its identifier never share a permission, whichever was first")
    func verified() async throws {
        let scene = try Scene(apps: "org.example.walker user daemon # installed by root\n")
        let daemon = try #require(UserNames.user(named: "daemon"))
        // Granted to the claimed identifier, before the app was installed.
        try scene.person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "org.example.walker")
        scene.set(user: daemon, group: daemon)
        let real = scene.app()
        let before = await #expect(throws: HKError.self) { try await real.save(stepSample(1, 0, 10)) }
        #expect(before?.code == .errorAuthorizationNotDetermined)
        try await scene.grant(real)
        try await real.save(stepSample(1, 0, 10))
        let record = try #require(try scene.person.apps().first { $0.verification != nil })
        #expect(record.account == "org.example.walker+user:daemon")
        scene.set(user: geteuid(), group: getegid())
        let claimed = scene.app(name: "Claims it")
        let error = await #expect(throws: HKError.self) { _ = try await claimed.all(steps) }
        #expect(error?.text.contains("verified app") == true)
        // The audit has them apart.
        try await eventually("the save in the audit", seconds: 120) {
            try scene.person.audit(app: record.account).contains { $0.key.operation == .save }
        }
        #expect(try scene.person.audit(app: "org.example.walker").allSatisfy { $0.key.operation != .save })
    }

    @Test("A verified app may change its program, and no other identifier is its own")
    func verifiedChanges() async throws {
        let scene = try Scene(apps: "org.example.walker user daemon\n")
        let daemon = try #require(UserNames.user(named: "daemon"))
        scene.set(user: daemon, group: daemon)
        try await scene.grant(scene.app())
        scene.set(Scene.program("b"))
        try await scene.app().save(stepSample(1, 0, 10))
        let error = await #expect(throws: HKError.self) { _ = try await scene.app("org.example.other").all(steps) }
        #expect(error?.text.contains("it is installed as org.example.walker") == true)
    }

    @Test("Users who are neither the owner nor an installed app are told that they aren't served")
    func stranger() async throws {
        let scene = try Scene()
        scene.set(user: 12_345, group: 12_345)
        let error = await #expect(throws: HKError.self) { _ = try await scene.app().all(steps) }
        #expect(error?.text.contains("12345 isn't served") == true)
    }

    @Test(
        "A name that hides what it is, is too long or is none is refused in words",
        arguments: [
            "Health\u{202E}", "a\nb", "bell\u{7}", "", "   ", String(repeating: "x", count: 201), "\u{200B}Health",
        ]
    )
    func hostileName(name: String) async throws {
        let scene = try Scene()
        let error = await #expect(throws: HKError.self) { _ = try await scene.app(name: name).all(steps) }
        #expect(error?.code == .errorInvalidArgument)
        #expect(try scene.person.apps().isEmpty)
    }

    @Test(
        "A list of installed apps that makes no sense, or that others may write, lets nobody in and says which line",
        arguments: [
            "org.example.walker user nobody-of-this-name-here", "org.example.walker robot daemon", "walker user daemon",
            "org.example.walker user root", "org.example.walker group",
        ]
    )
    func brokenList(line: String) async throws {
        let scene = try Scene(apps: "# apps\n\(line)\n")
        let error = await #expect(throws: HKError.self) { _ = try await scene.app().all(steps) }
        #expect(error?.text.contains("line 2") == true)
    }

    @Test("Levels follow from the users: the service's, the owner's and those of apps")
    func levels() {
        var people = ServicePeople(owner: 1_000)
        people.service = 1_000
        #expect(people.level == .sameUser)
        people.service = 990
        #expect(people.level == .ownUser)
        people = ServicePeople(owner: 1_001, apps: [1_000])
        people.service = 1_000
        #expect(people.level == .sameUser)
    }

    @Test("An interpreter is its script: its path and what it holds")
    func script() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("walk.sh")
        try Data("for i in {1..100}; do sleep 1; done\n".utf8).write(to: path)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["--norc", path.path, "-c"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        // A process that has just begun has no arguments yet for a moment.
        var first: ProgramIdentity?
        await eventually("the arguments of the process") {
            first = try? ProgramReader.read(process.processIdentifier)
            return first != nil
        }
        let found = try #require(first)
        #expect(found.path == path.path)
        #expect(found.interpreter == "bash")
        #expect(found.digest.count == 64)
        // In one step: an interpreter that has yet to read its script finds no empty one.
        try Data("for i in {1..99}; do sleep 1; done\n".utf8).write(to: path, options: .atomic)
        #expect(try ProgramReader.read(process.processIdentifier).digest != found.digest)
        #expect(ProgramReader.script(in: ["python3", "-c", "print(1)"]) == nil)
        #expect(ProgramReader.script(in: ["python3", "-m", "walk"]) == nil)
        #expect(ProgramReader.script(in: ["python3", "-u", "walk.py", "-c"]) == "walk.py")
        #expect(ProgramReader.isInterpreter("python3.11"))
        #expect(!ProgramReader.isInterpreter("stepdemo"))
    }

    @Test("The digest of a file is what others say it is")
    func digest() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("digest-\(UUID().uuidString)")
        try Data("abc".utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let file = open(path.path, O_RDONLY)
        defer { close(file) }
        #expect(
            try FileDigest.hexadecimal(of: file) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
    }

    @Test("An app with the store's file open is nobody's to tell apart, as before")
    func embedded() async throws {
        let (store, person) = HKHealthStore.person(location: .memory)
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "org.example.walker")
        let app = HKHealthStore(
            port: store.port.port(of: .app(AppIdentity(bundleIdentifier: "org.example.walker", name: "W")), prompt: nil)
        )
        try await app.save(stepSample(1, 0, 10))
        #expect(try person.approvedProgram(app: "org.example.walker") == nil)
    }
}

/// Leaves a request to whoever looks for it.
private struct WaitingPrompt: AuthorizationPrompting {
    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async throws -> Bool { false }
}

/// A service whose programs are what a test says.
private final class Scene: Sendable {
    private struct World: Sendable {
        var program: Result<ProgramIdentity, ProgramReader.Problem> = .success(Scene.program("a"))
        var peer: ServicePeer?
    }

    /// What the service's closures and the test have in common.
    private final class Shared: Sendable {
        let world = Mutex(World())
    }

    let person = HKHealthStore.person(location: .memory).person
    private let shared = Shared()
    private let served: ServedStore
    private let list: URL

    init(apps: String = "") throws {
        list = FileManager.default.temporaryDirectory.appendingPathComponent("apps-\(UUID().uuidString)")
        try Data(apps.utf8).write(to: list)
        chmod(list.path, 0o644)
        var surroundings = StoreService.Surroundings()
        surroundings.people = ServicePeople(list: list.path)
        let shared = shared
        surroundings.people.program = { _ in try shared.world.withLock { $0.program }.get() }
        surroundings.peer = { descriptor in shared.world.withLock { $0.peer } ?? ServicePeer(of: descriptor) }
        served = try ServedStore(person, surroundings)
    }

    deinit { try? FileManager.default.removeItem(at: list) }

    static func program(_ digit: Character, path: String = "/opt/walker") -> ProgramIdentity {
        ProgramIdentity(path: path, digest: String(repeating: digit, count: 64))
    }

    func set(_ program: ProgramIdentity) { shared.world.withLock { $0.program = .success(program) } }

    func set(_ problem: ProgramReader.Problem) { shared.world.withLock { $0.program = .failure(problem) } }

    func set(user: uid_t, group: gid_t) {
        shared.world.withLock { $0.peer = ServicePeer(process: getpid(), user: user, group: group) }
    }

    /// A program that says which app it is, with a connection of its own.
    func app(_ identifier: String = "org.example.walker", name: String = "Walker") -> HKHealthStore {
        HKHealthStore(
            port: served.port(of: .person)
                .port(
                    of: .app(AppIdentity(bundleIdentifier: identifier, name: name, version: "1")),
                    prompt: WaitingPrompt()
                )
        )
    }

    /// Has an app ask for steps, and the person allow it.
    func grant(_ app: HKHealthStore) async throws {
        async let asked: Void = app.requestAuthorization(toShare: [steps], read: [steps])
        let request = try await request()
        try person.answer(request.id, read: Set(request.read), share: Set(request.share))
        try await asked
    }

    /// The request that waits, once one does.
    func request() async throws -> AuthorizationRequest {
        var found: AuthorizationRequest?
        try await eventually("a request", seconds: 120) {
            found = try person.requests().first
            return found != nil
        }
        return try #require(found)
    }
}
