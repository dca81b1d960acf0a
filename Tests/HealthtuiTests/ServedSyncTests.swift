import Foundation
import ProgramTesting
import Testing
import WaitTesting

/// A store that a service has open is kept in step by the service: no other program can open it.
@Suite("A service keeps its store in step", .timeLimit(.minutes(5)))
struct ServedSyncTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("shared"), withIntermediateDirectories: true)
    }

    private func run(_ arguments: [String], at store: String) throws -> Command.Outcome {
        let outcome = try Command.run(arguments + ["--store", store], in: folder)
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return outcome
    }

    private func file(_ machine: String) -> String { folder.path("\(machine).store") }

    private func values(at store: String) throws -> [Int] {
        try run(["samples", "steps", "--json"], at: store).rows().compactMap { ($0["value"] as? NSNumber)?.intValue }
            .sorted()
    }

    @Test("What another machine sends arrives in the served store, and what is saved over the service is sent")
    func bothWays() async throws {
        _ = try run(["sync", "init", folder.path("shared"), "--name", "laptop"], at: file("laptop"))
        let invited = try #require(
            try run(["sync", "invite", "--json"], at: file("laptop")).json() as? [String: Any]
        )
        try #require(invited["code"] as? String)
            .write(toFile: folder.path("code"), atomically: true, encoding: .utf8)
        let join = ["sync", "join", folder.path("shared"), "--code-file", folder.path("code"), "--name", "desktop"]
        _ = try run(join, at: file("desktop"))
        _ = try run(["sync"], at: file("laptop"))
        _ = try run(["sync"], at: file("desktop"))

        let service = try ServedStoreFile(file("desktop"))
        defer { service.end() }
        let served = "unix:\(service.socket)"
        _ = try run(["add", "steps", "100"], at: file("laptop"))
        _ = try run(["sync"], at: file("laptop"))
        try await eventually("the laptop's steps over the service", seconds: 120, every: .milliseconds(200)) {
            try values(at: served) == [100]
        }
        _ = try run(["add", "steps", "200"], at: served)
        try await eventually("the service's steps on the laptop", seconds: 120, every: .milliseconds(200)) {
            _ = try run(["sync"], at: file("laptop"))
            return try values(at: file("laptop")) == [100, 200]
        }
    }

    @Test("A group begins, is joined and is left over a service as it is with the store's file")
    func members() async throws {
        _ = try run(["add", "steps", "100"], at: file("desktop"))
        let service = try ServedStoreFile(file("desktop"))
        defer { service.end() }
        // By its address, and by the file that the service has open.
        let served = "unix:\(service.socket)"
        _ = try run(["sync", "init", folder.path("shared"), "--name", "desktop"], at: served)
        let invited = try #require(try run(["sync", "invite", "--json"], at: file("desktop")).json() as? [String: Any])
        try #require(invited["code"] as? String)
            .write(toFile: folder.path("code"), atomically: true, encoding: .utf8)
        let join = ["sync", "join", folder.path("shared"), "--code-file", folder.path("code"), "--name", "laptop"]
        _ = try run(join, at: file("laptop"))
        // The service notices the group that it is in now, and lets the other one in.
        try await eventually("the laptop in the group", seconds: 120, every: .milliseconds(200)) {
            try run(["sync", "status", "--json"], at: served).output.contains("laptop")
        }
        try await eventually("the laptop to be let in", seconds: 120, every: .milliseconds(200)) {
            let synced = try Command.run(["sync", "--store", file("laptop")], in: folder)
            return try synced.status == 0 && values(at: file("laptop")) == [100]
        }
        #expect(try run(["sync", "conflicts", "--json"], at: served).rows().isEmpty)
        #expect(try run(["sync", "apps", "--json"], at: served).rows().isEmpty)
        let wrong = try Command.run(["sync", "remove", "nobody", "--store", served], in: folder)
        #expect(wrong.status != 0 && wrong.errors.contains("no machine “nobody”"), "\(wrong.errors)")
        _ = try run(["sync", "leave"], at: served)
        #expect(try Command.run(["sync", "--store", served], in: folder).errors.contains("isn't in a group"))
    }
}
