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
        let file = try write("Wann,Gewicht\n2024-01-01 08:00,71.5\n", "table.csv")
        let store = folder.path("a.store")
        let unknown = try Command.run(["import", file, "--store", store], in: folder)
        #expect(unknown.status == 65)
        #expect(unknown.errors.contains("Gewicht: ignored"))
        let arguments = ["import", file, "--store", store, "--map", "Wann=start", "--map", "Gewicht=bodyMass:kg"]
        let asked = try Command.run(arguments, in: folder)
        #expect(asked.status == 65)
        #expect(asked.errors.contains("--yes"))
        #expect(!FileManager.default.fileExists(atPath: store))
        let read = try Command.run(arguments + ["--yes", "--json"], in: folder)
        #expect(read.status == 0, "\(read.errors)")
        let rows = try Command.run(["samples", "bodyMass", "--json", "--store", store], in: folder).rows()
        #expect(rows.first?["value"] as? Double == 71.5)
        let nonsense = try Command.run(["import", file, "--store", store, "--map", "Gewicht=furlongs"], in: folder)
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
        // Written elsewhere and moved here, as sync tools do; a hidden file is somebody's half.
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
        // What was downloaded has its own name once it's whole.
        try FileManager.default.moveItem(atPath: watched + "/a.xml.part", toPath: watched + "/a.xml")
        #expect(lines(3).last?.contains("/a.xml\"") == true)
        try FileManager.default.removeItem(atPath: watched)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        let rows = try Command.run(["samples", "steps", "--json", "--store", folder.path("w.store")], in: folder).rows()
        #expect(rows.count == 3)
    }
}
