import Foundation
import Glibc
import ProgramTesting
import Testing

@testable import HealthKit
@testable import HealthtuiStudy
@testable import healthtui

@Suite("healthtui study", .enabled(if: OwnHome.isThere, "needs mount namespaces"))
struct StudyCommandTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try Program.allowUnattended(folder.path(".config"))
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Command.Outcome {
        try Command.run(["study"] + arguments, in: folder, environment: environment)
    }

    private func makeStudy(_ more: String...) throws -> String {
        let path = folder.path("walk")
        let words = [
            "study", "create", path, "--title", "Walks", "--contact", "a@example.org", "--purpose", "To see", "--type",
            "steps",
            "heart rate", "--since", "2026-10-01", "--until", "2026-10-31",
        ]
        let outcome = try Command.run(words + more, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    /// A store with steps on two days.
    private func makeStore() throws -> String {
        let path = folder.path("a.store")
        for day in ["2026-10-03", "2026-10-04"] {
            let outcome = try Command.run(
                ["add", "steps", "1200", "--start", "\(day) 08:00", "--end", "\(day) 09:00", "--store", path],
                in: folder
            )
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        return path
    }

    @Test("A study has another version, which asks everybody again and keeps what it promised")
    func revise() throws {
        let (path, store) = (try makeStudy(), try makeStore())
        let first = try run("contribute", path, "--output", folder.path("1"), "--store", store, "--yes")
        #expect(first.status == 0, "\(first.errors)")
        let outcome = try run("revise", path, "--until", "2026-11-30", "-k", "25", "--json")
        let revised = try #require(try outcome.json() as? [String: Any])
        #expect(revised["version"] as? Int == 2 && revised["until"] as? String == "2026-11-30")
        #expect(try run("show", path).output.contains("Version     2"))
        let unasked = try run("contribute", path, "--output", folder.path("2"), "--store", store)
        #expect(unasked.status == 1 && unasked.errors.contains("You agreed to version 1"), "\(unasked.errors)")
        for (least, why) in [("25", "nothing is different"), ("20", "it can grow, not shrink to 20")] {
            let refused = try run("revise", path, "-k", least)
            #expect(refused.status == 1 && refused.errors.contains(why), "\(refused.errors)")
        }
        #expect(try run("revise", folder.path("none"), "-k", "30").errors.contains("not found"))
    }

    @Test("A study is made once, is for its owner alone, and is shown with its key")
    func create() throws {
        let path = try makeStudy()
        let shown = try #require(try run("show", path, "--json").json() as? [String: Any])
        #expect(shown["title"] as? String == "Walks")
        #expect(
            shown["types"] as? [String] == ["HKQuantityTypeIdentifierStepCount", "HKQuantityTypeIdentifierHeartRate"]
        )
        #expect(shown["k"] as? Int == 20)
        #expect(try run("show", path + "/study.json").output.contains(shown["key"] as? String ?? "?"))
        let keys = try FileManager.default.attributesOfItem(atPath: path + "/keys.json")
        #expect(keys[.posixPermissions] as? Int == 0o600)
        let again = try Command.run(
            [
                "study", "create", path, "--title", "t", "--contact", "c", "--purpose", "p", "--type", "steps",
                "--since",
                "2026-10-01", "--until", "2026-10-31",
            ],
            in: folder
        )
        #expect(again.status == 1 && again.errors.contains("already exists"))
    }

    @Test(
        "A study that makes no sense isn't made, and the field is named",
        arguments: [
            (["--since", "2026-13-01"], "since"), (["--until", "2026-09-01"], "before"), (["-k", "2"], "k"),
            (["--form", "samples", "--dates", "shifted"], "dates"), (["--title", "\u{1B}[2J"], "title"),
            (["--type", "sleepAnalysis"], "samples"), (["--type", "bloodPressure"], "types"),
        ]
    )
    func invalid(_ words: [String], _ named: String) throws {
        var options = [
            "--title": ["t"], "--contact": ["c"], "--purpose": ["p"], "--type": ["steps"], "--since": ["2026-10-01"],
            "--until": ["2026-10-31"],
        ]
        for index in stride(from: 0, to: words.count, by: 2) { options[words[index]] = [words[index + 1]] }
        let outcome = try Command.run(
            ["study", "create", folder.path("no")] + options.sorted { $0.key < $1.key }.flatMap { [$0.key] + $0.value },
            in: folder
        )
        #expect(outcome.status == 1 && outcome.errors.contains(named), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("no")))
    }

    @Test("A study whose file was changed is refused by every command that reads it")
    func changed() throws {
        let path = try makeStudy()
        let file = path + "/study.json"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        try text.replacing("\"k\" : 20", with: "\"k\" : 5").write(toFile: file, atomically: false, encoding: .utf8)
        for words in [["show", file], ["preview", file], ["contribute", file, "--yes"], ["ledger", path]] {
            let outcome = try Command.run(["study"] + words, in: folder)
            #expect(outcome.status == 1 && outcome.errors.contains("signature is wrong"), "\(words): \(outcome.errors)")
        }
        for (content, reason) in [("{}", "not a study"), ("nothing", "not a study"), ("", "not a study")] {
            try content.write(toFile: file, atomically: false, encoding: .utf8)
            #expect(try run("show", file).errors.contains(reason))
        }
        #expect(try run("show", folder.path("none.json")).status == ExitStatus.noInput)
    }

    @Test("What goes out is seen first, agreed to in the person's language, sent once, and is in the audit")
    func takingPart() throws {
        let (path, store) = (try makeStudy(), try makeStore())
        let rows = try run("preview", path, "--store", store, "--json").rows()
        #expect(rows.map { $0["table"] as? String } == ["days"])
        #expect(rows.first?["rows"] as? Int == 2 && rows.first?["state"] as? String == "new")
        let lines = try run("preview", path, "--rows", "days", "--store", store).output.split(separator: "\n")
        #expect(lines.count == 3 && lines[1].contains("2026-10-03") && lines[1].contains(",1200,"))
        // Without consent there is nothing.
        let unasked = try run("contribute", path, "--output", folder.path("1"), "--store", store)
        #expect(unasked.status == 1 && !FileManager.default.fileExists(atPath: folder.path("1")))
        #expect(try run("status", "--store", store, "--json").rows().isEmpty)
        let german = try run(
            "contribute",
            path,
            "--output",
            folder.path("1"),
            "--store",
            store,
            "--yes",
            environment: ["LC_ALL": "", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"]
        )
        #expect(german.status == 0, "\(german.errors)")
        #expect(german.errors.contains("Gesundheitsdaten") && german.errors.contains("Walks"))
        for name in ["1", "1.withdrawal"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        let sealed = try Data(contentsOf: URL(fileURLWithPath: folder.path("1")))
        #expect(sealed.range(of: Data("2026-10".utf8)) == nil)
        // A second time there is nothing to send, and nothing is asked.
        let same = try run("contribute", path, "--output", folder.path("2"), "--store", store)
        #expect(same.status == 1 && same.errors.contains("nothing changed"))
        let all = try run("contribute", path, "--all", "--output", folder.path("2"), "--store", store)
        #expect(all.status == 0 && !all.errors.contains("take part"))
        let status = try run("status", "--store", store, "--json").rows()
        #expect(status.first?["contributions"] as? Int == 2)
        let audit = try Command.run(["audit", "--store", store, "--json"], in: folder).rows()
        #expect(audit.first?["operation"] as? String == "contribute" && audit.first?["objects"] as? Int == 4)
        #expect(audit.first?["app"] as? String == "Walks")
        // An existing file is never replaced.
        #expect(try run("contribute", path, "--all", "--output", folder.path("1"), "--store", store).status == 1)
        let gone = try run("withdraw", path, "--output", folder.path("3"), "--store", store, "--yes")
        #expect(gone.status == 0, "\(gone.errors)")
        let late = try run("contribute", path, "--output", folder.path("4"), "--store", store)
        #expect(late.status == 1 && late.errors.contains("withdrew"))
    }

    @Test("A later version of a study asks again and says which one was agreed to; nothing goes out before the answer")
    func versions() throws {
        let (path, store) = (try makeStudy(), try makeStore())
        let first = try run("contribute", path, "--output", folder.path("1"), "--store", store, "--yes")
        #expect(first.status == 0 && !first.errors.contains("You agreed"), "\(first.errors)")
        let researcher = try StudyFolder(path)
        var description = researcher.study.description
        description.until = "2026-11-15"
        for (version, text) in [
            (1, "its version is 1 too"), (2, "You agreed to version 1 of this study; this is version 2."),
        ] {
            description.version = version
            let later = folder.path("later-\(version).json")
            try SignedStudy(description, signer: researcher.signer).data.write(to: URL(fileURLWithPath: later))
            let unasked = try run("contribute", later, "--output", folder.path("2"), "--store", store)
            #expect(unasked.status == 1 && unasked.errors.contains(text), "\(unasked.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder.path("2")))
        }
        let agreed = try run(
            "contribute",
            folder.path("later-2.json"),
            "--output",
            folder.path("2"),
            "--store",
            store,
            "--yes"
        )
        #expect(agreed.status == 0 && agreed.output.contains("number 2, 1 monthly table, 2 rows"), "\(agreed.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path("2.withdrawal")))
    }

    @Test("What is refused makes the exit code, in every format; what is skipped is named and doesn't")
    func collecting() throws {
        let path = try makeStudy()
        let inbox = folder.path("inbox")
        try FileManager.default.createDirectory(atPath: inbox + "/deep", withIntermediateDirectories: true)
        try "Dear researcher".write(toFile: inbox + "/deep/letter.txt", atomically: false, encoding: .utf8)
        let skipped = try run("collect", path, inbox)
        #expect(skipped.status == 0, "\(skipped.errors)")
        #expect(skipped.output.contains("deep/letter.txt") && skipped.output.contains("not a contribution"))
        try "HTSTUDY1, cut".write(toFile: inbox + "/deep/other", atomically: false, encoding: .utf8)
        for format in [[], ["--json"], ["--csv"]] {
            let refused = try Command.run(["study", "collect", path, inbox] + format, in: folder)
            #expect(refused.status == ExitStatus.badData && refused.errors.contains("1 of 2 files"), "\(format)")
            #expect(refused.output.contains("deep/other") && refused.output.contains("skipped"))
        }
    }

    @Test("--store may be before the command too")
    func storeOption() throws {
        let (path, store) = (try makeStudy(), try makeStore())
        let outcome = try Command.run(["--store", store, "study", "preview", path, "--json"], in: folder)
        #expect(try outcome.rows().count == 1)
    }

    @Test("A query, an engine and a folder that don't exist are named; without an engine the line that installs it is")
    func invalidQueries() throws {
        let path = try makeStudy()
        #expect(try run("query", path, "weekly").status == ExitStatus.usage)
        #expect(try run("query", path, "daily", "--engine", "oracle").status == ExitStatus.usage)
        #expect(try run("query", path, "mine.sql", "--publish").status == ExitStatus.usage)
        #expect(try run("query", folder.path("none"), "daily").errors.contains("not found"))
        #expect(try run("collect", path, folder.path("none")).errors.contains("not found"))
        let python = folder.path("python3")
        try "#!/bin/sh\nexec /usr/bin/python3 -S \"$@\"\n".write(toFile: python, atomically: false, encoding: .utf8)
        chmod(python, 0o700)
        let missing = try run("query", path, "summary", environment: ["HEALTHTUI_PYTHON": python])
        #expect(missing.status == 1 && missing.errors.contains("pip install 'duckdb>=2,<3'"), "\(missing.errors)")
        let none = try run(
            "query",
            path,
            "summary",
            environment: ["HEALTHTUI_PYTHON": "", "PATH": folder.root.path + "/no"]
        )
        #expect(none.status == 1 && none.errors.contains("python3"))
    }
}
