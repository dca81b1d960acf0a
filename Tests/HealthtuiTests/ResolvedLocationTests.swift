import Foundation
import Testing

/// Where a store is, as every command finds it.
@Suite("Where the store is")
struct ResolvedLocationTests {
    /// Commands that only read, each with its arguments in addition to a store.
    static let reading: [[String]] = [
        ["samples", "steps"], ["stats", "steps"], ["chart", "steps"], ["types"], ["sources"], ["devices"], ["rings"],
        ["summaries"],
        ["apps"], ["audit"], ["requests"], ["permissions", "org.example.app"], ["medications"], ["profile"],
        ["undo", "--list"],
        ["export", "{folder}/out.zip"], ["backup", "{folder}/copy.store"], ["report", "{folder}/page.html"], ["doctor"],
    ]

    private static func words(_ arguments: [String], _ folder: ScratchFolder) -> [String] {
        arguments.map { $0.replacingOccurrences(of: "{folder}", with: folder.root.path) }
    }

    @Test("Without a store a command that looks says so and how one begins, and makes none", arguments: reading)
    func none(_ arguments: [String]) throws {
        let folder = try ScratchFolder()
        let outcome = try Command.run(Self.words(arguments, folder), in: folder)
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        #expect(
            outcome.errors.contains("no store yet; healthtui import or healthtui add creates one"),
            "\(outcome.errors)"
        )
        #expect(outcome.output.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder.path("data/healthtui/health.store")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("page.html")))
    }

    @Test("The list of all types needs no store")
    func allTypes() throws {
        let folder = try ScratchFolder()
        let outcome = try Command.run(["types", "--all", "--json"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try outcome.rows().count > 150)
    }

    @Test("doctor --where names the file, a service, and where a store would begin")
    func whereItIs() throws {
        let folder = try ScratchFolder()
        let path = folder.path("data/healthtui/health.store")
        let none = try Command.run(["doctor", "--where", "--json"], in: folder)
        #expect(none.status == 1)
        #expect(try none.json() as? [String: String] == ["kind": "none", "path": path])
        #expect(try Command.run(["add", "steps", "100"], in: folder).status == 0)
        let file = try Command.run(["doctor", "--where"], in: folder)
        #expect(file.status == 0 && file.output == "file \(path)\n", "\(file.output)\(file.errors)")
        let socket = folder.path("socket")
        let named = try Command.run(["doctor", "--where", "--json", "--store", "unix:" + socket], in: folder)
        #expect(try named.json() as? [String: String] == ["kind": "service", "path": socket])
        let byEnvironment = try Command.run(
            ["doctor", "--where"],
            in: folder,
            environment: ["HEALTHKIT_STORE": "unix:" + socket]
        )
        #expect(byEnvironment.output == "service \(socket)\n", "\(byEnvironment.output)\(byEnvironment.errors)")
    }
}
