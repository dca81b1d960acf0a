import Foundation
import Glibc
import ProgramTesting
import RandomTesting
import Testing

@testable import HealthKit
@testable import healthtui

/// Problems with folders, clocks and programs lose no data.
@Suite("healthtui sync in trouble")
struct SyncTroubleTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("shared"), withIntermediateDirectories: true)
    }

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

    private func pair(_ first: String, _ others: String...) throws {
        try succeed("sync", "init", folder.path("shared"), "--name", first, on: first)
        for other in others {
            let invited = try #require(try sync("invite", "--json", on: first).json() as? [String: Any])
            let code = try #require(invited["code"] as? String)
            try code.write(toFile: folder.path("code"), atomically: true, encoding: .utf8)
            try succeed(
                "sync",
                "join",
                folder.path("shared"),
                "--code-file",
                folder.path("code"),
                "--name",
                other,
                on: other
            )
            try succeed("sync", on: first)
            try succeed("sync", on: other)
        }
    }

    private func values(_ machine: String) throws -> [Int] {
        try run(["samples", "steps", "--json"], on: machine).rows().compactMap { ($0["value"] as? NSNumber)?.intValue }
            .sorted()
    }

    /// The folder of the group.
    private func group() throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("shared"))
        return folder.path("shared/\(try #require(names.first { $0.hasPrefix("hk-") }))")
    }

    private func files(_ end: String) throws -> [String] {
        let root = try group()
        return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(end) }.sorted()
            .map { "\(root)/\($0)" }
    }

    // MARK: Folders

    /// Whether file systems can be mounted for one program: by root, and not in every container.
    static let canMount: Bool = {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") else { return false }
        return (try? shell("mount -t tmpfs -o size=64k none /mnt", in: "/")).map { $0.status == 0 } ?? false
    }()

    /// Runs a script with a separate mount namespace.
    private static func shell(_ script: String, in path: String) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--mount", "/bin/sh", "-c", script]
        let programs = URL(fileURLWithPath: Program.path("healthtui")).deletingLastPathComponent().path
        process.environment = [
            "PATH": "\(programs):/usr/sbin:/sbin:/usr/bin:/bin", "HOME": path, "LC_ALL": "C.UTF-8",
        ]
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (pipe, pipe)
        try process.start()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test(
        "A full folder and a read-only one say so; the next sync writes what the store has sealed",
        .enabled(if: canMount, "needs root, who mounts a small file system")
    )
    func fullFolder() throws {
        let outcome = try Self.shell(
            """
            export HEALTHKIT_STORE="$PWD/laptop.store"
            mount -t tmpfs -o size=256k none shared || exit 99
            healthtui sync init shared --name laptop > key || exit 90
            dd if=/dev/zero of=shared/filler bs=4k 2> /dev/null
            healthtui add steps 100 > added || exit 91
            healthtui sync > first 2>&1 && exit 92
            healthtui samples steps > samples || exit 93
            rm shared/filler
            healthtui sync > second 2>&1 || exit 94
            ls shared/*/* | grep -c seg > count
            mount -o remount,ro shared || exit 99
            healthtui add steps 200 > added || exit 95
            healthtui sync > third 2>&1 && exit 96
            mount -o remount,rw shared || exit 99
            healthtui sync > fourth 2>&1 || exit 97
            find shared -name '.*tmp' > left
            """,
            in: folder.root.path
        )
        #expect(outcome.status == 0, "\(outcome.output)")
        func said(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }
        let (first, third) = (try said("first"), try said("third"))
        #expect(first.contains("No space left on device"), "\(first)")
        #expect(try said("samples").contains("100"))
        #expect(try said("count") == "1\n")
        #expect(third.contains("Read-only file system"), "\(third)")
        #expect(try said("left").isEmpty)
    }

    @Test("What Syncthing renames, links and folders in the place of files are named, read by nobody, and harm nothing")
    func strangeFiles() throws {
        try succeed("add", "steps", "100", on: "laptop")
        try pair("laptop", "desktop")
        try succeed("add", "steps", "200", on: "laptop")
        try succeed("sync", on: "laptop")
        // The other machine has a file too, which says how far it has read.
        let status = try #require(try sync("status", "--json", on: "laptop").json() as? [String: Any])
        let own = (status["devices"] as? [[String: Any]])?.first { $0["isThis"] as? Bool == true }
        let id = try #require(own?["id"] as? String)
        let segment = try #require(try files(".seg").last { $0.contains(id) })
        let renamed = segment.replacing(".seg", with: ".sync-conflict-20261126-101112-ABCDEFG.seg")
        try FileManager.default.copyItem(atPath: segment, toPath: renamed)
        let place = URL(fileURLWithPath: segment).deletingLastPathComponent().path
        let secret = folder.path("secret")
        try "secret".write(toFile: secret, atomically: true, encoding: .utf8)
        let names = (20...21).map { "\(place)/00000000\($0)-00000000\($0)-0123456789abcdef.seg" }
        try FileManager.default.createSymbolicLink(atPath: names[0], withDestinationPath: secret)
        try FileManager.default.createDirectory(atPath: names[1], withIntermediateDirectories: true)
        let outcome = try sync(on: "desktop")
        #expect(outcome.status == 0)
        let foreign = "sync-conflict-20261126-101112-ABCDEFG.seg of laptop: not a file of this group"
        #expect(outcome.errors.contains(foreign), "\(outcome.errors)")
        #expect(outcome.errors.contains("0000000020-0000000020-0123456789abcdef.seg of laptop: "), "\(outcome.errors)")
        #expect(outcome.errors.contains("0000000021-0000000021-0123456789abcdef.seg of laptop: "), "\(outcome.errors)")
        #expect(try values("desktop") == [100, 200])
        let listed = try sync("status", on: "desktop")
        #expect(listed.output.contains("sync-conflict"), "\(listed.output)")
        // Where the renamed file is all that is left, its writer writes it again.
        try FileManager.default.removeItem(atPath: segment)
        try succeed("sync", on: "laptop")
        #expect(FileManager.default.fileExists(atPath: segment))
    }

    // MARK: Programs

    private static var rounds: Int { ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? 24 : 600 }

    @Test("Three programs killed at any moment of a sync lose nothing, and come to the same")
    func killed() throws {
        let machines = ["laptop", "desktop", "server"]
        try pair("laptop", "desktop", "server")
        var random = SeededGenerator("killed syncs")
        var expected: [Int] = []
        for round in 0..<Self.rounds {
            let machine = try #require(machines.randomElement(using: &random))
            if round % 3 == 0 {
                try succeed("add", "steps", "\(round + 1)", on: machine)
                expected.append(round + 1)
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
            process.arguments = ["sync", "--store", folder.path("\(machine).store")]
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8"]
            process.standardInput = FileHandle.nullDevice
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.start()
            usleep(UInt32.random(in: 0..<250_000, using: &random))
            // ^C, as a person types it, or the machine goes down.
            kill(process.processIdentifier, Bool.random(using: &random) ? SIGINT : SIGKILL)
            process.waitUntilExit()
        }
        for _ in 0..<3 { for machine in machines { try succeed("sync", on: machine) } }
        for machine in machines { #expect(try values(machine) == expected.sorted(), "\(machine)") }
        for other in machines.dropFirst() {
            let compared = try run(["doctor", "--compare", folder.path("\(other).store")], on: "laptop")
            #expect(compared.status == 0, "\(compared.output)")
            #expect(compared.output.contains("have the same samples"))
        }
        #expect(try run(["doctor"], on: "desktop").status == 0)
    }

    @Test("The days on which two stores differ are named, with how many samples each has")
    func comparison() throws {
        try pair("laptop", "desktop")
        try succeed("add", "steps", "100", "--start", "2026-11-20 08:00", on: "laptop")
        try succeed("sync", on: "laptop")
        try succeed("sync", on: "desktop")
        try succeed("add", "steps", "200", "--start", "2026-11-21 08:00", on: "desktop")
        let other = folder.path("desktop.store")
        let text = try run(["doctor", "--compare", other], on: "laptop")
        #expect(text.status == 1)
        #expect(text.output.contains("2026-11-21: 0 samples, there 1"), "\(text.output)")
        let outcome = try run(["doctor", "--compare", other, "--json"], on: "laptop")
        let json = try #require(try outcome.json() as? [String: Any])
        #expect(json["ok"] as? Bool == false)
        #expect((json["days"] as? [[String: Any]])?.compactMap { $0["day"] as? String } == ["2026-11-21"])
        let none = try run(["doctor", "--compare", folder.path("none.store")], on: "laptop")
        #expect(none.errors.contains("store not found"), "\(none.errors)")
        #expect(try run(["doctor", "--compare", other, "--repair", "x"], on: "laptop").status == ExitStatus.usage)
    }

    // MARK: Edits and apps

    @Test("An edit that another machine's replaced is listed, and --take shows it; what isn't one says so")
    func conflicts() throws {
        try succeed("add", "bodyMass", "70", "kg", "--start", "2026-11-20 08:00", on: "laptop")
        try pair("laptop", "desktop")
        let weighed = try run(["samples", "bodyMass", "--json"], on: "laptop").rows()
        let uuid = try #require(weighed.first?["uuid"] as? String)
        try succeed("edit", uuid, "71", "kg", on: "laptop")
        try succeed("edit", uuid, "72", "kg", on: "desktop")
        for machine in ["laptop", "desktop", "laptop"] { try succeed("sync", on: machine) }
        let listed = try sync("conflicts", "--json", on: "laptop").rows()
        #expect(listed.compactMap { $0["value"] as? String } == ["71 kg"])
        #expect(listed.compactMap { $0["shownValue"] as? String } == ["72 kg"])
        #expect(try sync("status", on: "desktop").output.contains("1 edit not shown"))
        #expect(try sync("conflicts", "--take", "nothing", on: "laptop").errors.contains("begins with “nothing”"))
        let version = try #require(listed.first?["uuid"] as? String)
        #expect(try sync("conflicts", "--take", version, "--keep", version, on: "laptop").status == ExitStatus.usage)
        try succeed("sync", "conflicts", "--take", version, on: "laptop")
        for machine in ["laptop", "desktop"] { try succeed("sync", on: machine) }
        let weights = try run(["samples", "bodyMass", "--json"], on: "desktop").rows()
        #expect(weights.compactMap { ($0["value"] as? NSNumber)?.intValue } == [71])
        #expect(try sync("conflicts", on: "laptop").output.contains("No sample was edited on two machines at once."))
    }

    @Test("A store without apps of other machines lists none, and says so of one that is approved")
    func noApps() throws {
        try pair("laptop", "desktop")
        #expect(try sync("apps", on: "desktop").output.contains("No app of another machine has samples here."))
        #expect(try sync("apps", "--json", on: "desktop").rows().isEmpty)
        let outcome = try sync("approve", "org.example.app", on: "desktop")
        #expect(outcome.status == 1 && outcome.errors.contains("healthtui sync apps lists"), "\(outcome.errors)")
        #expect(try sync("revoke", "org.example.app", "--on", "laptop", on: "desktop").status == 1)
    }
}
