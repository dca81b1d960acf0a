import Foundation
import Testing
import WaitTesting

@testable import HealthKit

/// What several programs do at once is counted, and what one did that ended.
@Suite("The audit of several processes")
struct AuditProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("audit-\(UUID().uuidString)")
    private let path: String
    private let store: HKHealthStore
    private let person: PersonAccess

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("health.store").path
        (store, person) = HKHealthStore.person(location: .file(path))
        for app in ["test.one", "test.two"] {
            try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: app)
        }
    }

    private func program(_ bundle: String) throws -> RunningProgram {
        try RunningProgram("WorkoutRunner", [path, bundle])
    }

    private func calls(_ app: String? = nil) throws -> Int {
        try person.audit(app: app).reduce(0) { $0 + $1.count.calls }
    }

    @Test("Programs that read at once, two of them the same app, lose no counts, and neither does one that ends")
    func atOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await store.save([stepSample(1, 0, 1), stepSample(2, 10, 11)])
        let programs = try ["test.one", "test.one", "test.two"].map { try program($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for program in programs {
                group.addTask {
                    for _ in 0..<20 { try await program.ask("read 100", expecting: "") }
                    try await program.end()
                }
            }
            try await group.waitForAll()
        }
        #expect(try calls("test.one") == 4_000)
        #expect(try calls("test.two") == 2_000)
        #expect(try person.audit().reduce(0) { $0 + $1.count.objects } == 12_000)
    }

    @Test("A program that reads and is gone at once was counted, as often as it does so, also for who only looks")
    func vanished() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await store.save([stepSample(1, 0, 1), stepSample(2, 10, 11)])
        let (_, looking) = HKHealthStore.person(location: .file(path), isReadOnly: true)
        for round in 1...3 {
            let program = try program("test.one")
            _ = try? await program.ask("vanish 4")
            #expect(try looking.audit(app: "test.one").reduce(0) { $0 + $1.count.calls } == round * 4)
        }
        #expect(try calls("test.one") == 12)
        #expect(try calls("test.one") == 12, "it is taken in once")
        #expect(try looking.audit(app: "test.one").reduce(0) { $0 + $1.count.objects } == 24)
    }

    @Test("A program that is killed loses nothing of what it did")
    func killed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = try program("test.one")
        try await program.ask("read 10", expecting: "")
        // On a busy machine the second is one of the program's own.
        try await eventually("ten calls in the audit", seconds: 600, every: .milliseconds(20)) { try calls() >= 10 }
        try await program.ask("read 5", expecting: "")
        program.kill()
        let left = try calls()
        #expect(left == 15)
        #expect(try person.audit().reduce(0) { $0 + $1.count.calls } == left)
    }

    @Test("A console that looks hears that there is something new, and an app that waits for samples does not")
    func heard() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (changes, continuation) = AsyncStream.makeStream(of: DatabaseChange.self)
        let token = try person.listen { continuation.yield($0) }
        let program = try program("test.two")
        try await program.ask("read 1", expecting: "")
        for await change in changes where change.topics.contains(.audit) {
            #expect(change.types.isEmpty)
            break
        }
        token.cancel()
        #expect(try calls("test.two") == 1)
    }
}
