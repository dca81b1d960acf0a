import Foundation
import ProgramTesting
import Testing

/// `--where`: the filters of the console on the command line.
@Suite("--where")
struct FilterCommandTests {
    private let folder: ScratchFolder
    private let path: String

    /// A run from 18:00 to 18:40 UTC of one day, and heart rates during it, next to it and in the night.
    init() throws {
        folder = try ScratchFolder()
        path = folder.path("health.store")
        let rates = [("17:00", 160), ("18:20", 171), ("18:40", 155), ("19:30", 90), ("23:10", 152), ("05:59", 48)]
        let records = rates.map { time, value in
            "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch (2)\" unit=\"count/min\" "
                + "value=\"\(value)\" startDate=\"2026-03-03 \(time):00 +0000\" endDate=\"2026-03-03 \(time):00 +0000\"/>\n"
        }
        let workout =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"40\" durationUnit=\"min\" "
            + "sourceName=\"Watch (2)\" startDate=\"2026-03-03 18:00:00 +0000\" endDate=\"2026-03-03 18:40:00 +0000\"/>\n"
        let export = folder.path("export.xml")
        let text =
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n" + records.joined() + workout + "</HealthData>\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: export))
        #expect(try Program.run("healthtui", ["import", export, "--store", path]).status == 0)
    }

    private struct Row: Decodable { var value: Double }

    private func run(_ arguments: [String]) throws -> (output: String, status: Int32) {
        let outcome = try Program.run("healthtui", arguments + ["--store", path, "--time-zone", "UTC"])
        return (outcome.output, outcome.status)
    }

    private func values(_ filter: String, type: String = "heartRate") throws -> [Double] {
        let outcome = try run(["samples", type, "--json", "--where", filter])
        #expect(outcome.status == 0, "\(filter): \(outcome.output)")
        return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)).map(\.value)
    }

    @Test(
        "samples lists what matches, newest first",
        arguments: [
            ("> 150", [152, 155, 171, 160]), ("> 150 and not in workout", [152, 160]), ("in workout", [155, 171]),
            ("time 22:00-06:00", [152, 48]), ("not (time 22:00-06:00 or in workout)", [90, 160]),
            ("> 150 and not in workout and mar 2026", [152, 160]), ("> 150 and not in workout and 2025", []),
            ("weekday tue < 50", [48]), ("weekend", []), ("source=\"Watch (2)\" and 90", [90]),
        ]
    )
    func lists(filter: String, expected: [Double]) throws {
        #expect(try values(filter) == expected, "\(filter)")
    }

    @Test(
        "Options of times take ranges: --from and --to their beginning",
        arguments: [
            (["--from", "mar 2026", "--to", "4 mar 2026"], 6), (["--from", "4 mar 2026"], 0),
            (["--to", "mar 2026"], 0),
            (["--from", "since 3 mar 2026", "--to", "2027"], 6), (["--where", "mar 2026 and 5:00-12:00"], 1),
            (["--where", "1 mar 2026 to 2 mar 2026"], 0),
        ]
    )
    func ranges(arguments: [String], count: Int) throws {
        let outcome = try run(["samples", "heartRate", "--json"] + arguments)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)).count == count, "\(arguments)")
    }

    @Test("A mark is a time of every option")
    func marks() throws {
        #expect(try Program.run("healthtui", ["mark", "long run", "2026-03-03", "--store", path]).status == 0)
        for arguments in [
            ["--from", "long run", "--to", "since 4 mar 2026"], ["--where", "long run"],
            ["--where", "since \"long run\""],
        ] {
            let outcome = try run(["samples", "heartRate", "--json"] + arguments)
            #expect(outcome.status == 0, "\(arguments): \(outcome.output)")
            let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
            #expect(rows.count == 6, "\(arguments)")
        }
        #expect(try run(["chart", "heartRate", "--json", "--ending", "long run"]).status == 0)
    }

    @Test("A time that makes no sense is refused with its option")
    func refusedTimes() throws {
        for (arguments, problem) in [
            (["samples", "heartRate", "--from", "before nov"], "--from: “before nov” has no beginning"),
            (["samples", "heartRate", "--to", "soon"], "--to: “soon” isn't a time"),
            (
                ["rings", "5", "oct", "2025", "to", "1", "oct", "2025"],
                "“5 oct 2025 to 1 oct 2025” ends before it begins"
            ),
            (["rings", "last", "week", "--from", "2026-01-01"], "write the days, or --from and --to, not both"),
            (["rings", "--from", "last 0 days"], "--from: “last 0 days” has no days"),
            (["rings", "since", "soon"], "“since soon” isn't a time"),
        ] {
            let outcome = try Command.run(arguments + ["--store", path], in: folder)
            #expect(outcome.status == 64 && outcome.errors.contains(problem), "\(arguments): \(outcome.errors)")
        }
    }

    @Test("--limit and --order count what matches")
    func limits() throws {
        let outcome = try run(
            ["samples", "heartRate", "--json", "--where", "time 17:00-24:00", "--limit", "2", "--order", "asc"]
        )
        let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
        #expect(rows.map(\.value) == [160, 171])
        #expect(try run(["samples", "heartRate", "--where", "weekend"]).output.contains("match the filter"))
    }

    @Test(
        "What is not understood ends with exit code 64, its column and what was probably meant",
        arguments: [
            (["samples", "heartRate", "--where", "> 150 wekend"], "--where: column 7: “wekend”", "weekend"),
            (["samples", "heartRate", "--where", "(> 150"], "--where: column 1: this parenthesis isn't closed", ""),
            (["samples", "heartRate", "--where", " "], "--where: the filter is empty", ""),
            (["samples", "heartRate", "--where", "out of range"], "Heart Rate has no reference ranges", ""),
            (["delete", "--type", "heartRate", "--where", "time 22-6", "--yes"], "--where: column 6", ""),
            (["delete", "--where", "> 1", "--yes"], "--where needs --type", ""),
        ]
    )
    func refuses(arguments: [String], said: String, suggestion: String) throws {
        let outcome = try Program.run("healthtui", arguments + ["--store", path])
        #expect(outcome.status == 64, "\(outcome.output)")
        #expect(outcome.output.contains(said), "\(outcome.output)")
        #expect(suggestion.isEmpty || outcome.output.contains("did you mean “\(suggestion)”?"), "\(outcome.output)")
        #expect(try values("> 0").count == 6, "nothing was deleted")
    }

    @Test("delete takes what matches and nothing else, after asking, and undo brings it back")
    func deletes() throws {
        let asked = try run(["delete", "--type", "heartRate", "--where", "> 150 not in workout"])
        #expect(asked.status == 1)
        #expect(asked.output.contains("Delete 2 Heart Rate samples from Watch (2)?"), "\(asked.output)")
        #expect(try values("> 0").count == 6)
        #expect(try run(["delete", "--type", "heartRate", "--where", "> 150 not in workout", "--yes"]).status == 0)
        #expect(try values("> 0") == [90, 155, 171, 48])
        #expect(try Program.run("healthtui", ["undo", "--store", path]).status == 0)
        #expect(try values("> 0").count == 6)
    }
}
