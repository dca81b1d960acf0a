import Foundation
import RandomTesting
import Testing

/// Importing as a person does it: the real program, real files, several at once.
@Suite struct ImportCommandTests {
    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    private static func record(_ index: Int, _ type: String = "HeartRate", unit: String = "count/min") -> String {
        let time = String(
            format: "2024-%02d-%02d %02d:%02d:%02d +0000",
            1 + index / 1_000_000 % 12,
            1 + index / 43_200 % 28,
            index / 1_800 % 24,
            index / 30 % 60,
            index % 30 * 2
        )
        return "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"Watch\" unit=\"\(unit)\" "
            + "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(60 + index % 70)\"/>\n"
    }

    /// Records in which nothing is equal to anything, some duplicates, a correlation and its members, workouts.
    private static func export(records: Int) -> String {
        var text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n"
        for index in 0..<records {
            text += record(index)
            if index % 500 == 0 { text += record(index) }
        }
        let times = "startDate=\"2024-06-01 08:00:00 +0000\" endDate=\"2024-06-01 09:00:00 +0000\" sourceName=\"Food\""
        for value in 0..<20 {
            text += "<Correlation type=\"HKCorrelationTypeIdentifierFood\" \(times)>"
            text += "<Record type=\"HKQuantityTypeIdentifierDietaryProtein\" unit=\"g\" value=\"\(value)\" \(times)/>"
            text += "</Correlation>\n"
            text += "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times)/>\n"
        }
        return text + "</HealthData>\n"
    }

    private func samples(_ store: String) throws -> [String: Int] {
        let types = try Program.run("healthtui", ["types", "--json", "--store", store])
        let rows = try JSONSerialization.jsonObject(with: Data(types.output.utf8)) as? [[String: Any]]
        var counts: [String: Int] = [:]
        for row in rows ?? [] {
            if let name = row["identifier"] as? String, let count = row["samples"] as? Int { counts[name] = count }
        }
        return counts
    }

    private func shell(_ command: String) throws -> (status: Int32, output: String) {
        try Program.run(path: "/bin/sh", ["-c", command])
    }

    private static var healthtui: String { "'\(Program.path("healthtui"))'" }

    private func reports(_ text: String) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(value as? [[String: Any]], "\(text)")
    }

    private func tally(_ report: [String: Any], _ kind: String = "records", _ what: String) -> Int? {
        (report[kind] as? [String: Any])?[what] as? Int
    }

    @Test("Two processes that import one file at once store it once", arguments: 0..<Soak.count(3, soak: 8))
    func twoAtOnce(round: Int) throws {
        let folder = try ScratchFolder()
        let (store, export) = (folder.path("a.store"), folder.path("export.xml"))
        let records = 18_000 + round * 3_001
        try Data(Self.export(records: records).utf8).write(to: URL(fileURLWithPath: export))
        // Every other round into a store that is there already.
        if round.isMultiple(of: 2) { _ = try Program.run("healthtui", ["types", "--store", store]) }
        let importing = "\(Self.healthtui) import '\(export)' --json --store '\(store)'"
        let files = ["one", "two", "three"].map { folder.path($0) }
        let all = files.map { "\(importing) >'\($0)' 2>'\($0).errors' &" }.joined(separator: " ")
        let ran = try shell("\(all) wait")
        #expect(ran.status == 0)
        let duplicates = (records + 499) / 500
        var added = 0
        for file in files {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let errors = try String(contentsOfFile: file + ".errors", encoding: .utf8)
            let report = try #require(try reports(text).first, "\(errors)")
            #expect(tally(report, "records", "read") == records + duplicates)
            added += tally(report, "records", "added") ?? 0
        }
        #expect(added == records + duplicates)
        #expect(
            try samples(store) == [
                "HKQuantityTypeIdentifierHeartRate": records + duplicates, "HKQuantityTypeIdentifierDietaryProtein": 20,
                "HKCorrelationTypeIdentifierFood": 20, "HKWorkoutTypeIdentifier": 20,
            ]
        )
        let doctor = try Program.run("healthtui", ["doctor", "--store", store])
        #expect(doctor.status == 0, "\(doctor.output)")
    }

    @Test("Of several files the bad ones are told and the others come in; --json is one value with a name for each")
    func severalFiles() throws {
        let folder = try ScratchFolder()
        let store = folder.path("a.store")
        let good = folder.path("good.xml")
        try Data("<HealthData locale=\"en\">\(Self.record(1))\(Self.record(2))</HealthData>".utf8)
            .write(to: URL(fileURLWithPath: good))
        let cut = folder.path("cut.xml")
        try Data("<HealthData locale=\"en\">\(Self.record(3))<Record type=\"HKQ".utf8)
            .write(to: URL(fileURLWithPath: cut))
        let text = folder.path("text.xml")
        try Data("hello".utf8).write(to: URL(fileURLWithPath: text))
        let refused = folder.path("refused.xml")
        try Data("<HealthData locale=\"en\">\(Self.record(3, unit: "kg"))</HealthData>".utf8)
            .write(to: URL(fileURLWithPath: refused))
        let missing = folder.path("missing.zip")
        func run(_ files: [String]) throws -> (status: Int32, output: String) {
            let names = files.map { "'\($0)'" }.joined(separator: " ")
            return try shell("\(Self.healthtui) import \(names) --json --store '\(store)' 2>/dev/null")
        }
        let all = try run([missing, cut, text, refused, good])
        #expect(all.status == 66)
        let list = try reports(all.output)
        #expect(list.compactMap { $0["file"] as? String } == [missing, cut, text, refused, good])
        #expect(
            list.compactMap { $0["outcome"] as? String } == ["failed", "partial", "failed", "nothing", "complete"]
        )
        #expect(tally(list[4], "records", "added") == 2)
        #expect(try samples(store) == ["HKQuantityTypeIdentifierHeartRate": 3])
        #expect(try run([good]).status == 0)
        #expect(try run([good, good]).status == 0)
        #expect(try run([missing]).status == 66)
        for bad in [cut, text, refused] { #expect(try run([bad, good]).status == 65) }
        #expect(try Program.run("healthtui", ["import", "--store", store]).status == 64)
        #expect(try Program.run("healthtui", ["import", "-", "-", "--store", store]).status == 64)
        let closed = try Program.run("healthtui", ["import", good, "--store", folder.path("")])
        #expect(closed.status == 1)
        let help = try Program.run("healthtui", ["import", "--help"])
        for code in ["0 ", "1 ", "64", "65", "66"] { #expect(help.output.contains("  \(code)  ")) }
    }

    @Test("A table that can't be guessed fails alone: the files around it come in, and --json names all of them")
    func tableAmongOthers() throws {
        let folder = try ScratchFolder()
        let store = folder.path("a.store")
        let (first, second) = (folder.path("first.xml"), folder.path("second.xml"))
        for (index, file) in [first, second].enumerated() {
            try Data("<HealthData locale=\"en\">\(Self.record(index))</HealthData>".utf8)
                .write(to: URL(fileURLWithPath: file))
        }
        let table = folder.path("table.csv")
        try Data("Wann,Masse\n2024-01-01 08:00,71.5\n".utf8).write(to: URL(fileURLWithPath: table))
        let ran = try Command.run(["import", first, table, second, "--json", "--store", store], in: folder)
        #expect(ran.status == 65)
        let list = try ran.rows()
        #expect(list.compactMap { $0["file"] as? String } == [first, table, second])
        #expect(list.compactMap { $0["outcome"] as? String } == ["complete", "failed", "complete"])
        #expect((list[1]["error"] as? String)?.contains("--map") == true)
        #expect(try samples(store) == ["HKQuantityTypeIdentifierHeartRate": 2])
    }

    @Test("Whatever is refused, be it one record of many, makes the outcome partial and the exit code 65")
    func oneRefused() throws {
        let folder = try ScratchFolder()
        let file = folder.path("export.xml")
        let records = (0..<119).map { Self.record($0) }.joined() + Self.record(119, unit: "kg")
        try Data("<HealthData locale=\"en\">\(records)</HealthData>".utf8).write(to: URL(fileURLWithPath: file))
        for isAgain in [false, true] {
            let ran = try Command.run(["import", file, "--json", "--store", folder.path("a.store")], in: folder)
            #expect(ran.status == 65)
            let report = try #require(try ran.rows().first)
            #expect(report["outcome"] as? String == "partial")
            #expect(tally(report, "records", "refused") == 1)
            #expect(tally(report, "records", isAgain ? "duplicate" : "added") == 119)
        }
        let text = try Command.run(["import", file, "--store", folder.path("a.store")], in: folder)
        #expect(text.output.contains("1 object refused; everything else was imported"), "\(text.output)")
    }

    @Test("Standard input is read, as XML and as a zip, from a file and from a pipe")
    func standardInput() throws {
        let folder = try ScratchFolder()
        let xml = Self.fixtures.appending(path: "every-element.xml").path
        let zip = Self.fixtures.appending(path: "export-as-phones-write-it.zip").path
        let direct = try shell("\(Self.healthtui) import '\(xml)' --json --store '\(folder.path("x"))' 2>/dev/null")
        // Its state of mind is not imported yet.
        #expect(direct.status == 65)
        let expected = try #require(try reports(direct.output).first)
        for (index, command) in [
            "cat '\(xml)' | \(Self.healthtui) import -", "\(Self.healthtui) import - <'\(xml)'",
            "cat '\(zip)' | \(Self.healthtui) import -", "\(Self.healthtui) import - <'\(zip)'",
        ]
        .enumerated() {
            let ran = try shell(command + " --json --store '\(folder.path("\(index).store"))' 2>/dev/null")
            #expect(ran.status == 65, "\(command)")
            let report = try #require(try reports(ran.output).first)
            #expect(report["file"] as? String == "-")
            for kind in ["records", "correlations", "workouts", "activitySummaries"] {
                #expect(tally(report, kind, "added") == tally(expected, kind, "added"), "\(command): \(kind)")
            }
        }
    }

    @Test("Of a zip that is cut or damaged, what can be read comes in, and the message names the file inside")
    func damagedZips() throws {
        let folder = try ScratchFolder()
        let bytes = try Data(contentsOf: Self.fixtures.appending(path: "export-as-phones-write-it.zip"))
        let cut = folder.path("cut.zip")
        let name = Data("apple_health_export/export.xml".utf8)
        let start = try #require(bytes.range(of: name)).upperBound
        try bytes.prefix(start + 1_200).write(to: URL(fileURLWithPath: cut))
        let ran = try Program.run("healthtui", ["import", cut, "--store", folder.path("a.store")])
        #expect(ran.status == 65, "\(ran.output)")
        #expect(ran.output.contains("apple_health_export/export.xml: "), "\(ran.output)")
        #expect(ran.output.contains("cut short") || ran.output.contains("damaged"), "\(ran.output)")
        let bad = Self.fixtures.appending(path: "bad-checksum.zip").path
        let damaged = try Program.run("healthtui", ["import", bad, "--store", folder.path("b.store")])
        #expect(damaged.status == 65, "\(damaged.output)")
        #expect(damaged.output.contains("apple_health_export/export.xml: its checksum is wrong"), "\(damaged.output)")
        let steps = try samples(folder.path("b.store"))
        #expect(!steps.isEmpty)
    }

    @Test("What an import holds is shown: beats, summaries of days, types that nobody knows, unknown activities")
    func everythingIsShown() throws {
        let folder = try ScratchFolder()
        let store = folder.path("a.store")
        let export = Self.fixtures.appending(path: "imports/export-ios18.xml").path
        _ = try Program.run("healthtui", ["import", export, "--store", store])
        func json(_ arguments: [String]) throws -> [[String: Any]] {
            try reports(try Program.run("healthtui", arguments + ["--json", "--store", store]).output)
        }
        let variability = try #require(try json(["samples", "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"]).first)
        let beats = try #require(variability["beats"] as? [[String: Any]])
        #expect(beats.compactMap { $0["bpm"] as? Int } == [62, 64, 61])
        #expect(beats.first?["time"] as? String == "8:08:01.52 AM")
        let day = try #require(try json(["summaries"]).first)
        #expect(day["day"] as? String == "2022-04-01")
        #expect(day["activeEnergyBurned"] as? Double == 412.5)
        #expect(day["appleStandHoursGoal"] as? Int == 12)
        #expect(try json(["summaries", "--from", "2022-04-02"]).isEmpty)
        #expect(try Program.run("healthtui", ["summaries", "--from", "then", "--store", store]).status == 64)
        let goal = try #require(try json(["samples", "HKDataTypeSleepDurationGoal"]).first)
        #expect(goal["type"] as? String == "HKDataTypeSleepDurationGoal")
        #expect(goal["value"] as? Int == 8)
        #expect(goal["unit"] as? String == "hr")
        let tomorrow = try #require(try json(["samples", "HKCategoryTypeIdentifierOfTomorrow"]).first)
        #expect(tomorrow["value"] as? String == "HKCategoryValueTomorrowSunny")
        let workouts = try json(["samples", "workout"])
        #expect(workouts.compactMap { $0["activity"] as? String }.contains("Underwater Hockey"))
        #expect(workouts.compactMap { $0["activityName"] as? String } == ["HKWorkoutActivityTypeUnderwaterHockey"])
    }

    @Test("What was deleted stays deleted, is counted, and comes back when it is asked for")
    func deleted() throws {
        let folder = try ScratchFolder()
        let store = folder.path("a.store")
        let export = Self.fixtures.appending(path: "imports/export-ios15.xml").path
        _ = try Program.run("healthtui", ["import", export, "--store", store])
        let before = try samples(store)
        _ = try Program.run("healthtui", ["delete", "--type", "activeEnergyBurned", "--yes", "--store", store])
        let again = try Program.run("healthtui", ["import", export, "--store", store])
        #expect(again.status == 0)
        #expect(again.output.contains("3 deleted by you and left out"), "\(again.output)")
        #expect(again.output.contains("--restore-deleted"))
        #expect(try samples(store)["HKQuantityTypeIdentifierActiveEnergyBurned"] == nil)
        let restored = try Program.run("healthtui", ["import", export, "--restore-deleted", "--store", store])
        #expect(restored.output.contains("records: 3 added"), "\(restored.output)")
        #expect(try samples(store) == before)
    }

    @Test("When the disk is full, the message says how much is in and what to do")
    func fullDisk() throws {
        let folder = try ScratchFolder()
        let export = folder.path("export.xml")
        try Data(Self.export(records: 60_000).utf8).write(to: URL(fileURLWithPath: export))
        let store = folder.path("a.store")
        _ = try Program.run("healthtui", ["types", "--store", store])
        // A limit on the size of files simulates a full disk; the signal it sends is ignored.
        let ran = try shell(
            "trap '' XFSZ; ulimit -f 400; \(Self.healthtui) import '\(export)' --store '\(store)' 2>&1"
        )
        #expect(ran.status == 1, "\(ran.output)")
        #expect(ran.output.contains("in; run it again to go on"), "\(ran.output)")
        let again = try Program.run("healthtui", ["import", export, "--store", store])
        #expect(again.status == 0, "\(again.output)")
        #expect(try samples(store)["HKQuantityTypeIdentifierHeartRate"] == 60_120)
    }
}
