import Foundation
import Testing

@testable import healthtui

/// Shell completions, the response to unknown commands, and the layout of the help.
@Suite("Completion and help")
struct CompletionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The program's completions for the last of some words.
    private func offers(_ argument: String, _ words: String..., shell: String = "bash") throws -> [String] {
        let commands = words.prefix(words.first == "goals" ? 2 : 1)
        let place = ["\(words.count)", "\(words.last?.count ?? 0)"]
        var arguments = ["---completion"]
        arguments += commands
        arguments += ["--", argument]
        arguments += place
        arguments += ["healthtui"]
        arguments += words
        let outcome = try Command.run(
            arguments,
            in: folder,
            environment: ["SAP_SHELL": shell, "HEALTHKIT_STORE": folder.path("no.store"), "TZ": "Nowhere/Land"]
        )
        #expect(outcome.status == 0 && outcome.errors == "", "\(words): \(outcome.errors)")
        return outcome.output.split(separator: "\n").map(String.init)
    }

    @Test("offers measures, and behind a measure times, in as many words as were typed")
    func words() throws {
        #expect(try offers("positional@0", "stats", "restingH") == ["restingHeartRate"])
        #expect(try offers("positional@0", "stats", "Restingh") == ["RestingheartRate"])
        #expect(try offers("positional@0", "stats", "running di").contains("running distance"))
        #expect(try offers("positional@0", "stats", "running", "di").contains("distance"))
        #expect(try offers("positional@0", "stats", "'running di").contains("running distance"))
        #expect(try offers("positional@0", "stats", "running\\ di").contains("running distance"))
        #expect(try offers("positional@0", "stats", "sleep", "last w") == ["last week"])
        #expect(try offers("positional@0", "stats", "--by", "day", "sleep", "last", "w") == ["week"])
        #expect(try offers("positional@0", "stats", "running", "distance", "yest") == ["yesterday"])
        #expect(try offers("positional@1", "change", "steps", "since", "last y") == ["last year"])
        #expect(try offers("positional@2", "compare", "steps", "--json", "sleep", "yest") == ["yesterday"])
        #expect(try offers("--against", "stats", "sleep", "--against", "'last y") == ["last year"])
        #expect(try offers("positional@0", "samples", "heartRateVariabilityS") == ["heartRateVariabilitySDNN"])
        #expect(try offers("positional@0", "goals", "set", "stepC") == ["stepCount"])
        #expect(try offers("positional@0", "stats", "--su").isEmpty)
        #expect(try offers("positional@0", "measures", "").count > 100)
        #expect(!FileManager.default.fileExists(atPath: folder.path("no.store")))
    }

    @Test("A word that a name doesn't fit is no error, in every shell", arguments: ["bash", "zsh", "fish"])
    func nothing(shell: String) throws {
        #expect(try offers("positional@0", "stats", "zzzz", shell: shell).filter { $0 != " " }.isEmpty)
    }

    @Test("knows each option without a value of the commands whose words depend on those before")
    func flags() throws {
        let page = try ReferencePage(folder: folder)
        for command in page.subcommands where ["stats", "change", "pattern", "compare"].contains(command.commandName) {
            for argument in command.arguments ?? [] where argument.kind == "flag" {
                for name in argument.names ?? [] {
                    #expect(ShellWords.flags.contains(name.text), "\(command.commandName) \(name.text)")
                }
            }
        }
    }

    @Test("An unknown command names the ones that it begins or is spelled like")
    func near() throws {
        for (typed, meant) in [("stat", "stats"), ("smaples", "samples"), ("chnage", "change"), ("meas", "measures")] {
            let outcome = try Command.run([typed], in: folder)
            #expect(outcome.status == 64)
            #expect(outcome.errors.contains("did you mean \(meant)"), "\(outcome.errors)")
        }
        #expect(try Command.run(["zzzz"], in: folder).errors.contains("healthtui --help lists them"))
    }

    @Test("The help has groups with plain headings, and examples on one line")
    func help() throws {
        let help = try Command.run(["--help"], in: folder).output
        #expect(help.contains("\nMEASURES AND QUESTIONS:\n") && help.contains("\nSTORE AND SERVICE:\n"))
        #expect(!help.contains("SUBCOMMANDS"))
        for words in [["add"], ["stats"], ["report"], ["study", "create"]] {
            let help = try Command.run(words + ["--help"], in: folder, environment: ["COLUMNS": "60"]).output
            let whole = try #require(try examples(words), "\(words)")
            for example in whole { #expect(help.contains(example + "\n"), "\(example)") }
        }
    }

    private func examples(_ words: [String]) throws -> [String]? {
        var all = try ReferencePage(folder: folder).subcommands
        var discussion: String?
        for word in words {
            guard let command = all.first(where: { $0.commandName == word }) else { return nil }
            (all, discussion) = (command.own, command.discussion)
        }
        let lines = discussion?.split(separator: "\n").filter { $0.hasPrefix("  healthtui ") }.map(String.init)
        return lines?.isEmpty == false ? lines : nil
    }
}
