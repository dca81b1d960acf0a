import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// Blood pressures by the half of the day.
@Suite struct PressureHalvesTests {
    private static func reading(_ upper: Double, _ lower: Double, _ day: Int, _ hour: Double) throws -> HKCorrelation {
        let store = TestStore()
        let start = TestStore.time(day, hour)
        return try HKCorrelation(
            validating: HKCorrelationType(.bloodPressure),
            start: start,
            end: start,
            objects: [
                try store.quantity(.bloodPressureSystolic, upper, .millimeterOfMercury(), day, hour),
                try store.quantity(.bloodPressureDiastolic, lower, .millimeterOfMercury(), day, hour),
            ]
        )
    }

    /// Four mornings, two evenings and an afternoon.
    private func store() throws -> TestStore {
        let store = TestStore()
        let samples =
            try (1...4).map { try Self.reading(120, 80, $0, 7) } + (1...2).map { try Self.reading(130, 84, $0, 21) }
            + [try Self.reading(140, 90, 3, 14)]
        try store.save(samples, from: TestStore.watch)
        return store
    }

    private func console(width: Int, height: Int) async throws -> Console {
        let console = try await Console.start(store().environment(), width: width, height: height)
        return try await console.press(":").type("blood pressure").press(.enter)
    }

    @Test("Of each day the readings before noon stand left and the later ones right, and every reading is there")
    func picture() async throws {
        let console = try await console(width: 120, height: 40)
        let header = console.expectRow("MORNING 120/80")
        #expect(header.contains("EVENING 130/84"), "\(console.text)")
        console.expectRow("● systolic   ○ diastolic   left of a day before noon")
        // The legend has one as well.
        #expect(console.text.components(separatedBy: "●").count - 1 == 8, "\(console.text)")
        #expect(console.cursorRow.contains("Fri 20 Nov"), "\(console.text)")
        #expect(console.cursorRow.contains("before noon 120/80, from noon on 130/84"), "\(console.text)")
        try await console.press(.left, .left, .left)
        #expect(!console.cursorRow.contains("before noon"), "one reading has no halves: \(console.text)")
    }

    @Test("Both means of the days are lines, and the words of a limit that is chosen come before theirs")
    func means() async throws {
        let console = try await console(width: 120, height: 40)
        console.expectRow("average 125")
        console.expectRow("average 82")
        try await console.press("i")
        console.expectRow("135 limit")
        console.expectRow("85 limit")
    }

    @Test("Where two places a day have no room, and of hours and weeks, the picture is as it was")
    func plain() async throws {
        let narrow = try await console(width: 40, height: 10)
        narrow.expectNone("left of a day")
        let console = try await console(width: 120, height: 40)
        for span: Key in ["S", "D"] {
            try await console.press(span)
            console.expectNone("left of a day")
        }
    }

    @Test("On a wide terminal the mornings and the evenings stand beside the chart with their bounds")
    func beside() async throws {
        let console = try await console(width: 200, height: 60)
        console.expectRow("Morning and evening")
        #expect(console.expectRow("Morning  ").contains("120/80"), "\(console.text)")
        #expect(console.expectRow("Evening  ").contains("130/84"), "\(console.text)")
    }

    @Test("Each reading is in one half")
    func halves() async throws {
        let store = try store()
        let source = ChartSource(type: HKCorrelationType(.bloodPressure), environment: store.environment())
        let window = source.window(.month, ending: TestStore.now, data: nil)
        let data = try await source.chart(window, separatesSources: false)
        let halves = try #require(data.halves)
        let days = Set(halves.early.days.keys).union(halves.late.days.keys)
        #expect(days == Set((data.days?.days ?? [:]).keys))
        #expect(halves.early.days.count == 4 && halves.late.days.count == 3)
        #expect(halves.morning.days.count == 4 && halves.evening.days.count == 2)
        #expect(halves.evening.whole?.mean == 130 && halves.evening.whole?.second == 84)
    }
}
