import Foundation
import ProgramTesting
import Testing

/// Tables and folders that are watched, with the real binary.
@Suite("import: files of other programs")
struct ReaderCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func write(_ text: String, _ name: String) throws -> String {
        let path = folder.path(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test("a table is shown and not read before somebody says yes; --map says what a column means")
    func table() throws {
        let file = try write("Wann,Masse\n2024-01-01 08:00,71.5\n", "table.csv")
        let store = folder.path("a.store")
        let unknown = try Command.run(["import", file, "--store", store], in: folder)
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("Masse: ignored"))
        let arguments = ["import", file, "--store", store, "--map", "Wann=start", "--map", "Masse=bodyMass:kg"]
        let asked = try Command.run(arguments, in: folder)
        #expect(asked.status == 65)
        #expect(asked.errors.contains("--yes"))
        #expect(!FileManager.default.fileExists(atPath: store))
        let read = try Command.run(arguments + ["--yes", "--json"], in: folder)
        #expect(read.status == 0, "\(read.errors)")
        let rows = try Command.run(["samples", "bodyMass", "--json", "--store", store], in: folder).rows()
        #expect(rows.first?["value"] as? Double == 71.5)
        let nonsense = try Command.run(["import", file, "--store", store, "--map", "Masse=furlongs"], in: folder)
        #expect(nonsense.status == 64, "\(nonsense.errors)")
    }

    @Test("a table that leaves a unit open is refused with what to pass, and read when that is passed")
    func openTable() throws {
        let file = try write("Date,Weight\n2024-01-01 08:00,158\n", "open.csv")
        let store = folder.path("o.store")
        let refused = try Command.run(["import", file, "--yes", "--store", store], in: folder)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("--map \"Weight=bodyMass:kg\""), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: store))
        let reported = ["--map", "Weight=bodyMass:lb"]
        let read = try Command.run(["import", file, "--yes", "--store", store] + reported, in: folder)
        #expect(read.status == 0, "\(read.errors)")
    }

    @Test("numbers and durations that can be read in two ways are refused with file, line, cell and option")
    func openNumbers() throws {
        let file = try write(
            "Date,Duration,Sodium (mg)\n2024-01-01 08:00,45 min,7\n2024-01-02 08:00,1:05,\"1,234\"\n",
            "two.csv"
        )
        let store = folder.path("n.store")
        let refused = try Command.run(["import", file, "--yes", "--store", store], in: folder)
        #expect(refused.status == 65)
        for text in [
            "two.csv", "line 3: Sodium (mg): 1,234 could be 1234 or 1.234", "--decimal point or --decimal comma",
            "line 3: Duration: 1:05 could be", "--map \"Duration=duration:h:mm\"",
        ] {
            #expect(refused.errors.contains(text), "\(refused.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: store))
        let answers = ["--decimal", "comma", "--map", "Duration=duration:h:mm"]
        let read = try Command.run(["import", file, "--yes", "--store", store] + answers, in: folder)
        #expect(read.status == 0, "\(read.errors)")
        let rows = try Command.run(["samples", "dietarySodium", "--json", "--store", store], in: folder).rows()
        #expect(Set(rows.compactMap { $0["value"] as? Double }) == [7, 1.234])
        let usage = try Command.run(["import", file, "--yes", "--map", "Duration=duration:kg"], in: folder)
        #expect(usage.status == 64 && usage.errors.contains("h:mm"))
    }

    @Test("with --decimal point a number with a decimal comma is refused, never ten times as large")
    func contradiction() throws {
        let file = try write("Date,Insulin (IU)\n2024-01-01 08:00,\"2,5\"\n2024-01-02 08:00,3.5\n", "iu.csv")
        let store = folder.path("c.store")
        let read = try Command.run(
            [
                "import", file, "--yes", "--decimal", "point", "--store", store, "--map",
                "Insulin (IU)=insulinDelivery:IU",
            ],
            in: folder
        )
        #expect(read.status == 65 && read.errors.contains("line 2"), "\(read.errors)")
        let rows = try Command.run(["samples", "insulinDelivery", "--json", "--store", store], in: folder).rows()
        #expect(rows.compactMap { $0["value"] as? Double } == [3.5])
    }

    @Test("a table that isn't understood is named beside one that is, and the import is partial")
    func severalTables() throws {
        let text = "Date,Weight (kg)\n2024-01-01 08:00,71.5\nErrands\nWhen,Where,How many\n2024-01-02,town,3\n"
        let file = try write(text, "several.csv")
        let read = try Command.run(["import", file, "--yes", "--store", folder.path("s.store")], in: folder)
        #expect(read.status == 65)
        #expect(read.output.contains("table “Errands”") && read.output.contains("line 3"), "\(read.output)")
        #expect(read.output.contains("not imported yet"), "\(read.output)")
    }

    @Test("tables and JSON come from standard input and in a .txt, and an export still does")
    func standardInput() throws {
        let json =
            #"{"data":{"metrics":[{"name":"blood_pressure","units":"mmHg","data":[{"date":"#
            + #""2026-03-01 08:00:00 +0100","systolic":128,"diastolic":82,"source":"Omron"}]}]}}"#
        let table = "Date,Weight (kg)\n2024-01-01 08:00,71.5\n"
        let export =
            "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\"><Record type=\"HKQuantityTypeIdentifierStepCount\" "
            + "sourceName=\"x\" unit=\"count\" value=\"7\" startDate=\"2024-01-01 08:00:00 +0100\" "
            + "endDate=\"2024-01-01 08:10:00 +0100\"/></HealthData>"
        for (index, text) in [json, table, export, export + String(repeating: " ", count: 70_000)].enumerated() {
            let store = folder.path("i\(index).store")
            let read = try Command.run(["import", "-", "--yes", "--json", "--store", store], in: folder, input: text)
            #expect(read.status == 0, "\(read.errors)")
            let copy = try write(text, "copy\(index).txt")
            let again = try Command.run(["import", copy, "--yes", "--json", "--store", store], in: folder)
            #expect(again.status == 0, "\(again.errors)")
            let value = try JSONSerialization.jsonObject(with: Data(again.output.utf8)) as? [[String: Any]]
            let tally = value?.first?[index == 0 ? "correlations" : "records"] as? [String: Any]
            #expect(tally?["duplicate"] as? Int == 1, "\(again.output)")
        }
        let nothing = try Command.run(
            ["import", "-", "--yes", "--store", folder.path("x.store")],
            in: folder,
            input: "hello, world\n"
        )
        #expect(nothing.status == 65 && nothing.errors.contains("HealthData"), "\(nothing.errors)")
    }

    @Test("at a terminal what a table leaves open is asked, with a number for each answer", .enabled(if: Tmux.isThere))
    func questions() async throws {
        let file = try write("Date,Duration,Weight\n2024-01-01 08:00,1:05,158\n", "ask.csv")
        let store = folder.path("q.store")
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let window = try tmux.open(
            "ask",
            Tmux.Size(100, 30),
            "HOME=\(folder.root.path) \(Program.path("healthtui")) import \(file) --store \(store)"
        )
        try await window.wait(for: "in lb")
        try window.press("2", "Enter")
        try await window.wait(for: "1 h 5 min")
        try window.press("9", "Enter", "duration:m:ss", "Enter")
        try await window.wait(for: "Import it this way?")
        try window.press("y", "Enter")
        try await window.wait(for: "the-end")
        let rows = try Command.run(["samples", "bodyMass", "--json", "--store", store], in: folder).rows()
        #expect(rows.first?["unit"] as? String == "lb", "\(rows)")
        #expect((rows.first?["end"] as? String)?.contains("08:01:05") == true, "\(rows)")
    }

    @Test("a value that nobody has is stored with --force alone")
    func force() throws {
        let file = try write("Date,Heart Rate (bpm)\n2024-01-01 08:00,700\n", "force.csv")
        let store = folder.path("f.store")
        let refused = try Command.run(["import", file, "--yes", "--store", store], in: folder)
        #expect(refused.status == 65 && refused.errors.contains("--force"))
        let read = try Command.run(["import", file, "--yes", "--force", "--store", store], in: folder)
        #expect(read.status == 0, "\(read.errors)")
    }

    @Test("each file of a watched folder is imported once, those that come later too, until the folder goes")
    func watch() throws {
        let watched = folder.path("inbox")
        try FileManager.default.createDirectory(atPath: watched, withIntermediateDirectories: true)
        func record(_ day: Int) -> String {
            """
            <HealthData locale="en_US">
             <Record type="HKQuantityTypeIdentifierStepCount" sourceName="x" unit="count" value="\(day)" \
            startDate="2024-01-0\(day) 08:00:00 +0100" endDate="2024-01-0\(day) 08:10:00 +0100"/>
            </HealthData>
            """
        }
        _ = try write(record(1), "inbox/first.xml")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["import", "--watch", watched, "--json", "--store", folder.path("w.store")]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.start()
        defer { process.terminate() }
        var text = ""
        /// Reads until so many lines came.
        func lines(_ count: Int) -> [Substring] {
            while text.filter({ $0 == "\n" }).count < count {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text.split(separator: "\n")
        }
        #expect(lines(1).first?.contains("first.xml") == true)
        // Written elsewhere and moved here, as sync tools do; a hidden file is incomplete.
        let later = try write(record(2), "later.xml")
        _ = try write(record(3), "inbox/.hidden.xml")
        for name in ["a.xml.part", "b.zip.crdownload", "c.xml.PARTIAL", "d.xml.download", "e.tmp", "~f.xml", "g.xml~"] {
            _ = try write(record(4), "inbox/" + name)
        }
        try FileManager.default.moveItem(atPath: later, toPath: watched + "/later.xml")
        let all = lines(2)
        #expect(all.count == 2)
        #expect(all.last?.contains("later.xml") == true)
        #expect(FileManager.default.fileExists(atPath: watched + "/later.xml"))
        // A download gets its final name once it is complete.
        try FileManager.default.moveItem(atPath: watched + "/a.xml.part", toPath: watched + "/a.xml")
        #expect(lines(3).last?.contains("/a.xml\"") == true)
        try FileManager.default.removeItem(atPath: watched)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        let rows = try Command.run(["samples", "steps", "--json", "--store", folder.path("w.store")], in: folder).rows()
        #expect(rows.count == 3)
    }

    @Test("folders inside a watched folder are watched too, those that come later as well")
    func watchBelow() throws {
        let watched = folder.path("deep")
        try FileManager.default.createDirectory(atPath: watched + "/a/b", withIntermediateDirectories: true)
        func table(_ day: Int) -> String { "Date,Weight (kg)\n2024-01-0\(day) 08:00,7\(day)\n" }
        _ = try write(table(1), "deep/a/b/first.csv")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["import", "--watch", watched, "--json", "--store", folder.path("d.store")]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.start()
        defer { process.terminate() }
        var text = ""
        func lines(_ count: Int) -> [Substring] {
            while text.filter({ $0 == "\n" }).count < count {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                text += String(decoding: data, as: UTF8.self)
            }
            return text.split(separator: "\n")
        }
        #expect(lines(1).first?.contains("first.csv") == true)
        let made = folder.path("made")
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        _ = try write(table(2), "made/second.csv")
        try FileManager.default.moveItem(atPath: made, toPath: watched + "/made")
        #expect(lines(2).last?.contains("second.csv") == true)
        _ = try write(table(3), "deep/made/third.csv")
        #expect(lines(3).last?.contains("third.csv") == true)
        try FileManager.default.removeItem(atPath: watched)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
    }

    @Test("a folder and a zip are one import of all their files; a file that can't be read is named")
    func containers() throws {
        try FileManager.default.createDirectory(atPath: folder.path("all/below"), withIntermediateDirectories: true)
        _ = try write("Date,Weight (kg)\n2024-01-01 08:00,71\n", "all/a.csv")
        _ = try write("Date,Weight\n2024-01-02 08:00,158\n", "all/below/open.csv")
        _ = try write("Nothing to see here.\n", "all/readme.rst")
        let store = folder.path("c.store")
        let asked = try Command.run(["import", folder.path("all"), "--store", store], in: folder)
        #expect(asked.status == 65)
        #expect(asked.errors.contains("a.csv: add --yes"), "\(asked.errors)")
        let read = try Command.run(["import", folder.path("all"), "--yes", "--store", store], in: folder)
        #expect(read.status == 65)
        #expect(read.errors.contains("below/open.csv: "), "\(read.errors)")
        #expect(read.errors.contains("--map \"Weight=bodyMass:kg\""))
        #expect(read.output.contains("1 added"), "\(read.output)")
        #expect(read.output.contains("ignored: files of other formats, 1"), "\(read.output)")
        let answered = ["import", folder.path("all"), "--yes", "--map", "Weight=bodyMass:lb", "--store", store]
        #expect(try Command.run(answered, in: folder).status == 0)
        let rows = try Command.run(["samples", "bodyMass", "--json", "--store", store], in: folder).rows()
        #expect(rows.count == 2)
        let undone = try Command.run(["undo", "--yes", "--store", store], in: folder)
        #expect(undone.status == 0, "\(undone.errors)")
        let rest = try Command.run(["samples", "bodyMass", "--json", "--store", store], in: folder).rows()
        #expect(rest.count == 1)
        let wrong = try Command.run(
            ["import", folder.path("all"), "--answer", "nothing", "--store", store],
            in: folder
        )
        #expect(wrong.status == 64, "\(wrong.errors)")
    }
}
