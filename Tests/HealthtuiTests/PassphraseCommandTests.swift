import Foundation
import Glibc
import Testing

/// `healthtui passphrase`, and the other commands with a store that has one.
@Suite("The passphrase") struct PassphraseCommandTests {
    private let example: ExampleStore

    init() throws { example = try ExampleStore() }

    /// A file with a passphrase in it.
    private func file(_ text: String) throws -> String {
        let path = example.folder.path("secret-\(UUID().uuidString)")
        try SecretFile.write(text, to: path)
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
        // Access without it is refused.
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

    @Test(
        "warns of a weak passphrase, and takes one from a file without asking",
        arguments: [("hunter2", true), ("first one", true), ("vermilion otter sings", false)]
    )
    func weak(text: String, isWeak: Bool) throws {
        let outcome = try example.run(["passphrase", "set", "--passphrase-file", file(text)])
        #expect(outcome.status == 0, "\(outcome.errors)")
        if dlopen("libzxcvbn.so.0", RTLD_NOW) == nil {
            #expect(outcome.errors.contains("whether the passphrase is weak isn't checked"), "\(outcome.errors)")
        } else {
            #expect(outcome.errors.contains("The passphrase is weak") == isWeak, "\(outcome.errors)")
        }
    }

    @Test("in a file that others can read is refused, and nothing is changed", arguments: [0o644, 0o640, 0o604, 0o444])
    func readable(mode: Int) throws {
        let before = try files()
        let path = try file("vermilion otter sings")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        let refused = try example.run(["passphrase", "set", "--passphrase-file", path])
        #expect(
            refused.status == 1 && refused.errors.contains("\(path): others can read this file"),
            "\(refused.errors)"
        )
        #expect(try files() == before)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        #expect(try example.run(["passphrase", "set", "--passphrase-file", path]).status == 0)
    }

    @Test(
        "removed by a program that was killed leaves plain data until the next command, whichever it is",
        arguments: [
            ["lock", "--status"], ["samples", "steps"], ["passphrase", "accept"], ["types"], ["doctor"], ["unlock"],
            ["passphrase", "remove"], ["apps"],
        ],
        [true, false]
    )
    func leftovers(command: [String], isEncrypted: Bool) throws {
        if isEncrypted {
            let set = try example.run(["passphrase", "set", "--passphrase-file", file("vermilion otter sings")])
            #expect(set.status == 0, "\(set.errors)")
        }
        let names = ["", "-log", "-mark"].map { example.folder.path(".example.store.4711-12.partial" + $0) }
        for name in names { try Data("plain data".utf8).write(to: URL(fileURLWithPath: name)) }
        // Another's file stays.
        let other = example.folder.path(".example.store.4711.partial")
        try Data("something else".utf8).write(to: URL(fileURLWithPath: other))
        _ = try example.run(command)
        for name in names { #expect(!FileManager.default.fileExists(atPath: name), "\(command)") }
        #expect(FileManager.default.fileExists(atPath: other))
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
