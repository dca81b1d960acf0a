import Foundation
import ProgramTesting
import Testing

/// Marks on days by command.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct MarkCommandTests {
    private let folder: ScratchFolder
    private let path: String

    init() throws {
        folder = try ScratchFolder()
        path = folder.path("health.store")
    }

    private func run(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", path], in: folder)
    }

    private func texts() throws -> [String] { try run("marks", "--json").rows().compactMap { $0["text"] as? String } }

    @Test("A mark is added once, listed, removed, and both are undone and redone")
    func marks() throws {
        #expect(try run("marks").status == 1, "no store yet")
        #expect(try run("mark", "--remove", "Lisbon").status == 1)
        let added = try run("mark", "Lisbon", "2026-05-03", "2026-05-10", "--json").rows()
        #expect(added.count == 1 && added[0]["days"] as? Int == 8)
        #expect(added[0]["first"] as? String == "2026-05-03" && added[0]["last"] as? String == "2026-05-10")
        let again = try run("mark", "Lisbon", "3", "may", "2026", "10", "may", "2026", "--json").rows()
        #expect(again.compactMap { $0["uuid"] as? String } == added.compactMap { $0["uuid"] as? String })
        #expect(try run("mark", "توقفت عن التدخين", "2026-01-31").status == 0)
        #expect(try texts() == ["Lisbon", "توقفت عن التدخين"])
        let table = try run("marks").output.split(separator: "\n").map(String.init)
        #expect(
            table == [
                "First day   Last day    Days  Mark", "2026-05-03  2026-05-10     8  Lisbon",
                "2026-01-31                 1  توقفت عن التدخين",
            ]
        )
        let left = try run("mark", "--remove", "lisbon", "--json").rows()
        #expect(left.compactMap { $0["text"] as? String } == ["توقفت عن التدخين"])
        #expect(try run("undo").output == "Undone: removed the mark “Lisbon”.\n")
        #expect(try texts() == ["Lisbon", "توقفت عن التدخين"])
        #expect(try run("undo").output == "Undone: added the mark “توقفت عن التدخين”.\n")
        #expect(try run("undo", "--redo").status == 0)
        #expect(try texts() == ["Lisbon", "توقفت عن التدخين"])
        let log = try run("undo", "--list", "--json").rows()
        #expect(log.compactMap { $0["what"] as? String } == ["removeMark", "addMark", "addMark"])
    }

    @Test("Of several marks of one name none is removed until the days or the identity say which")
    func ambiguous() throws {
        for day in ["2026-05-03", "2026-06-04"] { #expect(try run("mark", "migraine", day).status == 0) }
        let refused = try run("mark", "--remove", "migraine")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("2026-05-03 (") && refused.errors.contains("2026-06-04 ("), "\(refused.errors)")
        #expect(try texts().count == 2)
        #expect(try run("mark", "--remove", "migraine", "2026-07-01").status == 1)
        #expect(try run("mark", "--remove", "migraine", "2026-05-03").status == 0)
        let left = try run("marks", "--json").rows()
        #expect(left.compactMap { $0["first"] as? String } == ["2026-06-04"])
        let uuid = try #require(left[0]["uuid"] as? String)
        #expect(try run("mark", "--remove", String(uuid.prefix(8))).status == 0)
        #expect(try run("marks").output == "There are no marks; healthtui mark adds one.\n")
    }

    @Test("What can't be a mark ends with the code of usage, says why and makes no store")
    func refused() throws {
        let lines: [([String], String)] = [
            (["Lisbon"], "a day is missing"), (["Lisbon", "soon"], "isn't a day"), (["today", "3 oct"], "a time"),
            (["1 sep", "3 oct"], "a time"), (["--", "--help", "today"], "an option"),
            (["Lisbon", "2026-05-10", "2026-05-03"], "before it begins"),
            (["Lisbon", "1899-12-31"], "before 1900"), (["", "today"], "needs a text"),
            ([String(repeating: "a", count: 61), "today"], "at most 60 characters"),
            (["a\u{202E}b", "today"], "don't show"), (["Lisbon", "2026-02-30"], "in no calendar"),
            (["Lisbon", "2201-01-01"], "between 1900 and 2200"),
        ]
        for (line, why) in lines {
            let outcome = try Command.run(["mark", "--store", path] + line, in: folder)
            #expect(outcome.status == 64 && outcome.output.isEmpty, "\(line)")
            #expect(outcome.errors.hasPrefix("healthtui: mark: ") && outcome.errors.contains(why), "\(outcome.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
