import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The question before a step is taken back, or done again.
@Suite struct UndoQuestionTests {
    private static let steps = HKQuantityType(.stepCount)

    /// A folder with an export of some weights.
    private func export(_ count: Int) throws -> (folder: URL, file: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("console-undo-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let records = (0..<count)
            .map { index in
                let time = "2026-10-\(index % 28 + 10 > 28 ? 28 : index % 28 + 10) 08:\(index % 50 + 10):00 +0100"
                return " <Record type=\"HKQuantityTypeIdentifierBodyMass\" sourceName=\"Scale\" unit=\"kg\" "
                    + "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(60 + index)\"/>\n"
            }
        let xml = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(records.joined())</HealthData>\n"
        let file = folder.appendingPathComponent("export.xml")
        try Data(xml.utf8).write(to: file)
        return (folder, file.path)
    }

    private func count(_ store: TestStore, _ type: HKSampleType = HKQuantityType(.bodyMass)) throws -> Int {
        try store.person.count(SampleListQuery(type: type))
    }

    @Test("u asks before it takes an import back, names it, and leaves it unless the answer is yes")
    func imports() async throws {
        let (folder, file) = try export(3)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        try store.person.save([try store.quantity(.bodyMass, 76.6, .gramUnit(with: .kilo), 1, 8)])
        _ = try ExportImporter(store.person).run(path: file)
        let console = try await Console.start(store.environment())
        for answer: Key in [.escape, "n", .enter, "q"] {
            try await console.press("u")
            console.expectRow("Take back the import of export.xml?")
            console.expectRow("3 Weight samples")
            console.expectRow("file again adds it again.")
            console.expectRow("Weight 76.6 kg")
            try await console.press(answer)
            #expect(!console.text.contains("Take back the import"))
            #expect(try count(store) == 4)
        }
        try await console.press("u", "y")
        console.expectRow("undone: imported export.xml: 3 Weight samples")
        #expect(try count(store) == 1)
        // One key brings it back, also after other steps.
        try store.person.setPinnedTypes([Self.steps.identifier])
        try await console.press(.control("r"))
        console.expectRow("redone: imported export.xml")
        #expect(try count(store) == 4)
        try await console.press("u", .right, .enter)
        #expect(try count(store) == 1)
    }

    @Test("A hundred samples go at a key, more are asked about, and Tab lists them all")
    func many() async throws {
        let store = TestStore()
        let types: [HKQuantityTypeIdentifier] = [
            .stepCount, .heartRate, .bodyMass, .height, .dietaryWater, .flightsClimbed,
        ]
        func save(_ count: Int, _ offset: Int) throws {
            let samples = try (0..<count)
                .map { index -> HKSample in
                    let type = types[index % types.count]
                    let unit = HKQuantityType(type).canonicalUnit
                    return try store.quantity(type, 1, unit, 1 + index / 20, Double(index % 20) + Double(offset) / 10)
                }
            try store.person.save(samples)
        }
        try save(100, 0)
        try save(101, 1)
        let console = try await Console.start(store.environment())
        try await console.press("u")
        console.expectRow("101 samples of 6 types")
        console.expectRow("3 others")
        #expect(!console.text.contains("Flights Climbed  "))
        try await console.press(.tab)
        for type in types { console.expectRow(HKQuantityType(type).entry.name) }
        try await console.press("y")
        console.expectRow("undone: added 101 samples of 6 types")
        try await console.press("u")
        console.expectRow("undone: added 100 samples of 6 types")
    }

    @Test("u asks before it gives an app access again, names what and which way, and so do the log and the notice")
    func access() async throws {
        let store = try TestStore.filled()
        var app = AppIdentity(bundleIdentifier: "local.stepdemo", name: "stepdemo", version: "1.0")
        app.program = "/usr/bin/stepdemo"
        try store.store.database()
            .write {
                _ = try $0.ask(app, share: [Self.steps.identifier], read: [Self.steps.identifier], now: TestStore.now)
            }
        let id = try #require(try store.person.requests().first?.id)
        _ = try store.person.answer(id, read: [Self.steps.identifier], share: [Self.steps.identifier])
        try store.person.setGrants([Self.steps.identifier: Grant(read: false, share: false)], app: "local.stepdemo")
        func mayRead() throws -> Bool? { try store.person.grants(app: "local.stepdemo")[Self.steps.identifier]?.read }
        let console = try await Console.start(store.environment())
        try await console.press("u")
        console.expectRow("Give stepdemo access again?")
        #expect(console.expectRow("reads").contains("everything"))
        console.expectRow("from its next call on.")
        try await console.press(.escape)
        #expect(try mayRead() == false)
        try await console.press("u", "y")
        console.expectRow("undone: took read and write access to Steps from stepdemo")
        console.expectRow("and write access to Steps again)")
        #expect(try mayRead() == true)
        // What takes access away isn't asked about, and what gives it is, also when it is done again.
        try await console.press("u")
        #expect(try mayRead() == nil)
        try await console.press(.control("r"))
        console.expectRow("Give stepdemo access?")
        try await console.press("y")
        #expect(try mayRead() == true)
        try await console.press("U")
        console.expectRow("gave stepdemo read and write access to Steps")
        console.expectRow("took read and write access to Steps from stepdemo")
    }

    @Test("The keys of history, help and quitting work at the question, and nothing is taken back")
    func keys() async throws {
        let (folder, file) = try export(2)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        _ = try ExportImporter(store.person).run(path: file)
        let console = try await Console.start(store.environment())
        try await console.press("u", "U")
        console.expectRow("Log")
        console.expectRow("imported export.xml: 2 Weight samples")
        try await console.press("u", "?")
        #expect(!console.text.contains("Take back the import"))
        #expect(try count(store) == 2)
    }

    @Test("The page of an import says how many were left out as deleted, and a key brings them back")
    func restoresDeleted() async throws {
        let (folder, file) = try export(3)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = TestStore()
        let console = try await Console.start(store.environment(importFile: ExportImporter(store.person).importFile))
        try await console.press("6").type(file).press(.enter)
        console.expectRow("imported 3 objects")
        #expect(!console.text.contains("brings them back") && !console.text.contains("bring back"))
        try store.person.delete(SampleListQuery(type: HKQuantityType(.bodyMass)))
        try await console.press("/", .enter)
        console.expectRow("3 objects left out, deleted by you; b brings them back")
        #expect(try count(store) == 0)
        try await console.press("b")
        console.expectRow("imported 3 objects")
        #expect(try count(store) == 3)
        #expect(!console.text.contains("left out"))
    }
}
