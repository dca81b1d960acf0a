import Foundation
import Testing

@testable import HealthKit
@testable import healthtui

/// The page about the commands matches their behaviour.
@Suite("The page of commands", .enabled(if: OwnHome.isThere, "needs mount namespaces"))
struct CommandReferenceTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("is what the program and the reference say; UPDATE_DOCUMENTATION=1 writes it anew")
    func page() throws {
        let page = try ReferencePage(folder: try ScratchFolder()).text
        let file = Self.root.appendingPathComponent("Documentation/Commands.md")
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            try Data(page.utf8).write(to: file)
        }
        let written = try String(contentsOf: file, encoding: .utf8)
        let (new, old) = (page.split(separator: "\n"), written.split(separator: "\n"))
        for (new, old) in zip(new, old) where new != old {
            Issue.record("the page says “\(old)”, the program “\(new)”; UPDATE_DOCUMENTATION=1 writes the page anew")
            return
        }
        #expect(page == written, "UPDATE_DOCUMENTATION=1 writes the page anew")
    }

    @Test("tells of every command")
    func everyCommand() throws {
        // Separate tests cover commands that need a running program, or a person.
        let own = [
            "samples", "help", "ingest", "serve", "run", "move-store", "launcher", "study", "sync", "unlock", "agent",
            "passphrase", "erase", "mcp",
        ]
        let reported = Set(CommandReference.all.map(\.command) + own)
        for subcommand in try ReferencePage(folder: try ScratchFolder()).subcommands {
            #expect(
                reported.contains(subcommand.commandName),
                "say in CommandReference what \(subcommand.commandName) prints"
            )
        }
    }

    @Test("lists the subcommands of a command with their options")
    func subcommands() throws {
        let page = try ReferencePage(folder: try ScratchFolder())
        let passphrase = try #require(page.subcommands.first { $0.commandName == "passphrase" })
        #expect(passphrase.own.map(\.commandName) == ["set", "change", "remove", "recovery-key", "accept"])
        let lines = page.text.split(separator: "\n")
        // The last takes none.
        for own in passphrase.own.dropLast() {
            let title = "### healthtui passphrase \(own.commandName)"
            let begin = try #require(lines.firstIndex { $0 == title }, "\(title)")
            let section = lines[(begin + 1)...].prefix { !$0.hasPrefix("#") }
            #expect(section.contains { $0.hasPrefix("| `--passphrase-file <file>` |") }, "\(title)")
        }
    }

    @Test("says of every key of every command's JSON what it is, and there are no others")
    func keys() throws {
        let example = try ExampleStore()
        for reference in CommandReference.all {
            let place = ([reference.command] + reference.arguments).joined(separator: " ")
            let outcome = try example.run(
                [reference.command] + reference.arguments.map { try filled($0, example) } + ["--json"]
            )
            #expect(outcome.status == 0, "\(place): \(outcome.errors)")
            #expect(outcome.errors == "", "\(place)")
            let value = try outcome.json()
            let entries = reference.isList ? try #require(value as? [Any], "\(place)") : [value]
            #expect(!entries.isEmpty, "\(place) shows nothing")
            for entry in entries { reference.check(entry, place) }
        }
    }

    @Test("has the columns of CSV in the order of its keys, and an entry a line of JSON lines")
    func formats() throws {
        let example = try ExampleStore()
        for reference in CommandReference.all where reference.isList && !["authorize"].contains(reference.command) {
            let call = [reference.command] + (try reference.arguments.map { try filled($0, example) })
            let records = try CSVTable.records(try example.run(call + ["--csv"]).output)
            let columns = reference.parsed.map(\.path)
                .filter { path in !path.contains { ".*[".contains($0) } && (records.first?.contains(path) ?? false) }
            #expect(records.first == columns, "\(call)")
            let needed = reference.parsed.filter { !$0.mayBeAbsent && !$0.path.contains { ".*[".contains($0) } }
            #expect(Set(needed.map(\.path)).isSubset(of: records.first ?? []), "\(call)")
            let lines = try example.run(call + ["--jsonl"]).output.split(separator: "\n")
            #expect(lines.count == records.count - 1, "\(call)")
            for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
    }

    @Test("holds over a service that has the store open, and what only works on the file says so")
    func overService() throws {
        var example = try ExampleStore()
        let service = try ServedStoreFile(example.path)
        defer { service.end() }
        example.name = "unix:\(service.socket)"
        for reference in CommandReference.all {
            let place = ([reference.command] + reference.arguments).joined(separator: " ")
            let outcome = try example.run(
                [reference.command] + reference.arguments.map { try filled($0, example) } + ["--json"]
            )
            let needsFile = ["--repair", "--compare"].contains { reference.arguments.contains($0) }
            if reference.command == "restore" || needsFile {
                #expect(outcome.status == 1, "\(place)")
                #expect(outcome.errors.contains("stop the service"), "\(place): \(outcome.errors)")
                continue
            }
            #expect(outcome.status == 0, "\(place): \(outcome.errors)")
            #expect(outcome.errors == "", "\(place)")
            guard outcome.status == 0 else { continue }
            let value = try outcome.json()
            let entries = reference.isList ? try #require(value as? [Any], "\(place)") : [value]
            #expect(!entries.isEmpty, "\(place) shows nothing")
            for entry in entries { reference.check(entry, place) }
        }
    }

    private func filled(_ argument: String, _ example: ExampleStore) throws -> String {
        if argument == "{session}" {
            let file = example.folder.path("reference.session")
            let text =
                "healthtui session 1\nat 2023-11-15T12:00:00Z\nzone UTC\nsize 60x20\npress esc\npress 2\nexpect Heart Rate\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            return file
        }
        if argument == "{card}" {
            let card = Self.root.appendingPathComponent("Tests/Fixtures/cards/card.jws").path
            #expect(try example.run(["import", card]).status == 0)
            return "verifiableRecord"
        }
        if argument == "{own}" {
            let added = try example.run(["add", "bodyMass", "70", "kg", "--json"]).json() as? [String]
            return try #require(added?.first)
        }
        return argument.replacing("{folder}", with: example.folder.root.path)
            .replacing("{exports}", with: Self.root.appendingPathComponent("Tests/Fixtures/exports").path)
            .replacing("{cards}", with: Self.root.appendingPathComponent("Tests/Fixtures/cards").path)
    }

    @Test("has all exit codes, as the program says them, and so has the manual page")
    func exitCodes() throws {
        let texts = try ["Documentation/Commands.md", ".ci/extras"]
            .map { try String(contentsOf: Self.root.appendingPathComponent($0), encoding: .utf8) }
        for (code, text) in ExitStatus.meanings {
            #expect(texts[0].contains("| \(code) | \(text) |"))
            let sentence = text.prefix(1).uppercased() + text.dropFirst() + "."
            #expect(texts[1].contains(".It \(code)\n\(sentence)\n"), "\(code) is not in .ci/extras")
        }
    }
}
