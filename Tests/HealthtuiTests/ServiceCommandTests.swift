import Foundation
import Glibc
import ProgramTesting
import Testing

@testable import HealthKit

/// Commands on a store that a service has open, each a process.
@Suite("Commands over a service", .timeLimit(.minutes(20)))
struct ServiceCommandTests {
    private static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fixtures/exports")

    private func types(_ folder: ScratchFolder, _ store: String) throws -> String {
        let outcome = try Command.run(["types", "--json", "--store", store], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test("An import over a service stores what one into the file stores, and an export over it holds all of it")
    func importAndExport() throws {
        let folder = try ScratchFolder()
        let (plain, store) = (folder.path("plain.store"), folder.path("served.store"))
        let export = Self.fixtures.appendingPathComponent("v14-de_NL.xml").path
        let direct = try Command.run(["import", export, "--json", "--store", plain], in: folder)
        #expect(direct.status == 0, "\(direct.errors)")
        #expect(try Command.run(["add", "bodyMass", "70", "kg", "--store", store], in: folder).status == 0)
        #expect(try Command.run(["undo", "--store", store], in: folder).status == 0)
        let service = try ServedStoreFile(store)
        let name = "unix:\(service.socket)"
        let served = try Command.run(["import", export, "--json", "--store", name], in: folder)
        #expect(served.status == 0, "\(served.errors)")
        #expect(try types(folder, name) == types(folder, plain))
        let again = try Command.run(["import", export, "--json", "--store", name], in: folder)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try types(folder, name) == types(folder, plain), "an import that comes again adds nothing")
        let zip = folder.path("all.zip")
        let out = try Command.run(["export", zip, "--store", name], in: folder)
        #expect(out.status == 0, "\(out.errors)")
        let copy = folder.path("copy.store")
        let back = try Command.run(["import", zip, "--store", copy], in: folder)
        #expect(back.status == 0, "\(back.errors)")
        #expect(try types(folder, copy) == types(folder, plain))
        // The whole export goes back over a service too, with the copy of the store that it holds.
        let other = folder.path("other.store")
        #expect(try Command.run(["add", "bodyMass", "70", "kg", "--store", other], in: folder).status == 0)
        let second = try ServedStoreFile(other)
        let merged = try Command.run(["import", zip, "--store", "unix:\(second.socket)"], in: folder)
        #expect(merged.status == 0, "\(merged.errors)")
        second.end()
        let doctor = try Command.run(["doctor", "--store", other], in: folder)
        #expect(doctor.status == 0, "\(doctor.output)")
        service.end()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
        #expect(left.allSatisfy { !$0.hasSuffix(".partial") && !$0.hasSuffix("-service") }, "\(left)")
    }

    @Test("A backup over a service is the store, and a command with the file's path finds the service by itself")
    func backup() throws {
        let example = try ExampleStore()
        let service = try ServedStoreFile(example.path)
        let copy = example.folder.path("copy.store")
        let name = "unix:\(service.socket)"
        let made = try Command.run(["backup", copy, "--store", name], in: example.folder)
        #expect(made.status == 0, "\(made.errors)")
        #expect(try types(example.folder, copy) == types(example.folder, name))
        let refused = try Command.run(["backup", copy, "--store", name], in: example.folder)
        #expect(refused.status == 1)
        #expect(ServiceMark.socket(of: example.path) == service.socket)
        let restore = try Command.run(["restore", copy, "--yes", "--store", example.path], in: example.folder)
        #expect(restore.status == 1)
        #expect(restore.errors.contains("stop it first"), "\(restore.errors)")
        let other = try Command.run(["serve", "--store", example.path, "--socket", copy + "-s"], in: example.folder)
        #expect(other.status == 1)
        #expect(other.errors.contains("has the store open"), "\(other.errors)")
        service.end()
        #expect(ServiceMark.socket(of: example.path) == nil)
        #expect(try Command.run(["types", "--store", example.path], in: example.folder).status == 0)
    }

    @Test("An encrypted store is unlocked and locked over its service, and the key outlives a service that is killed")
    func locking() throws {
        let folder = try ScratchFolder()
        let store = folder.path("health.store")
        let secret = folder.path("secret")
        try SecretFile.write("correct horse\n", to: secret)
        chmod(secret, 0o600)
        #expect(try Command.run(["add", "bodyMass", "70", "kg", "--store", store], in: folder).status == 0)
        let set = try Command.run(["passphrase", "set", "--passphrase-file", secret, "--store", store], in: folder)
        #expect(set.status == 0, "\(set.errors)")
        var service = try ServedStoreFile(store)
        func run(_ words: String...) throws -> Command.Outcome {
            try Command.run(words + ["--store", "unix:\(service.socket)"], in: folder)
        }
        #expect(try run("types").status != 0, "it is locked")
        let unlocked = try run("unlock", "--passphrase-file", secret)
        #expect(unlocked.status == 0, "\(unlocked.errors)")
        #expect(try run("types").status == 0)
        service.end()
        service = try ServedStoreFile(store)
        #expect(try run("types").status == 0, "the agent has the key still")
        #expect(try run("lock").status == 0)
        #expect(try run("types").status != 0)
        service.end()
    }
}
