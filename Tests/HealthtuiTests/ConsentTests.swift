import Foundation
import Testing

@testable import HealthKit

/// Deciding for the person at the command line.
@Suite(.enabled(if: OwnHome.isThere, "needs mount namespaces")) struct ConsentTests {
    private static let app = AppIdentity(bundleIdentifier: "test.walker", name: "Walker", version: "1")
    private let steps = HKQuantityType(.stepCount).identifier

    /// A store in which an app asks to read steps, and was answered before.
    private func asked(_ path: String) throws -> PersonAccess {
        let (store, person) = HKHealthStore.person(location: .file(path))
        try store.database()
            .write { writer in
                let request = try writer.ask(Self.app, share: [], read: [steps], now: Date())
                if let request { try writer.noteAnswered(request.app) }
            }
        return person
    }

    @Test("Without a terminal nothing is given, unless --yes is said and the configuration allows it")
    func unattended() throws {
        let folder = try ScratchFolder()
        let path = folder.path("consent.store")
        let person = try asked(path)
        func grant() throws -> Bool? { try person.grants(app: "test.walker")[steps]?.read }
        let give = [
            ["authorize", "1", "--allow-all"], ["authorize", "1", "--read", "steps"],
            ["permissions", "test.walker", "--set", "steps=read"],
        ]
        for command in give + give.map({ $0 + ["--yes"] }) {
            let result = try Program.configured(folder.path("none"), command + ["--store", path])
            #expect(result.status == 1 && result.output.contains("nothing was changed"), "\(result.output)")
            #expect(try grant() == nil)
        }
        let home = folder.path("home")
        try Program.allowUnattended(home + "/.config", mode: 0o666)
        #expect(try Program.configured(home, give[2] + ["--yes", "--store", path]).status == 1)
        #expect(try grant() == nil)
        try Program.allowUnattended(home + "/.config", mode: 0o600)
        #expect(try Program.configured(home, give[2] + ["--store", path]).status == 1)
        #expect(try Program.configured(home, give[0] + ["--yes", "--store", path]).status == 0)
        #expect(try grant() == true)
    }

    @Test("Neither HOME nor XDG_CONFIG_HOME says where the configuration is that gives rights")
    func environment() throws {
        let folder = try ScratchFolder()
        let path = folder.path("consent.store")
        let person = try asked(path)
        let (own, forged) = (folder.path("home"), folder.path("forged"))
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try Program.allowUnattended(forged + "/.config")
        let give = ["permissions", "test.walker", "--set", "steps=read", "--yes", "--store", path]
        for variables in [["HOME=\(forged)"], ["XDG_CONFIG_HOME=\(forged)/.config"]] {
            let words = ["env", "-u", "XDG_CONFIG_HOME"] + variables + [Program.path("healthtui")] + give
            let result = try Program.run(path: "/usr/bin/env", OwnHome.words(words, home: own))
            #expect(result.status == 1 && result.output.contains(own), "\(result.output)")
            let isNamed = variables[0].hasPrefix("XDG_CONFIG_HOME")
            #expect(result.output.contains("XDG_CONFIG_HOME isn't followed") == isNamed, "\(result.output)")
            #expect(try person.grants(app: "test.walker")[steps]?.read == nil)
        }
    }

    @Test("A recorded session changes the store itself only where commands may decide without asking")
    func replay() throws {
        let folder = try ScratchFolder()
        let path = folder.path("consent.store")
        _ = try asked(path)
        let session = folder.path("session")
        try Data("press 2\n".utf8).write(to: URL(fileURLWithPath: session))
        let none = folder.path("none")
        let result = try Program.configured(none, ["replay", session, "--apply", "--store", path])
        #expect(result.status == 1 && result.output.contains("nothing was changed"), "\(result.output)")
    }

    @Test("Denying needs no confirmation")
    func denying() throws {
        let folder = try ScratchFolder()
        let path = folder.path("consent.store")
        let person = try asked(path)
        #expect(try Program.configured(folder.path("none"), ["authorize", "1", "--deny", "--store", path]).status == 0)
        #expect(try person.grants(app: "test.walker")[steps]?.read == false)
        let none = ["permissions", "test.walker", "--set", "heartRate=none", "--store", path]
        #expect(try Program.configured(folder.path("none"), none).status == 0)
    }

    @Test("A request says which other program used the identifier before")
    func taken() throws {
        let folder = try ScratchFolder()
        let path = folder.path("consent.store")
        let person = try asked(path)
        #expect(try person.requests().first?.takenFrom == nil)
        var other = Self.app
        other.program = "/opt/other/walker"
        _ = try person.store.database().write { try $0.ask(other, share: [], read: [steps], now: Date()) }
        let request = try #require(try person.requests().first)
        #expect(request.takenFrom == Self.app.program)
        let list = try Program.run("healthtui", ["requests", "--json", "--store", path])
        #expect(list.output.contains("takenFrom"))
    }
}

extension Program {
    /// Runs the command line with a home folder in the password database.
    static func configured(_ home: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        return try run(path: "/usr/bin/env", OwnHome.words([path("healthtui")] + arguments, home: home))
    }

    /// Writes the configuration that lets the command line decide without asking.
    static func allowUnattended(_ folder: String, mode: Int = 0o600) throws {
        let file = folder + "/healthtui/config"
        try FileManager.default.createDirectory(
            atPath: folder + "/healthtui",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try "# mine\nunattended-permissions = allow\n".write(toFile: file, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    }
}
