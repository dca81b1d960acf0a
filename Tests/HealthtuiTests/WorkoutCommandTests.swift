import Foundation
import Testing

@testable import HealthKit
@testable import healthtui

/// The commands about workouts and rings, and the simulated watch.
@Suite("workouts, workout, rings, simulate", .enabled(if: OwnHome.isThere, "needs mount namespaces"))
struct WorkoutCommandTests {
    private static let config = ".config"

    /// A store that a simulated watch filled.
    private struct Recorded {
        let folder: ScratchFolder
        let store: String
        let outcome: [String: Any]

        init(_ arguments: [String] = []) throws {
            folder = try ScratchFolder()
            store = folder.path("simulated.store")
            try Program.allowUnattended(folder.path(WorkoutCommandTests.config))
            let run = try Command.run(
                ["simulate", "workout", "--minutes", "20", "--speed", "10000x", "--yes", "--json", "--store", store]
                    + arguments,
                in: folder
            )
            #expect(run.status == 0, "\(run.errors)")
            outcome = try #require(try run.json() as? [String: Any], "\(run.output)\(run.errors)")
        }

        func run(_ arguments: [String]) throws -> Command.Outcome {
            try Command.run(arguments + ["--store", store], in: folder)
        }
    }

    @Test("A simulated watch records a workout that has heart rate, distance, energy, steps and a route")
    func simulate() throws {
        let recorded = try Recorded()
        let id = try #require(recorded.outcome["workout"] as? String)
        #expect(recorded.outcome["fed"] as? Bool == false)
        let rows = try recorded.run(["workouts", "--json"]).rows()
        #expect(rows.count == 1)
        #expect(rows[0]["uuid"] as? String == id)
        #expect(rows[0]["title"] as? String == "Outdoor Running")
        #expect(rows[0]["source"] as? String == "Simulated Watch")
        #expect(rows[0]["duration"] as? Double == 1_200)
        let distance = try #require(rows[0]["distance"] as? Double)
        #expect((3_000...4_200).contains(distance))
        let page = try #require(try recorded.run(["workout", String(id.prefix(8)), "--json"]).json() as? [String: Any])
        #expect(page["routePlaces"] as? Int == 240)
        let splits = try #require(page["splits"] as? [[String: Any]])
        #expect(splits.count == Int(distance / 1_000) + 1)
        let samples = try #require(page["samples"] as? [String: Int])
        #expect(samples["HKQuantityTypeIdentifierHeartRate"] == 240)
        #expect(samples.keys.contains("HKQuantityTypeIdentifierStepCount"))
        // The route's length is the covered distance.
        let measured = splits.compactMap { $0["distance"] as? Double }.reduce(0, +)
        #expect(abs(measured - distance) < distance * 0.15)
        let text = try recorded.run(["workout", "latest"]).output
        #expect(text.contains("Outdoor Running") && text.contains("Splits") && text.contains("Average speed"))
    }

    @Test("A simulated watch needs the person's permission")
    func permission() throws {
        let folder = try ScratchFolder()
        let store = folder.path("asked.store")
        let run = try Command.run(["simulate", "workout", "--minutes", "1", "--store", store], in: folder)
        #expect(run.status == 1)
        #expect(run.errors.contains("nothing was changed"))
        let list = try Command.run(["workouts", "--json", "--store", store], in: folder)
        #expect(list.status == 1 || list.output == "[]\n")
    }

    @Test("The same seed records the same numbers, another one others")
    func seeds() throws {
        let first = try Recorded().outcome["distance"] as? Double
        #expect(try Recorded().outcome["distance"] as? Double == first)
        #expect(try Recorded(["--seed", "2"]).outcome["distance"] as? Double != first)
    }

    @Test("The route is written as GPX; a file that is there, a folder that is not and a workout without one are told")
    func gpx() throws {
        let recorded = try Recorded()
        let file = recorded.folder.path("run.gpx")
        let written = try recorded.run(["workout", "latest", "--gpx", file, "--json"])
        #expect(written.status == 0, "\(written.errors)")
        #expect((try written.json() as? [String: Any])?["places"] as? Int == 240)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.components(separatedBy: "<trkpt").count == 241)
        let again = try recorded.run(["workout", "latest", "--gpx", file])
        #expect(again.status == 1)
        #expect(again.errors.contains("exists"))
        #expect(try recorded.run(["workout", "latest", "--gpx", file, "--force"]).status == 0)
        let nowhere = try recorded.run(["workout", "latest", "--gpx", recorded.folder.path("no/such/run.gpx")])
        #expect(nowhere.status == 1)
        #expect(nowhere.errors.contains("does not exist"))
        #expect(!FileManager.default.fileExists(atPath: recorded.folder.path("no")))
        let example = try ExampleStore()
        let bare = try example.run(["workout", "latest", "--gpx", example.folder.path("none.gpx")])
        #expect(bare.status == 1)
        #expect(bare.errors.contains("no route"))
        #expect(!FileManager.default.fileExists(atPath: example.folder.path("none.gpx")))
    }

    @Test("A missing workout, or an ambiguous one, is reported; invalid input is a usage error")
    func identities() throws {
        let folder = try ScratchFolder()
        let path = folder.path("alike.store")
        let database = try HKHealthStore(configuration: .person(location: .file(path))).database()
        try database.write { writer in
            let workouts = ["A1B2C3D4-0000-0000-0000-000000000001", "A1B2C3D4-0000-0000-0000-000000000002"]
                .enumerated()
                .compactMap { index, text -> HKSample? in
                    UUID(uuidString: text)
                        .map { uuid in
                            HKWorkout(
                                ObjectAttributes(uuid: uuid),
                                content: WorkoutContent(activityType: HKWorkoutActivityType.yoga.rawValue),
                                start: ExampleStore.at(Double(index) * 5_000),
                                end: ExampleStore.at(Double(index) * 5_000 + 600)
                            )
                        }
                }
            try writer.save(workouts, revision: .health, now: ExampleStore.at(9_000))
        }
        func run(_ id: String) throws -> Command.Outcome {
            try Command.run(["workout", id, "--store", path], in: folder)
        }
        let several = try run("a1b2c3d4")
        #expect(several.status == 1)
        #expect(several.errors.contains("matches several workouts"))
        #expect(try run("A1B2C3D4-0000-0000-0000-000000000002").output.contains("Yoga"))
        #expect(try run("a1b2c3d4000000000000000000000001").output.contains("Yoga"))
        let missing = try run("ffff0000")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("there is no such workout"))
        for nonsense in ["yoga", "a1", "", "a1b2 c3d4"] { #expect(try run(nonsense).status == 64, "\(nonsense)") }
    }

    /// Saves one run of a strap and of a watch, whose source is the first.
    ///
    /// - Returns: The workouts' UUIDs, the strap's first.
    @discardableResult
    private static func saveRepeated(to path: String) throws -> [String] {
        let (store, person) = HKHealthStore.person(location: .file(path), clock: { ExampleStore.at(90_000) })
        var uuids: [String] = []
        for (name, start) in [("strap", 30.0), ("watch", 0)] {
            let workout = try HKWorkout(
                validating: .running,
                start: ExampleStore.at(start),
                end: ExampleStore.at(start + 1_500),
                totalEnergyBurned: nil,
                totalDistance: HKQuantity(unit: .meter(), doubleValue: 4_000),
                metadata: nil
            )
            let revision = HKSourceRevision(source: HKSource(name: name, bundleIdentifier: name), version: nil)
            try store.database().write { try $0.save([workout], revision: revision, now: ExampleStore.at(90_000)) }
            uuids.append(workout.uuid.uuidString)
        }
        try person.setSourceOrder(HKObjectType.workoutType().identifier, order: ["watch", "strap"], excluded: [])
        return uuids
    }

    @Test("R7.27 one run of two sources is one in the list, the page names the other, and --with-others deletes both")
    func repeated() throws {
        let folder = try ScratchFolder()
        try Program.allowUnattended(folder.path(Self.config))
        let path = folder.path("repeated.store")
        let uuids = try Self.saveRepeated(to: path)
        func run(_ arguments: [String]) throws -> Command.Outcome {
            try Command.run(arguments + ["--store", path], in: folder)
        }
        let rows = try run(["workouts", "--json"]).rows()
        #expect(rows.map { $0["uuid"] as? String } == [uuids[1], uuids[0]])
        #expect(rows.map { $0["counted"] as? Double } == [1, 0])
        #expect(rows[1]["first"] as? String == uuids[1] && rows[0]["first"] is NSNull)
        let table = try run(["workouts"]).output
        #expect(table.contains("1 workout  25 min"), "\(table)")
        #expect(table.contains("1 recorded by several sources"), "\(table)")
        #expect(table.contains("also recorded by strap") && table.contains("Counts"))
        let page = try #require(try run(["workout", "latest", "--json"]).json() as? [String: Any])
        #expect(page["uuid"] as? String == uuids[1])
        #expect((page["others"] as? [[String: Any]])?.map { $0["source"] as? String } == ["strap"])
        #expect(try run(["workout", uuids[1]]).output.contains("Also recorded by"))
        let asked = try run(["delete", uuids[1]])
        #expect(asked.status == 1 && asked.errors.contains("Also recorded by strap"))
        #expect(try run(["delete", uuids[1], "--with-others", "--yes"]).status == 0)
        #expect(try run(["workouts", "--json"]).output == "[]\n")
    }

    @Test(
        "R7.27 deleting workouts by source, type, time or filter asks about those beneath, which stay or go with them",
        arguments: [
            ["--source", "watch"], ["--type", "workout", "--source", "watch"],
            ["--type", "workout", "--source", "watch", "--where", "duration > 20 min"],
            ["--type", "workout", "--source", "watch", "--to", "2024-01-02"],
        ]
    )
    func repeatedInSelection(selection: [String]) throws {
        let folder = try ScratchFolder()
        try Program.allowUnattended(folder.path(Self.config))
        let path = folder.path("selection.store")
        try Self.saveRepeated(to: path)
        func run(_ arguments: [String]) throws -> Command.Outcome {
            try Command.run(arguments + ["--store", path], in: folder)
        }
        let asked = try run(["delete"] + selection)
        #expect(asked.status == 1 && asked.errors.contains("Also recorded by strap: that counts then"), "\(asked)")
        #expect(try run(["workouts", "--json"]).rows().count == 2)
        let deleted = try run(["delete", "--yes"] + selection)
        #expect(deleted.output == "Deleted 1 sample. Also recorded by strap: that counts now.\n", "\(deleted)")
        #expect(try run(["workouts", "--json"]).rows().map { $0["counted"] as? Double } == [1])
        #expect(try run(["undo"]).status == 0)
        let both = try run(["delete", "--yes", "--with-others", "--json"] + selection)
        #expect((try both.json() as? [String])?.count == 2, "\(both)")
        #expect(try run(["workouts", "--json"]).output == "[]\n")
        // One step has taken both.
        #expect(try run(["undo"]).status == 0)
        #expect(try run(["workouts", "--json"]).rows().count == 2)
    }

    @Test("Rings come from what was saved, a row a day, and months are above their workouts")
    func rings() throws {
        let recorded = try Recorded()
        let rows = try recorded.run(["rings", "--json"]).rows()
        #expect(!rows.isEmpty)
        let energy = rows.compactMap { $0["move"] as? Double }.reduce(0, +)
        #expect((100...400).contains(energy))
        #expect(rows[0]["moveUnit"] as? String == "kcal")
        #expect(rows[0]["exerciseGoal"] as? Double == 30)
        #expect(rows.allSatisfy { $0["paused"] as? Bool == false })
        let table = try recorded.run(["workouts"]).output
        #expect(table.contains("1 workout  20 min"))
        #expect(try recorded.run(["rings", "--from", "2026-13-01"]).status == 64)
        #expect(try recorded.run(["rings", "--from", "2026-02-01", "--to", "2026-01-01"]).status == 64)
        #expect(try recorded.run(["rings", "--from", "2001-01-01", "--to", "2001-01-02", "--json"]).output == "[]\n")
    }
}
