import Foundation
import LockTesting
import ProgramTesting
import Testing
@testable import HealthKit

/// A session with a passphrase, as the documentation shows it: real programs, one after another, by a shell.
@Suite("The session that the page about locking shows")
struct LockTranscriptTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/HealthKit/HealthKit.docc/Locking.md")
    private static let title = "### A session"

    /// The person's input, with the expected exit status.
    private static let lines: [(command: String, status: Int32)] = [
        ("healthtui samples steps", 0), ("healthtui passphrase set --passphrase-file words", 0),
        ("healthtui unlock --passphrase-file words", 0), ("stepdemo", 0), ("healthtui lock", 0),
        ("healthtui samples steps", 77), ("stepdemo", 0), ("healthtui lock --status", 0),
        ("strings health.store health.store-waiting | grep -ci -e step -e walk -e heart", 1),
        ("healthtui unlock --passphrase-file words", 0), ("healthtui samples steps", 0),
        ("healthtui audit --app stepdemo --type steps", 0), ("healthtui lock", 0),
    ]

    /// Runs the lines in a shell and gives what a terminal would show.
    private func session() throws -> String {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        let runtime = folder.path("run")
        try #require(mkdir(runtime, 0o700) == 0)
        try SecretFile.write(EncryptedStore.passphrase + "\n", to: folder.path("words"))
        let programs = URL(fileURLWithPath: Program.path("healthtui")).deletingLastPathComponent().path
        // It is about noon: the walk of the last minutes is one of today.
        let west = Int(Date().timeIntervalSince1970) / 3600 % 24 - 12
        let environment = [
            "PATH": "\(programs):/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8",
            "TZ": "Etc/GMT\(west < 0 ? "" : "+")\(west)",
            "XDG_RUNTIME_DIR": runtime, "XDG_STATE_HOME": folder.path("state"), "HEALTHKIT_STORE": path,
        ]
        #expect(
            try Command.run(["add", "steps", "1200", "--store", path], in: folder, environment: environment).status == 0
        )
        try Self.allowDemo(path)
        var text = ""
        for (command, status) in Self.lines {
            let output = URL(fileURLWithPath: folder.path("out-\(UUID().uuidString)"))
            try Data().write(to: output)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            process.environment = environment
            process.currentDirectoryURL = folder.root
            process.standardInput = FileHandle.nullDevice
            let handle = try FileHandle(forWritingTo: output)
            (process.standardOutput, process.standardError) = (handle, handle)
            try process.start()
            process.waitUntilExit()
            let said = try String(contentsOf: output, encoding: .utf8).replacing(folder.root.path + "/", with: "")
            #expect(process.terminationStatus == status, "\(command): \(said)")
            // A machine may lack the library that judges passphrases.
            let lines = said.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.hasPrefix("healthtui: whether the passphrase is weak") }
            text += "$ \(command)\n" + lines.joined(separator: "\n")
        }
        return text
    }

    /// Lets the demo save and read steps, as its sheet would; it then asks for nothing.
    private static func allowDemo(_ path: String) throws {
        let person = HKHealthStore.person(location: .file(path)).person
        let app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        let (steps, rate) = ("HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate")
        try person.store.database()
            .write { _ = try $0.ask(app, share: [steps], read: [steps, rate], now: Date()) }
        let request = try #require(try person.requests().first)
        _ = try person.answer(request.id, read: [steps, rate], share: [steps])
    }

    /// A text without the parts that differ in each run: times, the recovery key and the programs' own paths.
    private static func settled(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                String(line).replacing(/([0-9A-Z]{5}-){7}[0-9A-Z]{5}/, with: "KEY")
                    .replacing(/\d{4}-\d\d-\d\d/, with: "DAY").replacing(/\d{1,2}:\d\d/, with: "TIME")
                    .replacing(#/ +/#, with: " ")
            }
    }

    @Test(
        "is a true one: it gives what stands there; UPDATE_DOCUMENTATION=1 writes it anew",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strings"), "needs strings")
    )
    func page() throws {
        let text = try session().trimmingCharacters(in: .newlines)
        // Samples saved while the store was locked exist after unlocking, and weren't visible before.
        let parts = text.components(separatedBy: "$ ")
        #expect(parts.contains { $0.hasPrefix("strings") && $0.hasSuffix("heart\n0\n") })
        #expect(parts.contains { $0.hasPrefix("healthtui lock --status") && $0.contains("saves that wait: 1") })
        let samples = parts.filter { $0.hasPrefix("healthtui samples") }
        #expect(samples.last?.components(separatedBy: "250").count == 3, "\(samples.last ?? "")")
        let audit = parts.first { $0.hasPrefix("healthtui audit") } ?? ""
        #expect(audit.contains("save"), "\(audit)")

        try TranscriptPage(file: Self.page, title: Self.title).check(text) { Self.settled($0) }
    }
}
