import Foundation
import HealthStore
import Testing

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
    }

    private func runner(_ bundle: String = "test.run") throws -> RunningProgram {
        try RunningProgram("WorkoutRunner", [path, bundle])
    }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    @Test(
        "R7.11 a session whose process was killed is recovered with all that its builder held, and its workout is whole"
    )
    func recovery() async throws {
        defer { removeFolder() }
        let first = try runner()
        for line in ["session", "start", "begin", "collect", "add 50", "lap", "metadata warm", "location 1"] {
            #expect(try await first.ask(line) == "", "\(line)")
        }
        try await first.hear("heard state 2")
        try await first.hear("heard collected 1")
        let other = try runner("test.other")
        try await other.ask("save 7")
        try await first.hear("heard collected 1")
        try await first.ask("pause")
        try await first.hear("heard state 4")
        try await first.hear("heard event")
        #expect(try await first.ask("what") == "4 steps 57 events 2 note warm")
        #expect(try await runner().ask("recover") == "none", "its process lives")
        first.kill()
        #expect(try await other.ask("recover") == "none", "it belongs to another app")
        // What comes while nobody records is found by the data source.
        try await other.ask("save 5")
        let second = try runner()
        #expect(try await second.ask("recover") == "4")
        #expect(try await second.ask("what") == "4 steps 57 events 2 note warm")
        try await second.ask("collect")
        try await second.hear("heard collected 1")
        #expect(try await second.ask("what") == "4 steps 62 events 2 note warm")
        try await second.ask("resume")
        try await second.hear("heard state 2")
        try await second.hear("heard event")
        second.kill()
        let third = try runner()
        #expect(try await third.ask("recover") == "2")
        try await third.ask("add 3")
        try await third.ask("end")
        try await third.hear("heard state 3")
        let answer = try await third.ask("finish")
        #expect(answer.hasSuffix(" 3"), "\(answer)")
        let workout = try #require(try await person.all(.workoutType()).first as? HKWorkout)
        #expect(workout.statistics(for: steps)?.sumQuantity()?.doubleValue(for: .count()) == 65)
        let members = HKQuery.predicateForObjects(from: workout)
        #expect(try await person.all(steps, members).count == 65)
        #expect(try await person.all(HKSeriesType.workoutRoute(), members).count == 1)
        #expect(try await third.ask("recover") == "none")
        let left = try person.database()
            .read { reader in
                try [StoreNamespace.workoutSessions, StoreNamespace.workoutParts]
                    .flatMap { try reader.store.values($0) }
            }
        #expect(left.isEmpty, "nothing is kept of a session that is over")
    }

    @Test("R7.2 what a builder has said to be added is stored, whenever its process is killed", arguments: 0..<5)
    func killed(round: Int) async throws {
        defer { removeFolder() }
        let runner = try runner()
        for line in ["session", "start", "begin"] { try await runner.ask(line) }
        var added = 0
        for _ in 0...round {
            try await runner.ask("add 20")
            added += 20
        }
        // The last is under way.
        async let last = runner.ask("add 20")
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...6)))
        runner.kill()
        _ = try? await last
        let stored = try await person.all(steps).count
        #expect(stored == added || stored == added + 20)
        let next = try self.runner()
        #expect(try await next.ask("recover") == "2")
        #expect(try await next.ask("what") == "2 steps \(stored) events 0 note -")
    }

    @Test(
        "R7.9 of two sessions of one store the second runs; the first fails with error 8 and ends, and its workout can be made"
    )
    func twoSessions() async throws {
        defer { removeFolder() }
        let (first, second) = (try runner(), try runner("test.other"))
        for line in ["session", "start", "begin", "add 5"] { try await first.ask(line) }
        try await first.hear("heard state 2")
        for line in ["session", "start"] { try await second.ask(line) }
        try await second.hear("heard state 2")
        try await first.hear("heard failure 8")
        try await first.hear("heard state 3")
        #expect(!second.hasSaid("heard failure 8"))
        #expect(try await first.ask("finish").hasSuffix(" 0"))
        #expect(try await person.all(.workoutType()).count == 1)
        // One that was killed and then superseded is not given back.
        for line in ["session", "start", "begin"] { try await first.ask(line) }
        try await first.hear("heard state 2")
        try await second.hear("heard failure 8")
        first.kill()
        for line in ["session", "start"] { try await second.ask(line) }
        try await second.hear("heard state 2")
        #expect(try await runner().ask("recover") == "none")
    }

    @Test(
        "R7.12 a session is mirrored to another program of the app: states, commands and data pass both ways, up to a limit"
    )
    func mirroring() async throws {
        defer { removeFolder() }
        let (watch, phone, other) = (try runner("test.run.watch"), try runner("test.run"), try runner("test.other"))
        try await watch.ask("session")
        #expect(try await watch.ask("mirror").hasPrefix("error 3"), "it has not started")
        try await watch.ask("start")
        try await watch.hear("heard state 2")
        #expect(try await watch.ask("mirror").hasPrefix("error 3"), "nobody takes it")
        #expect(try await watch.ask("send early").hasPrefix("error 3"))
        try await other.ask("companion")
        try await phone.ask("companion")
        #expect(try await watch.ask("mirror") == "")
        try await phone.hear("heard mirrored 1 2")
        try await watch.ask("send hello")
        try await phone.hear("heard data hello")
        try await phone.ask("send back")
        try await watch.hear("heard data back")
        #expect(try await watch.ask("flood 100001").hasPrefix("error 13"))
        #expect(try await watch.ask("flood 99000") == "")
        #expect(try await watch.ask("flood 2000").hasPrefix("error 13"), "within ten seconds")
        try await phone.ask("pause")
        try await watch.hear("heard state 4")
        try await phone.hear("heard state 4")
        try await watch.ask("resume")
        try await phone.hear("heard state 2")
        #expect(try await phone.ask("begin").hasPrefix("error 3"), "the workout is built where the session runs")
        try await watch.ask("unmirror")
        try await phone.hear("heard disconnect end")
        #expect(try await phone.ask("send late").hasPrefix("error 3"))
        #expect(!other.hasSaid("heard mirrored 1 2"), "it is no program of the app")
    }

    @Test("R7.12 the end of a session ends its mirroring, and so does the end of either process")
    func mirroringEnds() async throws {
        defer { removeFolder() }
        let (watch, phone) = (try runner("test.run.watch"), try runner("test.run"))
        try await phone.ask("companion")
        for line in ["session", "start", "mirror"] { try await watch.ask(line) }
        try await phone.hear("heard mirrored 1 2")
        try await phone.ask("end")
        try await watch.hear("heard state 3")
        try await phone.hear("heard state 3")
        try await phone.hear("heard disconnect end")
        for line in ["session", "start", "mirror"] { try await watch.ask(line) }
        try await phone.hear("heard mirrored 1 2")
        phone.kill()
        try await watch.hear("heard disconnect error")
        let next = try runner("test.run")
        try await next.ask("companion")
        #expect(try await watch.ask("mirror") == "")
        try await next.hear("heard mirrored 1 2")
        watch.kill()
        try await next.hear("heard disconnect error")
    }

    @Test("R7.12 the other program of the app is started for a workout and told which; where there is none, it is said")
    func launching() async throws {
        defer { removeFolder() }
        let watch = try runner("test.run.watch")
        #expect(try await watch.ask("watch").hasPrefix("error 3"), "no other program is known")
        let phone = try runner("test.run")
        try await phone.ask("companion")
        phone.kill()
        for line in ["session", "start"] { try await watch.ask(line) }
        #expect(try await watch.ask("mirror") == "", "it is started")
        try await watch.hear("heard data started for 37")
        try await watch.ask("send end")
        try await watch.hear("heard state 3")
        #expect(try await watch.ask("watch") == "")
    }
}
