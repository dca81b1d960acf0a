import Foundation
import Testing

@testable import healthtui

/// Invalid values on the command line, and their error messages.
@Suite("Values that make no sense")
struct UsageTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", folder.path("usage.store")], in: folder, environment: environment)
    }

    @Test(
        "are usage errors: exit code 64, the option and a reason on standard error, nothing on standard output",
        arguments: [
            ["samples", "nosuch"], ["samples", "steps", "--limit", "-1"], ["samples", "steps", "--limit", "x"],
            ["samples", "steps", "--limit", "0"], ["workouts", "--limit", "0"], ["undo", "--list", "--limit", "0"],
            ["summaries", "--from", "2024-02-31"], ["summaries", "--to", "2023-02-29"],
            ["summaries", "--from", "2024-02-02", "--to", "2024-02-01"], ["rings", "--from", "2024-04-31"],
            ["rings", "--from", "2024-10-01", "--to", "2024-9-30"], ["chart", "steps", "--ending", "2024-02-31"],
            ["samples", "steps", "--limit", "99999999999999999999"], ["samples", "heartRate", "--unit", "parsec"],
            ["samples", "sleepAnalysis", "--unit", "kg"], ["samples", "steps", "--from", "1e300"],
            ["samples", "steps", "--from", "30000-01-01"], ["samples", "steps", "--to", "-99999999w"],
            ["samples", "steps", "--from", "2024-01-02", "--to", "2024-01-01"],
            ["samples", "steps", "--time-zone", "Mars/Olympus"], ["samples", "steps", "--time-zone", "+25:00"],
            ["stats", "nosuch"], ["stats", "steps", "--by", "decade"], ["stats", "steps", "--unit", "kg"],
            ["stats", "steps", "--from", "0000-00-00"], ["stats", "steps", "--from", "10000-01-01"],
            ["sources", "--type", "nosuch"], ["types", "--json", "--csv"], ["nosuch"],
            ["chart", "steps", "--width", "5"], ["chart", "steps", "--span", "century"], ["chart", "nosuch"],
            ["profile", "--set", "shoeSize=9"], ["profile", "--set", "bloodType=C"],
            ["profile", "--set", "dateOfBirth=1990-02-30"], ["profile", "--set", "dateOfBirth=2990-01-01"],
            ["profile", "--set", "energyGoal=-5"], ["profile", "--set", "standGoal=25"],
            ["profile", "--set", "exerciseGoal=much"], ["profile", "--set", "heartRateZones=120"],
            ["profile", "--set", "heartRateZones=150,120"], ["profile", "--set", "cyclingPowerZones=a,b,c"],
            ["profile", "--set", "ringsPaused=1990-01-01"], ["profile", "--set", "ringsPaused=2990-13-01"],
            ["delete", "no-uuid"], ["delete"], ["authorize", "x"], ["authorize", "99999999999999999999"],
            ["permissions", "app", "--set", "steps"], ["add", "nosuch", "1"], ["add", "steps", "x"],
            ["add", "steps", "1", "--start", "1e300"], ["add", "steps", "1", "--start", "30000-01-01"],
            ["add", "steps", "1", "--start", "now", "--end", "+99999999d"],
            ["add", "steps", "1", "--start", "tomorrow"],
            ["add", "heartRate", "1e999"], ["add", "sleepAnalysis", "flying"], ["add", "workout", "1"],
        ]
    )
    func usage(arguments: [String]) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == 64, "\(arguments): \(outcome.errors)")
        #expect(outcome.output == "", "\(arguments)")
        #expect(outcome.errors.hasPrefix("healthtui: "), "\(arguments): \(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("usage.store")), "\(arguments) made a store")
    }

    @Test("is not what a store does not hold: that is exit code 1")
    func absent() throws {
        #expect(try run(["add", "steps", "250"]).status == 0)
        let cases = [
            ["samples", "steps", "--source", "Nobody"], ["samples", "steps", "--device", "Nothing"],
            ["delete", UUID().uuidString, "--yes"], ["permissions", "nobody"], ["authorize", "7", "--deny"],
        ]
        for arguments in cases {
            let outcome = try run(arguments)
            #expect(outcome.status == 1, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.hasPrefix("healthtui: ") && outcome.output == "")
        }
    }

    // MARK: Entry

    @Test(
        "is implausible: add refuses it and says what it must be between; --force adds it",
        arguments: [
            ["bodyMass", "1e9 kg"], ["bodyMass", "10 g"], ["oxygenSaturation", "150 %"], ["height", "30 m"],
            ["bodyTemperature", "370 degC"], ["heartRate", "4000"], ["bloodPressure", "80/120"],
            ["bloodPressure", "1180/76"], ["dietaryWater", "1000 L"], ["bodyFatPercentage", "101 %"],
        ]
    )
    func bounds(entry: [String]) throws {
        let outcome = try run(["add"] + entry)
        #expect(outcome.status == 64, "\(entry)")
        #expect(
            outcome.errors.contains("--force") && !FileManager.default.fileExists(atPath: folder.path("usage.store"))
        )
        #expect(try run(["add"] + entry + ["--force"]).status == 0)
        #expect(try run(["samples", entry[0], "--json"]).rows().count == 1)
    }

    @Test("is not what somebody has: it is added unasked")
    func sense() throws {
        let entries = [
            ["bodyMass", "635 kg"], ["bodyMass", "1 lb"], ["oxygenSaturation", "100 %"], ["heartRate", "300"],
            ["bloodPressure", "118/76"], ["bodyTemperature", "104 degF"], ["bloodGlucose", "5.5 mmol/L"],
            ["steps", "100000"], ["vo2Max", "97"], ["bodyFatPercentage", "100 %"],
        ]
        for entry in entries {
            let outcome = try run(["add"] + entry)
            #expect(outcome.status == 0, "\(entry): \(outcome.errors)")
        }
    }

    @Test("is a sample of a time when nobody measured anything: --force adds it")
    func longAgo() throws {
        let old = ["add", "heartRate", "62", "--start", "0001-01-02"]
        #expect(try run(old).status == 64)
        #expect(try run(old + ["--force"]).status == 0)
    }

    // MARK: Time zones

    @Test(
        "Time zones go by name in any capitals, as UTC, and by offset",
        arguments: [
            ("+05:30", "+05:30"), ("-03", "-03:00"), ("+0545", "+05:45"), ("UTC", "+00:00"), ("utc", "+00:00"),
            ("Z", "+00:00"), ("UTC+2", "+02:00"), ("Asia/Tokyo", "+09:00"), ("asia/tokyo", "+09:00"), ("-3", "-03:00"),
        ]
    )
    func zones(name: String, offset: String) throws {
        #expect(try run(["add", "steps", "250", "--start", "2024-06-01T12:00:00Z"]).status == 0)
        let rows = try run(["samples", "steps", "--json", "--time-zone", name]).rows()
        #expect((rows.first?["start"] as? String)?.hasSuffix(offset) == true, "\(rows)")
    }

    @Test("A TZ that isn't a time zone is reported on standard error, once, and the command continues in UTC")
    func wrongEnvironment() throws {
        for name in ["Nowhere/Land", "CET-1CEST,M3.5.0,M10.5.0/3", "Europe/Berlin "] {
            let outcome = try run(["types"], environment: ["TZ": name, "HEALTHKIT_STORE": ""])
            #expect(outcome.errors.contains("TZ: “\(name)” isn't a known time zone"), "\(outcome.errors)")
        }
        #expect(try run(["add", "steps", "250", "--start", "2024-06-01T12:00:00Z"]).status == 0)
        let outcome = try run(["samples", "steps", "--json"], environment: ["TZ": "Nowhere/Land"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try outcome.rows().first?["start"] as? String == "2024-06-01T12:00:00+00:00")
    }

    @Test(
        "A TZ that the C library would take is taken",
        arguments: [
            ("Asia/Tokyo", "21:00:00+09:00"), (":Asia/Tokyo", "21:00:00+09:00"),
            ("/usr/share/zoneinfo/Asia/Tokyo", "21:00:00+09:00"), ("UTC0", "12:00:00+00:00"), ("", "12:00:00+00:00"),
        ]
    )
    func environment(name: String, time: String) throws {
        #expect(try run(["add", "steps", "250", "--start", "2024-06-01T12:00:00Z"]).status == 0)
        let outcome = try run(["samples", "steps", "--json"], environment: ["TZ": name])
        #expect(outcome.errors == "")
        #expect((try outcome.rows().first?["start"] as? String)?.hasSuffix(time) == true, "\(outcome.output)")
    }
}
