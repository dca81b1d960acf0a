import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Tables in the console: what is left open is asked, the columns are shown, and only then something is stored.
@Suite struct TableImportTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tables-" + UUID().uuidString)

    /// The console at the question about a file.
    private func console(_ store: TestStore, _ text: String, name: String = "scale.csv") async throws -> Console {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment)
        return try await console.press("6").type(folder.appendingPathComponent(name).path).press(.enter)
    }

    private func values(_ store: TestStore, _ type: HKQuantityType, _ unit: HKUnit) async throws -> [Double] {
        let query = HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
        return try await query.result(for: store.store).map { $0.quantity.doubleValue(for: unit) }
    }

    private func weights(_ store: TestStore) async throws -> [Double] {
        try await values(store, HKQuantityType(.bodyMass), .gramUnit(with: .kilo))
    }

    @Test(
        "A table shows what its columns mean; Enter imports it that way, and a second time nothing is added",
        arguments: ["scale.csv", "scale.tsv", "scale.txt"]
    )
    func confirmed(name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        let comma = name.hasSuffix(".tsv") ? "\t" : ","
        let text = "Date\(comma)Weight (kg)\(comma)Comment\n2026-11-20 08:00\(comma)71.5\(comma)fine\n"
        let console = try await console(store, text, name: name)
        console.expectRow("\(name) is a table")
        #expect(console.expectRow("Weight (kg)").contains("Weight in kg"))
        #expect(console.expectRow("Comment").contains("left out"))
        #expect(try await weights(store).isEmpty)
        try await console.press(.enter)
        console.expectRow("imported 1 object")
        try await console.press("/", .enter)
        console.expectRow("\(name) is a table")
        try await console.press(.enter)
        console.expectRow("imported 0 objects")
        #expect(try await weights(store) == [71.5])
        try await console.press("1")
        #expect(console.expectRow("Weight").contains("71.5"))
    }

    @Test("Esc leaves a table, and nothing is stored", arguments: [Key.escape, "q"])
    func left(key: Key) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        let console = try await console(store, "Date,Weight (kg)\n2026-11-20 08:00,71.5\n")
        try await console.press(key)
        console.expectNone("is a table")
        console.expectRow("scale.csv")
        #expect(try await weights(store).isEmpty)
    }

    @Test("What can be read in two ways is asked, and read as the answer says", arguments: [(0, 1.234), (1, 1_234.0)])
    func asked(place: Int, value: Double) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        let console = try await console(store, "Date;Walking + Running Distance (m)\n2026-11-20 08:00;1.234\n")
        console.expectRow("1.234")
        #expect(try await values(store, HKQuantityType(.distanceWalkingRunning), .meter()).isEmpty)
        for _ in 0..<place { try await console.press(.down) }
        try await console.press(.enter)
        console.expectRow("what its columns mean")
        try await console.press(.enter)
        console.expectRow("imported 1 object")
        #expect(try await values(store, HKQuantityType(.distanceWalkingRunning), .meter()) == [value])
    }

    @Test("A table without times, and a file that isn't a table, are reported; the field stays")
    func refused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for text in ["Weight (kg),Fat\n71.5,20\n", "", "\u{0}\u{1}\u{2}", "{}", "hello"] {
            let store = TestStore()
            let console = try await console(store, text)
            console.expectNone("is a table")
            console.expectRow("scale.csv")
            #expect(try await weights(store).isEmpty)
        }
    }

    @Test("A folder asks what its files leave open, shows its tables, and comes in as one import")
    func wholeFolder() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        let all = folder.appendingPathComponent("all")
        try FileManager.default.createDirectory(at: all, withIntermediateDirectories: true)
        try Data("Date,Weight (kg)\n2026-11-20 08:00,71.5\n".utf8).write(to: all.appendingPathComponent("a.csv"))
        try Data("Date,Weight\n2026-11-21 08:00,158\n".utf8).write(to: all.appendingPathComponent("b.csv"))
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment)
        try await console.press("6").type(all.path).press(.enter)
        console.expectRow("Questions about all")
        #expect(try await weights(store).isEmpty)
        try await console.press(.enter)
        console.expectRow("Tables in all")
        console.expectRow("a.csv")
        try await console.press(.enter)
        console.expectRow("imported 2 objects")
        #expect(try await weights(store).count == 2)
        #expect(try store.person.steps().count == 1)
    }

    @Test("The list of files puts first what can be imported, tables among it")
    func listed() {
        #expect(ReaderImport.endings.isSuperset(of: [".zip", ".xml", ".json", ".csv", ".tsv", ".txt", ".jws"]))
        #expect(ReaderImport.endings.allSatisfy { $0.hasPrefix(".") && $0 == $0.lowercased() })
    }
}
