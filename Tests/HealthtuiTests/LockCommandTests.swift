import Foundation
import HealthKit
import LockTesting
import ProgramTesting
import Testing

@testable import HealthKitStore
@testable import healthtui

/// Locking and unlocking by the command line, with the agent as a separate process.
@Suite("healthtui lock, unlock and agent", .serialized)
struct LockCommandTests {
    private static let passphrase = "cinnabar heron 4471"

    /// An encrypted store with steps in it, in a folder with a session's folder.
    private struct Locked {
        let folder: ScratchFolder
        let path: String
        let file: String
        let key: SecretBytes
        private let environment: [String: String]

        init() throws {
            folder = try ScratchFolder()
            path = folder.path("health.store")
            file = folder.path("passphrase")
            let runtime = folder.path("run")
            try #require(mkdir(runtime, 0o700) == 0)
            environment = ["XDG_RUNTIME_DIR": runtime]
            key = try EncryptedStore.make(path, passphrase: LockCommandTests.passphrase)
            try SecretFile.write(LockCommandTests.passphrase + "\n", to: file)
            chmod(file, 0o600)
        }

        func run(_ arguments: String...) throws -> Command.Outcome {
            try Command.run(arguments + ["--store", path], in: folder, environment: environment)
        }

        var runtime: String { folder.path("run/healthtui") }

        /// The number of the agent that listens here.
        func agent() throws -> pid_t {
            let socket = try #require(try AgentAddress(folder: runtime).connect(), "no agent runs")
            defer { close(socket) }
            // pid, uid and gid, as the system's `struct ucred` has them.
            var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
            var size = socklen_t(12)
            #expect(getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0)
            return peer.0
        }
    }

    @Test("A new user's way: locked, unlocked, added, locked again, the agent killed")
    func journey() throws {
        let locked = try Locked()
        let before = try locked.run("types")
        #expect(before.status == 77 && before.errors.contains("healthtui unlock"), "\(before)")
        #expect(try locked.run("lock", "--status").output == "locked\n")
        let unlocked = try locked.run("unlock", "--passphrase-file", locked.file)
        #expect(unlocked.status == 0 && unlocked.output == "unlocked\n", "\(unlocked)")
        #expect(try locked.run("add", "steps", "7").status == 0)
        #expect(try locked.run("types").output.contains("Steps"))
        let status = try #require(try locked.run("lock", "--status", "--json").json() as? [String: Any])
        #expect(status["state"] as? String == "unlocked" && (status["seconds"] as? Int ?? 0) > 8 * 3600 - 60)
        #expect(try locked.run("unlock", "--passphrase-file", locked.file).output == "it was unlocked already\n")
        #expect(try locked.run("lock").output == "locked\n")
        #expect(try locked.run("samples", "steps").status == 77)
        #expect(try locked.run("lock").output == "it was locked already\n")
        #expect(try locked.run("unlock", "--timeout", "90s", "--passphrase-file", locked.file).status == 0)
        #expect(try locked.run("lock", "--status").output.hasPrefix("unlocked for"))
        kill(try locked.agent(), SIGKILL)
        #expect(try locked.run("types").status == 77)
        #expect(try locked.run("lock").output == "it was locked already\n")
        #expect(try locked.run("unlock", "--passphrase-file", locked.file).status == 0)
        #expect(try locked.run("types").status == 0)
        #expect(try locked.run("lock", "--all").output == "1 store locked\n")
    }

    /// Root may lock memory whatever the limit is, unless that is taken from it.
    private static let withoutLocking: String? = {
        if geteuid() != 0 { return "" }
        return access("/usr/bin/setpriv", X_OK) == 0 ? "/usr/bin/setpriv --bounding-set -ipc_lock" : nil
    }()

    @Test(
        "Where the system lets no memory be locked, unlock says that the key may be written to swap",
        .enabled(if: withoutLocking != nil, "needs setpriv")
    )
    func swappable() throws {
        let folder = try ScratchFolder()
        let (store, words) = (folder.path("health.store"), folder.path("words"))
        try #require(mkdir(folder.path("run"), 0o700) == 0)
        _ = try EncryptedStore.make(store)
        try SecretFile.write(EncryptedStore.passphrase + "\n", to: words)
        func unlock(_ prefix: String) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            let command = "'\(Program.path("healthtui"))' unlock --passphrase-file '\(words)' --store '\(store)'"
            process.arguments = ["-c", "\(prefix) \(command)"]
            process.environment = [
                "HOME": folder.root.path, "XDG_RUNTIME_DIR": folder.path("run"), "LC_ALL": "C.UTF-8",
                "PATH": "/usr/bin:/bin",
            ]
            (process.standardOutput, process.standardInput) = (FileHandle.nullDevice, FileHandle.nullDevice)
            let file = folder.path("errors")
            try Data().write(to: URL(fileURLWithPath: file))
            process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
            try process.start()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try String(contentsOfFile: file, encoding: .utf8)
        }
        let text = try unlock("ulimit -l 0; exec \(Self.withoutLocking ?? "")")
        #expect(text.contains("ulimit -l") && text.contains("swap"), "\(text)")
        #expect(
            try Command
                .run(["lock", "--store", store], in: folder, environment: ["XDG_RUNTIME_DIR": folder.path("run")])
                .status == 0
        )
    }

    @Test(
        "The store is locked with the screen once the person wants that; other settings stay, and no store is needed to say so"
    )
    func screenLock() throws {
        let locked = try Locked()
        let config = locked.folder.path(".config/healthtui/config.toml")
        func withScreen() throws -> Bool? {
            let status = try #require(try locked.run("lock", "--status", "--json").json() as? [String: Any])
            return status["withScreen"] as? Bool
        }
        #expect(try withScreen() == false)
        let on = try locked.run("lock", "--on-screen-lock", "yes")
        #expect(on.status == 0 && on.output.contains("healthtui launcher"), "\(on)")
        #expect(try withScreen() == true)
        #expect(
            try locked.run("lock", "--status").output
                == "locked\nlocked when the screen is, while healthtui launcher runs\n"
        )
        let text = "# mine\ntheme = \"contrast\"\nlock-with-screen = true # at work\n[units]\nsteps = \"count\"\n"
        try text.write(toFile: config, atomically: false, encoding: .utf8)
        #expect(try locked.run("lock", "--on-screen-lock", "no", "--json").output == "{\"withScreen\":false}\n")
        let expected = text.replacing("lock-with-screen = true # at work", with: "lock-with-screen = false")
        #expect(try String(contentsOfFile: config, encoding: .utf8) == expected)
        #expect(try withScreen() == false)
        #expect(try locked.run("lock", "--on-screen-lock", "maybe").status == 64)
        #expect(try locked.run("lock", "--on-screen-lock", "yes", "--all").status == 64)
    }

    @Test(
        "Erased keys: asked twice, what isn't reached is named, and then no secret, command or copy of a header opens the store"
    )
    func erase() throws {
        let locked = try Locked()
        func erase(_ input: String) throws -> Command.Outcome {
            try Command.run(
                ["erase", "--keys", "--store", locked.path],
                in: locked.folder,
                environment: ["XDG_RUNTIME_DIR": locked.folder.path("run")],
                input: input
            )
        }
        #expect(try locked.run("unlock", "--passphrase-file", locked.file).status == 0)
        #expect(try locked.run("add", "steps", "7").status == 0)
        let backup = locked.folder.path("backup.store")
        #expect(try locked.run("backup", backup).status == 0)
        #expect(try locked.run("erase").status == 64)
        for answers in ["n\n", "y\nn\n", "y\nyes\n", "y\n", ""] {
            let outcome = try erase(answers)
            #expect(outcome.status == 1, "\(answers): \(outcome)")
            #expect(outcome.errors.contains(backup) && outcome.errors.contains("This doesn't reach"), "\(outcome)")
        }
        #expect(try locked.run("samples", "steps").status == 0)
        let before = try Data(contentsOf: URL(fileURLWithPath: locked.path)).prefix(8192)
        let lock = try #require(try StoreLock.read(at: locked.path))
        let erased = try erase("y\nerase\n")
        #expect(erased.status == 0 && erased.output.contains("nobody can read it"), "\(erased)")
        // Nothing of the slots is left in either copy of the header; a key that was copied before doesn't open anything
        // either.
        let after = try Data(contentsOf: URL(fileURLWithPath: locked.path)).prefix(8192)
        #expect(before.count == after.count && before != after)
        for place in [96, 4096 + 96] { #expect(after[place..<place + 1024].allSatisfy { $0 == 0 }) }
        #expect(after.range(of: Data(lock.slots.publicKey)) == nil)
        for words in [
            ["types"], ["samples", "steps"], ["add", "steps", "8"], ["unlock", "--passphrase-file", locked.file],
            ["lock", "--status"], ["passphrase", "remove", "--passphrase-file", locked.file], ["doctor"],
        ] {
            let outcome = try Command.run(
                words + ["--store", locked.path],
                in: locked.folder,
                environment: ["XDG_RUNTIME_DIR": locked.folder.path("run")]
            )
            let said = outcome.errors + outcome.output
            #expect(outcome.status != 0 && said.contains("keys of this store were erased"), "\(words): \(outcome)")
        }
        // Repeating it is harmless, since it may have been killed half-way.
        #expect(try erase("y\nerase\n").status == 0)
        // The backup has its own keys, and replaces it.
        let runtime = ["XDG_RUNTIME_DIR": locked.folder.path("run")]
        let words = ["unlock", "--passphrase-file", locked.file, "--store", backup]
        #expect(try Command.run(words, in: locked.folder, environment: runtime).status == 0)
        let restored = try locked.run("restore", backup, "--yes")
        #expect(restored.status == 0, "\(restored)")
        #expect(try locked.run("unlock", "--passphrase-file", locked.file).status == 0)
        #expect(try locked.run("samples", "steps", "--json").output.contains("\"value\":7"))
        #expect(try locked.run("lock").status == 0)
    }

    @Test(
        "A plain store has no keys to erase, and stays as it is"
    )
    func eraseNothing() throws {
        let folder = try ScratchFolder()
        let path = folder.path("plain.store")
        #expect(try Command.run(["add", "steps", "7", "--store", path], in: folder).status == 0)
        let outcome = try Command.run(["erase", "--keys", "--store", path], in: folder, input: "y\nerase\n")
        #expect(outcome.status == 1 && outcome.errors.contains("isn't encrypted"), "\(outcome)")
        #expect(try Command.run(["samples", "steps", "--store", path], in: folder).output.contains("7"))
        #expect(
            try Command.run(["erase", "--keys", "--store", folder.path("none")], in: folder).errors
                .contains("no store yet")
        )
    }

    @Test("A wrong, an empty and an endless passphrase change nothing, and the problem is reported")
    func wrong() throws {
        let locked = try Locked()
        for (text, part) in [
            ("cinnabar heron", "passphrase"), ("\n", "no passphrase"), (String(repeating: "x", count: 1 << 20), "long"),
        ] {
            try SecretFile.write(text, to: locked.file)
            let outcome = try locked.run("unlock", "--passphrase-file", locked.file)
            #expect(outcome.status == 1 && outcome.errors.contains(part), "\(outcome)")
            #expect(!outcome.errors.contains("cinnabar"))
        }
        #expect(try locked.run("unlock", "--passphrase-file", "/nonexistent").status == 1)
        let silent = try locked.run("unlock")
        #expect(silent.status == 1 && silent.errors.contains("--passphrase-file"), "\(silent)")
        #expect(try locked.run("unlock", "--timeout", "soon", "--passphrase-file", locked.file).status == 64)
        #expect(try locked.run("lock", "--status").output == "locked\n")
        #expect(!FileManager.default.fileExists(atPath: locked.runtime + "/agent"), "no agent was started")
    }

    @Test(
        "At a terminal the passphrase is asked for and not shown, and the console unlocks and locks",
        .enabled(if: Tmux.isThere, "needs tmux")
    )
    func terminal() async throws {
        let locked = try Locked()
        let tmux = Tmux(locked.folder)
        defer { tmux.end() }
        let program =
            "env XDG_RUNTIME_DIR=\(locked.folder.path("run")) XDG_STATE_HOME=\(locked.folder.path("state")) \(Program.path("healthtui"))"
        let shell = try tmux.open("shell", Tmux.Size(80, 24), "\(program) unlock --store \(locked.path)")
        try await shell.wait(for: "Passphrase:")
        try shell.type(Self.passphrase)
        try shell.press("Enter")
        let said = try await shell.wait(for: "unlocked")
        #expect(!said.contains("cinnabar"))

        let console = try tmux.open("console", Tmux.Size(80, 24), "\(program) --store \(locked.path)")
        try await console.wait(for: "Welcome")
        try console.press("C-k")
        try await console.wait(for: "store locked at")
        #expect(try locked.run("types").status == 77)
        try console.type("cinnabar")
        try console.press("Enter")
        try await console.wait(for: "wrong")
        try console.press("C-u")
        try console.type(Self.passphrase)
        try console.press("Enter")
        try await console.wait(for: "Welcome")
        #expect(try locked.run("types").status == 0)
        #expect(try locked.run("lock").status == 0)
        let hidden = try await console.wait(for: "store locked at")
        #expect(!hidden.contains("Welcome") && !hidden.contains("cinnabar"))
    }

    @Test("No passphrase, key or value is in arguments, environments or files, whoever writes them")
    func secrets() throws {
        let locked = try Locked()
        #expect(try locked.run("unlock", "--passphrase-file", locked.file).status == 0)
        #expect(try locked.run("add", "steps", "48151").status == 0)
        let agent = try locked.agent()
        unlink(locked.file)
        let key = locked.key.withBytes { Array($0) }
        // The system lets no other program of the user look into the agent; the administrator finds the key where no core dump is.
        if let image = ProcessImage(of: agent), let exposed = image.count(of: key, where: { !$0.isLeftOut }) {
            #expect(geteuid() == 0)
            #expect(exposed == 0)
            #expect(image.count(of: Array(Self.passphrase.utf8)) == 0)
        }
        var texts: [String: Data] = [:]
        for name in ["cmdline", "environ", "maps"] {
            texts["agent's \(name)"] = ProcessImage.contents("/proc/\(agent)/\(name)")
        }
        #expect(try locked.run("lock").status == 0)
        let all = FileManager.default.enumerator(atPath: locked.folder.root.path)
        while let name = all?.nextObject() as? String {
            texts[name] = FileManager.default.contents(atPath: locked.folder.path(name))
        }
        #expect(texts.count > 3)
        for (name, data) in texts {
            for secret in [Self.passphrase, "48151", "StepCount"] {
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(name)")
            }
            #expect(data.range(of: Data(key)) == nil, "the key is in \(name)")
        }
        let limits = try String(contentsOfFile: "/proc/\(agent)/limits", encoding: .utf8)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").dropFirst(4).first == "0", "\(core ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: locked.runtime) == ["agent"])
    }
}
