import Foundation
import ProgramTesting
import Testing

@testable import healthtui

/// Two machines in step, as the guide shows it: real programs, one after another, by a shell.
@Suite("The session that the guide to sync shows")
struct SyncTranscriptTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Documentation/Sync.md")
    private static let title = "## A session"

    /// The person's input on each machine, with the expected exit status.
    private static let lines: [(machine: String, command: String, status: Int32)] = [
        ("laptop", "healthtui sync init shared --name laptop", 0),
        ("laptop", "healthtui sync invite | tee code", 0),
        ("desktop", "healthtui sync join shared --code-file code --name desktop", 0),
        ("laptop", "healthtui sync", 0),
        ("desktop", "healthtui sync", 0),
        ("laptop", "healthtui import export.xml", 0),
        ("laptop", "healthtui sync", 0),
        ("desktop", "healthtui sync", 0),
        ("desktop", "healthtui samples steps", 0),
        ("laptop", "healthtui delete --type steps --where '> 2000' --yes", 0),
        ("laptop", "healthtui sync", 0),
        ("desktop", "healthtui sync", 0),
        ("desktop", "healthtui undo", 0),
        ("desktop", "healthtui sync", 0),
        ("laptop", "healthtui sync", 0),
        ("laptop", "healthtui add bodyMass 70 kg --start '2026-11-20 08:00'", 0),
        ("laptop", "healthtui sync", 0),
        ("desktop", "healthtui sync", 0),
        ("laptop", "healthtui edit $(cat mass) 71 kg", 0),
        ("desktop", "healthtui edit $(cat mass) 72 kg", 0),
        ("laptop", "healthtui sync", 0),
        ("desktop", "healthtui sync", 0),
        ("laptop", "healthtui sync", 0),
        ("laptop", "healthtui samples bodyMass", 0),
        ("desktop", "healthtui samples bodyMass", 0),
        ("laptop", "healthtui sync conflicts", 0),
        ("laptop", "healthtui sync status --verify", 0),
        ("laptop", "healthtui sync remove desktop", 0),
        ("desktop", "healthtui sync", 1),
    ]

    private static let export = """
        <HealthData locale="en_US">
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="1200" \
        creationDate="2026-11-18 09:00:00 +0000" startDate="2026-11-18 08:00:00 +0000" endDate="2026-11-18 09:00:00 +0000"/>
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="2400" \
        creationDate="2026-11-19 09:00:00 +0000" startDate="2026-11-19 08:00:00 +0000" endDate="2026-11-19 09:00:00 +0000"/>
        </HealthData>
        """

    /// Runs the lines in a shell and gives what two terminals would show.
    private func session() throws -> String {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("shared"), withIntermediateDirectories: true)
        try Self.export.write(toFile: folder.path("export.xml"), atomically: true, encoding: .utf8)
        let programs = URL(fileURLWithPath: Program.path("healthtui")).deletingLastPathComponent().path
        var text = ""
        for (machine, command, status) in Self.lines {
            let output = URL(fileURLWithPath: folder.path("out-\(UUID().uuidString)"))
            try Data().write(to: output)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            process.environment = [
                "PATH": "\(programs):/usr/bin:/bin", "HOME": folder.path("home-\(machine)"), "LC_ALL": "C.UTF-8",
                "TZ": "UTC",
                "HEALTHKIT_STORE": folder.path("\(machine).store"),
            ]
            process.currentDirectoryURL = folder.root
            process.standardInput = FileHandle.nullDevice
            let handle = try FileHandle(forWritingTo: output)
            (process.standardOutput, process.standardError) = (handle, handle)
            try process.start()
            process.waitUntilExit()
            var said = try String(contentsOf: output, encoding: .utf8).replacing(folder.root.path + "/", with: "")
            #expect(process.terminationStatus == status, "\(command): \(said)")
            if command.contains("add bodyMass"), let uuid = said.firstMatch(of: /[0-9A-F-]{36}/) {
                try String(uuid.output).write(toFile: folder.path("mass"), atomically: true, encoding: .utf8)
            }
            if !said.isEmpty, !said.hasSuffix("\n") { said += "\n" }
            // The page says UUID where the sample's is typed.
            text += "\(machine)$ \(command.replacing("$(cat mass)", with: "UUID"))\n" + said
        }
        return text
    }

    /// A text without the parts that differ in each run: times, codes, UUIDs and sizes.
    private static func settled(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                String(line).replacing(/([0-9A-Z]{5}-){3,7}[0-9A-Z]{5}/, with: "CODE")
                    .replacing(/[0-9A-F]{8}-[0-9A-F-]{27}/, with: "UUID")
                    .replacing(/\b[0-9A-F]{8}\b/, with: "BEGIN").replacing(/\d{4}-\d\d-\d\d/, with: "DAY")
                    .replacing(/\d{1,2}:\d\d/, with: "TIME")
                    .replacing(/[\d,]+ bytes/, with: "SIZE").replacing(#/ +/#, with: " ")
            }
    }

    @Test("is a true one: it gives what stands there; UPDATE_DOCUMENTATION=1 writes it anew")
    func page() throws {
        let text = try session().trimmingCharacters(in: .newlines)
        let masses = text.components(separatedBy: "$ healthtui samples bodyMass\n").dropFirst()
            .map { $0.prefix { $0 != "$" }.split(separator: "\n").dropLast().joined() }
        #expect(masses.count == 2 && masses.allSatisfy { $0.contains("72") && !$0.contains("71") }, "\(masses)")
        #expect(text.contains("The store is what the group agrees on."))
        try TranscriptPage(file: Self.page, title: Self.title).check(text) { Self.settled($0) }
    }
}
