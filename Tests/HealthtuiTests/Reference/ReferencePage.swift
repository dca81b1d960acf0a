import Foundation
import HealthtuiFacts
import Testing

@testable import HealthKit
@testable import healthtui

/// Writes `Documentation/Commands.md` from the program's own help and from `CommandReference`.
struct ReferencePage {
    /// A subcommand, as the program describes it to tools.
    struct Subcommand: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Subcommand]?

        /// Its own subcommands, such as `set` of `passphrase`.
        var own: [Subcommand] { (subcommands ?? []).filter { $0.commandName != "help" } }
    }

    /// An argument or option of a subcommand.
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            var text: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let isOptional: Bool
        let shouldDisplay: Bool

        var text: String {
            let value = valueName.map { "<\($0)>" } ?? ""
            switch kind {
            case "positional": return value
            case "flag": return names?.map(\.text).joined(separator: ", ") ?? ""
            default: return (names?.map(\.text).joined(separator: ", ") ?? "") + " " + value
            }
        }
    }

    private struct Tool: Decodable {
        struct Command: Decodable {
            let subcommands: [Subcommand]?
        }

        let command: Command
    }

    let subcommands: [Subcommand]

    init(folder: ScratchFolder) throws {
        let dump = try Command.run(["--experimental-dump-help"], in: folder)
        subcommands = try JSONDecoder().decode(Tool.self, from: Data(dump.output.utf8)).command.subcommands ?? []
    }

    var text: String {
        let sections = subcommands.filter { $0.commandName != "help" }.map { section($0, "## healthtui") }
        return ([Self.head] + sections).joined(separator: "\n\n") + "\n"
    }

    private static let head = """
        # Commands

        What `healthtui` takes and prints, for scripts. Tests write this page from the program and compare it with what the
        program does, so it holds for this version.

        - Every command takes `--store PATH`. Without it the store is `$HEALTHKIT_STORE`, else
          `$XDG_DATA_HOME/healthtui/health.store`, else `~/.local/share/healthtui/health.store`. `unix:PATH` names the socket of
          a service that has the store open.
        - `--json` prints one JSON value. Lists are arrays; `--jsonl` prints an entry a line, `--csv` a table.
        - CSV follows RFC 4180: a header, CR LF behind each line, quotes where there is need. Its columns are the keys of JSON in
          their order. What is null is empty; lists and objects are JSON in a field.
        - Times are ISO 8601 with the offset of `--time-zone`, else of the machine, with milliseconds where there are any; null
          beyond the years 1 to 9999. `--time-zone` takes a name such as `Asia/Tokyo`, `UTC`, or an offset such as `+05:30`.
        - Types go by identifier, by the name in Swift, or by a name that people use: `HKQuantityTypeIdentifierStepCount`,
          `stepCount`, `steps`.
        - Messages go to standard error as `healthtui: what: why`. Progress does too, where a person looks at it.

        | exit code | means |
        | --- | --- |
        \(ExitStatus.meanings.map { "| \($0.code) | \($0.text) |" }.joined(separator: "\n"))

        `HEALTHKIT_LOG=debug` (or `trace`) writes what is done to standard error, and for the console to
        `$XDG_STATE_HOME/healthtui/healthtui.log` (`~/.local/state/…`). No line holds a health value.
        """

    private func section(_ subcommand: Subcommand, _ title: String) -> String {
        let title = "\(title) \(subcommand.commandName)"
        var lines = [title, "", subcommand.abstract ?? ""]
        if let discussion = subcommand.discussion, !discussion.isEmpty { lines += ["", "```text", discussion, "```"] }
        let arguments = (subcommand.arguments ?? []).filter { $0.shouldDisplay && !isEverywhere($0) }
        if !arguments.isEmpty { lines += ["", "| argument | |", "| --- | --- |"] }
        lines += arguments.map { "| `\($0.text)` | \(Self.cell($0.abstract ?? "")) |" }
        if subcommand.commandName == "samples" { lines += Self.samples }
        let command = title.drop { $0 == "#" }.dropFirst(" healthtui ".count)
        for reference in CommandReference.written where reference.command == command {
            lines += Self.keys(reference)
        }
        for own in subcommand.own { lines += ["", section(own, "#" + title)] }
        return lines.joined(separator: "\n")
    }

    /// Whether every command has the argument, so that the head of the page lists it.
    private func isEverywhere(_ argument: Argument) -> Bool {
        ["--store", "--json", "--jsonl", "--csv", "--time-zone", "--version", "-h"]
            .contains { name in argument.names?.contains { $0.text == name } ?? false }
    }

    private static func keys(_ reference: CommandReference) -> [String] {
        let title = reference.title.isEmpty ? "" : ", " + reference.title
        let shape = reference.isList ? "an array of objects" : reference.keys.hasPrefix("[]") ? "an array" : "an object"
        var lines = ["", "JSON\(title): \(shape).", "", "| key | is | means |", "| --- | --- | --- |"]
        for key in reference.parsed {
            lines.append("| `\(key.path)` | \(key.kindText) | \(cell(key.meaning)) |")
        }
        return lines
    }

    /// The keys of `samples` by kind, from the program.
    private static var samples: [String] {
        var lines = ["", "JSON: an array of objects. Every sample has", "", "| key | means |", "| --- | --- |"]
        lines += SampleFacts.common.map { "| `\($0.key)` | \(cell($0.meaning)) |" }
        lines += [
            "",
            "`device` and `metadata` are objects by name. Behind these come what samples of the type's kind say, always",
            "the same keys for a kind:", "", "| kind | key | means |", "| --- | --- | --- |",
        ]
        for (name, type) in kinds {
            lines += SampleFact.facts(of: type).map { "| \(name) | `\($0.key)` | \(cell($0.meaning)) |" }
        }
        return lines
    }

    /// A type of every kind that samples have.
    private static var kinds: [(String, HKSampleType)] {
        var seen: Set<CatalogueEntry.Kind> = []
        return HKObjectType.all.compactMap { $0 as? HKSampleType }
            .filter { !SampleFact.facts(of: $0).isEmpty && seen.insert($0.entry.kind).inserted }
            .map { ($0.entry.kind.rawValue, $0) }
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }
}

extension CommandReference {
    /// One key, and its possible values.
    struct Key {
        let path: String
        let kind: String
        let mayBeNull: Bool
        let mayBeAbsent: Bool
        let meaning: String

        var kindText: String {
            kind + (mayBeNull ? " or null" : "") + (mayBeAbsent ? ", may be absent" : "")
        }
    }

    var parsed: [Key] {
        keys.split(separator: "\n")
            .map { line in
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                let kind = words[1].filter(\.isLetter)
                return Key(
                    path: words[0],
                    kind: kind,
                    mayBeNull: words[1].contains("?"),
                    mayBeAbsent: words[1].contains("~"),
                    meaning: words[2]
                )
            }
    }
}
