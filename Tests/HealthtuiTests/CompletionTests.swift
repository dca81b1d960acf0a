import Foundation
import ProgramTesting
import Testing

@testable import HealthKit
@testable import healthtui

/// Shell completions, the response to unknown commands, and the layout of the help.
@Suite("Completion and help")
struct CompletionTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// The program's completions for the last of some words.
    private func offers(_ argument: String, _ words: String..., shell: String = "bash") throws -> [String] {
        try offers(argument, words, shell)
    }

    private func offers(_ argument: String, _ words: [String], _ shell: String) throws -> [String] {
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

    @Test(
        "offers types behind --set, and behind = what an assistant or an app may have",
        arguments: ["bash", "zsh", "fish"]
    )
    func access(shell: String) throws {
        func offers(_ words: String...) throws -> [String] {
            try self.offers("--set", ["permissions"] + words, shell).filter { $0 != " " }
        }
        let levels = ["weeks", "days", "samples"]
        let mass = (levels + levels.map { $0 + ",add" } + ["add", "none"]).map { "bodyMass=" + $0 }
        #expect(try offers("mcp.desk", "--set", "bodyMass=") == mass)
        #expect(try offers("mcp.desk", "--set", "bodyMass=d") == ["bodyMass=days", "bodyMass=days,add"])
        #expect(try offers("--yes", "mcp.desk", "--set", "sleep=d") == ["sleep=days"])
        #expect(try offers("mcp.desk", "--set", "steps=days", "sleep=s") == ["sleep=samples"])
        #expect(try offers("mcp.desk", "--set", "all=o") == ["all=on"])
        #expect(try offers("mcp.desk", "--set", "stepC").first == "stepCount=weeks")
        #expect(try offers("mcp.desk", "--set", "bodyMass").contains("bodyMassIndex="))
        #expect(try offers("stepdemo", "--set", "stepCount=r") == ["stepCount=read", "stepCount=read,share"])
        for word in ["wishes=d", "dateOfBirth=d", "bodyMass=zz"] {
            #expect(try offers("mcp.desk", "--set", word).isEmpty, "\(word)")
        }
    }

    /// A store with steps that were added.
    private func filled() throws -> String {
        let path = folder.path("own.store")
        let outcome = try Command.run(["add", "steps", "500", "--store", path], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    /// The files of the store with what they hold.
    private func files() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
        return try names.filter { $0.hasPrefix("own.store") }
            .reduce(into: [:]) { $0[$1] = try Data(contentsOf: URL(fileURLWithPath: folder.path($1))) }
    }

    @Test("offers the names of sources of a store that nobody uses, and leaves every file as it is")
    func sources() throws {
        let store = try filled()
        let before = try files()
        let offered = try offers("positional@0", "sources", "--store", store, "")
        let name = try #require(offered.first)
        #expect(offered.count == 1)
        let beginning = String(name.prefix(2))
        for (option, command) in [
            ("--source", "samples"), ("--source", "export"), ("--source", "delete"), ("--exclude", "sources"),
            ("--include", "sources"),
        ] {
            #expect(try offers(option, command, "--store", store, option, beginning) == [name], "\(command)")
            #expect(try offers(option, command, "--store=" + store, option, "zzz").isEmpty, "\(command)")
        }
        #expect(try offers("--order", "sources", "--store", store, "--order", "stepC") == ["stepCount"])
        #expect(try offers("--order", "sources", "--store", store, "--order", "stepCount", beginning) == [name])
        #expect(try files() == before)
        #expect(try Command.run(["sources", name, "--store", store], in: folder).status == 0)
    }

    @Test("offers no source of a store that is in use, encrypted, damaged, served or not there")
    func noSources() throws {
        let store = try filled()
        func nothing(_ path: String) throws {
            #expect(try offers("--source", "samples", "--store", path, "--source", "").isEmpty, "\(path)")
            #expect(try offers("positional@0", "devices", "--store", path, "").isEmpty, "\(path)")
        }
        try nothing(folder.path("none.store"))
        try nothing("unix:" + folder.path("socket"))
        try Data("no store".utf8).write(to: URL(fileURLWithPath: folder.path("bad.store")))
        try nothing(folder.path("bad.store"))
        // Another program has it open.
        let own = HKHealthStore.person(location: .file(store))
        #expect(try own.person.sources().count == 1)
        try withExtendedLifetime(own.store) { try nothing(store) }
    }

    @Test("offers no source of an encrypted store, also while it is unlocked")
    func encrypted() throws {
        let example = try ExampleStore()
        let secret = folder.path("words")
        try SecretFile.write("marigold sextant 90210", to: secret)
        let outcome = try example.run(["passphrase", "set", "--passphrase-file", secret])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try offers("--source", "samples", "--store", example.path, "--source", "").isEmpty)
    }

    @Test("The script of bash completes each word behind --set, which bash parts at =")
    func bash() throws {
        let script = try Command.run(["--generate-completion-script", "bash"], in: folder).output
        #expect(script.contains("complete -o filenames -F _healthtui_access healthtui"))
        let program = Program.path("healthtui")
        func replies(_ words: String...) throws -> [String] {
            let typed = words.joined(separator: " ").replacing(" = ", with: "=")
            let run = """
                COMP_WORDS=("\(program)" permissions mcp.desk \(words.joined(separator: " ")))
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE="\(program) permissions mcp.desk \(typed)"
                COMP_POINT=${#COMP_LINE}
                _healthtui_access healthtui "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
                printf '%s\n' "${COMPREPLY[@]}" >"\(folder.path("replies"))"
                """
            let file = folder.path("complete.bash")
            try Data((script + run).utf8).write(to: URL(fileURLWithPath: file))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["bash", file]
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.root.path, "LC_ALL": "C.UTF-8"]
            try process.start()
            process.waitUntilExit()
            let text = try Data(contentsOf: URL(fileURLWithPath: folder.path("replies")))
            return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        #expect(try replies("--set", "bodyMass", "=", "d") == ["days", "days,add"])
        #expect(try replies("--set", "sleep", "=", "days", "bodyMass", "=", "w") == ["weeks", "weeks,add"])
        #expect(try replies("--set", "sleep", "=", "days", "stepCou").contains("stepCount=days"))
        #expect(try replies("--set", "sleep", "=", "days", "--y") == ["--yes"])
    }

    @Test("knows each option without a value of the commands whose words depend on those before")
    func flags() throws {
        let page = try ReferencePage(folder: folder)
        for command in page.subcommands
        where ["stats", "change", "pattern", "compare", "permissions"].contains(command.commandName) {
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
