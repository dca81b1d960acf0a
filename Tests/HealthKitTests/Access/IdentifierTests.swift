import Foundation
import Testing

@testable import HealthKit

@Suite("Identifiers of apps")
struct IdentifierTests {
    @Test("Reversed domains are identifiers", arguments: ["org.example.app", "test.mine", "local.my_tool", "a.b-c.D9"])
    func good(_ identifier: String) {
        #expect(AppIdentity.problem(with: identifier) == nil)
    }

    @Test(
        "Others are refused with the reason",
        arguments: [
            "", "app", "org..app", ".app", "app.", "org.example.a b", "org.example.\u{1F}x", "org.exämple.app",
            "com.apple.Health", "com.apple", "COM.Apple.health", "local.healthtui",
            "a." + String(repeating: "b", count: 200),
        ]
    )
    func bad(_ identifier: String) async throws {
        #expect(AppIdentity.problem(with: identifier) != nil)
        let test = TestStore()
        let app = HKHealthStore(
            sharing: test.store,
            principal: .app(AppIdentity(bundleIdentifier: identifier, name: "x"))
        )
        #expect(
            await code { try await app.requestAuthorization(toShare: [steps], read: [steps]) } == .errorInvalidArgument
        )
        #expect(await code { try await app.save(stepSample(1, 0, 1)) } == .errorInvalidArgument)
        #expect(await code { _ = try await app.all(steps) } == .errorInvalidArgument)
        #expect(app.authorizationStatus(for: steps) == .notDetermined)
        #expect(try test.person.apps().isEmpty)
    }

    @Test(
        "An executable of any name has an identifier",
        arguments: ["stepdemo", "my app", "Ärzte.x", "", "healthtui", "..."]
    )
    func executables(_ name: String) {
        let identity = AppIdentity(executable: "/opt/\(name)", environment: [:])
        #expect(AppIdentity.problem(with: identity.bundleIdentifier) == nil)
        #expect(identity.bundleIdentifier.hasPrefix("local."))
    }
}
