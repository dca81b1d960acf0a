import Foundation
import Testing
import WaitTesting

@testable import HealthKit

/// Programs that ask for access: one dies while it waits, two ask at once.
@Suite("Programs that ask for access")
struct AskingProcessTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("asking-\(UUID().uuidString)")
    private let path: String
    private let person: PersonAccess

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("health.store").path
        person = HKHealthStore.person(location: .file(path)).person
    }

    private func program(_ bundle: String) throws -> RunningProgram {
        try RunningProgram("WorkoutRunner", [path, bundle])
    }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    /// Waits until requests wait that fit.
    private func requests(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isWanted: ([AuthorizationRequest]) -> Bool
    ) async throws -> [AuthorizationRequest] {
        var found: [AuthorizationRequest] = []
        try await eventually("other requests", seconds: 300, sourceLocation: sourceLocation) {
            found = try person.requests()
            return isWanted(found)
        }
        return found
    }

    @Test("R1.24 an app that dies while it asks leaves its request; the answer holds for it when it comes back")
    func dies() async throws {
        defer { removeFolder() }
        let first = try program("test.one")
        async let lost = first.ask("ask \(steps.identifier)")
        let waiting = try await requests { !$0.isEmpty }
        #expect(try person.left(of: waiting).isEmpty, "the app waits for it")
        first.kill()
        _ = try? await lost
        let request = try #require(waiting.first)
        #expect(try person.requests().map(\.id) == [request.id], "nobody withdrew it")
        #expect(try person.left(of: waiting) == [request.id], "and nobody waits for it")
        #expect(try person.answer(request.id, read: [steps.identifier], share: []))
        let second = try program("test.one")
        try await second.ask("ask \(steps.identifier)", expecting: "", "it is decided: nobody is asked")
        try await second.ask("read 1", expecting: "")
        #expect(try person.requests().isEmpty)
    }

    @Test("An app that died and asks again has one request, which asks for both")
    func asksAgain() async throws {
        defer { removeFolder() }
        let first = try program("test.one")
        async let lost = first.ask("ask \(steps.identifier)")
        let old = try await requests { !$0.isEmpty }
        first.kill()
        _ = try? await lost
        let second = try program("test.one")
        async let answered: Void = second.ask("ask \(steps.identifier) \(heartRate.identifier)", expecting: "")
        let new = try await requests { $0.first?.id != old.first?.id }
        #expect(new.count == 1)
        let request = try #require(new.first)
        #expect(Set(request.read) == [steps.identifier, heartRate.identifier])
        try person.answer(request.id, read: [], share: [])
        try await answered
    }

    @Test("R1.24 two programs of one app that ask at once for different types both have the one answer")
    func together() async throws {
        defer { removeFolder() }
        let (one, two) = (try program("test.one"), try program("test.one"))
        async let first: Void = one.ask("ask \(steps.identifier)", expecting: "")
        _ = try await requests { !$0.isEmpty }
        async let second: Void = two.ask("ask \(heartRate.identifier)", expecting: "")
        let waiting = try await requests { $0.first?.read.count == 2 }
        let request = try #require(waiting.first)
        #expect(waiting.count == 1 && Set(request.read) == [steps.identifier, heartRate.identifier])
        #expect(request.callers?.count == 2, "both wait for it")
        #expect(try person.answer(request.id, read: [steps.identifier], share: []))
        try await first
        try await second
        let grants = try person.grants(app: "test.one")
        #expect(grants[steps.identifier]?.read == true && grants[heartRate.identifier]?.read == false)
    }

    @Test("Two apps that ask at once have a request each, and each its own answer")
    func apart() async throws {
        defer { removeFolder() }
        let (one, two) = (try program("test.one"), try program("test.two"))
        async let first: Void = one.ask("ask \(steps.identifier)", expecting: "")
        async let second: Void = two.ask("ask \(steps.identifier)", expecting: "")
        let waiting = try await requests { $0.count == 2 }
        #expect(Set(waiting.map(\.app.bundleIdentifier)) == ["test.one", "test.two"])
        for request in waiting {
            let read: Set<String> = request.app.bundleIdentifier == "test.one" ? [steps.identifier] : []
            #expect(try person.answer(request.id, read: read, share: []))
        }
        try await first
        try await second
        #expect(try person.grants(app: "test.one")[steps.identifier]?.read == true)
        #expect(try person.grants(app: "test.two")[steps.identifier]?.read == false)
    }

    @Test("R1.16 a guest's machine: programs that run already save nothing more, read on, and ask without being heard")
    func guest() async throws {
        defer { removeFolder() }
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.one")
        let program = try program("test.one")
        try await program.ask("save 3", expecting: "")
        try person.setGuest(true)
        try await program.ask("save 2", expectingError: HKError.Code.errorNotPermissibleForGuestUserMode.rawValue)
        try await program.ask("read 1", expecting: "")
        try await program.ask("ask \(heartRate.identifier)", expecting: "", "nobody is asked, and no error told")
        #expect(try person.requests().isEmpty)
        try person.setGuest(false)
        try await program.ask("save 1", expecting: "")
        #expect(try person.types().first { $0.identifier == steps.identifier }?.count == 4)
    }

    @Test("R1.21 a program that runs already reads only what is recent, once the person says so")
    func limited() async throws {
        defer { removeFolder() }
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.one")
        let program = try program("test.one")
        try await program.ask("save 3", expecting: "")
        try await program.ask("read 1", expecting: "")
        let later = Date().addingTimeInterval(1e6).timeIntervalSinceReferenceDate
        try person.setGrants([steps.identifier: Grant(read: true, share: true, since: later)], app: "test.one")
        try await program.ask("read 1", expecting: "")
        try await program.end()
        let rows = try person.audit(app: "test.one").filter { $0.key.operation == .read }
        #expect(rows.reduce(0) { $0 + $1.count.calls } == 2 && rows.reduce(0) { $0 + $1.count.objects } == 3)
    }
}
