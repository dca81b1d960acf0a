import Foundation
import LockTesting
import ProgramTesting
import Testing
@testable import healthtui

/// Every command over an encrypted store: the files it writes, and its output where others may read it.
@Suite("Every command over an encrypted store", .serialized)
struct EncryptedCommandTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let passphrase = "marigold sextant 90210"

    /// Commands that the reference has no run of, or none that is enough.
    private static let others: [(arguments: [String], input: String)] = [
        (["samples", "bodyMass", "--json"], ""), (["samples", "heartRate"], ""),
        (["console"], "heart rate\n\n\nquit\n"),
        (["passphrase", "change", "--passphrase-fd", "0", "--new-passphrase-file", "{words}"], passphrase + "\n"),
        (["passphrase", "recovery-key", "--passphrase-fd", "0"], passphrase + "\n"),
        (["export", "{folder}/export.csv", "--format", "csv"], ""), (["study", "status"], ""),
        (["sync", "init", "{folder}"], ""), (["sync", "status"], ""),
    ]

    private final class Seen {
        var files: [String: Data] = [:]
    }

    /// A store that has a passphrase and is unlocked.
    private struct Place {
        let example: ExampleStore
        let environment: [String: String]
        /// Where commands put what they are asked for.
        let folder: String
        private let elsewhere: ScratchFolder
        /// The contents of the files at the last check.
        let seen = Seen()

        init() throws {
            example = try ExampleStore()
            for name in ["run", "asked"] { try #require(mkdir(example.folder.path(name), 0o700) == 0) }
            folder = example.folder.path("asked")
            elsewhere = try ScratchFolder()
            try SecretFile.write(EncryptedCommandTests.passphrase, to: elsewhere.path("words"))
            environment = [
                "XDG_RUNTIME_DIR": example.folder.path("run"), "HEALTHKIT_LOG": "trace", "ACCESSIBLE": "1",
            ]
        }

        func run(_ arguments: [String], _ input: String = "") throws -> Command.Outcome {
            try example.run(arguments, environment: environment, input: input)
        }

        func unlock() throws {
            let outcome = try run(["unlock", "--passphrase-fd", "0"], EncryptedCommandTests.passphrase + "\n")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }

        func filled(_ argument: String) throws -> String {
            if argument == "{card}" {
                let card = EncryptedCommandTests.root.appendingPathComponent("Tests/Fixtures/cards/card.jws").path
                #expect(try run(["import", card]).status == 0)
                return "verifiableRecord"
            }
            if argument == "{session}" {
                let file = elsewhere.path("session")
                let text = "healthtui session 1\nat 2023-11-15T12:00:00Z\nzone UTC\nsize 60x20\npress 2\n"
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                return file
            }
            if argument == "{own}" {
                let added = try run(["add", "bodyMass", "70", "kg", "--json"]).json() as? [String]
                return try #require(added?.first)
            }
            return argument.replacing("{folder}", with: folder)
                .replacing("{words}", with: elsewhere.path("words"))
                .replacing(
                    "{exports}",
                    with: EncryptedCommandTests.root.appendingPathComponent("Tests/Fixtures/exports").path
                )
                .replacing(
                    "{cards}",
                    with: EncryptedCommandTests.root.appendingPathComponent("Tests/Fixtures/cards").path
                )
        }

        /// Every existing file, except plain files requested by the person and the test's own files.
        func files() throws -> [(name: String, bytes: Data)] {
            let plain = ["asked/export.zip", "asked/export.csv", "asked/run.gpx"]
            var found: [(String, Data)] = []
            let all = FileManager.default.enumerator(atPath: example.folder.root.path)
            while let path = all?.nextObject() as? String {
                let name = (path as NSString).lastPathComponent
                let isOfTest = ["out-", "err-", "in-"].contains { name.hasPrefix($0) }
                if isOfTest || plain.contains(where: { path.hasPrefix($0) }) { continue }
                if let bytes = FileManager.default.contents(atPath: example.folder.path(path)) {
                    found.append((path, bytes))
                }
            }
            return found
        }
    }

    /// Values and words of samples, as text and as numbers; names of types; the tables of the database.
    private static let inFiles: [Data] = {
        let texts = ExampleStore.secrets + [passphrase, "HKQuantityType", "CREATE TABLE", "test.walker"]
        let numbers = [71.25, 118.5, 77.75]
            .flatMap { number in
                [number.bitPattern.littleEndian, number.bitPattern.bigEndian]
                    .map { word in withUnsafeBytes(of: word) { Data($0) } }
            }
        return texts.map { Data($0.utf8) } + numbers
    }()

    private func check(_ place: Place, _ outcome: Command.Outcome, _ arguments: [String]) throws {
        let call = arguments.joined(separator: " ")
        // A command changes few files: only these are looked through again.
        let files = try place.files()
        let changed = files.filter { place.seen.files[$0.name] != $0.bytes }
        place.seen.files = Dictionary(files.map { ($0.name, $0.bytes) }, uniquingKeysWith: { $1 })
        for (name, bytes) in changed {
            for secret in Self.inFiles where bytes.range(of: secret) != nil {
                Issue.record("after “\(call)” \(name) holds \(String(decoding: secret, as: UTF8.self))")
            }
        }
        // The log, and whatever else goes to standard error.
        for secret in ExampleStore.secrets + [Self.passphrase] where outcome.errors.contains(secret) {
            Issue.record("“\(call)” says \(secret): \(outcome.errors.suffix(400))")
        }
        #expect(!outcome.output.contains(Self.passphrase), "\(call)")
    }

    @Test("leaves nothing in any file that can be read, and no value, passphrase or key in its log or its errors")
    func everyCommand() throws {
        let place = try Place()
        var called: Set<String> = ["unlock"]
        let set = try place.run(["passphrase", "set", "--passphrase-fd", "0"], Self.passphrase + "\n")
        #expect(set.status == 0, "\(set.errors)")
        try check(place, set, ["passphrase", "set"])
        try place.unlock()
        var hasLogged = false
        let references = CommandReference.all.map { (arguments: [$0.command] + $0.arguments, input: "") }
        for (arguments, input) in Self.others + references {
            let arguments = try arguments.map { try place.filled($0) }
            let outcome = try place.run(arguments, input)
            #expect(outcome.status == 0, "\(arguments): \(outcome.errors.suffix(400))")
            hasLogged = hasLogged || outcome.errors.contains("begin")
            try check(place, outcome, arguments)
            called.insert(arguments[0])
            if arguments[0] == "lock" { try place.unlock() }
        }
        #expect(hasLogged)
        // There is one already.
        let agent = try Command.run(["agent"], in: place.example.folder, environment: place.environment)
        #expect(agent.status == 1 && agent.errors.contains("already running"), "\(agent.errors)")
        try check(place, agent, ["agent"])
        // Without permissions it reveals nothing about the store.
        let assistant = ["mcp", "desk", "--store", place.example.path, "--call", "list_types", "{}"]
        try check(place, try place.run(assistant), assistant)
        called.insert("mcp")
        try ingest(place)
        try serve(place)
        // One becomes another program, one works for root alone on stores of others, one opens no store, and one leaves none.
        called.formUnion(["agent", "ingest", "serve", "run", "move-store", "launcher", "erase"])
        let all = try ReferencePage(folder: place.example.folder).subcommands.map(\.commandName)
        #expect(called == Set(all).subtracting(["help"]), "a command is missing here")
        #expect(try place.run(["lock", "--all"]).status == 0)
    }

    /// Starts a command that keeps running, and waits for its first line.
    private func start(_ place: Place, _ arguments: [String]) throws -> (process: Process, line: String, errors: String)
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path("healthtui"))
        process.arguments = arguments + ["--store", place.example.path]
        process.environment = ["HOME": place.example.folder.root.path, "TZ": "UTC"].merging(place.environment) { $1 }
        let output = Pipe()
        let errors = URL(fileURLWithPath: place.example.folder.path("err-\(arguments[0])"))
        try Data().write(to: errors)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        try process.start()
        var said = ""
        while !said.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            said += String(decoding: data, as: UTF8.self)
        }
        return (process, said, errors.path)
    }

    /// Ends it and checks the files that it left.
    private func end(_ place: Place, _ started: (process: Process, line: String, errors: String), _ name: String) throws
    {
        started.process.terminate()
        started.process.waitUntilExit()
        let outcome = Command.Outcome(
            status: started.process.terminationStatus,
            output: started.line,
            errors: try String(contentsOfFile: started.errors, encoding: .utf8)
        )
        try check(place, outcome, [name])
    }

    private func serve(_ place: Place) throws {
        let socket = place.example.folder.path("served")
        let started = try start(place, ["serve", "--socket", socket])
        #expect(started.line == "serving \(place.example.path) at \(socket)\n")
        try end(place, started, "serve")
    }

    /// Posted data is imported, and isn't in any file.
    private func ingest(_ place: Place) throws {
        let token = place.example.folder.path("asked/token")
        let started = try start(place, ["ingest", "--port", "0", "--token-file", token, "--json"])
        let said = started.line
        let line = try JSONSerialization.jsonObject(with: Data(said.utf8)) as? [String: Any]
        let port = try #require(
            (line?["addresses"] as? [String])?.first?.split(separator: ":").last.flatMap { UInt16($0) }
        )
        let word = try String(contentsOfFile: token, encoding: .utf8).trimmingCharacters(in: .newlines)
        let body = """
            {"data": {"metrics": [{"name": "step_count", "units": "count", "data": [\
            {"date": "2024-02-06 14:10:00 -0800", "qty": 71.25, "source": "Phone"}]}]}}
            """
        let client = try LocalClient(port: port)
        client.send(
            "POST /import HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(word)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        let answer = client.receive()
        #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        try end(place, started, "ingest")
    }
}
