import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

/// What an app of the same identifier saved on another machine is another app's, until the person says otherwise.
@Suite("An app doesn't own what its namesake saved on another machine", .timeLimit(.minutes(30)))
struct ArrivedSourceTests {
    private static let device = String(repeating: "a", count: 26)
    private static var source: DeviceSource? { DeviceSource(app: "test.app", device: device) }

    private let test = TestStore()
    private let app: HKHealthStore
    /// The app's namesake.
    private let arrived: OtherApp

    init() {
        app = test.app("app")
        arrived = OtherApp(test, "app@\(Self.device)")
    }

    /// An app that may share is the one that can learn most; the soak tries the others too.
    private static let rights: [AppRights] =
        ProcessInfo.processInfo.environment["SOAK_MINUTES"] == nil ? [.share] : [.refused, .share, .narrowed]

    static let cases: [NoninterferenceTests.Case] = CallKind.all.flatMap { kind in
        rights.map { NoninterferenceTests.Case(kind: kind, rights: $0, state: .open) }
    }

    @Test("The app can't tell that it is there", arguments: cases)
    func hidden(each: NoninterferenceTests.Case) async throws {
        let objects = try WorldObjects()
        let name = "app@\(Self.device)"
        let first = try await each.kind.transcript(each.rights, isSecond: false, objects, othersName: name)
        let second = try await each.kind.transcript(each.rights, isSecond: true, objects, othersName: name)
        #expect(first == second, "\(each.testDescription)")
    }

    /// A sample of the app's own, and one that its namesake saved on another machine.
    private func saveBoth() async throws -> (own: HKQuantitySample, arrived: HKQuantitySample) {
        try test.grant("app", steps, read: false, share: true)
        let samples = (own: stepSample(1, 0, 10), arrived: stepSample(2, 20, 30))
        try await app.save(samples.own)
        try await arrived.save(samples.arrived)
        return samples
    }

    private func approve(_ isApproved: Bool) throws {
        let source = try #require(Self.source)
        try test.person.store.database().write { try $0.approve(source, isApproved, now: at(0)) }
    }

    private func seen() async throws -> [Double] {
        try await app.all(steps).compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) }
    }

    @Test("R1.27 Approved, the app reads it as its own; revoked, no longer; the person sees both all the time")
    func reading() async throws {
        _ = try await saveBoth()
        #expect(try await seen() == [1])
        try approve(true)
        #expect(try await seen() == [1, 2])
        #expect(try await app.all(steps).allSatisfy { $0.sourceRevision.source.bundleIdentifier == "test.app" })
        try approve(false)
        #expect(try await seen() == [1])
        #expect(try await test.store.all(steps).count == 2)
    }

    @Test("Only approved may the app delete it")
    func deleting() async throws {
        let samples = try await saveBoth()
        await #expect(throws: HKError.self) { try await app.delete(samples.arrived) }
        #expect(try await test.store.all(steps).count == 2)
        try approve(true)
        try await app.delete(samples.arrived)
        #expect(try await test.store.all(steps).count == 1)
    }

    @Test("A deletion of it shows to the app only where it was approved")
    func deletions() async throws {
        let samples = try await saveBoth()
        _ = try test.person.delete([samples.arrived.uuid])
        func deleted() async throws -> [UUID] {
            let query = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            return try await query.result(for: app).deletedObjects.map(\.uuid)
        }
        #expect(try await deleted().isEmpty)
        try approve(true)
        #expect(try await deleted() == [samples.arrived.uuid])
    }

    @Test("Its sync identifiers are of their own: a save here neither replaces it nor is ignored for it")
    func syncIdentifiers() async throws {
        try test.grant("app", steps, read: false, share: true)
        let metadata = { (version: Int) -> [String: Any] in
            [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: version]
        }
        try await arrived.save(stepSample(2, 0, 10, metadata: metadata(5)))
        try await app.save(stepSample(1, 0, 10, metadata: metadata(1)))
        #expect(try await seen() == [1])
        #expect(try await test.store.all(steps).count == 2)
    }

    @Test("Forgetting the app takes the approval back; undone, it holds again")
    func forgetting() async throws {
        _ = try await saveBoth()
        try approve(true)
        try test.person.forgetApp("test.app")
        try test.grant("app", steps, read: false, share: true)
        #expect(try await seen() == [1])
        _ = try test.person.undo()
        _ = try test.person.undo()
        #expect(try await seen() == [1, 2])
    }

    @Test("No app can be called so, and imports and the person's entries never are")
    func names() {
        #expect(Self.source?.bundleIdentifier == "test.app@\(Self.device)")
        #expect(AppIdentity.problem(with: "test.app@\(Self.device)") != nil)
        for name in ["com.apple.Health", "import:Phone", "app", "test.app@\(Self.device)", ""] {
            #expect(DeviceSource(app: name, device: Self.device) == nil, "\(name)")
        }
        for name in ["test.app", "test.app@abc", "import:me@\(Self.device)", "test.app@\(Self.device.uppercased())"] {
            #expect(DeviceSource(bundleIdentifier: name) == nil, "\(name)")
        }
    }
}
