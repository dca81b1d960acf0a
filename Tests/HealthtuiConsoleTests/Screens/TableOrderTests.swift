import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Lists in other orders than their own, marks, and going from one found row to the next.
@Suite struct TableOrderTests {
    private static let bpm = HKUnit.count().unitDivided(by: .minute())

    private func samples(_ name: String, _ store: TestStore, width: Int = 80) async throws -> Console {
        let console = try await Console.start(store.environment(), width: width, height: 30)
        try await console.press(":").type(name).press(.enter, "L")
        return console
    }

    /// The first words of the rows of a list, from the top.
    private func values(_ console: Console, _ count: Int) -> [String] {
        let rows = console.screen.rows
        let header = rows.firstIndex { $0.contains("When") } ?? 0
        return rows[(header + 1)...].prefix(count)
            .compactMap { $0.split { " ▌*>━".contains($0) }.first.map(String.init) }
    }

    @Test("Samples are sorted by value, the greatest first; the same key again puts the least first")
    func sortsSamplesByValue() async throws {
        let store = TestStore()
        let rates = [61.0, 170, 48, 99, 120]
        try store.save(
            try rates.enumerated().map { try store.quantity(.heartRate, $1, Self.bpm, 1, Double($0) + 8) },
            from: TestStore.watch
        )
        let console = try await samples("heart rate", store)
        #expect(values(console, 5) == ["120", "99", "48", "170", "61"])
        try await console.press("S")
        #expect(values(console, 5) == ["170", "120", "99", "61", "48"])
        console.expectRow("BPM ▼")
        try await console.press("S")
        #expect(values(console, 5) == ["48", "61", "99", "120", "170"])
        // By time, the newest first; beyond the last column the rows stand as they came.
        try await console.press(">")
        console.expectRow("When ▼")
        #expect(values(console, 5) == ["120", "99", "48", "170", "61"])
        try await console.press("<", "<")
        console.expectNone("▼")
        #expect(values(console, 5) == ["120", "99", "48", "170", "61"])
    }

    @Test("A sorted list continues to its end, whichever pages that needs, and is sorted again when it changes")
    func sortsManySamples() async throws {
        let store = TestStore()
        let many = try (0..<1_200)
            .map { (index: Int) -> HKSample in
                let rate = Double(40 + index * 7 % 1_200)
                return try store.quantity(.heartRate, rate, Self.bpm, 30, Double(index) / 60)
            }
        try store.save(many, from: TestStore.watch)
        let console = try await samples("heart rate", store)
        try await console.press("S")
        #expect(values(console, 2) == ["1,239", "1,238"])
        try await console.press("G")
        #expect(console.cursorRow.contains(" 40 "), "\(console.text)")
        try store.save([try store.quantity(.heartRate, 9_000, Self.bpm, 0, 9)], from: TestStore.watch)
        try await console.waitFor("1,201 samples").press("g")
        #expect(values(console, 1) == ["9,000"])
    }

    @Test("Outliers first are those furthest from the median, above and below it")
    func putsOutliersFirst() async throws {
        let store = TestStore()
        let rates = [60.0, 61, 62, 63, 20, 190, 64]
        try store.save(
            try rates.enumerated().map { try store.quantity(.heartRate, $1, Self.bpm, 1, Double($0) + 8) },
            from: TestStore.watch
        )
        let console = try await samples("heart rate", store)
        try await console.press("o")
        console.expectRow("outliers first")
        #expect(values(console, 2) == ["190", "20"])
        try await console.press("o")
        #expect(values(console, 2) == ["64", "190"])
    }

    @Test("A filter narrows a sorted list, and the list stays sorted")
    func filtersSortedLists() async throws {
        let console = try await samples("heart rate", TestStore.filled())
        try await console.press("S", "/").type("polar").advance(by: .seconds(1)).press(.enter)
        console.expectRow("10 samples")
        #expect(values(console, 3) == ["140", "140", "140"])
        console.expectRow("BPM ▼")
    }

    @Test("Marked samples are counted and added up under the list, and one key unmarks them")
    func sumsMarks() async throws {
        let store = TestStore()
        try store.save(
            try [100.0, 300, 200].enumerated().map { try store.quantity(.stepCount, $1, .count(), 1, Double($0) + 8) },
            from: TestStore.watch
        )
        let console = try await samples("steps", store)
        try await console.press(.space, .space)
        console.expectRow("2 marked   sum 500 count, 200–300")
        try await console.press(.space)
        console.expectRow("3 marked   sum 600 count, 100–300")
        try await console.press("M")
        console.expectNone("marked")
    }

    @Test("n goes to the next marked row and N to the one before, sorted or not")
    func goesToMarks() async throws {
        let console = try await samples("heart rate", TestStore.filled())
        // A marked row has its mark where the cursor's bar would be: the row below tells where the cursor is.
        try await console.press(.space)
        let belowFirst = console.cursorRow
        try await console.press("j", "j", "j", .space)
        let belowSecond = console.cursorRow
        try await console.press("G", "N", "j")
        #expect(console.cursorRow == belowSecond, "\(console.text)")
        try await console.press("k", "N", "j")
        #expect(console.cursorRow == belowFirst, "\(console.text)")
        try await console.press("k", "n", "j")
        #expect(console.cursorRow == belowSecond, "\(console.text)")
        try await console.press("n")
        console.expectRow("none further down")
        try await console.press("S", "n")
        #expect(console.cursorRow.isEmpty, "a marked row is under the cursor: \(console.text)")
    }

    @Test("After a filter is removed, n goes through its matches in the whole list")
    func goesToMatches() async throws {
        let console = try await samples("heart rate", TestStore.filled())
        try await console.press("/").type("polar").advance(by: .seconds(1)).press(.enter, .escape)
        console.expectRow("484 samples")
        try await console.press("g", "n")
        #expect(console.cursorRow.contains("Polar Flow"), "\(console.text)")
        let first = console.cursorRow
        try await console.press("n")
        #expect(console.cursorRow.contains("Polar Flow"), "\(console.text)")
        #expect(console.cursorRow != first)
        try await console.press("N")
        #expect(console.cursorRow == first)
    }

    @Test("Marked samples are deleted in one step, which one undo takes back")
    func deletesMarksInOneStep() async throws {
        let store = try TestStore.filled()
        let console = try await samples("weight", store)
        try await console.press("S", .space, .space, .space, "d", "y")
        console.expectRow("10 samples")
        try await console.press("u")
        console.expectRow("13 samples")
        #expect(try store.person.steps().count == 1)
    }

    @Test("Marked samples are saved as CSV, and as JSON under a name that ends so")
    func savesMarks() async throws {
        let store = try TestStore.filled()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await samples("weight", store)
        try await console.press(.space, .space)
        for name in ["weights.csv", "weights.json"] {
            try await console.press("x", .control("u")).type(folder.appending(path: name).path).press(.control("s"))
            try await console.waitFor("saved 2 samples")
        }
        let table = try String(contentsOf: folder.appending(path: "weights.csv"), encoding: .utf8)
        #expect(table.hasPrefix("uuid,type,start,end,value,unit,source"))
        #expect(table.split(separator: "\r\n").count == 3)
        let data = try Data(contentsOf: folder.appending(path: "weights.json"))
        let rows = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        #expect(rows.count == 2)
        #expect(rows.allSatisfy { $0["type"] as? String == "HKQuantityTypeIdentifierBodyMass" })
    }

    @Test("From a marked sample the order of sources opens at that sample's source")
    func opensThePriorityOfTheMarkedSource() async throws {
        let console = try await samples("steps", TestStore.filled())
        try await console.press("/").type("watch").advance(by: .seconds(1)).press(.enter, .space, "m")
        console.expectRow("Sources of Steps")
        #expect(console.cursorRow.contains("My Watch"), "\(console.text)")
    }

    @Test("On a wide terminal the sample under the cursor is next to the list, with the hour around it")
    func previewsTheSample() async throws {
        let console = try await samples("heart rate", TestStore.filled(), width: 160)
        console.expectRow("UUID")
        console.expectRow("Apple Watch · Apple Inc.")
        try await console.send(.resize(Size(width: 80, height: 30)))
        console.expectNone("UUID")
    }

    @Test("The lists of types, sources, apps, workouts and steps sort by their columns")
    func sortsOtherLists() async throws {
        let store = try TestStore.filled()
        _ = try await store.run()
        let console = try await Console.start(store.environment())
        try await console.press("2", "S")
        console.expectRow("Type ▲")
        console.expectNone("Activity")
        try await console.press(">")
        #expect(console.cursorRow.contains("Steps"), "\(console.text)")
        try await console.press("l", "S")
        console.expectRow("Source ▲")
        #expect(console.cursorRow.contains("Health"), "\(console.text)")
        try await console.press("S")
        #expect(console.cursorRow.contains("Polar Flow"), "\(console.text)")
        try await console.press("7", "S")
        console.expectRow("Day ▼")
        try await console.press(":").type("log").press(.enter, "S")
        console.expectRow("# ▼")
    }

    @Test("A press on a heading sorts by it, and again the other way round")
    func sortsByTheMouse() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", "l")
        try await console.click(on: "Samples")
        console.expectRow("Samples ▼")
        try await console.click(on: "Samples")
        console.expectRow("Samples ▲")
    }

    @Test("Marked workouts are added up and deleted in one step")
    func actsOnMarkedWorkouts() async throws {
        let store = try TestStore.filled()
        _ = try await store.run()
        let console = try await Console.start(store.environment())
        try await console.press("7", .space)
        console.expectRow("1 marked")
        try await console.press("d", "y")
        #expect(try store.person.count(SampleListQuery(type: .workoutType())) == 0)
        try await console.press("u")
        #expect(try store.person.count(SampleListQuery(type: .workoutType())) == 1)
    }
}
