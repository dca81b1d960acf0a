import Foundation
import Testing

/// Commands that print what screens show.
@Suite("chart, summary and profile")
struct PlainScreenTests {
    @Test("chart draws as the screen does, no wider and no higher than asked, in ASCII when asked")
    func chart() throws {
        let example = try ExampleStore()
        let outcome = try example.run(["chart", "heartRate", "--span", "day", "--width", "60", "--height", "14"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.first == "Heart Rate" && lines.count > 8 && lines.count <= 15)
        #expect(lines.allSatisfy { $0.count <= 60 && $0.last != " " })
        #expect(outcome.output.contains("64–71") && outcome.output.contains("14 Nov"))
        let ascii = try example.run(["chart", "steps", "--span", "week", "--ascii"])
        #expect(ascii.output.contains("TOTAL 350") && ascii.output.contains("DAILY AVERAGE 175"))
        #expect(ascii.output.split(separator: "\n").dropFirst(3).allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        let nothing = try example.run(["chart", "bodyMass"])
        #expect(nothing.status == 0 && nothing.output == "There are no samples of Weight.\n")
    }

    @Test("chart's numbers are those of the bars, by day and in the person's unit; pairs and durations too")
    func numbers() throws {
        let example = try ExampleStore()
        let days = try example.run(["chart", "steps", "--span", "week", "--json"]).rows()
        #expect(days.map { $0["sum"] as? Double } == [250, 100])
        #expect(days.map { $0["value"] as? Double } == [250, 100] && days.map { $0["days"] as? Int } == [1, 1])
        let months = try example.run(["chart", "steps", "--span", "year", "--json"]).rows()
        #expect(months.map { $0["sum"] as? Double } == [175] && months.map { $0["days"] as? Int } == [2])
        #expect(months.map { $0["value"] as? Double } == [350] && months.map { $0["total"] as? Double } == [350])
        let pressure = try example.run(["chart", "bloodPressure", "--span", "day", "--json"]).rows()
        #expect(pressure.count == 1 && pressure[0]["maximum"] as? Double == 118.5)
        #expect(pressure[0]["value"] as? Double == 118.5 && pressure[0]["second"] as? Double == 77.75)
        #expect(pressure[0]["total"] is NSNull && pressure[0]["days"] is NSNull)
        #expect(pressure[0]["secondMaximum"] as? Double == 77.75 && pressure[0]["unit"] as? String == "mmHg")
        let sleep = try example.run(["chart", "sleepAnalysis", "--span", "month", "--json"]).rows()
        #expect(sleep.map { $0["sum"] as? Double } == [1_000] && sleep[0]["unit"] as? String == "s")
    }

    @Test("With ACCESSIBLE=1 the console asks and answers line by line, without a terminal")
    func lineByLine() throws {
        let example = try ExampleStore()
        let outcome = try example.run(["console"], environment: ["ACCESSIBLE": "1"], input: "steps\n\n\nquit\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("healthtui, line by line.") == true)
        #expect(lines.contains { $0.hasPrefix("1. 100 count") }, "\(outcome.output)")
        #expect(!outcome.output.contains("\u{1B}"))
        let screens = try example.run(["console"], environment: ["ACCESSIBLE": "0"], input: "quit\n")
        #expect(screens.status != 0 && screens.output.isEmpty)
    }

    @Test("summary has the pinned types, each with its latest")
    func summary() throws {
        let example = try ExampleStore()
        let rows = try example.run(["summary", "--json"]).rows()
        let steps = try #require(rows.first { $0["type"] as? String == "HKQuantityTypeIdentifierStepCount" })
        #expect(steps["value"] as? Double == 100 && steps["unit"] as? String == "count")
        #expect(steps["text"] as? String == "100 count")
        let pressure = try #require(rows.first { $0["type"] as? String == "HKCorrelationTypeIdentifierBloodPressure" })
        #expect(pressure["value"] as? Double == 118.5 && pressure["secondValue"] as? Double == 77.75)
        let sleep = try #require(rows.first { $0["type"] as? String == "HKCategoryTypeIdentifierSleepAnalysis" })
        #expect(sleep["value"] as? Double == 1_000 && sleep["unit"] as? String == "s")
        // Every number is one that programs can count with.
        for row in rows { #expect(row["value"] is Double || row["value"] is NSNull, "\(row)") }
        let table = try example.run(["summary"])
        #expect(table.status == 0 && table.output.contains("Blood Pressure") && table.output.contains("118"))
        let folder = try ScratchFolder()
        let none = try Command.run(["summary", "--json"], in: folder)
        #expect(none.status == 1 && none.errors.contains("no store yet"), "\(none.errors)")
    }

    @Test("profile keeps what is set, takes it back with none, and a slip changes nothing")
    func profile() throws {
        let folder = try ScratchFolder()
        let store = ["--store", folder.path("profile.store")]
        func value(_ key: String) throws -> String? {
            let object = try Command.run(["profile", "--json"] + store, in: folder).json() as? [String: Any]
            return object?[key] as? String
        }
        let set = ["profile", "--set", "dateOfBirth=1990-12-10", "bloodtype=A+", "wheelchairUse=no"] + store
        #expect(try Command.run(set, in: folder).status == 0)
        #expect(try value("dateOfBirth") == "1990-12-10")
        #expect(try value("bloodType") == "aPositive" && value("wheelchairUse") == "no")
        let slip = ["profile", "--set", "dateOfBirth=1991-01-01", "bloodType=C"] + store
        #expect(try Command.run(slip, in: folder).status == 64)
        #expect(try value("dateOfBirth") == "1990-12-10")
        #expect(try Command.run(["profile", "--set", "bloodType=none"] + store, in: folder).status == 0)
        #expect(try value("bloodType") == nil && value("biologicalSex") == nil)
        #expect(try Command.run(["profile"] + store, in: folder).output.contains("Date of birth: 1990-12-10"))
    }
}
