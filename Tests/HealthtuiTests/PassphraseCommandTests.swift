import Foundation
import Testing

/// `healthtui passphrase`, and what the other commands say of a store that has one.
@Suite("The passphrase") struct PassphraseCommandTests {
    private let example: ExampleStore

    init() throws { example = try ExampleStore() }

    /// A file with a passphrase in it.
    private func file(_ text: String) throws -> String {
        let path = example.folder.path("secret-\(UUID().uuidString)")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func files() throws -> [Data] {
        try FileManager.default.contentsOfDirectory(atPath: example.folder.root.path).filter { $0.hasPrefix("example") }
            .map { try Data(contentsOf: example.folder.root.appendingPathComponent($0)) }
    }

    @Test("is set, changed and removed; in between the file holds nothing that can be read")
    func journey() throws {
        let before = try example.run(["samples", "bodyMass", "--json"])
        let set = try example.run(["passphrase", "set", "--passphrase-file", file("first one\n")])
        #expect(set.status == 0, "\(set.errors)")
        let recovery = try #require(set.output.split(separator: "\n").first { $0.hasPrefix("    ") }).dropFirst(4)
        #expect(recovery.split(separator: "-").map(\.count) == Array(repeating: 5, count: 8))
        for data in try files() {
            for secret in ExampleStore.secrets + ["CREATE TABLE", "HKQuantityType", "first one"] {
                #expect(data.range(of: Data(secret.utf8)) == nil, "\(secret)")
            }
        }
        // Nobody gets in without.
        for command in [
            ["samples", "bodyMass"], ["doctor"], ["add", "steps", "5"], ["backup", example.path + ".copy"],
        ] {
            let locked = try example.run(command)
            #expect(locked.status == 77 && locked.errors.contains("locked"), "\(command): \(locked.errors)")
        }
        let wrong = try example.run(["passphrase", "remove", "--passphrase-file", file("first ones")])
        #expect(wrong.status == 1 && wrong.errors.contains("passphrase is wrong"), "\(wrong.errors)")
        let changed = try example.run(
            ["passphrase", "change", "--recovery-key", "--passphrase-file", file(String(recovery))]
                + ["--new-passphrase-file", file("second one")]
        )
        #expect(changed.status == 0, "\(changed.errors)")
        let old = try example.run(["passphrase", "remove", "--passphrase-file", file("first one")])
        #expect(old.status == 1)
        let renewed = try example.run(["passphrase", "recovery-key", "--passphrase-file", file("second one")])
        #expect(renewed.status == 0 && !renewed.output.contains(recovery))
        let late = try example.run([
            "passphrase", "remove", "--recovery-key", "--passphrase-file", file(String(recovery)),
        ])
        #expect(late.status == 1)
        let removed = try example.run(["passphrase", "remove", "--passphrase-file", file("second one")])
        #expect(removed.status == 0, "\(removed.errors)")
        #expect(try example.run(["samples", "bodyMass", "--json"]).output == before.output)
        #expect(try example.run(["doctor"]).status == 0)
    }

    @Test("of zero or a million characters is refused in words, and nothing is changed")
    func bad() throws {
        let before = try files()
        for (text, word) in [
            ("", "no passphrase"), ("\n", "no passphrase"), (String(repeating: "a", count: 1500), "1024"),
        ] {
            let outcome = try example.run(["passphrase", "set", "--passphrase-file", file(text)])
            #expect(outcome.status != 0 && outcome.errors.contains(word), "\(outcome.errors.prefix(200))")
        }
        let long = try example.run([
            "passphrase", "set", "--passphrase-file", file(String(repeating: "a", count: 1_000_000)),
        ])
        #expect(long.status != 0 && long.errors.contains("too long"), "\(long.errors.prefix(200))")
        let missing = try example.run(["passphrase", "set", "--passphrase-file", "/nonexistent"])
        #expect(missing.status != 0 && missing.errors.contains("/nonexistent"))
        for command in ["change", "remove", "recovery-key"] {
            let outcome = try example.run(["passphrase", command, "--passphrase-file", file("a")])
            #expect(outcome.status == 1 && outcome.errors.contains("not encrypted"), "\(outcome.errors)")
        }
        #expect(try files() == before)
    }
}
