import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A part of a figure is another figure: where there is no room for it, it is left out.
@Suite struct FigureTests {
    @Test("At 40x10 a figure of the summary is whole, or not there")
    func summary() async throws {
        let store = TestStore()
        let start = TestStore.time(0, -2)
        let night = try HKCategorySample(
            validating: HKCategoryType(.sleepAnalysis),
            value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
            start: start,
            end: start.addingTimeInterval(11 * 3_600 + 52 * 60)
        )
        try store.save([night], from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 40, height: 10)
        #expect(console.expectRow("Sleep").contains("11 h 52 min"))
    }

    @Test("However narrow, each number of a chart's header and reading is whole", arguments: [40, 48, 60, 80])
    func chart(width: Int) async throws {
        let store = try TestStore.filled()
        for name in ["steps", "heart rate", "blood pressure", "weight"] {
            let whole = try await Console.start(store.environment(), width: 200, height: 24)
            try await whole.press(":").type(name).press(.enter)
            let numbers = Self.numbers(whole)
            let console = try await Console.start(store.environment(), width: width, height: 12)
            try await console.press(":").type(name).press(.enter)
            for number in Self.numbers(console) {
                #expect(numbers.contains(number), "\(number) of \(name) is a part of another:\n\(console.text)")
            }
        }
    }

    /// The numbers of the header, which stands below the path, and of the reading, above the hints.
    private static func numbers(_ console: Console) -> [String] {
        let rows = console.screen.rows
        let reading = rows[rows.count - 2]
        let header = rows.first { $0.contains("AVERAGE") || $0.contains("RANGE") || $0.contains("SYSTOLIC") } ?? ""
        return (header + " " + reading).split(whereSeparator: { !"0123456789.,–/".contains($0) }).map(String.init)
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ",.–/")) }.filter { !$0.isEmpty }
    }

    @Test("A table makes its figures room, and leaves out one that has none")
    func tables() {
        let columns = [
            TableColumn("", minimum: 6, importance: 1),
            TableColumn("", alignment: .right, minimum: 3, maximum: 4, importance: 2, isFigure: true),
        ]
        func row(_ width: Int) -> String {
            var grid = CellGrid(size: Size(width: width, height: 1))
            let table = Table(name: "t", columns: columns, count: 1, state: ListState(), showsHeader: false) { _ in
                TableRow(["steps", "1,234,567"])
            }
            table.draw(in: grid.bounds, on: &grid, theme: .plain)
            return grid.rows[0]
        }
        #expect(row(30).contains("1,234,567"))
        #expect(row(12).contains("1,234,567"))
        #expect(!row(12).contains("steps"))
        #expect(!row(9).contains("1,2"))
        #expect(row(9).contains("…"))
    }

    @Test("A type that HealthKit does not know is opened from Browse, down to all that is known of a sample")
    func unknownTypes() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("unknown-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let records = (0..<1_200)
            .map { index in
                let time = "2026-11-\(10 + index / 200) 08:\(10 + index % 50):00 +0100"
                let dates = ["creationDate", "startDate", "endDate"].map { "\($0)=\"\(time)\"" }.joined(separator: " ")
                return " <Record type=\"HKQuantityTypeIdentifierMadeUp\" sourceName=\"Scale\" unit=\"kg\" \(dates)"
                    + " value=\"\(index)\">\n  <MetadataEntry key=\"note\" value=\"by hand\"/>\n </Record>\n"
            }
            .joined()
        try Data("<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(records)</HealthData>\n".utf8)
            .write(to: file)
        let store = TestStore()
        _ = try ExportImporter(store.person).run(path: file.path)
        let console = try await Console.start(store.environment())
        try await console.press("2", "/").type("made").press(.enter, "p")
        console.expectRow("isn't a HealthKit type")
        try await console.press(.enter)
        console.expectRow("1,200 samples")
        for _ in 0..<3 { try await console.press("G") }
        #expect(console.cursorRow.contains("10 Nov"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("HKQuantityTypeIdentifierMadeUp")
        console.expectRow("note")
        console.expectRow("by hand")
        try await console.press("d", "y")
        console.expectRow("1,199 samples")
        try await console.press("X", "y")
        console.expectRow("no samples")
        #expect(try store.person.types().isEmpty)
    }

    @Test("A source's page counts, opens and deletes all that it brought, whatever HealthKit has a type for")
    func originOfUnknown() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("unknown-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: file) }
        let dates = ["creationDate", "startDate", "endDate"].map { "\($0)=\"2026-11-10 08:00:00 +0100\"" }
            .joined(separator: " ")
        let records = ["QuantityTypeIdentifierMadeUp", "QuantityTypeIdentifierStepCount"]
            .flatMap { type in
                ["Scale", "Watch"]
                    .map {
                        "<Record type=\"HK\(type)\" sourceName=\"\($0)\" unit=\"count\" \(dates) value=\"7\"/>"
                    }
            }
            .joined()
        try Data("<HealthData locale=\"en_US\">\(records)</HealthData>".utf8).write(to: file)
        let store = TestStore()
        _ = try ExportImporter(store.person).run(path: file.path)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("scale").press(.enter)
        console.expectRow("SAMPLES 2")
        try await console.press("X", "y")
        #expect(try store.person.sources().map(\.source.name) == ["Watch"])
        #expect(try store.person.types().map(\.count) == [1, 1])
    }
}
