import Foundation
import ProgramTesting
import Testing
import WaitTesting

@testable import healthtui

/// Where `export` writes to: standard output, places that cannot take it, and the files left after it is interrupted.
@Suite("export: where it goes")
struct ExportOutputTests {
    private let example: ExampleStore

    init() throws { example = try ExampleStore() }

    private func path(_ name: String) -> String { example.folder.path(name) }

    @Test("- is standard output, with the same bytes as the file; what is said of it goes to standard error")
    func standardOutput() throws {
        for format in ["jsonl", "fhir"] {
            let arguments = ["--format", format, "--type", "heartRate"]
            let file = try example.run(["export", path("out.\(format)")] + arguments)
            #expect(file.status == 0, "\(file.errors)")
            let printed = try example.run(["export", "-"] + arguments)
            #expect(printed.status == 0, "\(printed.errors)")
            #expect(printed.errors.contains("healthtui: standard output: "), "\(printed.errors)")
            let written = try String(contentsOfFile: path("out.\(format)"), encoding: .utf8)
            func withoutTime(_ text: String) -> String { text.replacing(/"timestamp":"[^"]*"/, with: "") }
            #expect(withoutTime(printed.output) == withoutTime(written))
            #expect(!written.isEmpty)
        }
        #expect(!FileManager.default.fileExists(atPath: path("-")))
        for arguments in [["-"], ["-", "--format", "csv"], ["-", "--format", "jsonl", "--json"]] {
            let refused = try example.run(["export"] + arguments)
            #expect(refused.status == 64, "\(arguments): \(refused.errors)")
            #expect(refused.output.isEmpty)
        }
    }

    @Test("A reader that goes early ends the export without a word, as it ends every list")
    func closedPipe() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["export", "-", "--format", "jsonl", "--store", example.path]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": example.folder.root.path, "TZ": "UTC"]
        let (output, errors) = (Pipe(), Pipe())
        try output.fileHandleForReading.close()
        process.standardOutput = output
        process.standardError = errors
        try process.start()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 0)
        #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
    }

    @Test("What is there and is no file is called what it is, and stays")
    func places() throws {
        try FileManager.default.createDirectory(atPath: path("there"), withIntermediateDirectories: false)
        let folder = try example.run(["export", path("there"), "--force"])
        #expect(folder.status == 1)
        #expect(folder.errors.contains("This is a folder, not a file that can be replaced."), "\(folder.errors)")
        let device = try example.run(["export", "/dev/null", "--force"])
        #expect(device.status == 1)
        #expect(device.errors.contains("This is a device, not a file that can be replaced."), "\(device.errors)")
        let backup = try example.run(["backup", path("there")])
        #expect(!backup.errors.contains("not a store"), "\(backup.errors)")
    }

    @Test("A folder of tables that a signal ends is gone, and its name is free", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signalled(number: Int32) throws {
        // Enough that it is not done before the signal comes.
        var xml = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n"
        for index in 0..<60_000 {
            let time =
                "2024-01-\(10 + index / 3_600) 0\(index / 360 % 10):\(10 + index / 60 % 6 * 8):\(10 + index % 50) +0000"
            xml += "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"x\(index % 7)\" unit=\"count\" "
            xml += "value=\"\(index)\" startDate=\"\(time)\" endDate=\"\(time)\"/>\n"
        }
        try Data((xml + "</HealthData>\n").utf8).write(to: URL(fileURLWithPath: path("big.xml")))
        let store = path("big.store")
        #expect(try Command.run(["import", path("big.xml"), "--store", store], in: example.folder).status == 0)
        try FileManager.default.createDirectory(atPath: path("asked"), withIntermediateDirectories: false)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["export", path("asked/tables"), "--format", "csv", "--store", store]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": example.folder.root.path, "TZ": "UTC"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        let asked = path("asked")
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: asked) }
        try eventuallyBlocking("the folder of tables", seconds: 120, every: .milliseconds(1)) {
            try !process.isRunning || !names().isEmpty
        }
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        let left = try names()
        if process.terminationReason == .uncaughtSignal {
            #expect(left.allSatisfy { $0 == "tables" }, "\(left)")
        } else {
            #expect(left == ["tables"])
        }
    }

    @Test("The sources there are stand on one line, whatever their names hold")
    func names() throws {
        let xml = """
            <HealthData locale="en"><Record type="HKQuantityTypeIdentifierStepCount" sourceName="one&#10;two" unit="count" \
            value="1" startDate="2024-01-01 08:00:00 +0000" endDate="2024-01-01 08:00:00 +0000"/></HealthData>
            """
        try Data(xml.utf8).write(to: URL(fileURLWithPath: path("lines.xml")))
        let store = path("lines.store")
        #expect(try Command.run(["import", path("lines.xml"), "--store", store], in: example.folder).status == 0)
        let refused = try Command.run(
            ["export", path("none.zip"), "--source", "Nobody", "--store", store],
            in: example.folder
        )
        #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }

    @Test(
        "A folder and a file that may not be read are named, and the rest of the export comes in",
        .enabled(if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0, "root needs setpriv")
    )
    func closedPlaces() throws {
        let folder = try ScratchFolder()
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder.path("e/closed"), withIntermediateDirectories: true)
        let record =
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"x\" unit=\"count\" value=\"1\" "
            + "startDate=\"2024-01-01 08:00:00 +0000\" endDate=\"2024-01-01 08:00:00 +0000\"/>"
        try Data("<HealthData locale=\"en\">\n\(record)\n</HealthData>\n".utf8)
            .write(to: URL(fileURLWithPath: folder.path("e/export.xml")))
        for name in ["e/a.xml", "e/route.gpx"] {
            try Data("<gpx/>".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
        }
        for name in ["e/a.xml", "e/route.gpx", "e/closed"] { chmod(folder.path(name), 0) }
        if geteuid() == 0 { for name in ["", "e"] { chown(folder.path(name), 65_534, 65_534) } }
        defer { chmod(folder.path("e/closed"), 0o700) }
        let arguments = ["import", folder.path("e"), "--store", folder.path("e/s.store"), "--json"]
        let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups", Program.path("healthtui")]
        let outcome =
            try geteuid() == 0
            ? Program.run(path: "/usr/bin/setpriv", nobody + arguments)
            : Program.run(path: Program.path("healthtui"), arguments)
        // The route is refused, so only part of the export came in.
        #expect(outcome.status == 65, "\(outcome.output)")
        #expect(outcome.output.contains("\"outcome\":\"partial\""), "\(outcome.output)")
        for name in ["e/closed", "e/a.xml"] {
            #expect(
                outcome.output.contains("\(folder.path(name)): can't be read. Skipped."),
                "\(outcome.output)"
            )
        }
        #expect(outcome.output.contains("route.gpx:1: the file can't be read: Permission denied"), "\(outcome.output)")
        #expect(outcome.output.contains("\"added\":1"), "\(outcome.output)")
    }
}

/// The memory that requests may take.
@Suite struct BodyRoomTests {
    @Test("What a request holds is given back with it, and what does not fit has to wait")
    func room() {
        let room = BodyRoom(size: 10)
        do {
            let first = room.part()
            #expect(first.grow(by: 4, within: 0))
            #expect(first.grow(by: 4, within: 0))
            let second = room.part()
            #expect(!second.grow(by: 3, within: 0))
            #expect(second.grow(by: 2, within: 0))
            withExtendedLifetime((first, second)) {}
        }
        let third = room.part()
        #expect(third.grow(by: 10, within: 0))
        #expect(!third.grow(by: 1, within: 0))
        withExtendedLifetime(third) {}
    }
}
