import Foundation
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthKit

@Suite("A sample of which something can't be read")
struct SampleFailureTests {
    @Test("What a sample said before it was edited isn't left out where it can't be read: the screen says so")
    func versions() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("heart rate").press(.enter, "L", .enter)
        console.expectRow("85 BPM")
        console.expectNone("Before it was edited")
        try await console.press(.escape)
        let latest = try store.store.database()
            .read { reader in
                let request = FetchRequest(type: HKQuantityType(.heartRate))
                return try reader.samples([request], order: .byStart(ascending: false), limit: 1).first
            }
        let uuid = try #require(latest).uuid
        try store.store.database()
            .write { try $0.setValue("no list", StoreNamespace.versions, uuid.uuidString) }
        try await console.press(.enter)
        console.expectRow("Before it was edited")
        console.expectRow("can't be read")
    }
}
