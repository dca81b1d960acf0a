import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// Nights of sleep: one by one, and two weeks side by side.
@Suite struct NightChartTests {
    private static let type = HKCategoryType(.sleepAnalysis)

    private static func sample(_ value: HKCategoryValueSleepAnalysis, _ start: Date, _ minutes: Double) throws
        -> HKCategorySample
    {
        let end = start.addingTimeInterval(minutes * 60)
        return try HKCategorySample(validating: type, value: value.rawValue, start: start, end: end)
    }

    @Test("Two weeks of sleep stand side by side with their stages, at most 6 keys from the start")
    func fortnight() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 120, height: 40)
        try await console.perform(.fortnight)
        console.expectRow("TIME ASLEEP 6 h a night")
        console.expectRow("BEDTIME 23:30 ± ")
        console.expectRow("WAKING 07:00 ± ")
        console.expectRow("bedtime 23:30")
        #expect(console.expectRow("6:00").components(separatedBy: "6:00").count - 1 >= 14)
        for texture in ["░", "▒", "▓", "█"] { #expect(console.text.contains(texture)) }
        #expect(console.cursorRow.contains("Sat 21 Nov"))
        #expect(console.cursorRow.contains("23:30 – 07:00"))
        try await console.press(.left)
        #expect(console.cursorRow.contains("Fri 20 Nov"))
        try await console.press(.pageUp)
        #expect(console.cursorRow.contains("Sat 7 Nov"), "a page is two weeks")
        try await console.press(.pageDown)
        #expect(console.cursorRow.contains("Sun 8 Nov"))
    }

    /// Rates of the heart from midnight on.
    private func pulse(_ store: TestStore) throws -> [HKQuantitySample] {
        let rate = HKUnit.count().unitDivided(by: .minute())
        return try (0..<30)
            .map { index -> HKQuantitySample in
                let (beats, hour) = (Double(50 + index % 7), Double(index) / 5)
                return try store.quantity(.heartRate, beats, rate, 0, hour)
            }
    }

    @Test(
        "On a wide terminal each stage of a night has its share, what two weeks had, and the rates of the night beside it"
    )
    func besideTheNight() async throws {
        let store = try TestStore.filled()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let pulse = try pulse(store)
        let breaths = try (0..<10)
            .map { index -> HKQuantitySample in
                let hour = Double(index) / 5
                return try store.quantity(.respiratoryRate, 14, rate, 0, hour)
            }
        try store.save(pulse + breaths, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 200, height: 60)
        try await console.press(":").type("sleep").press(.enter, "D")
        #expect(console.expectRow("1 h 30 min  20 %").contains("Awake"))
        #expect(console.expectRow("3 h  40 %").contains("Core"))
        #expect(console.expectRow("two weeks 40 %").contains("2 times"))
        #expect(console.expectRow("50–56 BPM").contains("Heart rate"))
        console.expectRow("50 at 00:00")
        #expect(console.expectRow("14.0 a minute").contains("respiratory rate"))
        #expect(console.expectRow("Shares").contains("░"), "without colours each part has a texture")
        console.expectRow("Deep 20 %")
        try await console.press("t")
        #expect(!console.text.contains("two weeks"), "the table has its own side")
    }

    @Test(
        "b shows the respiratory rate under a night in place of its heart rate, and back; without both it says it does nothing"
    )
    func breathingInstead() async throws {
        let store = try TestStore.filled()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let pulse = try pulse(store)
        let breaths = try (0..<30)
            .map { index -> HKQuantitySample in
                let hour = Double(index) / 5
                return try store.quantity(.respiratoryRate, 14, rate, 0, hour)
            }
        try store.save(pulse, from: TestStore.watch)
        let alone = try await Console.start(store.environment(), width: 120, height: 40)
        try await alone.press(":").type("sleep").press(.enter, "D", "b")
        #expect(alone.screen.rows.last?.contains("b does nothing here") == true, "\(alone.text)")
        try store.save(breaths, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("sleep").press(.enter, "D")
        #expect(console.text.contains("Heart rate") && !console.text.contains("Respiratory rate"), "\(console.text)")
        try await console.press("b")
        #expect(!console.text.contains("Heart rate") && console.text.contains("Respiratory rate"), "\(console.text)")
        try await console.press("b")
        #expect(console.text.contains("Heart rate") && !console.text.contains("Respiratory rate"))
    }

    @Test("Where a goal is set, each night that met it is marked at the moment it was reached, and the table says so")
    func goal() async throws {
        let store = try TestStore.filled()
        let night = TypeGoal(.atLeast, QuantityText(value: 6, unit: "hr"), per: .day)
        try store.person.setGoal(night, for: Self.type)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("sleep").press(.enter, "W").waitFor("goal of 6 h reached")
        // Each of 14 nights of 6 hours, and the legend.
        #expect(console.text.components(separatedBy: "✓").count - 1 == 15, "\(console.text)")
        console.expectRow("met on 14 of 14 days")
        try await console.press("t")
        #expect(console.expectRow("Samples").contains("Goal"))
        #expect(console.expectRow("Fri 20 Nov").contains("✓ met"))
        console.expectRow("met on 14 of 14 days")
        try store.person.setGoal(TypeGoal(.atMost, QuantityText(value: 5, unit: "hr"), per: .day), for: Self.type)
        try await console.press("t").waitFor("goal of at most 5 h passed")
        console.expectNone("✓")
        #expect(console.text.components(separatedBy: "✗").count - 1 == 15, "\(console.text)")
        // A goal of weeks marks no night.
        try store.person.setGoal(TypeGoal(.atLeast, QuantityText(value: 42, unit: "hr"), per: .week), for: Self.type)
        try await console.waitFor("weekly average at least 42 h")
        console.expectNone("reached")
    }

    @Test("The moment at which sleep came to a length leaves out what was awake and in bed")
    func moments() {
        let start = Date(timeIntervalSince1970: 1_795_000_000)
        func segment(_ value: HKCategoryValueSleepAnalysis, _ from: Double, _ to: Double) -> ChartSegment {
            ChartSegment(
                value: value.rawValue,
                start: start.addingTimeInterval(from),
                end: start.addingTimeInterval(to)
            )
        }
        let night = ChartNight(
            segments: [segment(.inBed, 0, 600), segment(.asleepCore, 600, 1_600), segment(.awake, 1_600, 3_000)]
                + [segment(.asleepDeep, 3_000, 4_000)],
            interval: DateInterval(start: start, duration: 4_000),
            durations: [:]
        )
        #expect(night.moment(ofSleep: 500) == start.addingTimeInterval(1_100))
        #expect(night.moment(ofSleep: 1_500) == start.addingTimeInterval(3_500))
        #expect(night.moment(ofSleep: 2_000) == start.addingTimeInterval(4_000))
        #expect(night.moment(ofSleep: 2_100) == nil)
    }

    @Test("A night without heart rate has its breathing beneath")
    func breathing() async throws {
        let store = try TestStore.filled()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let breaths = try (0..<20)
            .map { index -> HKQuantitySample in
                let (breaths, hour) = (Double(13 + index % 3), Double(index) / 5)
                return try store.quantity(.respiratoryRate, breaths, rate, 0, hour)
            }
        try store.save(breaths, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 45)
        try await console.press(":").type("sleep").press(.enter, "D")
        console.expectRow("Respiratory rate")
    }

    @Test("In one night the cursor reads stage by stage, and beyond the last one the page turns")
    func oneNight() async throws {
        let store = try TestStore.filled()
        let pulse = try pulse(store)
        try store.save(pulse, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 45)
        try await console.press(":").type("sleep").press(.enter, "D")
        console.expectRow("TIME ASLEEP 6 h")
        console.expectRow("FROM 23:30 – 07:00")
        console.expectRow("AWAKE 1 time, 1 h 30 min")
        console.expectRow("Heart rate")
        #expect(console.cursorRow.contains("05:30 – 07:00"))
        try await console.press(.left)
        #expect(console.cursorRow.contains("04:00 – 05:30"))
        #expect(console.cursorRow.contains("Awake 1 h 30 min, between REM and Core"))
        try await console.press(.left)
        #expect(console.cursorRow.contains("heart rate 5"))
        try await console.press(.left, .left, .left)
        #expect(console.cursorRow.contains("05:30 – 07:00"), "the night before, at its end")
        try await console.press(.enter)
        console.expectNone("no samples")
    }

    @Test(
        "The person's order of sources for sleep decides a night's length, on the card, in the chart and in the report"
    )
    func sourceOrder() async throws {
        let store = TestStore()
        let start = TestStore.time(0, -1)
        func sample(_ value: HKCategoryValueSleepAnalysis, _ from: Double, _ to: Double) throws -> HKCategorySample {
            try Self.sample(value, start.addingTimeInterval(from * 3_600), (to - from) * 60)
        }
        try store.save(
            [sample(.asleepCore, 0, 3), sample(.awake, 3, 4), sample(.asleepREM, 4, 7)],
            from: TestStore.watch
        )
        try store.save([sample(.asleepUnspecified, 0, 8)], from: TestStore.phone)
        let (watch, phone) = (TestStore.watch.source.bundleIdentifier, TestStore.phone.source.bundleIdentifier)
        // What the one that counts first says nothing of, the other tells: an hour in the morning.
        let cases: [(order: [String], excluded: Set<String>, length: String)] = [
            ([], [], "7 h"), ([phone, watch], [], "8 h"), ([watch], [], "7 h"), ([], [phone], "6 h"),
            ([watch, phone], [watch], "8 h"),
        ]
        for (order, excluded, length) in cases {
            try store.person.setSourceOrder(Self.type.identifier, order: order, excluded: excluded)
            let console = try await Console.start(store.environment(), width: 120, height: 45)
            console.expectRow(" \(length)")
            try await console.press(":").type("sleep").press(.enter, "D")
            console.expectRow("TIME ASLEEP \(length) ")
            try await console.press("W")
            console.expectRow(length)
        }
    }

    @Test("Awake within a sleep of the same source is awake, in the night's length and in its picture")
    func awakeWithin() async throws {
        let store = TestStore()
        let start = TestStore.time(0, -1)
        func sample(_ value: HKCategoryValueSleepAnalysis, _ from: Double, _ to: Double) throws -> HKCategorySample {
            try Self.sample(value, start.addingTimeInterval(from * 3_600), (to - from) * 60)
        }
        // As programs write it: the whole night as asleep, and stages and times awake over it.
        try store.save(
            [
                sample(.asleepUnspecified, 0, 7.5), sample(.asleepCore, 0, 2), sample(.asleepDeep, 2, 3),
                sample(.awake, 3, 3.5), sample(.asleepREM, 3.5, 5), sample(.asleepCore, 4.5, 7.5),
            ],
            from: TestStore.watch
        )
        try store.save([sample(.inBed, -0.5, 7.75)], from: TestStore.phone)
        let console = try await Console.start(store.environment(), width: 120, height: 45)
        console.expectRow("Sleep")
        console.expectRow("  7 h")
        try await console.press(":").type("sleep").press(.enter, "D")
        console.expectRow("TIME ASLEEP 7 h ")
        console.expectRow("AWAKE 1 time, 30 min")
        // Another source that says asleep all night changes nothing of it.
        try store.save([sample(.asleepUnspecified, 0, 7.5)], from: TestStore.polar)
        try await console.waitFor("AWAKE 1 time, 30 min")
        console.expectRow("TIME ASLEEP 7 h ")
        try await console.press("M")
        #expect(console.text.contains("7 h"), "\(console.text)")
    }

    @Test("A day of sleep goes on until midnight, as every day does: a nap may follow")
    func soFar() {
        let bar = ChartBar(DateInterval(start: TestStore.time(0, 0), end: TestStore.time(0, 24)))
        #expect(!bar.isPartial(at: TestStore.time(0, -1)) && bar.isPartial(at: TestStore.time(0, 0)))
        #expect(bar.isPartial(at: TestStore.time(0, 23.9)) && !bar.isPartial(at: TestStore.time(0, 24)))
    }

    @Test("The clock of several nights begins where nobody slept: a shift worker's day is whole, and 18:00 is usual")
    func clockBegins() {
        func night(_ daysAgo: Int, _ start: Double, _ hours: Double) -> ChartNight {
            let time = DateInterval(start: TestStore.time(daysAgo, start), duration: hours * 3_600)
            return ChartNight(
                segments: [ChartSegment(value: 3, start: time.start, end: time.end)],
                interval: time,
                durations: [:]
            )
        }
        let calendar = TestStore.calendar
        #expect(NightClock(calendar: calendar, []).evening == 1_080)
        #expect(NightClock(calendar: calendar, [night(1, -1, 8), nil, night(0, 14, 1)]).evening == 1_080)
        for (start, hours) in [(14.0, 8.0), (17, 9), (10, 9)] {
            let clock = NightClock(calendar: calendar, [night(1, start, hours), night(0, start, hours)])
            let first = clock.minute(TestStore.time(1, start))
            #expect(first + hours * 60 <= 1_440, "from \(start)")
        }
        // Sleep at every hour leaves no beginning without any.
        let all = NightClock(calendar: calendar, (0..<4).map { night($0, Double($0) * 6, 6) })
        #expect((0..<1_440).contains(all.evening))
    }

    @Test("Bedtimes before and after midnight have their mean on the circle; without a usual time there is none")
    func meanTimes() throws {
        let clock = NightClock(calendar: TestStore.calendar)
        let mean = try #require(clock.mean([85_500, 900]))
        #expect(clock.text(mean.mean) == "00:00" && abs(mean.deviation - 15) < 0.01)
        let noon = try #require(clock.mean([41_280, 43_680]))
        #expect(clock.text(noon.mean) == "11:48")
        #expect(clock.mean([0, 21_600, 43_200, 64_800]) == nil && clock.mean([]) == nil)
    }

    @Test("A day with a nap shows the night and the nap beside each other, each with its own times and length")
    func nap() async throws {
        let store = TestStore()
        let times: [(Double, Double)] = [(-1, 3), (3, 6.5), (14, 14.25)]
        let samples = try times.map { start, end in
            try Self.sample(.asleepCore, TestStore.time(1, start), (end - start) * 60)
        }
        try store.save(samples, from: TestStore.watch)
        for width in [80, 120, 200] {
            let console = try await Console.start(store.environment(), width: width, height: 45)
            try await console.press(":").type("sleep").press(.enter, "D")
            console.expectRow("TIME ASLEEP 7 h 45 min")
            #expect(console.expectRow("Night 23:00 – 06:30, 7 h 30 min").contains("Nap 14:00 – 14:15, 15 min"))
            // The hours between them are left out.
            console.expectNone("10:00")
            console.expectRow("14:00")
            #expect(console.cursorRow.contains("14:00 – 14:15"))
        }
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("sleep").press(.enter, "W")
        #expect(console.cursorRow.contains("1 nap, 15 min"), "\(console.cursorRow)")
    }

    @Test("Time in bed alone is no time asleep: it stands under its own name")
    func onlyInBed() async throws {
        let store = TestStore()
        try store.save([try Self.sample(.inBed, TestStore.time(0, -1), 480)], from: TestStore.phone)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        console.expectRow("8 h in bed")
        try await console.press(":").type("sleep").press(.enter, "D")
        console.expectRow("IN BED 8 h")
        console.expectNone("TIME ASLEEP")
    }

    @Test("Nights in which clocks change stand where clocks show them")
    func clockChanges() throws {
        let clock = NightClock(calendar: TestStore.calendar)
        func timeRanges(_ day: String, hours: Double) throws -> [ClockColumnsChart.TimeRange] {
            let formatter = ISO8601DateFormatter()
            let start = try #require(formatter.date(from: day))
            let segment = ChartSegment(value: 3, start: start, end: start.addingTimeInterval(hours * 3_600))
            return clock.timeRanges(segment, row: 0)
        }
        // 18:00 is minute 0, so that 23:00 is minute 300 and 07:00 minute 780.
        let plain = try timeRanges("2026-11-20T22:00:00Z", hours: 8)
        #expect(plain.map(\.start) == [300] && plain.map(\.end) == [780])
        let autumn = try timeRanges("2026-10-24T21:00:00Z", hours: 9)
        #expect(autumn.map(\.start) == [300, 480] && autumn.map(\.end) == [540, 780])
        let spring = try timeRanges("2027-03-27T22:00:00Z", hours: 7)
        #expect(spring.map(\.start) == [300, 540] && spring.map(\.end) == [480, 780])
        #expect(clock.text(300) == "23:00" && clock.text(780) == "07:00" && clock.text(360) == "00:00")
    }

    @Test(
        "Any size and any theme draws nights without a trap",
        arguments: [Theme.plain, .ascii, Theme(glyphs: .utf8, colors: .ansi256)]
    )
    func sizes(_ theme: Theme) {
        let column = ClockColumnsChart.Column(
            titles: ["7:40", "8"],
            labels: ["Mon", "9"],
            timeRanges: [ClockColumnsChart.TimeRange(row: 2, start: 300, end: 780), .init(row: 9, start: .nan, end: 1)]
        )
        for width in stride(from: 0, to: 130, by: 7) {
            for height in 0..<40 {
                var chart = ClockColumnsChart(
                    columns: Array(repeating: column, count: 14),
                    range: 300...780,
                    hues: [.awake, .rem, .core, .deep]
                ) { "\(Int($0))" }
                chart.cursor = 3
                chart.levels = [ChartLevel(310, words: ["bedtime"])]
                var grid = CellGrid(size: Size(width: width, height: height))
                chart.draw(in: Rect(grid.size), on: &grid, theme: theme)
            }
        }
    }
}
