import Foundation
import HealthKitStore
import RandomTesting
import Testing
import WaitTesting

@testable import HealthKit

/// Programs that record workouts: some are killed, some run beside each other.
@Suite("Workouts of several processes")
struct WorkoutProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("workout-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("health.store").path }
    private let person: HKHealthStore
    private let access: PersonAccess

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("health.store").path
        (person, access) = HKHealthStore.person(location: .file(path))
        let types: [HKObjectType] = [.workoutType(), steps, HKSeriesType.workoutRoute()]
        for app in ["test.run", "test.run.watch", "test.other"] {
            let all = types.map { ($0.identifier, Grant(read: true, share: true)) }
            try access.setGrants(Dictionary(uniqueKeysWithValues: all), app: app)
        }
        try approve()
    }

    /// The executable that plays the apps.
    private static var program: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("WorkoutRunner").path
    }

    /// Lets the two programs of the app share sessions.
    private func approve(_ isAllowed: Bool = true, program: String = Self.program) throws {
        let programs = ["test.run": program, "test.run.watch": program]
        try access.perform(.setPair(CompanionPair(programs: programs, isAllowed: isAllowed, decided: 0)))
    }

    private func runner(_ bundle: String = "test.run") throws -> RunningProgram {
        try RunningProgram("WorkoutRunner", [path, bundle])
    }

    /// How long to wait before a program is killed, in microseconds; `TEST_SEED` with the printed seed waits as long again.
    private func moment(_ range: ClosedRange<Int>) -> Int {
        var random = SeededGenerator("the moment of the kill")
        return Int.random(in: range, using: &random)
    }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    @Test(
        "R7.11 a session whose process was killed is recovered with all that its builder held, and its workout is whole"
    )
    func recovery() async throws {
        defer { removeFolder() }
        let first = try runner()
        try await first.ask(inTurn: "session", "start", "begin", "collect", "add 50", "lap")
        try await first.hear("heard event")
        try await first.ask(inTurn: "metadata warm", "location 1")
        try await first.hear("heard state 2")
        try await first.hear("heard collected 1")
        let other = try runner("test.other")
        try await other.ask("save 7", expecting: "")
        try await first.hear("heard collected 1")
        try await first.ask("pause", expecting: "")
        // Who was told of the state finds the event, though nobody has spoken of it yet.
        try await first.hear("heard state 4")
        try await first.ask("what", expecting: "4 steps 57 events 2 note warm")
        try await first.hear("heard event")
        try await runner().ask("recover", expecting: "none", "its process lives")
        first.kill()
        try await other.ask("recover", expecting: "none", "it belongs to another app")
        // What comes while nobody records is found by the data source.
        try await other.ask("save 5", expecting: "")
        let second = try runner()
        try await second.ask("recover", expecting: "4")
        try await second.ask("what", expecting: "4 steps 57 events 2 note warm")
        try await second.ask("collect", expecting: "")
        try await second.hear("heard collected 1")
        try await second.ask("what", expecting: "4 steps 62 events 2 note warm")
        try await second.ask("resume", expecting: "")
        try await second.hear("heard state 2")
        try await second.ask("what", expecting: "2 steps 62 events 3 note warm")
        second.kill()
        let third = try runner()
        try await third.ask("recover", expecting: "2")
        try await third.ask("what", expecting: "2 steps 62 events 3 note warm")
        try await third.ask(inTurn: "add 3", "end")
        try await third.hear("heard state 3")
        let answer = try await third.ask("finish")
        #expect(answer.hasSuffix(" 3"), "“finish” was answered with “\(answer)”")
        let workout = try #require(try await person.all(.workoutType()).first as? HKWorkout)
        #expect(workout.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 65)
        let members = HKQuery.predicateForObjects(from: workout)
        #expect(try await person.all(steps, members).count == 65)
        #expect(try await person.all(HKSeriesType.workoutRoute(), members).count == 1)
        try await third.ask("recover", expecting: "none")
        let left = try person.database()
            .read { reader in
                try [StoreNamespace.workoutSessions, StoreNamespace.workoutParts]
                    .flatMap { try reader.store.values($0) }
            }
        #expect(left.isEmpty, "nothing is kept of a session that is over: \(left.map(\.key))")
    }

    @Test("R7.8 a pause whose process is killed at once is kept with its event, or neither is", arguments: 0..<6)
    func killedPause(round: Int) async throws {
        defer { removeFolder() }
        let runner = try runner()
        try await runner.ask(inTurn: "session", "start", "begin")
        try await runner.hear("heard state 2")
        async let paused = runner.ask("pause")
        try await Task.sleep(for: .microseconds(moment(0...4_000)))
        runner.kill()
        _ = try? await paused
        let next = try self.runner()
        let state = try await next.ask("recover")
        let what = try await next.ask("what")
        #expect(
            ["2 steps 0 events 0 note -", "4 steps 0 events 1 note -"].contains(what),
            "“recover” was answered with “\(state)”, “what” with “\(what)”"
        )
    }

    @Test("R7.2 what a builder has said to be added is stored, whenever its process is killed", arguments: 0..<5)
    func killed(round: Int) async throws {
        defer { removeFolder() }
        let runner = try runner()
        try await runner.ask(inTurn: "session", "start", "begin")
        try await runner.hear("heard state 2")
        var added = 0
        for _ in 0...round {
            try await runner.ask("add 20", expecting: "")
            added += 20
        }
        // The last is under way.
        async let last = runner.ask("add 20")
        try await Task.sleep(for: .microseconds(moment(0...6_000)))
        runner.kill()
        _ = try? await last
        let stored = try await person.all(steps).count
        #expect(stored == added || stored == added + 20, "\(added) were added and 20 under way, \(stored) are stored")
        let next = try self.runner()
        try await next.ask("recover", expecting: "2")
        try await next.ask("what", expecting: "2 steps \(stored) events 0 note -")
    }

    @Test("R7.2 of a builder without a session the samples outlive its process, whole batches, and nothing else does")
    func plainBuilder() async throws {
        defer { removeFolder() }
        let runner = try runner()
        try await runner.ask(inTurn: "plain", "plainadd 30", "plainfill", "plainadd 30")
        async let last = runner.ask("plainadd 30")
        try await Task.sleep(for: .microseconds(moment(0...4_000)))
        runner.kill()
        _ = try? await last
        let stored = try await person.all(steps).count
        #expect(stored == 60 || stored == 90, "60 were added and 30 under way, \(stored) are stored")
        #expect(try await person.all(.workoutType()).isEmpty)
        try await self.runner().ask("recover", expecting: "none")
        let left = try person.database()
            .read { reader in
                try [StoreNamespace.workoutSessions, StoreNamespace.workoutParts]
                    .flatMap { try reader.store.values($0) }
            }
        #expect(left.isEmpty, "\(left.map(\.key))")
    }

    @Test("R7.12 the person's own session is mirrored to a program that may read workouts, as long as it may")
    func personMirrors() async throws {
        defer { removeFolder() }
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        let session = try HKWorkoutSession(healthStore: person, configuration: configuration)
        session.startActivity(with: Date())
        let phone = try runner()
        try access.setGrants([HKWorkoutTypeIdentifier: Grant(read: false)], app: "test.run")
        try await phone.ask("companion", expecting: "")
        await #expect(throws: HKError.self) { try await session.startMirroringToCompanionDevice() }
        #expect(session.companion == nil)
        try access.setGrants([HKWorkoutTypeIdentifier: Grant(read: true)], app: "test.run")
        try await session.startMirroringToCompanionDevice()
        #expect(session.companion == "test.run")
        try await phone.hear("heard mirrored 1 2")
        try await phone.ask("pause", expecting: "")
        try await phone.hear("heard state 4")
        #expect(session.state == .paused)
        try access.setGrants([HKWorkoutTypeIdentifier: Grant(read: false)], app: "test.run")
        try await phone.ask("resume", expecting: "")
        try await phone.hear("heard failure 3")
        #expect(session.state == .paused, "it may no more")
        session.end()
    }

    @Test(
        "R7.9 of two sessions of one store the second runs; the first fails with error 8 and ends, and its workout can be made"
    )
    func twoSessions() async throws {
        defer { removeFolder() }
        let (first, second) = (try runner(), try runner("test.other"))
        try await first.ask(inTurn: "session", "start", "begin", "add 5")
        try await first.hear("heard state 2")
        try await second.ask(inTurn: "session", "start")
        try await second.hear("heard state 2")
        try await first.hear("heard failure 8")
        try await first.hear("heard state 3")
        #expect(!second.hasSaid("heard failure 8"))
        let answer = try await first.ask("finish")
        #expect(answer.hasSuffix(" 0"), "“finish” was answered with “\(answer)”")
        #expect(try await person.all(.workoutType()).count == 1)
        // One that was killed and then superseded is not given back.
        try await first.ask(inTurn: "session", "start", "begin")
        try await first.hear("heard state 2")
        try await second.hear("heard failure 8")
        first.kill()
        try await second.ask(inTurn: "session", "start")
        try await second.hear("heard state 2")
        try await runner().ask("recover", expecting: "none")
    }

    @Test(
        "R7.12 a session is mirrored to another program of the app: states, commands and data pass both ways, up to a limit"
    )
    func mirroring() async throws {
        defer { removeFolder() }
        let (watch, phone, other) = (try runner("test.run.watch"), try runner("test.run"), try runner("test.other"))
        try await watch.ask(inTurn: "session", "start")
        try await watch.ask("mirror", expectingError: 3, "though nobody takes it")
        try await watch.ask("send early", expectingError: 3)
        try await other.ask("companion", expecting: "")
        try await phone.ask("companion", expecting: "")
        try await watch.ask("mirror", expecting: "")
        try await phone.hear("heard mirrored 1 2")
        try await watch.ask("send hello", expecting: "")
        try await phone.hear("heard data hello")
        try await phone.ask("send back", expecting: "")
        try await watch.hear("heard data back")
        try await watch.ask("flood 100001", expectingError: 13)
        try await watch.ask("flood 99000", expecting: "")
        // A machine with much to do may take the ten seconds between two of them.
        try await eventually("a refusal of more than 100,000 bytes within ten seconds", seconds: 300) {
            if try await watch.ask("flood 2000").hasPrefix("error 13 ") { return true }
            return try await watch.ask("flood 99000").hasPrefix("error 13 ")
        }
        try await phone.ask("pause", expecting: "")
        try await watch.hear("heard state 4")
        try await phone.hear("heard state 4")
        try await watch.ask("resume", expecting: "")
        try await phone.hear("heard state 2")
        try await phone.ask("begin", expectingError: 3, "though the workout is built where the session runs")
        try await watch.ask("unmirror", expecting: "")
        try await phone.hear("heard disconnect end")
        try await phone.ask("send late", expectingError: 3)
        #expect(!other.hasSaid("heard mirrored 1 2"), "it is no program of the app")
    }

    @Test("R7.12 within ten seconds a session carries 100,000 bytes, and as many again afterwards")
    func limitOfData() throws {
        let speech = SessionSpeech()
        let start = Date(timeIntervalSinceReferenceDate: 0)
        #expect(throws: HKError.self) { try speech.reserve(100_001, at: start) }
        try speech.reserve(99_000, at: start)
        #expect(throws: HKError.self) { try speech.reserve(2_000, at: start + 9.9) }
        try speech.reserve(1_000, at: start + 9.9)
        try speech.reserve(99_000, at: start + 10)
        #expect(throws: HKError.self) { try speech.reserve(1, at: start + 10) }
        // A clock that was set back holds nothing up.
        try speech.reserve(100_000, at: start - 60)
    }

    @Test("R7.12 a session is mirrored before its start too, and not once it was stopped")
    func mirroredBeforeStart() async throws {
        defer { removeFolder() }
        let (watch, phone) = (try runner("test.run.watch"), try runner("test.run"))
        try await phone.ask("companion", expecting: "")
        try await watch.ask(inTurn: "session", "mirror")
        try await phone.hear("heard mirrored 1 1")
        try await watch.ask("unmirror", expecting: "")
        try await phone.hear("heard disconnect end")
        try await watch.ask("mirror", expecting: "")
        try await phone.hear("heard mirrored 1 1")
        try await watch.ask("start", expecting: "")
        try await phone.hear("heard state 2")
        try await phone.ask("send back", expecting: "")
        try await watch.hear("heard data back")
        try await watch.ask(inTurn: "unmirror", "stop")
        try await watch.ask("mirror", expectingError: 3, "though it was stopped")
        // Started after it was let go, it is kept like any other.
        watch.kill()
        try await runner("test.run.watch").ask("recover", expecting: "6")
    }

    @Test("R7.12 the end of a session ends its mirroring, and so does the end of either process")
    func mirroringEnds() async throws {
        defer { removeFolder() }
        let (watch, phone) = (try runner("test.run.watch"), try runner("test.run"))
        try await phone.ask("companion", expecting: "")
        // The start is under way when the mirroring is asked for, and comes before it.
        try await watch.ask(inTurn: "session", "start", "mirror")
        try await phone.hear("heard mirrored 1 2")
        try await phone.ask("end", expecting: "")
        try await watch.hear("heard state 3")
        try await phone.hear("heard state 3")
        try await phone.hear("heard disconnect end")
        try await watch.ask(inTurn: "session", "start", "mirror")
        try await phone.hear("heard mirrored 1 2")
        phone.kill()
        try await watch.hear("heard disconnect error")
        let next = try runner("test.run")
        try await next.ask("companion", expecting: "")
        try await watch.ask("mirror", expecting: "")
        try await next.hear("heard mirrored 1 2")
        watch.kill()
        try await next.hear("heard disconnect error")
    }

    @Test("R7.12 the other program of the app is started for a workout and told which; where there is none, it is said")
    func launching() async throws {
        defer { removeFolder() }
        let watch = try runner("test.run.watch")
        try await watch.ask("watch", expectingError: 3, "though no other program is known")
        let phone = try runner("test.run")
        try await phone.ask("companion", expecting: "")
        phone.kill()
        try await watch.ask(inTurn: "session", "start")
        try await watch.ask("mirror", expecting: "", "though the other program is there to be started")
        try await watch.hear("heard data started for 37")
        try await watch.ask("send end", expecting: "")
        try await watch.hear("heard state 3")
        try await watch.ask("watch", expecting: "")
    }

    @Test("R7.25 a program that claims a related identifier is no companion before the person approves the pair")
    func unapproved() async throws {
        defer { removeFolder() }
        try access.forgetPair("test.run", "test.run.watch")
        let (watch, phone) = (try runner("test.run.watch"), try runner("test.run"))
        try await watch.ask(inTurn: "session", "start")
        try await watch.hear("heard state 2")
        let alone = try await watch.ask("mirror")
        #expect(alone.hasPrefix("error 3 "))
        try await phone.ask("companion", expecting: "")
        #expect(try await watch.ask("mirror") == alone, "whether there is a program it does not learn")
        #expect(try await watch.ask("watch").hasPrefix("error 3 "))
        #expect(!phone.hasSaid("heard mirrored 1 2"))
        let request = try #require(try access.requests().last)
        #expect(request.companion?.bundleIdentifier == "test.run" && request.app.bundleIdentifier == "test.run.watch")
        #expect(request.companion?.program == Self.program && request.app.program == Self.program)
        #expect(try access.requests().count == 1, "it is asked once")
        try access.answer(request.id, read: Set(request.read), share: [])
        try await watch.ask("mirror", expecting: "")
        try await phone.hear("heard mirrored 1 2")
        // It is counted while the program runs, and there at the latest when it has ended.
        watch.kill()
        let shared = try access.audit(app: "test.run.watch").filter { $0.key.operation == .mirror }
        #expect(Set(shared.map(\.key.type)) == ["companion:test.run"])
        #expect(shared.allSatisfy { $0.key.outcome == .allowed })
    }

    @Test("R7.25 what the person takes back holds at once")
    func takenBack() async throws {
        defer { removeFolder() }
        let (watch, phone) = (try runner("test.run.watch"), try runner("test.run"))
        try await phone.ask("companion", expecting: "")
        try await watch.ask(inTurn: "session", "start", "mirror")
        try await phone.hear("heard mirrored 1 2")
        try access.forgetPair("test.run", "test.run.watch")
        try await phone.ask("send late", expectingError: 3)
        try await watch.ask("unmirror", expecting: "")
        #expect(try await watch.ask("mirror").hasPrefix("error 3 "))
    }

    @Test("R7.25 what was approved holds for the two executables, and what was refused stays refused")
    func otherProgram() async throws {
        defer { removeFolder() }
        try approve(program: "/opt/other/program")
        let (watch, phone) = (try runner("test.run.watch"), try runner("test.run"))
        try await phone.ask("companion", expecting: "")
        try await watch.ask(inTurn: "session", "start")
        try await watch.ask("mirror", expectingError: 3)
        let request = try #require(try access.requests().last)
        #expect(request.takenFrom == "/opt/other/program")
        try access.answer(request.id, read: [], share: [])
        try await watch.ask("mirror", expectingError: 3)
        #expect(try access.requests().isEmpty)
        let pair = try #require(try access.companionPairs().first)
        #expect(pair.state == .refused && pair.apps == ["test.run", "test.run.watch"])
        try access.decide(pair, isAllowed: true)
        try await watch.ask("mirror", expecting: "")
        try await phone.hear("heard mirrored 1 2")
    }

    @Test("R7.26 an app that may not share workouts starts no session, and ends nobody else's")
    func withoutRight() async throws {
        defer { removeFolder() }
        let (first, second) = (try runner(), try runner("test.nobody"))
        try await first.ask(inTurn: "session", "start")
        try await first.hear("heard state 2")
        try await second.ask(inTurn: "session", "start")
        try await second.hear("heard failure 5")
        try access.setGrants([HKWorkoutTypeIdentifier: Grant(read: true, share: false)], app: "test.nobody")
        try await second.ask("start", expecting: "")
        try await second.hear("heard failure 4")
        try await first.ask("pause", expecting: "")
        try await first.hear("heard state 4")
        #expect(!first.hasSaid("heard failure 8"))
        #expect(!second.hasSaid("heard failure 8"))
    }
}
