import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Synchronization
import Testing
import WaitTesting

@Suite struct ExportTests {
    /// A folder for one test.
    private func folder() throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("console-export-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    private func storeWithWeight() throws -> TestStore {
        let store = TestStore()
        let weight = HKQuantitySample(
            type: HKQuantityType(.bodyMass),
            quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 71.5),
            start: TestStore.now,
            end: TestStore.now
        )
        try store.person.save([weight])
        return store
    }

    @Test("A file is written, named in the shell afterwards, and replaced only when the person says so")
    func writes() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try storeWithWeight()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("export").press(.enter)
        console.expectRow("Includes a full copy of the store")
        try await console.type(folder.path + "/all.zip").press(.enter)
        console.expectRow("wrote all.zip")
        console.expectRow("Records")
        let file = folder.appendingPathComponent("all.zip")
        let first = try Data(contentsOf: file)
        try await console.press("/", .enter)
        console.expectRow("Replace all.zip?")
        try await console.press("n")
        #expect(try Data(contentsOf: file) == first)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["all.zip"])
        let (_, fresh) = HKHealthStore.person(location: .memory)
        #expect(try ExportImporter(fresh).run(path: file.path).added == 1)
    }

    @Test("What goes wrong is said, and nothing is left")
    func fails() async throws {
        let store = try storeWithWeight()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("export").press(.enter)
        try await console.type("/nowhere/all.zip").press(.enter)
        console.expectRow("✗")
        console.expectRow("/nowhere")
    }

    @Test("Progress shows, and an export that is stopped says that there is no file")
    func stops() async throws {
        let store = try storeWithWeight()
        var environment = store.environment()
        let mayEnd = Mutex(false)
        environment.exportFile = { _, request in
            request.progress(ExportProgress(objects: 1_234, total: 4_936))
            eventuallyBlocking("the end of the export", seconds: 600) {
                request.isCancelled() || mayEnd.withLock { $0 }
            }
            throw CancellationError()
        }
        let console = try await Console.start(environment)
        try await console.press(":").type("export").press(.enter)
        try await console.type("all.zip")
        console.terminal.deliver(.key(.enter))
        try await console.waitFor("1,234 objects")
        console.expectRow("25 %")
        console.terminal.deliver(.key("x"))
        try await console.waitFor("Stop the export?")
        console.terminal.deliver(.key("y"))
        try await console.waitFor("stopped; there is no file")
        mayEnd.withLock { $0 = true }
    }

    @Test("The import screen leads to it")
    func fromImport() async throws {
        let console = try await Console.start(try storeWithWeight().environment())
        try await console.press("6", .escape, "e")
        console.expectRow("Includes a full copy of the store")
    }
}
