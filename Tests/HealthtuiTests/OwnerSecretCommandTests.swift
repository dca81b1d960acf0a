import Foundation
import Glibc
import ProgramTesting
import Testing

/// Commands on a store whose service asks for a secret, each a process.
@Suite("Commands over a service that asks for a secret", .timeLimit(.minutes(20)))
struct OwnerSecretCommandTests {
    private let folder: ScratchFolder
    private let service: ServedStoreFile

    init() throws {
        folder = try ScratchFolder()
        service = try ServedStoreFile(folder.path("health.store"), ["--require-secret"])
        for (name, text) in [("pin", "8264\n"), ("wrong", "0000\n")] {
            try SecretFile.write(text, to: folder.path(name))
        }
    }

    /// Runs a command that has no terminal, wherever the tests run.
    private func run(_ words: String..., pin: String? = nil) throws -> Command.Outcome {
        let secret = pin.map { ["--passphrase-file", folder.path($0)] } ?? []
        let command = words + ["--store", "unix:\(service.socket)"] + secret
        return try Command.run(command, in: folder, hasTerminal: false)
    }

    private func setPIN() throws {
        let set = try run("pin", "set", "--new-pin-file", folder.path("pin"))
        #expect(set.status == 0, "\(set.errors)")
    }

    @Test("Until there is a PIN, what needs one says how to set it; adding needs none")
    func unset() throws {
        #expect(try run("add", "steps", "100").status == 0)
        let refused = try run("samples", "steps")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("healthtui pin set"), "\(refused.errors)")
        #expect(try run("pin", "status", "--json").output.contains("unset"))
        try setPIN()
        #expect(try run("pin", "status").output == "The service asks for the PIN\n")
        #expect(try run("samples", "steps", pin: "pin").status == 0)
    }

    @Test(
        "A script gives the PIN in a file; without it and without a terminal it hears of --passphrase-file, and --yes is no PIN"
    )
    func scripts() throws {
        try setPIN()
        #expect(try run("add", "steps", "100").status == 0)
        let without = try run("samples", "steps")
        #expect(without.status == 1)
        #expect(without.errors.contains("--passphrase-file"), "\(without.errors)")
        let wrong = try run("samples", "steps", pin: "wrong")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("The PIN is wrong"), "\(wrong.errors)")
        let unattended = try run("delete", "--type", "steps", "--yes")
        #expect(unattended.status == 1)
        #expect(unattended.errors.contains("--passphrase-file"), "\(unattended.errors)")
        let right = try run("samples", "steps", "--json", pin: "pin")
        #expect(right.status == 0, "\(right.errors)")
        #expect(try run("samples", "steps").status == 1, "without a terminal it holds for the one command")
        // As goals do, marks need it to be set and to be read.
        for words in [["mark", "Lisbon", "2026-05-03"], ["marks"], ["mark", "--remove", "Lisbon"]] {
            let command = words + ["--store", "unix:\(service.socket)"]
            let refused = try Command.run(command, in: folder, hasTerminal: false)
            #expect(refused.status == 1 && refused.errors.contains("--passphrase-file"), "\(words): \(refused.errors)")
            let secret = ["--passphrase-file", folder.path("pin")]
            #expect(try Command.run(command + secret, in: folder, hasTerminal: false).status == 0, "\(words)")
        }
        // Commands that export data ask again.
        let target = folder.path("out.zip")
        let export = try run("export", target)
        #expect(export.status == 1)
        #expect(export.errors.contains("--passphrase-file"), "\(export.errors)")
        #expect(!FileManager.default.fileExists(atPath: target))
        #expect(try run("export", target, pin: "pin").status == 0)
        let copy = folder.path("copy.store")
        #expect(try run("backup", copy).status == 1)
        #expect(try run("backup", copy, pin: "pin").status == 0)
        // Allowing commands to decide without asking isn't a secret either.
        guard OwnHome.isThere else { return }
        let settings = folder.path(".config/healthtui")
        try FileManager.default.createDirectory(
            atPath: settings,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try Data("unattended-permissions = allow\n".utf8).write(to: URL(fileURLWithPath: settings + "/config"))
        chmod(settings + "/config", 0o600)
        #expect(try run("guest", "on", pin: "pin").status == 0)
        let off = try run("guest", "off", "--yes")
        #expect(off.status == 1)
        #expect(off.errors.contains("--passphrase-file"), "\(off.errors)")
        let allowed = try run("guest", "off", "--yes", pin: "pin")
        #expect(allowed.status == 0, "\(allowed.errors)")
    }

    @Test("An import needs no secret, and what it brought is there for who has it")
    func imports() throws {
        try setPIN()
        let export = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/exports/v14-de_NL.xml").path
        let imported = try run("import", export, "--json")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try run("types", "--json", pin: "pin").output.contains("HK"))
    }

    @Test("A dry run says what is stored, so without the PIN it is refused, and with it says what was there")
    func dryRun() throws {
        try setPIN()
        let export = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/exports/v14-de_NL.xml").path
        let refused = try run("import", export, "--dry-run")
        #expect(refused.status == 1)
        #expect(refused.output == "" && refused.errors.contains("--passphrase-file"), "\(refused.errors)")
        let new = try run("import", export, "--dry-run", pin: "pin")
        #expect(new.status == 0 && new.output.contains("0 there already"), "\(new.errors)")
        #expect(try run("types", "--json", pin: "pin").output.contains("HK") == false)
        #expect(try run("import", export, pin: "pin").status == 0)
        let known = try run("import", export, "--dry-run", pin: "pin")
        #expect(known.output.contains("0 added"), "\(known.output)")
    }

    @Test(
        "Without the PIN an import says the same whether the store has all of it or nothing, and with it what was there"
    )
    func unseenImports() throws {
        try setPIN()
        let export = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/exports/v14-de_NL.xml").path
        func said(_ words: String...) throws -> String {
            let done = try Command.run(
                ["import", export] + words + ["--store", "unix:\(service.socket)"],
                in: folder,
                hasTerminal: false
            )
            #expect(done.status == 0, "\(done.errors)")
            return done.output.replacing(#/"seconds":[^,]*/#, with: "")
        }
        let json = try said("--json")
        #expect(json.contains("\"added\":null") && json.contains("\"duplicate\":null") && json.contains("\"taken\":"))
        let text = try said()
        #expect(text.contains(" taken") && !text.contains("there already") && !text.contains(" added"), "\(text)")
        #expect(try said("--json") == json, "whether it was there or not")
        let known = try run("import", export, pin: "pin")
        #expect(known.status == 0 && known.output.contains("0 added") && known.output.contains("there already"))
        #expect(try run("import", export, pin: "wrong").status == 1)
    }

    @Test("Commands that go on importing ask for the PIN when they start, and say so where they go on without it")
    func standing() throws {
        try setPIN()
        let entry = #"{"date": "2024-02-06 10:00:00 +0000", "qty": 1000, "source": "Phone"}"#
        let metric = #"{"name": "step_count", "units": "count", "data": [\#(entry)]}"#
        let text = #"{"data": {"metrics": [\#(metric)]}}"#
        for (isGiven, word) in [(false, "1 taken"), (true, "1 there already")] {
            let watched = folder.path("watched-\(isGiven)")
            try FileManager.default.createDirectory(atPath: watched, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: watched + "/steps.json"))
            let process = Process()
            // Without a terminal, wherever the tests run.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
            process.arguments =
                ["-w", Program.path("healthtui"), "import", "--watch", watched, "--store", "unix:\(service.socket)"]
                + (isGiven ? ["--passphrase-file", folder.path("pin")] : [])
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "TZ": "UTC", "LC_ALL": "C.UTF-8"]
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            process.standardInput = FileHandle.nullDevice
            try process.start()
            var said = ""
            while !said.contains(word) {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                said += String(decoding: data, as: UTF8.self)
            }
            #expect(said.contains(word), "\(said)")
            // It ends with its folder.
            try FileManager.default.removeItem(atPath: watched)
            let problems = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            #expect(problems.contains("go on without your PIN") == !isGiven, "\(problems)")
        }
    }

    @Test("The PIN outlives the service, in a file that only its user reads, and its removal needs it")
    func restart() throws {
        try setPIN()
        service.end()
        let file = folder.path("health.store-pin")
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("8264"))
        let again = try ServedStoreFile(folder.path("health.store"), ["--require-secret"])
        let name = "unix:\(again.socket)"
        #expect(try Command.run(["types", "--store", name], in: folder, hasTerminal: false).status == 1)
        let refused = try Command.run(
            ["pin", "remove", "--store", name, "--passphrase-file", folder.path("wrong")],
            in: folder
        )
        #expect(refused.status == 1)
        let removed = try Command.run(
            ["pin", "remove", "--store", name, "--passphrase-file", folder.path("pin")],
            in: folder
        )
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try Command.run(["types", "--store", name], in: folder).status == 0)
        again.end()
    }

    @Test(
        "At a terminal a command asks without showing what is typed, and again after a wrong PIN, and the console before it begins",
        .enabled(if: Tmux.isThere, "tmux is not installed")
    )
    func terminal() async throws {
        try setPIN()
        #expect(try run("add", "steps", "4711").status == 0)
        let tmux = Tmux(folder)
        defer { tmux.end() }
        let program = Program.path("healthtui")
        let surroundings = "HOME=\(folder.root.path) XDG_STATE_HOME=\(folder.path("state"))"
        let command = "\(surroundings) \(program) samples steps --store unix:\(service.socket)"
        let window = try tmux.open("samples", Tmux.Size(90, 24), command)
        try await window.wait(for: "PIN:")
        try window.type("1111")
        try window.press("Enter")
        try await window.wait(for: "The PIN is wrong")
        try window.type("8264")
        try window.press("Enter")
        try await window.wait(for: "4,711")
        let screen = try window.screen()
        #expect(!screen.contains("1111") && !screen.contains("8264"), "\(screen)")
        #expect(try run("samples", "steps").status == 1, "elsewhere it wasn't given")
        // The console asks before it takes the terminal.
        let second = try ServedStoreFile(folder.path("second.store"), ["--require-secret"])
        let name = "unix:\(second.socket)"
        let set = try Command.run(["pin", "set", "--new-pin-file", folder.path("pin"), "--store", name], in: folder)
        #expect(set.status == 0, "\(set.errors)")
        let console = try tmux.open("console", Tmux.Size(90, 24), "\(surroundings) \(program) --store \(name)")
        try await console.wait(for: "PIN:")
        try console.type("8264")
        try console.press("Enter")
        try await console.wait(for: "Summary")
        second.end()
    }
}
