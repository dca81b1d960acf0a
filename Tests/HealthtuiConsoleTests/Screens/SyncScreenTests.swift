import Foundation
import HealthKit
import HealthKitStore
import HealthtuiConsole
import HealthtuiSync
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The page of machines that keep a store in step.
@Suite struct SyncScreenTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sync-\(UUID().uuidString)").path

    /// The page, from the profile.
    private func open(_ store: TestStore, isReadOnly: Bool = false) async throws -> Console {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let console = try await Console.start(store.environment(isReadOnly: isReadOnly), width: 120, height: 40)
        try await console.press("8")
        for _ in 0..<20 where !console.cursorRow.contains("Sync") { try await console.press("j") }
        return try await console.press(.enter)
    }

    private func sync(_ store: TestStore) throws -> DeviceSync {
        try DeviceSync(store.person, cost: .least, clock: { TestStore.now.timeIntervalSinceReferenceDate })
    }

    /// Two stores of one group, of which the second has samples that an app saved on the first.
    private func pair() async throws -> (first: TestStore, second: TestStore) {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (first, second) = (TestStore(), TestStore())
        _ = try sync(first).begin(in: folder, name: "laptop")
        let secret = try StoreSecret.Entry()
        for byte in try sync(first).invite().code.utf8 { _ = secret.add(byte) }
        try sync(second).join(folder, code: try secret.take(.passphrase), name: "nas")
        _ = try sync(first).sync()
        _ = try sync(second).sync()
        let app = AppIdentity(bundleIdentifier: "org.example.steps", name: "Steps")
        let type = HKQuantityTypeIdentifier.stepCount.rawValue
        try first.person.setGrants([type: Grant(read: true, share: true)], app: app.bundleIdentifier)
        try await HKHealthStore(sharing: first.store, principal: .app(app), prompt: nil)
            .save(try first.quantity(.stepCount, 5, .count(), 1, 9))
        _ = try sync(first).sync()
        return (first, second)
    }

    @Test("A store in no group says how one begins")
    func none() async throws {
        let console = try await open(TestStore())
        console.expectRow("healthtui sync init FOLDER")
    }

    @Test("Enter syncs now, and the received data is there; the machines are listed with their last contact")
    func syncing() async throws {
        let (_, second) = try await pair()
        let console = try await open(second)
        console.expectRow("laptop")
        for _ in 0..<20 where !console.cursorRow.contains("Changes made here") { try await console.press("k") }
        for _ in 0..<20 where !console.cursorRow.contains("Changes made here") { try await console.press("j") }
        try await console.press(.enter)
        console.expectRow("Synced: 1 change came, 0 sent")
        console.expectRow("Steps on laptop")
        #expect(try second.person.types().count == 1)
    }

    @Test("An app of another machine is approved and revoked after a question")
    func apps() async throws {
        let (_, second) = try await pair()
        _ = try sync(second).sync()
        let console = try await open(second)
        try await console.press("G")
        #expect(console.cursorRow.contains("another source; Enter approves"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("what it saved on laptop as")
        #expect(try sync(second).arrivedApps().first?.isApproved == false)
        try await console.press("y")
        console.expectRow("Steps owns what it saved on laptop")
        #expect(try sync(second).arrivedApps().first?.isApproved == true)
        #expect(console.cursorRow.contains("Enter revokes"), "\(console.text)")
        try await console.press(.enter, "y")
        #expect(try sync(second).arrivedApps().first?.isApproved == false)
    }

    @Test("A folder that is gone is named, and a read-only console changes nothing")
    func trouble() async throws {
        let (_, second) = try await pair()
        let away = folder + "-away"
        try FileManager.default.moveItem(atPath: folder, toPath: away)
        let console = try await Console.start(second.environment(isReadOnly: true), width: 120, height: 40)
        try await console.press("8")
        for _ in 0..<20 where !console.cursorRow.contains("Sync") { try await console.press("j") }
        try await console.press(.enter)
        console.expectRow(": not there; if it is on a")
        console.expectNone("Enter syncs now")
    }
}
