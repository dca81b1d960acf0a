import Foundation
import Glibc
import ProgramTesting
import Testing
import WaitTesting

@testable import HealthKit
@testable import healthtui

@Suite("healthtui sync")
struct SyncCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("shared"), withIntermediateDirectories: true)
    }

    /// A command on the store of a machine.
    private func run(_ arguments: [String], on machine: String) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", folder.path("\(machine).store")], in: folder)
    }

    private func sync(_ arguments: String..., on machine: String) throws -> Command.Outcome {
        try run(["sync"] + arguments, on: machine)
    }

    private func succeed(_ arguments: String..., on machine: String) throws {
        let outcome = try run(arguments, on: machine)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
    }

    private func write(_ text: String, _ name: String) throws -> String {
        try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        return folder.path(name)
    }

    /// Pairs machines with the first; gives the group's recovery key.
    private func pair(_ first: String, _ others: String...) throws -> String {
        let begun = try sync("init", folder.path("shared"), "--name", first, "--json", on: first)
        let key = try #require((try begun.json() as? [String: Any])?["recoveryKey"] as? String)
        for other in others {
            let invited = try sync("invite", "--json", on: first)
            let code = try #require((try invited.json() as? [String: Any])?["code"] as? String)
            let file = try write(code + "\n", "code")
            try succeed("sync", "join", folder.path("shared"), "--code-file", file, "--name", other, on: other)
            try succeed("sync", on: first)
            try succeed("sync", on: other)
        }
        return key
    }

    private func values(_ machine: String) throws -> [Int] {
        try run(["samples", "steps", "--json"], on: machine).rows().compactMap { ($0["value"] as? NSNumber)?.intValue }
            .sorted()
    }

    @Test("What is added, deleted and undone on one machine is so on the other; JSON says what came of it")
    func wholeWay() throws {
        try succeed("add", "steps", "100", on: "laptop")
        _ = try pair("laptop", "desktop")
        #expect(try values("desktop") == [100])
        try succeed("delete", "--type", "steps", "--yes", on: "laptop")
        try succeed("sync", on: "laptop")
        let report = try #require(try sync("--json", on: "desktop").json() as? [String: Any])
        #expect(report["deleted"] as? Int == 1)
        #expect(report["state"] as? String == "member")
        #expect(
            Set(report.keys) == [
                "state", "sent", "added", "changed", "deleted", "settings", "tooLarge", "invalid", "joined",
                "newMachines",
                "profile", "problems",
            ]
        )
        #expect(try values("desktop").isEmpty)
        #expect(try run(["undo"], on: "desktop").output.contains("as on another machine"))
        try succeed("sync", on: "desktop")
        try succeed("sync", on: "laptop")
        #expect(try values("laptop") == [100])
        let status = try #require(try sync("status", "--verify", "--json", on: "laptop").json() as? [String: Any])
        #expect((status["devices"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["laptop", "desktop"])
        #expect(status["differing"] as? [String] == [])
        #expect(status["unsent"] as? Bool == false)
    }

    @Test("A wrong code, a mistyped one, a folder without a group and one that isn't there each say what to do")
    func wrongCodes() throws {
        _ = try pair("laptop")
        let shared = folder.path("shared")
        for name in ["empty", "elsewhere"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        // The code of another group's invitation is well-formed, and wrong here.
        try succeed("sync", "init", folder.path("elsewhere"), on: "stranger")
        let invited = try #require(try sync("invite", "--json", on: "stranger").json() as? [String: Any])
        let wrong = try write(try #require(invited["code"] as? String), "wrong")
        let short = try write("ABC\n", "short")
        let before = try FileManager.default.subpathsOfDirectory(atPath: shared).sorted()
        for (arguments, text) in [
            ([shared, "--code-file", wrong], "No invitation in this folder has this code."),
            ([shared, "--code-file", short], "A code has 4 groups of 5 signs."),
            ([folder.path("empty"), "--code-file", wrong], "has no files of a group yet"),
            ([folder.path("nowhere"), "--code-file", wrong], "folder not found"),
            ([wrong, "--code-file", wrong], "not a folder"),
            ([shared, "--code-file", folder.path("none")], "No such file or directory"),
            ([shared], "no terminal to ask at; use --code-file"),
        ] {
            let outcome = try run(["sync", "join"] + arguments, on: "desktop")
            #expect(outcome.status != 0, "\(arguments)")
            #expect(outcome.errors.contains(text), "\(arguments): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: shared).sorted() == before)
    }

    @Test("What a store in no group, or in one already, can't do says so and makes no store")
    func wrongState() throws {
        let none = try sync("status", on: "none")
        #expect(none.status == 1 && none.errors.contains("no store yet"), "\(none.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("none.store")))
        try succeed("add", "steps", "1", on: "laptop")
        for command in [[], ["status"], ["invite"], ["remove", "x"], ["leave"]] {
            let outcome = try run(["sync"] + command, on: "laptop")
            #expect(outcome.status == 1, "\(command)")
            #expect(outcome.errors.contains("isn't in a group of machines"), "\(command): \(outcome.errors)")
        }
        _ = try pair("laptop")
        #expect(try sync("init", folder.path("shared"), on: "laptop").errors.contains("in a group already"))
        #expect(
            try sync("init", folder.path("shared"), on: "other").errors.contains("has the files of a group already")
        )
        #expect(try sync("remove", "laptop", on: "laptop").errors.contains("That is this machine."))
        #expect(try sync("remove", "nobody", on: "laptop").errors.contains("has no machine “nobody”"))
        #expect(try sync("init", folder.path("shared"), "--name", "a\u{7}b", on: "x").status == ExitStatus.usage)
    }

    @Test("A file in the folder that isn't the group's, and a damaged one, are named and read by nobody")
    func foreignFiles() throws {
        try succeed("add", "steps", "100", on: "laptop")
        _ = try pair("laptop", "desktop")
        let group = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path("shared")).first { $0.hasPrefix("hk-") }
        )
        let root = folder.path("shared/\(group)")
        let segment = try #require(
            try FileManager.default.subpathsOfDirectory(atPath: root).first { $0.hasSuffix(".seg") }
        )
        let device = segment.split(separator: "/")[0]
        try Data("hello".utf8).write(to: URL(fileURLWithPath: "\(root)/\(device)/notes.txt"))
        let damaged = "\(root)/\(device)/0000000009-0000000009-0123456789abcdef.seg"
        try Data(count: 512).write(to: URL(fileURLWithPath: damaged))
        let outcome = try sync(on: "desktop")
        #expect(outcome.status == 0)
        // Whose folder it is depends on the names of the machines.
        let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("Not read: notes.txt of ") }
        #expect(lines.count == 1 && lines[0].hasSuffix(": not a file of this group"), "\(outcome.errors)")
        #expect(outcome.errors.contains("damaged, or not whole yet"), "\(outcome.errors)")
        #expect(try values("desktop") == [100])
    }

    @Test("The recovery key removes any machine, another key none; the removed one learns it, and can leave")
    func removal() throws {
        let key = try pair("laptop", "desktop")
        let refused = try sync("remove", "laptop", on: "desktop")
        #expect(refused.errors.contains("the group's recovery key can"), "\(refused.errors)")
        let wrong = try sync("remove", "laptop", "--recovery-key-file", try write("ABC\n", "wrong"), on: "desktop")
        #expect(wrong.errors.contains("A recovery key has 8 groups of 5 signs."), "\(wrong.errors)")
        let file = try write(key + "\n", "key")
        try succeed("sync", "remove", "laptop", "--recovery-key-file", file, on: "desktop")
        let removed = try sync(on: "laptop")
        #expect(removed.status == 1)
        #expect(removed.output.contains("was removed from the group"), "\(removed.output)")
        try succeed("sync", "leave", on: "laptop")
        #expect(try sync("status", on: "laptop").errors.contains("isn't in a group of machines"))
    }

    @Test("A folder that is gone says so, and leave --forget needs none")
    func goneFolder() throws {
        _ = try pair("laptop")
        try FileManager.default.removeItem(atPath: folder.path("shared"))
        #expect(try sync(on: "laptop").errors.contains("doesn't exist. If it is on a drive, connect that first."))
        let status = try sync("status", on: "laptop")
        #expect(status.status == 0 && status.output.contains("doesn't exist. If it is on a drive"), "\(status.output)")
        #expect(try sync("leave", on: "laptop").status == 1)
        try succeed("sync", "leave", "--forget", on: "laptop")
    }

    @Test("Joining with deletions on both sides asks, says how many, and needs --yes where nobody can answer")
    func joining() throws {
        let export = folder.path("export.xml")
        let records = (1...3)
            .map {
                """
                <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" value="\($0)" \
                creationDate="2026-01-0\($0) 08:00:00 +0000" startDate="2026-01-0\($0) 07:00:00 +0000" \
                endDate="2026-01-0\($0) 08:00:00 +0000"/>
                """
            }
        try "<HealthData locale=\"en_US\">\(records.joined())</HealthData>"
            .write(toFile: export, atomically: true, encoding: .utf8)
        for machine in ["laptop", "desktop"] { try succeed("import", export, on: machine) }
        try succeed("delete", "--type", "steps", "--where", "> 2", "--yes", on: "laptop")
        try succeed("delete", "--type", "steps", "--where", "< 2", "--yes", on: "desktop")
        _ = try pair("laptop")
        let code = try #require(
            (try sync("invite", "--json", on: "laptop").json() as? [String: Any])?["code"] as? String
        )
        try succeed("sync", "join", folder.path("shared"), "--code-file", try write(code, "code"), on: "desktop")
        #expect(try sync(on: "desktop").output.contains("Not a member yet."))
        try succeed("sync", on: "laptop")
        let asked = try sync(on: "desktop")
        #expect(asked.status == 1)
        #expect(asked.errors.contains("deletes 1 sample here and 1 sample there"), "\(asked.errors)")
        #expect(try values("desktop") == [2, 3])
        try succeed("sync", "--yes", on: "desktop")
        try succeed("sync", on: "laptop")
        #expect(try values("desktop") == [2])
        #expect(try values("laptop") == [2])
    }

    @Test("A watch says what came of a sync at once, through a pipe too")
    func watchedThroughPipe() throws {
        _ = try pair("laptop", "desktop")
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = ["sync", "--watch", "--json", "--store", folder.path("desktop.store")]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8"]
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.start()
        defer { kill(process.processIdentifier, SIGKILL) }
        // The watch keeps running, so only its flushed output can be read.
        func told() throws -> String {
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 120_000) == 1, "nothing came")
            return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        #expect(try told().contains("\"added\":0"))
        try succeed("add", "steps", "700", on: "laptop")
        try succeed("sync", on: "laptop")
        #expect(try told().contains("\"added\":1"))
    }

    @Test(
        "A watch that is interrupted ends by the signal and says nothing of its store",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func interrupted(_ signal: Int32) throws {
        _ = try pair("laptop", "desktop")
        for _ in 0..<3 {
            let (process, output, errors) = (Process(), Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
            process.arguments = ["sync", "--watch", "--json", "--store", folder.path("desktop.store")]
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8"]
            process.standardInput = FileHandle.nullDevice
            (process.standardOutput, process.standardError) = (output, errors)
            try process.start()
            defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            try #require(poll(&waiting, 1, 120_000) == 1, "nothing came")
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
            let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(told.isEmpty, "\(told)")
        }
    }

    @Test("Three programs that watch one folder, one of them killed again and again, come to the same")
    func watching() throws {
        let machines = ["laptop", "desktop", "server"]
        _ = try pair("laptop", "desktop", "server")
        var watches: [String: Process] = [:]
        defer { for watch in watches.values where watch.isRunning { kill(watch.processIdentifier, SIGKILL) } }
        func start(_ machine: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
            process.arguments = ["sync", "--watch", "--store", folder.path("\(machine).store")]
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8"]
            process.standardInput = FileHandle.nullDevice
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.start()
            watches[machine] = process
        }
        for machine in machines { try start(machine) }
        var expected: [Int] = []
        for round in 0..<3 {
            for (place, machine) in machines.enumerated() {
                let value = 100 * (place + 1) + round
                try succeed("add", "steps", "\(value)", on: machine)
                expected.append(value)
            }
            let victim = try #require(watches["desktop"])
            kill(victim.processIdentifier, SIGKILL)
            victim.waitUntilExit()
            try start("desktop")
        }
        try eventuallyBlocking("the same on every machine", seconds: 120, every: .milliseconds(200)) {
            try machines.allSatisfy { try values($0) == expected.sorted() }
        }
        for machine in machines {
            #expect(try values(machine) == expected.sorted(), "\(machine)")
            let watch = try #require(watches[machine])
            #expect(watch.isRunning, "\(machine)")
            // A running watch doesn't block status or sync commands.
            try succeed("sync", "status", on: machine)
            try succeed("sync", on: machine)
        }
    }
}
