import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// The measures of sleep in its chart: the switch, and what follows it.
@Suite struct SleepSwitchTests {
    private static let type = HKCategoryType(.sleepAnalysis)

    /// Forty nights from 23:30 to 7:00, and a nap yesterday.
    private func store() throws -> TestStore {
        let store = try TestStore.filled()
        let nap = try HKCategorySample(
            validating: Self.type,
            value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
            start: TestStore.time(1, 14),
            end: TestStore.time(1, 14).addingTimeInterval(38 * 60)
        )
        try store.save([nap], from: TestStore.watch)
        return store
    }

    private func console(_ keys: Key..., width: Int = 120, height: Int = 40) async throws -> Console {
        let console = try await Console.start(store().environment(), width: width, height: height)
        try await console.press(":").type("sleep").press(.enter)
        for key in keys { try await console.press(key) }
        return console
    }

    @Test("Tab goes through the measures of sleep that have values, Shift-Tab back, and the chart's reading follows")
    func turns() async throws {
        let console = try await console()
        let names = console.expectRow("[Sleep]")
        for name in ["Night", "Deep", "Core", "REM", "Awake", "Bedtime", "Wake", "Naps"] {
            #expect(names.contains(name), "\(console.text)")
        }
        try await console.press(.tab)
        console.expectRow("[Night]")
        #expect(console.cursorRow.contains("Sat 21 Nov") && console.cursorRow.contains("6 h"), "\(console.text)")
        #expect(!console.cursorRow.contains("so far"), "last night is over: \(console.text)")
        try await console.press(.tab)
        console.expectRow("[Deep]")
        #expect(console.cursorRow.contains("1 h 30 min"), "\(console.text)")
        try await console.press(.tab, .tab, .tab, .tab)
        console.expectRow("[Bedtime]")
        console.expectRow("AVERAGE 23:30, 31 days")
        #expect(console.cursorRow.contains("23:30"), "\(console.text)")
        try await console.press(.tab)
        console.expectRow("[Wake]")
        #expect(console.cursorRow.contains("07:00"), "\(console.text)")
        for _ in 0..<7 { try await console.press(.backtab) }
        console.expectRow("[Sleep]")
        try await console.press(.backtab)
        console.expectRow("[Naps]")
        try await console.press(.left)
        #expect(console.cursorRow.contains("Fri 20 Nov"), "\(console.text)")
    }

    @Test("The table of days has the measure that was chosen, and its mean")
    func table() async throws {
        let console = try await console(.tab, .tab, .tab, .tab, .tab, .tab, "t")
        console.expectRow("[Bedtime]")
        console.expectRow("AVERAGE 23:30, 31 days")
        #expect(console.cursorRow.contains("23:30"), "\(console.text)")
        #expect(!console.expectRow("When").contains("0 "), "a time of day has no bar from 0: \(console.text)")
        try await console.press(.tab)
        #expect(console.cursorRow.contains("07:00"), "\(console.text)")
    }

    @Test("The measure that is shown is on the screen at every size", arguments: [(200, 60), (80, 24), (40, 10)])
    func sizes(width: Int, height: Int) async throws {
        let console = try await console(width: width, height: height)
        for span: Key in ["M", "D", "W", "S"] {
            try await console.press(span)
            for name in ["Sleep", "Night", "Deep", "Core", "REM", "Awake", "Bedtime", "Wake"] {
                console.expectRow("[\(name)]", "\(span) at \(width)x\(height)")
                try await console.press(.tab)
            }
            // Back to where it began.
            for _ in 0..<8 { try await console.press(.backtab) }
        }
    }

    @Test("A day with a nap shows both, and the bar has two parts, with a legend below the chart")
    func naps() async throws {
        let console = try await console(.left)
        #expect(console.cursorRow.contains("6 h 38 min"), "\(console.text)")
        #expect(console.cursorRow.contains("night 6 h, 1 nap, 38 min"), "\(console.text)")
        console.expectRow("█ night   ░ nap")
        try await console.press(.tab)
        console.expectNone("░ nap")
    }

    @Test("Under the picture of one night is the month that ends with it, by the measure that is shown")
    func month() async throws {
        for (width, height) in [(80, 24), (120, 40), (200, 60)] {
            let console = try await console("D", width: width, height: height)
            #expect(console.expectRow("with a nap").contains("Sleep ─"), "\(console.text)")
            try await console.press(.tab)
            #expect(console.expectRow("with a nap").contains("Night ─"), "\(console.text)")
        }
    }

    @Test("Each measure's chart says what its facts say, for every length of time")
    func facts() async throws {
        let store = try store()
        let environment = store.environment()
        let source = ChartSource(type: Self.type, environment: environment)
        let clock = CivilClock(TestStore.calendar.timeZone)
        let reader = MeasureReader(.person(store.person), calendar: TestStore.calendar, now: TestStore.now)
        for span in [ChartSpan.week, .month, .halfYear] {
            let window = source.window(span, ending: TestStore.now, data: try await source.extent())
            let data = try await source.chart(window, separatesSources: false)
            for part in Measure.SleepPart.charted {
                let chart = data.of(part, on: clock)
                let days = try reader.days(of: Measure(.sleep(part)), in: window.days(on: clock))
                let (unit, whole) = (ChartUnit(ofSleep: days), days.whole)
                let mean = whole?.mean.map { unit.number($0, in: days.measure.unit) }
                #expect(chart.whole?.mean == mean, "\(part), \(span)")
                #expect(chart.whole?.days == whole?.days && chart.whole?.of == whole?.of, "\(part), \(span)")
                let own = chart.days?.days.filter { days.span.contains($0.key) }
                #expect(own == days.days.filter { days.span.contains($0.key) }, "\(part), \(span)")
            }
        }
    }

    @Test("Bedtimes around midnight are next to each other, whichever side they are on")
    func aroundMidnight() {
        let unit = ChartUnit(.clock(around: 86_100))
        let (before, after) = (unit.number(85_800, in: .clock), unit.number(600, in: .clock))
        #expect(after - before == 1_200)
        #expect(unit.text(before) == "23:50" && unit.text(after) == "00:10")
        #expect(unit.signed(after - before) == "+20 min" && unit.signed(before - after) == "−20 min")
        #expect(ChartUnit.clock(-600) == "23:50" && ChartUnit.clock(.nan) == "–" && ChartUnit.clock(86_399) == "00:00")
    }
}
