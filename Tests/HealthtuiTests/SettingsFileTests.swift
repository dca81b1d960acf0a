import Foundation
import Glibc
import Testing

/// The file of the console's settings, as the command line reads it.
@Suite struct SettingsFileTests {
    private func keys(_ outcome: Command.Outcome, of command: String) throws -> [[String]] {
        let table = try #require(outcome.json() as? [String: Any])
        let rows = try #require(table["keys"] as? [[String: Any]])
        return rows.filter { $0["command"] as? String == command }.compactMap { $0["keys"] as? [String] }
    }

    @Test("--print-keys has the person's own keys; an error names its line and leaves the rest in force")
    func printsOwnKeys() throws {
        let example = try ExampleStore()
        let file = example.folder.path("mine.toml")
        try Data("[keys]\nsample.copy = \"c\"\nsample.eat = \"e\"\nmouse\n".utf8).write(to: URL(fileURLWithPath: file))
        let outcome = try example.run(["console", "--print-keys", "--json", "--config", file])
        #expect(outcome.status == 0)
        // On each screen that has something to copy.
        let own = try keys(outcome, of: "sample.copy")
        #expect(own.count > 1 && own.allSatisfy { $0 == ["c"] }, "\(own)")
        #expect(outcome.errors.contains("config.toml: line 3: there is no command named sample.eat"))
        #expect(outcome.errors.contains("config.toml: line 4: "))
        let plain = try example.run(["console", "--print-keys"])
        #expect(plain.status == 0 && plain.errors.isEmpty)
        #expect(plain.output.contains("sample.copy"))
    }

    @Test("The person's settings are read from the configuration folder")
    func standardPlace() throws {
        let example = try ExampleStore()
        let folder = example.folder.path("config/healthtui")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("[keys]\nsample.copy = \"c\"\n".utf8).write(to: URL(fileURLWithPath: folder + "/config.toml"))
        let outcome = try example.run(
            ["console", "--print-keys", "--json"],
            environment: ["XDG_CONFIG_HOME": example.folder.path("config")]
        )
        // On each screen that has something to copy.
        let own = try keys(outcome, of: "sample.copy")
        #expect(own.count > 1 && own.allSatisfy { $0 == ["c"] }, "\(own)")
    }

    @Test("A file that isn't a settings file is rejected at once, with the reason")
    func refused() throws {
        let example = try ExampleStore()
        let pipe = example.folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let binary = example.folder.path("binary")
        try Data([0xFF, 0xFE, 0x00]).write(to: URL(fileURLWithPath: binary))
        for path in [pipe, "/dev/zero", example.folder.root.path, binary, example.folder.path("nowhere")] {
            let outcome = try example.run(["console", "--print-keys", "--config", path])
            #expect(outcome.status == 1, "\(path)")
            #expect(outcome.errors.hasPrefix("healthtui: \(path): "), "\(outcome.errors)")
        }
    }

    @Test("--json alone doesn't open the console")
    func jsonAlone() throws {
        let outcome = try ExampleStore().run(["console", "--json"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--print-keys"))
    }

    @Test("A bar whose time is not over yet is partial in the chart's numbers")
    func partialBars() throws {
        let example = try ExampleStore()
        #expect(try example.run(["add", "steps", "100", "--start", "-10m", "--end", "now"]).status == 0)
        let days = try example.run(["chart", "steps", "--span", "week", "--json"]).rows()
        #expect(days.last?["partial"] as? Bool == true)
        let old = try example.run(["chart", "steps", "--span", "week", "--ending", "2023-11-16", "--json"]).rows()
        #expect(!old.isEmpty)
        #expect(old.allSatisfy { $0["partial"] as? Bool == false })
    }
}
