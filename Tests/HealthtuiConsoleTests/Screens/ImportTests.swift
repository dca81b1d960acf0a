import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing
import WaitTesting

@Suite struct ImportTests {
    /// A folder for one test.
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("console-import-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData locale="en_US">
         <ExportDate value="2026-11-21 14:00:00 +0100"/>
         <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" \
        creationDate="2026-11-20 08:00:00 +0100" startDate="2026-11-20 08:00:00 +0100" \
        endDate="2026-11-20 08:00:00 +0100" value="71.5"/>
         <Strange a="1"/>
        </HealthData>
        """

    private func words(_ console: Console) -> [String] {
        console.expectRow("Records").split(separator: " ").map { String($0) }
    }

    @Test func completesThePathImportsAndSaysWhatCameIn() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.export.utf8).write(to: folder.appendingPathComponent("export.xml"))
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment)
        try await console.press("6").type(folder.path + "/exp").press(.tab)
        console.expectRow("export.xml")
        try await console.press(.enter)
        console.expectRow("imported 1 object")
        #expect(words(console) == ["▌Records", "1", "1", "0", "0"])
        console.expectRow("Not imported yet")
        try await console.press("/", .enter)
        #expect(words(console) == ["▌Records", "1", "0", "1", "0"])
        try await console.press("1")
        #expect(console.expectRow("Weight").contains("71.5"))
    }

    @Test("A dry run shows what each type and source gets and saves nothing; Enter then imports it, Esc leaves it")
    func dryRun() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(Self.export.utf8).write(to: folder.appendingPathComponent("export.xml"))
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment, width: 120, height: 40)
        try await console.press("6").type(folder.path + "/export.xml").press(.control("t"))
        console.expectRow("export.xml: what would come in")
        console.expectRow("New 1   Here 0   No place 1")
        let row = console.expectRow("Weight")
        #expect(row.contains("Scale") && row.contains("20 Nov 2026") && row.contains("71.5"), "\(row)")
        console.expectRow("1 × Strange, first in line")
        #expect(try store.person.steps().isEmpty)
        try await console.press(.enter)
        console.expectRow("imported 1 object")
        #expect(try store.person.steps().count == 1)
        try await console.press("d")
        console.expectRow("New 0   Here 1   No place 1")
        try await console.press(.escape)
        #expect(!console.text.contains("what would come in"))
        #expect(try store.person.steps().count == 1)
    }

    @Test("Names of what has no place, however long, are whole in a dry run", arguments: [40, 80, 120, 200])
    func longNames(width: Int) async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "Measurement-of-a-kind-that-HealthKit-has-no-type-for-" + String(repeating: "x", count: 60)
        let export = Self.export.replacing("<Strange a", with: "<\(name) a")
        try Data(export.utf8).write(to: folder.appendingPathComponent("export.xml"))
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment, width: width, height: 40)
        try await console.press("6").type(folder.path + "/export.xml").press(.control("t"))
        console.expectRow("No place")
        let shown = console.text.filter { !$0.isWhitespace }
        #expect(shown.contains("1×\(name),firstinline"), "\(console.text)")
    }

    @Test("A dry run says how many files were read")
    func dryRunOfFolder() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let track =
            #"<gpx version="1.1" creator="Site" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type><trkseg>"#
            + #"<trkpt lat="47.1" lon="8.3"><time>2026-11-20T07:00:00Z</time></trkpt>"#
            + #"<trkpt lat="47.2" lon="8.3"><time>2026-11-20T07:20:00Z</time></trkpt></trkseg></trk></gpx>"#
        try Data(track.utf8).write(to: files.appendingPathComponent("run.gpx"))
        try Data("Nothing to see.".utf8).write(to: files.appendingPathComponent("readme.rst"))
        let console = try await Console.start(environment, width: 120, height: 40)
        try await console.press("6").type(files.path).press(.control("t"))
        console.expectRow("Files 1 of 2")
    }

    @Test("A table is asked about before its dry run, and imported after it as it was shown")
    func dryRunOfTable() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = "Date,Weight (kg)\n2026-11-19 07:12,71.4\n2026-11-20 07:05,71.2\n"
        try Data(table.utf8).write(to: folder.appendingPathComponent("scale.csv"))
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment, width: 120, height: 40)
        try await console.press("6").type(folder.path + "/scale.csv").press(.control("t"))
        console.expectRow("Enter shows what would come in")
        try await console.press(.enter)
        console.expectRow("New 2   Here 0   No place 0")
        #expect(try store.person.steps().isEmpty)
        try await console.press(.enter)
        console.expectRow("imported 2 objects")
    }

    /// What an export holds whose objects are counted.
    enum Counted: CaseIterable {
        case membersAlone, membersAtTopLevel, someMembersAtTopLevel, records

        /// The lines of the export, and how many objects that is: a member counts where it stands at top level too.
        func contents(_ record: (_ type: String, _ unit: String, _ value: String) -> String, _ dates: String) -> (
            lines: [String], count: Int
        ) {
            var lines = [record("BodyMass", "kg", "71.5"), record("HeartRate", "count/min", "64")]
            if self == .records { return (lines, 2) }
            var members: [[String]] = []
            for pressure in [(128, 82), (131, 84), (119, 77)] {
                members.append([
                    record("BloodPressureSystolic", "mmHg", "\(pressure.0)"),
                    record("BloodPressureDiastolic", "mmHg", "\(pressure.1)"),
                ])
            }
            let shown = self == .membersAlone ? 0 : self == .membersAtTopLevel ? 3 : 1
            lines += members.prefix(shown).joined()
            let type = "HKCorrelationTypeIdentifierBloodPressure"
            for members in members {
                lines.append(
                    "<Correlation type=\"\(type)\" sourceName=\"Cuff\" \(dates)>\(members.joined())</Correlation>"
                )
            }
            lines.append(
                "<ActivitySummary dateComponents=\"2026-11-20\" activeEnergyBurned=\"400\" activeEnergyBurnedGoal=\"500\" "
                    + "activeEnergyBurnedUnit=\"kcal\" appleExerciseTime=\"20\" appleExerciseTimeGoal=\"30\" "
                    + "appleStandHours=\"9\" appleStandHoursGoal=\"12\"/>"
            )
            return (lines, 2 + 2 * shown + 3 + 1)
        }
    }

    @Test(
        "One import says one number of objects: in its notice, its result and the log, and as it is undone and redone",
        arguments: Counted.allCases
    )
    func oneNumber(_ counted: Counted) async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let dates = ["creationDate", "startDate", "endDate"].map { "\($0)=\"2026-11-20 08:00:00 +0100\"" }
            .joined(separator: " ")
        let contents = counted.contents(
            { type, unit, value in
                "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"Cuff\" unit=\"\(unit)\" \(dates) value=\"\(value)\"/>"
            },
            dates
        )
        let text =
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(contents.lines.joined(separator: "\n"))\n</HealthData>\n"
        try Data(text.utf8).write(to: folder.appendingPathComponent("export.xml"))
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment, width: 120, height: 40)
        try await console.press("6").type(folder.path + "/export.xml").press(.enter)
        func first(_ row: String) throws -> Int {
            try #require(row.split { !$0.isNumber }.compactMap { Int($0) }.first, "\(row)")
        }
        let number = try first(console.expectRow("imported "))
        #expect(number == contents.count)
        if counted != .records {
            let total = console.expectRow("All objects").split(separator: " ").compactMap { Int($0) }
            #expect(total.count == 4 && total[1] == number, "\(console.text)")
            #expect(total[0] == total[1] + total[2] + total[3], "\(console.text)")
        }
        let step = try #require(try store.person.steps().first)
        #expect(step.objects == number)
        try await console.press(.escape, ":").type("log").press(.enter)
        let what = console.expectRow("imported export.xml")
        #expect(what.contains("\(number) object") || what.contains("\(number) sample"), "\(console.text)")
        try await console.press(.escape)
        // The question before it goes, what is said once it is gone, and the same of doing it again.
        for isRedo in [false, true] {
            let preview = try #require(try store.person.previewStep(isRedo: isRedo))
            let objects = isRedo ? preview.coming : preview.going
            #expect(objects.reduce(0) { $0 + $1.count } == number, "\(preview)")
            for objects in objects where !objects.sources.isEmpty {
                #expect(objects.sources.values.reduce(0, +) == objects.count)
            }
            let effects = OperationText.effects(preview)
            #expect(try first(effects[0]) == number, "\(effects)")
            if isRedo {
                try await console.press(.control("r"))
            } else {
                try await console.press("u")
                let question = console.expectRow(", go")
                #expect(
                    question.contains(" \(number) object") || question.contains(" \(number) sample"),
                    "\(console.text)"
                )
                try await console.press("y")
            }
            let notice = console.expectRow(isRedo ? "redone: imported export.xml" : "undone: imported export.xml")
            #expect(notice.contains("\(number) object") || notice.contains("\(number) sample"), "\(notice)")
        }
    }

    @Test("A warning names the type and the line, and never the value")
    func warningsHoldNoValues() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let dates = [
            "creationDate", "startDate", "endDate",
        ]
        .map { "\($0)=\"2026-11-20 08:00:00 +0100\"" }.joined(separator: " ")
        let records = [
            "type=\"HKQuantityTypeIdentifierBodyMass\" unit=\"kg\" value=\"seventy-one\"",
            "type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"HKCategoryValueSleepAnalysisMoonlit\"",
            "type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"4711\"",
        ]
        let lines = records.map { " <Record sourceName=\"Scale\" \(dates) \($0)/>\n" }.joined()
        let file = folder.appendingPathComponent("export.xml")
        try Data("<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(lines)</HealthData>\n".utf8).write(to: file)
        let report = try ExportImporter(TestStore().person).run(path: file.path)
        let warnings = report.warnings.joined(separator: "\n")
        #expect(warnings.contains("export.xml:3: HKQuantityTypeIdentifierBodyMass"), "\(warnings)")
        for value in ["seventy", "Moonlit", "4711"] { #expect(!warnings.contains(value), "\(warnings)") }
    }

    @Test func saysWhatIsWrongWithAFile() async throws {
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment)
        try await console.press("6").type("/nowhere/export.zip").press(.enter)
        console.expectRow("✗")
        console.expectRow("/nowhere/export.zip")
    }

    @Test func showsProgressAndStopsWhenAsked() async throws {
        let store = TestStore()
        let mayEnd = Mutex(false)
        let environment = store.environment(importFile: { _, isCancelled, progress in
            progress(ImportProgress(bytesRead: 250_000, bytesTotal: 1_000_000, records: 1_234))
            eventuallyBlocking("the end of the import", seconds: 600) { isCancelled() || mayEnd.withLock { $0 } }
            throw CancellationError()
        })
        let console = try await Console.start(environment)
        try await console.press("6").type("big.xml")
        console.terminal.deliver(.key(.enter))
        try await console.waitFor("1,234 records")
        console.expectRow("25 %")
        console.terminal.deliver(.key("x"))
        try await console.waitFor("Stop importing?")
        console.terminal.deliver(.key("y"))
        try await console.waitFor("stopped; what is in stays")
        mayEnd.withLock { $0 = true }
    }

    @Test func offersSeveralCompletions() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["export-1.xml", "export-2.xml", ".hidden"] {
            try Data().write(to: folder.appendingPathComponent(name))
        }
        let result = PathCompletion.complete(folder.path + "/ex")
        #expect(result.path == folder.path + "/export-")
        #expect(result.choices == ["export-1.xml", "export-2.xml"])
        #expect(PathCompletion.complete(folder.path + "/none").choices.isEmpty)
        #expect(PathCompletion.complete("~").path == "~/")
    }
}
