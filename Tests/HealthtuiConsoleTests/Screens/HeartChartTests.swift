import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The heart rate of a day, a week and a month with what stands beside it.
@Suite struct HeartChartTests {
    private static let rate = HKUnit.count().unitDivided(by: .minute())

    /// A day, three days ago, measured every five minutes but for two hours, with a night and a run at 18:00.
    static func fill(_ store: TestStore) async throws {
        _ = try await store.run()
        let night = try HKCategorySample(
            validating: HKCategoryType(.sleepAnalysis),
            value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
            start: TestStore.time(3, -0.5),
            end: TestStore.time(3, 7)
        )
        try store.save([night], from: TestStore.watch)
        let minutes = stride(from: 0.0, to: 24, by: 1.0 / 12)
            .filter { !(10.0..<12).contains($0) && !(18.0..<19).contains($0) }
        let rates = try minutes.map { try store.quantity(.heartRate, 60 + Double(Int($0 * 12) % 9), Self.rate, 3, $0) }
        try store.save(rates, from: TestStore.watch)
        try store.save([try store.quantity(.restingHeartRate, 54, Self.rate, 3, 8)], from: TestStore.watch)
    }

    private func measured() async throws -> TestStore {
        let store = TestStore()
        try await Self.fill(store)
        return store
    }

    private static func dots(_ text: Substring) -> Int {
        text.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) }
    }

    @Test(
        "A day is a line by the minute that breaks where nothing was measured, over sleep, workouts and the resting rate"
    )
    func day() async throws {
        let console = try await Console.start(measured().environment(), width: 120, height: 40)
        try await console.press(":").type("heart rate").press(.enter, ":").type("2026-11-18").press(.enter, "D")
        console.expectRow("Wed 18 Nov 2026")
        console.expectRow("RESTING 54")
        console.expectRow("ASLEEP 60–68")
        console.expectRow("resting 54")
        let beside = console.expectRow("asleep")
        #expect(beside.contains("Outdoor Running"), "\(beside)")
        #expect(console.text.contains("no data"), "from 10:00 to 12:00: \(console.text)")
        // From 10:00 to 12:00 there are no dots.
        let rows = console.screen.rows.filter { Self.dots($0[...]) > 0 }
        #expect(rows.count > 3, "\(console.text)")
        let columns = rows.map { row in Array(row).indices.filter { Self.dots(String(Array(row)[$0])[...]) > 0 } }
        let all = Set(columns.flatMap { $0 }).sorted()
        let gaps = zip(all, all.dropFirst()).map { $1 - $0 }
        #expect(gaps.max() ?? 0 > 5 && gaps.count { $0 > 5 } == 1, "one gap: \(gaps)")
        // Hours are read one by one.
        try await console.press(.left)
        #expect(console.cursorRow.contains("BPM"), "\(console.text)")
        #expect(console.text.contains("◆"))
    }

    @Test("The hour that is read says whether the day had no more, what else was the case, and the zone of the workout")
    func readHour() async throws {
        let store = try await measured()
        var me = try store.person.characteristics()
        me.dateOfBirth = "1980-05-04"
        try store.person.setCharacteristics(me)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("heart rate").press(.enter, ":").type("2026-11-18").press(.enter, "D")
        for _ in 0..<24 where !console.cursorRow.contains("18:00") { try await console.press(.left) }
        let reading = console.cursorRow
        for words in ["the highest of the day", "zone 5", "Outdoor Running"] {
            #expect(reading.contains(words), "\(words) in \(reading)")
        }
        for _ in 0..<24 where !console.cursorRow.contains("03:00–04:00") { try await console.press(.left) }
        #expect(console.cursorRow.contains("asleep") && !console.cursorRow.contains("zone"), "\(console.cursorRow)")
    }

    @Test("What is in a workout is not asleep, and what is neither, and was not measured, has no data beside them")
    func overlaps() async throws {
        let store = try await measured()
        // In bed in the evening, with the run in it; and a nap that ends in the middle of the gap.
        let naps = try [(17.5, 20.0), (9.0, 10.75)]
            .map { start, end in
                try HKCategorySample(
                    validating: HKCategoryType(.sleepAnalysis),
                    value: HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue,
                    start: TestStore.time(3, start),
                    end: TestStore.time(3, end)
                )
            }
        try store.save(naps, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 200, height: 40)
        try await console.press(":").type("heart rate").press(.enter, ":").type("2026-11-18").press(.enter, "D")
        console.expectRow("ASLEEP 60–68")
        #expect(console.text.contains("no data"), "from 10:45 to 12:00: \(console.text)")
    }

    @Test("A small terminal shows from where to where the heart rate of each day was, with no notches over it")
    func smallMonth() async throws {
        let console = try await Console.start(measured().environment(theme: .plain), width: 40, height: 10)
        try await console.press(":").type("heart rate").press(.enter, ":").type("2026-11-18").press(.enter, "M")
        console.expectRow("RANGE 60–165")
        console.expectNone("━")
        console.expectNone("┄")
        #expect(console.text.contains("█"), "\(console.text)")
        try await console.resize(width: 80, height: 24)
        #expect(console.text.contains("━"), "\(console.text)")
    }

    @Test("Where little was measured a day has a column for each hour")
    func sparse() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 120, height: 40)
        try await console.press(":").type("heart rate").press(.enter, "D")
        console.expectNone("◆")
        console.expectRow("RANGE")
    }

    @Test(
        "A week and a month mark the days that had workouts, and the day that is read counts them",
        arguments: ["W", "M"] as [Key]
    )
    func workouts(span: Key) async throws {
        let console = try await Console.start(measured().environment(), width: 120, height: 40)
        try await console.press(":").type("heart rate").press(.enter, ":").type("2026-11-18").press(.enter, span)
        #expect(console.expectRow("workouts").contains("●"), "\(console.text)")
        for _ in 0..<31 where !console.cursorRow.contains("Wed 18 Nov") { try await console.press(.left) }
        #expect(console.cursorRow.contains("1 workout"), "\(console.text)")
    }

    @Test("On a wide terminal the day that is read has its workout's zones beside the chart")
    func zones() async throws {
        let store = try await measured()
        var me = try store.person.characteristics()
        me.dateOfBirth = "1980-05-04"
        try store.person.setCharacteristics(me)
        let console = try await Console.start(store.environment(), width: 200, height: 60)
        try await console.press(":").type("heart rate").press(.enter, ":").type("2026-11-18").press(.enter)
        for _ in 0..<31 where !console.cursorRow.contains("Wed 18 Nov") { try await console.press(.left) }
        try await console.waitFor("Zones")
        console.expectRow("zone 3")
    }
}
