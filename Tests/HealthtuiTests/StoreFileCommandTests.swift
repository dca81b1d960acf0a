import Foundation
import Glibc
import ProgramTesting
import Testing
import WaitTesting

/// The files that commands leave: the store's file alone is complete after each, however it ended.
@Suite struct StoreFileCommandTests {
    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        try Program.run("healthtui", arguments)
    }

    /// Copies the file alone, without its companions, and counts the samples of the copy.
    private func samples(inCopyOf path: String, _ folder: ScratchFolder) throws -> Int {
        let copy = folder.path("alone-\(UUID().uuidString).store")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let doctor = try run(["doctor", "--json", "--store", copy])
        #expect(doctor.status == 0, "\(doctor.output)")
        let text = doctor.output.split(separator: "\"samples\":").last?.prefix { $0.isNumber } ?? ""
        return Int(text) ?? -1
    }

    private func export(_ records: Int, in folder: ScratchFolder) throws -> String {
        var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
        for index in 0..<records {
            let time =
                "2024-\(Self.padded(1 + index / 40_320 % 12))-\(Self.padded(1 + index / 1440 % 28)) "
                + "\(Self.padded(index / 60 % 24)):\(Self.padded(index % 60)):00 +0000"
            xml += " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" "
            xml += "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(index % 97)\"/>\n"
        }
        let path = folder.path("export.xml")
        try Data((xml + "</HealthData>\n").utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    @Test("After each command a copy of the file alone holds everything")
    func copiedAlone() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        for count in 1...8 {
            #expect(try run(["add", "heartRate", "\(50 + count)", "--store", path]).status == 0)
            #expect(try samples(inCopyOf: path, folder) == count)
        }
        let export = try export(3000, in: folder)
        for _ in 0..<4 {
            _ = try run(["import", export, "--store", path])
            #expect(try samples(inCopyOf: path, folder) == 3008)
            #expect(!FileManager.default.fileExists(atPath: path + "-log"))
        }
        for command in [["types"], ["samples", "steps", "--limit", "3"], ["stats", "steps"], ["sources"], ["apps"]] {
            #expect(try run(command + ["--store", path]).status == 0)
            #expect(try samples(inCopyOf: path, folder) == 3008)
            let beside = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
                .filter { $0.hasPrefix("health.store") }
            #expect(beside == ["health.store"], "\(command) left \(beside)")
        }
    }

    @Test(
        "After a signal, and one that comes again and again at once, the file alone holds what was stored",
        arguments: [SIGTERM, SIGHUP, SIGINT],
        [1, 40]
    )
    func ended(_ signal: Int32, times: Int) throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        let export = try export(400_000, in: folder)
        let running = try RunningProgram("healthtui", ["import", export, "--store", path])
        // Until something is stored, a part of all there is.
        eventuallyBlocking("a part of the import", seconds: 120, every: .milliseconds(1)) {
            size(path) + size(path + "-log") >= 200_000
        }
        // As when a terminal closes, which signals its session, and the group in its foreground.
        for turn in 0..<times { kill(running.pid, turn == 0 ? signal : [signal, SIGHUP][turn % 2]) }
        let status = running.end()
        #expect([signal, times > 1 ? SIGHUP : signal, 0].contains(status), "it ended with \(status)")
        #expect(size(path + "-log") == 0)
        let stored = try samples(inCopyOf: path, folder)
        #expect(stored > 0)
        print("ended by signal \(signal): \(stored) of 400000 samples are in the file")
    }

    private func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    @Test("What a killed backup left is removed by the next, and what one that lives is writing is not")
    func killedBackup() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        #expect(try run(["import", export(400_000, in: folder), "--store", path]).status == 0)
        let target = folder.path("backups")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: target).sorted() }
        let backup = ["backup", target + "/copy.store", "--force", "--store", path]
        // It may have finished before it is stopped: then once more.
        try eventuallyBlocking("a backup that is stopped before its end", seconds: 600, every: .zero) {
            let running = try RunningProgram("healthtui", backup)
            try eventuallyBlocking("the file of a backup", seconds: 120, every: .microseconds(100)) {
                try files().contains { $0.hasSuffix(".partial") || $0 == "copy.store" }
            }
            kill(running.pid, SIGSTOP)
            let partial = try files().filter { $0.hasSuffix(".partial") }
            #expect(try run(["backup", target + "/other.store", "--force", "--store", path]).status == 0)
            let isAlive = try !partial.isEmpty && files().contains(partial[0])
            kill(running.pid, SIGKILL)
            kill(running.pid, SIGCONT)
            _ = running.end()
            guard isAlive else {
                try? FileManager.default.removeItem(atPath: target + "/copy.store")
                return false
            }
            #expect(try files().contains(partial[0]))
            #expect(try run(backup).status == 0)
            #expect(try files() == ["copy.store", "other.store"])
            return true
        }
    }

    @Test("A backup that is interrupted leaves nothing behind")
    func interruptedBackup() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        #expect(try run(["import", export(400_000, in: folder), "--store", path]).status == 0)
        let target = folder.path("backups")
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        for turn in 0..<6 {
            let running = try RunningProgram(
                "healthtui",
                ["backup", target + "/copy.store", "--force", "--store", path]
            )
            try eventuallyBlocking("the file of a backup", seconds: 120, every: .microseconds(200)) {
                try !FileManager.default.contentsOfDirectory(atPath: target).isEmpty
            }
            usleep(UInt32(turn) * 500)
            kill(running.pid, SIGINT)
            _ = running.end()
            let left = try FileManager.default.contentsOfDirectory(atPath: target)
            #expect(left.isEmpty || left == ["copy.store"], "\(left)")
            try? FileManager.default.removeItem(atPath: target + "/copy.store")
        }
    }

    @Test("A backup takes the store's place, which is kept; while a program has the store open nothing is done")
    func restored() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        let copy = folder.path("backup.store")
        for value in ["60", "61"] { #expect(try run(["add", "heartRate", value, "--store", path]).status == 0) }
        #expect(try run(["backup", copy, "--store", path]).status == 0)
        #expect(try run(["add", "heartRate", "62", "--store", path]).status == 0)
        // The question isn't answered.
        #expect(try run(["restore", copy, "--store", path]).status != 0)
        #expect(try samples(inCopyOf: path, folder) == 3)
        let restored = try run(["restore", copy, "--yes", "--store", path])
        #expect(restored.status == 0 && restored.output.contains(".replaced"), "\(restored.output)")
        #expect(try samples(inCopyOf: path, folder) == 2)
        #expect(try samples(inCopyOf: path + ".replaced", folder) == 3)
        #expect(try run(["restore", copy, "--yes", "--store", folder.path("new.store")]).status == 0)
        #expect(try samples(inCopyOf: folder.path("new.store"), folder) == 2)
        #expect(try run(["restore", path, "--yes", "--store", path]).status == 1)
        // A damaged backup is refused, and the store stays.
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: copy))
        try file.seek(toOffset: 8192 + 5 * 4096 + 100)
        try file.write(contentsOf: Data(repeating: 7, count: 64))
        try file.close()
        let damaged = try run(["restore", copy, "--yes", "--store", path])
        #expect(damaged.status == 1 && damaged.output.contains("backup.store") && damaged.output.contains("damaged"))
        #expect(try samples(inCopyOf: path, folder) == 2)
    }

    @Test(
        "A console keeps a restore away, others' saves are in the file, and it is whole when the terminal goes",
        .enabled(if: Tmux.isThere, "needs tmux")
    )
    func console() async throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        let copy = folder.path("backup.store")
        #expect(try run(["add", "heartRate", "60", "--store", path]).status == 0)
        #expect(try run(["backup", copy, "--store", path]).status == 0)
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let console = try tmux.open("console", Tmux.Size(80, 24), "\(Program.path("healthtui")) --store \(path)")
        try await console.wait(for: "Heart Rate")
        let refused = try run(["restore", copy, "--yes", "--store", path])
        #expect(refused.status == 1 && refused.output.contains("open"), "\(refused.output)")
        #expect(try run(["add", "heartRate", "61", "--store", path]).status == 0)
        #expect(try samples(inCopyOf: path, folder) == 2)
        tmux.end()
        // An empty log may stay behind; its contents are in the file.
        func logSize() -> Int {
            (try? FileManager.default.attributesOfItem(atPath: path + "-log")[.size] as? NSNumber)?.intValue ?? 0
        }
        await eventually("an empty log", seconds: 120) { logSize() == 0 }
        #expect(try samples(inCopyOf: path, folder) == 2)
    }

    /// Runs the program as a user who may not write to the store's folder.
    private func runWithoutRights(_ arguments: [String]) throws -> (status: Int32, output: String) {
        guard geteuid() == 0 else { return try run(arguments) }
        let nobody = ["--reuid", "65534", "--regid", "65534", "--clear-groups", Program.path("healthtui")]
        return try Program.run(path: "/usr/bin/setpriv", nobody + arguments)
    }

    @Test(
        "A store in a folder that cannot be written is read, and says why nothing is saved",
        .enabled(if: geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0, "root needs setpriv")
    )
    func unwritableFolder() throws {
        let folder = try ScratchFolder()
        let path = folder.path("health.store")
        #expect(try run(["add", "heartRate", "60", "--store", path]).status == 0)
        if geteuid() == 0 { chown(path, 65_534, 65_534) }
        chmod(folder.root.path, 0o555)
        defer { chmod(folder.root.path, 0o755) }
        for command in [["types"], ["samples", "heartRate"], ["stats", "heartRate"], ["doctor"]] {
            let result = try runWithoutRights(command + ["--store", path])
            #expect(result.status == 0, "\(command): \(result.output)")
        }
        let refused = try runWithoutRights(["add", "heartRate", "61", "--store", path])
        #expect(refused.status == 1 && refused.output.contains("write-protected"), "\(refused.output)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path) == ["health.store"])
    }

    @Test("What can be no store is refused at once, with nothing left behind")
    func strangeStores() throws {
        let folder = try ScratchFolder()
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [pipe, "/dev/null", folder.root.path] {
            for command in [["types"], ["add", "heartRate", "60"], ["doctor"], ["backup", folder.path("b.store")]] {
                let result = try run(command + ["--store", path])
                #expect(result.status == 1, "\(command) \(path): \(result.output)")
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path) == ["pipe"])
        #expect(!FileManager.default.fileExists(atPath: "/dev/null-journal"))
    }

    @Test("A backup is looked at before it is asked whether it may take the store's place")
    func restoreLooksFirst() throws {
        let folder = try ScratchFolder()
        let (path, other) = (folder.path("health.store"), folder.path("notes.txt"))
        #expect(try run(["add", "heartRate", "60", "--store", path]).status == 0)
        try Data("no store at all".utf8).write(to: URL(fileURLWithPath: other))
        for backup in [other, folder.path("missing.store"), path, folder.root.path] {
            let refused = try Command.run(["restore", backup, "--store", path], in: folder, input: "y\n")
            #expect(refused.status == 1 && !refused.errors.contains("[y/n]"), "\(backup): \(refused.errors)")
        }
        let copy = folder.path("copy.store")
        #expect(try run(["backup", copy, "--store", path]).status == 0)
        let no = try Command.run(["restore", copy, "--store", path], in: folder, input: "n\n")
        #expect(no.status == 1 && no.errors.contains("[y/n]") && no.errors.contains("nothing was changed"))
        let yes = try Command.run(["restore", copy, "--store", path], in: folder, input: "y\n")
        #expect(yes.status == 0 && yes.output.contains(".replaced"), "\(yes.errors)")
    }

    @Test(
        "On a file system that can only be read, commands that change fail in words, and the console names --read-only",
        .enabled(if: OwnHome.isThere, "needs mount namespaces")
    )
    func onAReadOnlyFileSystem() throws {
        let folder = try ScratchFolder()
        let place = folder.path("disk")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let store = place + "/health.store"
        #expect(try run(["add", "steps", "100", "--store", store]).status == 0)
        func there(_ arguments: [String]) throws -> (status: Int32, output: String) {
            let script = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\" && exec \"$@\" 2>&1"
            let space = ["unshare", "--mount"] + (geteuid() == 0 ? [] : ["--map-root-user"])
            let words = ["sh", "-c", script, place, Program.path("healthtui")] + arguments + ["--store", store]
            return try Program.run(path: "/usr/bin/env", space + words)
        }
        let types = try there(["types"])
        #expect(types.status == 0 && types.output.contains("Steps"), "\(types)")
        let added = try there(["add", "steps", "5"])
        #expect(added.status == 1 && added.output.contains("may be written"), "\(added)")
        let opened = try there([])
        #expect(opened.status == 1 && opened.output.contains("open it with --read-only"), "\(opened)")
        #expect(try run(["types", "--store", store]).output.contains(" 1 "))
    }

    @Test("~ in a path is $HOME, also where a shell leaves it: behind = and in quotes")
    func home() throws {
        let folder = try ScratchFolder()
        let added = try Command.run(["add", "heartRate", "60", "--store=~/own.store"], in: folder)
        #expect(added.status == 0, "\(added.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path("own.store")))
        let backup = try Command.run(["backup", "~/copy.store", "--store=~/own.store"], in: folder)
        #expect(backup.status == 0, "\(backup.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path("copy.store")))
        let restore = ["restore", "~/copy.store", "--yes", "--store", "~/own.store"]
        #expect(try Command.run(restore, in: folder).status == 0)
        #expect(try Command.run(["export", "~/all.zip", "--store", "~/own.store"], in: folder).status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("all.zip")))
        let imported = try Command.run(["import", "~/all.zip", "--store", "~/again.store"], in: folder)
        #expect(imported.status == 0, "\(imported.errors)")
    }
}

/// A program of the build that runs next to the test.
final class RunningProgram {
    let pid: pid_t

    init(_ name: String, _ arguments: [String]) throws {
        var words: [UnsafeMutablePointer<CChar>?] = ([Program.path(name)] + arguments)
            .map { (word: String) in strdup(word) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var child: pid_t = 0
        guard ProgramStart.alone({ posix_spawn(&child, Program.path(name), &actions, nil, &words, environ) }) == 0
        else {
            throw Tmux.Failure(description: "\(name) did not start")
        }
        pid = child
    }

    /// Waits for the end.
    /// - Returns: the signal that ended it, or 0.
    func end() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F
    }
}
