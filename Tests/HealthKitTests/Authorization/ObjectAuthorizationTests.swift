import Foundation
import HealthKitStore
import Synchronization
import Testing

@testable import HealthKit

@Suite struct ObjectAuthorizationTests {
    private let test = TestStore()
    private let type = HKObjectType.visionPrescriptionType()

    /// Stores a prescription as a record, whoever can make it.
    private func store(at time: Double, from app: String) throws -> UUID {
        try test.store.database()
            .write { writer in
                let ids = try writer.intern(
                    HKSourceRevision(source: HKSource(name: app, bundleIdentifier: "test.\(app)"), version: "1")
                )
                let uuid = UUID()
                try writer.writer.insert(
                    NewRecord(
                        type: try writer.intern(type: type.identifier),
                        source: ids.source,
                        revision: ids.revision,
                        start: time,
                        end: time,
                        creation: time,
                        identity: .uuid(uuid)
                    )
                )
                return uuid
            }
    }

    /// What an app may read.
    private func visible(_ app: HKHealthStore) throws -> Set<UUID> {
        try app.database()
            .read { reader in
                let request = FetchRequest(
                    type: type,
                    scope: try reader.readScope(app.principal, type),
                    choice: try reader.objectChoice(app.principal, type)
                )
                var found: Set<UUID> = []
                try reader.forEachRecord(request) { record in
                    found.insert(record.uuid)
                    return true
                }
                return found
            }
    }

    @Test("R1.14 asking prompts every time, and only what was chosen last can be read")
    func choosing() async throws {
        let old = try store(at: 100, from: "optician")
        let new = try store(at: 200, from: "optician")
        let prompt = ObjectChooser { objects in Set(objects.filter { $0.start > 150 }.map(\.id)) }
        let app = test.app("glasses", prompt: prompt)
        #expect(await code { _ = try visible(app) } == .errorAuthorizationNotDetermined)
        try await app.requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(try visible(app) == [new])
        try await app.requestPerObjectReadAuthorization(for: type, predicate: nil)
        let listed = prompt.listed.withLock { $0 }
        #expect(listed.map { $0.map(\.id) } == [[old, new], [old, new]])
        #expect(listed.map { $0.map(\.isAllowed) } == [[false, false], [false, true]])
        let other = test.app("glasses", prompt: ObjectChooser { Set($0.map(\.id)).subtracting([new]) })
        try await other.requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(try visible(app) == [old])
    }

    @Test("R1.14 the predicate chooses what is listed; what was chosen for the rest stays")
    func predicate() async throws {
        let (old, new) = (try store(at: 100, from: "optician"), try store(at: 200, from: "optician"))
        let all = ObjectChooser { Set($0.map(\.id)) }
        let app = test.app("glasses", prompt: all)
        try await app.requestPerObjectReadAuthorization(
            for: type,
            predicate: HKQuery.predicateForSamples(withStart: nil, end: at(150))
        )
        #expect(all.listed.withLock { $0.map { $0.map(\.id) } } == [[old]])
        #expect(try visible(app) == [old])
        try await app.requestPerObjectReadAuthorization(for: type, predicate: HKQuery.predicateForObject(with: new))
        #expect(try visible(app) == [old, new])
    }

    @Test("R1.14 an app reads what it saved itself until the person takes that back")
    func ownObjects() async throws {
        let own = try store(at: 100, from: "glasses")
        _ = try store(at: 200, from: "optician")
        try test.grant("glasses", type, read: nil, share: true)
        #expect(try visible(test.app("glasses")) == [own])
        let none = ObjectChooser { _ in [] }
        let app = test.app("glasses", prompt: none)
        try await app.requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(none.listed.withLock { $0.first?.map(\.isAllowed) } == [true, false])
        #expect(try visible(app).isEmpty)
    }

    @Test(
        "R1.14 closing the list is error 7 and decides nothing; with nothing to list the person is asked all the same"
    )
    func cancelled() async throws {
        let closing = ObjectChooser { _ in nil }
        let app = test.app("glasses", prompt: closing)
        #expect(
            await code { try await app.requestPerObjectReadAuthorization(for: type, predicate: nil) }
                == .errorUserCanceled
        )
        #expect(closing.listed.withLock { $0 } == [[]])
        #expect(await code { _ = try visible(app) } == .errorAuthorizationNotDetermined)
        let (isGranted, error) = await withCheckedContinuation { continuation in
            app.requestPerObjectReadAuthorization(for: type, predicate: nil) {
                continuation.resume(returning: ($0, $1))
            }
        }
        #expect(!isGranted && (error as? HKError)?.code == .errorUserCanceled)
    }

    @Test("R1.14 other types and predicates that HealthKit does not know are errors, and nobody is asked")
    func mistakes() async throws {
        let prompt = ObjectChooser { _ in [] }
        let app = test.app("glasses", prompt: prompt)
        #expect(
            await code { try await app.requestPerObjectReadAuthorization(for: steps, predicate: nil) }
                == .errorInvalidArgument
        )
        let block = NSPredicate { _, _ in true }
        #expect(
            await code { try await app.requestPerObjectReadAuthorization(for: type, predicate: block) }
                == .errorInvalidArgument
        )
        #expect(prompt.listed.withLock { $0.isEmpty })
    }

    @Test("R1.14 R1.16 a guest is not asked")
    func guest() async throws {
        let prompt = ObjectChooser { _ in [] }
        try test.person.setGuest(true)
        try await test.app("glasses", prompt: prompt).requestPerObjectReadAuthorization(for: type, predicate: nil)
        #expect(prompt.listed.withLock { $0.isEmpty })
    }

    @Test("A request stored before single objects could be asked for is read as one about types")
    func oldRequest() throws {
        let text = """
            {"id":1,"app":{"bundleIdentifier":"a","name":"A","firstRequest":0,"lastRequest":0},
            "read":["HKQuantityTypeIdentifierStepCount"],"share":[],"created":0,"state":"pending"}
            """
        let request = try JSONDecoder().decode(AuthorizationRequest.self, from: Data(text.utf8))
        #expect(request.objects == nil && request.read.count == 1)
    }
}
