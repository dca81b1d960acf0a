import Foundation
import Testing

@testable import healthtui

/// The log that `HEALTHKIT_LOG` switches on.
@Suite("The log")
struct LogTests {
    @Test("Commands log to standard error what they do, and no value, name or text of a sample, also when they fail")
    func commands() throws {
        let example = try ExampleStore()
        let debug = ["HEALTHKIT_LOG": "trace"]
        var log = ""
        let uuid = try #require(try example.run(["samples", "heartRate", "--json"]).rows().first?["uuid"] as? String)
        for arguments in [
            ["samples", "heartRate", "--json"], ["samples", "stateOfMind", "--csv"], ["samples", "allergyRecord"],
            ["stats", "heartRate", "--by", "day", "--explain"], ["types"], ["sources"], ["devices"],
            ["add", "heartRate", "71.25", "--metadata", "note=secret-note"], ["delete", uuid, "--yes"],
            ["doctor"], ["apps"],
        ] {
            let outcome = try example.run(arguments, environment: debug)
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
            #expect(outcome.errors.contains(" debug healthkit["), "\(arguments)")
            log += outcome.errors
        }
        #expect(log.contains("save objects=1 types=HKQuantityTypeIdentifierHeartRate"))
        #expect(log.contains("open ") && log.contains("trace healthkit"))
        for secret in ExampleStore.secrets + [uuid] { #expect(!log.contains(secret), "the log tells \(secret)") }

        let failing = try example.run(
            ["add", "bodyMass", "71.25 kg", "--metadata", "HKMetadataKeySyncVersion=987654321"],
            environment: debug
        )
        #expect(failing.status == 64)
        let lines = failing.errors.split(separator: "\n").filter { $0.contains(" healthkit[") }
        #expect(lines.contains { $0.contains("failed=") })
        for line in lines { #expect(!line.contains("71.25") && !line.contains("987654321"), "\(line)") }
    }

    @Test("Without the variable nothing is logged; an invalid level is reported with the valid ones")
    func levels() throws {
        let example = try ExampleStore()
        #expect(try example.run(["types"]).errors == "")
        #expect(try example.run(["types"], environment: ["HEALTHKIT_LOG": ""]).errors == "")
        let wrong = try example.run(["types"], environment: ["HEALTHKIT_LOG": "banana"])
        #expect(wrong.status == 0)
        #expect(wrong.errors.contains("“banana” isn't a level; write one of trace, debug"))
        #expect(wrong.errors.split(separator: "\n").count == 1)
        let debug = try example.run(["types"], environment: ["HEALTHKIT_LOG": "DEBUG"]).errors
        #expect(debug.contains(" debug ") && !debug.contains(" trace "))
    }

    @Test("The file of the console's log is below XDG_STATE_HOME, the owner's alone, and put aside when it is large")
    func file() throws {
        let folder = try ScratchFolder()
        let path = LogFile.path(["XDG_STATE_HOME": folder.path("state")])
        #expect(path == folder.path("state/healthtui/healthtui.log"))
        #expect(LogFile.path(["XDG_STATE_HOME": "relative"]).hasSuffix("/.local/state/healthtui/healthtui.log"))
        try LogFile(path: path).write("one\n")
        try LogFile(path: path).write("two\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        #expect(facts[.posixPermissions] as? Int == 0o600)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: UInt64(LogFile.limit) + 1)
        try handle.close()
        try LogFile(path: path).write("three\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "three\n")
        #expect(FileManager.default.fileExists(atPath: path + ".old"))
    }
}
