import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct ChartTests {
    private func chart(_ name: String, _ store: TestStore? = nil) async throws -> Console {
        let store = try store ?? TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press(":").type(name).press(.enter)
        return console
    }

    /// The steps that the watch counted on a day; the phone's are the same time's and don't count again.
    private func watchSteps(_ day: Int) -> Double {
        (8..<(day == 0 ? 14 : 20)).reduce(0.0) { $0 + Double(200 + (day * 37 + $1 * 61) % 700) }
    }

    @Test func monthOfStepsCountsEachStepOnce() async throws {
        let console = try await chart("steps")
        let total = (0..<31).reduce(0.0) { $0 + watchSteps($1) }
        // Today isn't over: it is in the total and in no mean.
        let average = ((total - watchSteps(0)) / 30).rounded(.down)
        console.expectRow("DAILY AVERAGE \(NumberText.text(average)) count, 30 days")
        console.expectRow("TOTAL \(NumberText.text(total)) count")
        console.expectRow("22 Oct – 21 Nov 2026")
        #expect(console.expectRow("Sat 21 Nov").contains(NumberText.text(watchSteps(0)) + " count so far, 12 samples"))
    }

    @Test func theCursorReadsTheDayBefore() async throws {
        let console = try await chart("steps")
        try await console.press(.left)
        #expect(console.expectRow("Fri 20 Nov").contains(NumberText.text(watchSteps(1)) + " count"))
        try await console.press(.right)
        console.expectRow("Sat 21 Nov  ")
        try await console.press("h", "h")
        console.expectRow("Thu 19 Nov  ")
        try await console.press("l", "l")
        console.expectRow("Sat 21 Nov  ")
    }

    @Test func pagesBackAndForwardByAMonth() async throws {
        let console = try await chart("steps")
        try await console.press(.pageUp)
        console.expectRow("22 Sep – 21 Oct 2026")
        try await console.press(.pageUp)
        console.expectRow("there is no older data")
        try await console.press(.pageDown)
        console.expectRow("22 Oct – 21 Nov 2026")
        try await console.press(.pageDown)
        console.expectRow("this is the newest page")
    }

    @Test(arguments: [
        ("D", "[D]", "Sat 21 Nov 2026"), ("W", "[W]", "15 Nov – 21 Nov 2026"), ("S", "[6M]", "25 May – 22 Nov 2026"),
        ("Y", "[Y]", "1 Dec 2025 – 30 Nov 2026"), ("A", "[All]", "13 Oct – 21 Nov 2026"),
    ])
    func showsEverySpan(key: Character, choice: String, time: String) async throws {
        let console = try await chart("steps")
        try await console.press(Key(.character(key)))
        console.expectRow(choice)
        console.expectRow(time)
        console.expectNone("no data")
    }

    @Test func aYearShowsTheAverageDayOfEachMonth() async throws {
        let console = try await chart("steps")
        try await console.press("Y")
        let total = (0..<21).reduce(0.0) { $0 + watchSteps($1) }
        let average = NumberText.text(((total - watchSteps(0)) / 20).rounded(.down))
        let row = console.expectRow("Nov 2026  ")
        #expect(row.contains("\(average) count a day so far, total \(NumberText.text(total)), 20 days"))
    }

    @Test("Enter on a month opens its days, and on a week the week; on a day it lists the samples")
    func opensTheDaysOfABar() async throws {
        let console = try await chart("steps")
        try await console.press("Y", .left, .enter)
        console.expectRow("[M]")
        console.expectRow("1 Oct – 31 Oct 2026")
        console.expectRow("Sat 31 Oct")
        try await console.press("S", .enter)
        console.expectRow("[W]")
        console.expectRow("26 Oct – 1 Nov 2026")
        console.expectRow("Sun 1 Nov")
        try await console.press("Y", .enter)
        // The month goes on after today, and begins on its first all the same.
        console.expectRow("1 Nov – 30 Nov 2026")
        #expect(console.expectRow("Sat 21 Nov").contains("so far"))
        try await console.press(.enter)
        console.expectNone("[M]")
    }

    @Test("The hint and the help of Enter say what it opens")
    func saysWhatEnterOpens() async throws {
        let console = try await chart("steps")
        console.expectRow("Enter samples")
        try await console.press("Y")
        console.expectRow("Enter days")
        try await console.press("?")
        console.expectRow("Show the days of the bar that is read")
    }

    @Test func showsEachSourceByItself() async throws {
        let console = try await chart("steps")
        try await console.press("s")
        #expect(console.expectRow("My Watch").contains(NumberText.text(watchSteps(0)) + " count"))
        #expect(console.expectRow("My iPhone").contains(NumberText.text(watchSteps(0) - 6 * 20) + " count"))
    }

    @Test func theTableHasTheSameNumbers() async throws {
        let console = try await chart("steps")
        try await console.press("t")
        #expect(console.cursorRow.contains("Sat 21 Nov"))
        #expect(console.cursorRow.contains(NumberText.text(watchSteps(0))))
        try await console.press("j")
        #expect(console.cursorRow.contains("Fri 20 Nov"))
        #expect(console.cursorRow.contains(NumberText.text(watchSteps(1))))
    }

    @Test func rangesOfHeartRate() async throws {
        let console = try await chart("heart rate")
        console.expectRow("RANGE 58–140 BPM")
        console.expectRow("LATEST 85, today 13:12")
        #expect(console.expectRow("Sat 21 Nov  ").contains("68–126 BPM so far, average"))
    }

    @Test("A sample that reaches into the page is one of its values, and not its header")
    func straddlingSample() async throws {
        let store = TestStore()
        let unit = HKUnit.count().unitDivided(by: .minute())
        // The page is of the seven days up to the latest sample: 11 to 17 November.
        try store.save(
            [
                try store.quantity(.heartRate, 81, unit, 11, 20, length: 12 * 3_600),
                try store.quantity(.heartRate, 50, unit, 5, 9, length: 3_600),
                try store.quantity(.heartRate, 55, unit, 4, 9, length: 3_600),
            ],
            from: TestStore.watch
        )
        let console = try await chart("heart rate", store)
        try await console.press("W")
        console.expectRow("RANGE 50–81 BPM")
        console.expectRow("LATEST 55, Tue 17 Nov")
        // Each day has one vote, however long something was measured on it: (81 + 50 + 55) / 3.
        console.expectRow("AVERAGE 62, 3 of 7 days")
    }

    @Test("A day of sleep has the figures that it has in the week, and each stage counts each minute once")
    func sleepOfADay() async throws {
        let store = TestStore()
        func night(_ daysAgo: Int, _ hour: Double, _ hours: Double) throws -> HKCategorySample {
            let start = TestStore.time(daysAgo, hour)
            return try HKCategorySample(
                validating: HKCategoryType(.sleepAnalysis),
                value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
                start: start,
                end: start.addingTimeInterval(hours * 3_600)
            )
        }
        // A nap belongs to the day on which it ends, at any hour.
        try store.save([night(0, -1, 7), night(0, 17, 2), night(1, -1, 6)], from: TestStore.watch)
        try store.save([night(0, -1, 7)], from: TestStore.phone)
        let console = try await chart("sleep", store)
        try await console.press("W")
        #expect(console.expectRow("Sat 21 Nov  ").contains("9 h"))
        try await console.press("D")
        let header = console.expectRow("TIME ASLEEP")
        #expect(header.contains("TIME ASLEEP 9 h "), "\(console.text)")
        let totals = console.screen.rows.filter { !$0.hasPrefix("▌") && $0.contains("Core") && $0.contains("7 h ") }
        #expect(totals.count == 1, "\(console.text)")
        #expect(console.expectRow("Night 23:00 – 06:00, 7 h").contains("Nap 17:00 – 19:00, 2 h"))
        let summary = try await Console.start(store.environment())
        #expect(summary.expectRow("Sleep").contains("9 h "))
    }

    @Test func sleepBelongsToTheDayOnWhichItEnds() async throws {
        let console = try await chart("sleep")
        // Four of the five stages of each night are sleep, an hour and a half each.
        #expect(console.expectRow("Sat 21 Nov  ").contains("6 h"))
        try await console.press("D")
        console.expectRow("Sat 21 Nov 2026")
        for stage in ["Awake", "REM", "Core", "Deep"] { console.expectRow(stage) }
    }

    @Test func bothNumbersOfBloodPressure() async throws {
        let console = try await chart("blood pressure")
        console.expectRow("SYSTOLIC 118–124")
        console.expectRow("DIASTOLIC 76 mmHg")
        console.expectRow("AVERAGE 121/76")
    }

    @Test func zoomingInKeepsWhatIsRead() async throws {
        let console = try await chart("steps")
        try await console.press(.left, .left, .left, "-", "+", "D")
        console.expectRow("[D]")
        console.expectNone("no data")
    }

    @Test func aTypeWithoutDataSaysHowToAddSome() async throws {
        let console = try await chart("height")
        console.expectRow("no Height data yet; a adds a sample")
    }

    @Test func aDayThatLacksAnHourIsDrawnTrue() async throws {
        let spring = try #require(
            TestStore.calendar.date(from: DateComponents(year: 2026, month: 3, day: 29, hour: 12))
        )
        let window = ChartWindow(.day, ending: spring, data: nil, calendar: TestStore.calendar)
        #expect(window.count == 23)
        let month = ChartWindow(.month, ending: spring, data: nil, calendar: TestStore.calendar)
        let hours = month.edges.map { TestStore.calendar.component(.hour, from: $0) }
        #expect(Set(hours) == [0])
    }

    @Test func weeksAndMonthsBeginWhereTheCalendarHasThem() {
        let half = ChartWindow(.halfYear, ending: TestStore.now, data: nil, calendar: TestStore.calendar)
        #expect(half.count == 26)
        #expect(Set(half.edges.map { TestStore.calendar.component(.weekday, from: $0) }) == [2])
        let year = ChartWindow(.year, ending: TestStore.now, data: nil, calendar: TestStore.calendar)
        #expect(year.count == 12)
        #expect(Set(year.edges.map { TestStore.calendar.component(.day, from: $0) }) == [1])
    }

    @Test("A chart is saved as the text that is seen, its numbers as CSV")
    func saves() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("chart-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await Console.start(try TestStore.filled().environment())
        try await console.press(":").type("steps").press(.enter, "W")
        for name in ["chart.txt", "chart.csv"] {
            try await console.press("e", .control("u")).type(folder.path + "/" + name).press(.enter)
            console.expectRow("saved the " + (name.hasSuffix("csv") ? "numbers" : "chart"))
        }
        let text = try String(contentsOf: folder.appendingPathComponent("chart.txt"), encoding: .utf8)
        #expect(text.hasPrefix("Steps\n") && text.contains("TOTAL") && text.contains("█"), "\(text)")
        let table = try String(contentsOf: folder.appendingPathComponent("chart.csv"), encoding: .utf8)
        let rows = table.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        #expect(rows.count == 8 && rows.allSatisfy { $0.count == 10 }, "\(table)")
        #expect(rows[1].prefix(4) == ["2026-11-15T00:00:00+01:00", "2026-11-16T00:00:00+01:00", "count", rows[1][3]])
    }

    @Test("The chart of the heart rate has the resting heart rate as a line, and its average among the figures")
    func restingHeartRate() async throws {
        let store = try TestStore.filled()
        let rate = HKUnit.count().unitDivided(by: .minute())
        let resting = try (0..<20).map { try store.quantity(.restingHeartRate, 55, rate, $0, 6) }
        try store.save(resting, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("heart rate").press(.enter)
        console.expectRow("RESTING 55")
        console.expectRow("resting 55")
        #expect(console.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
        try await console.press("D")
        console.expectRow("RESTING 55")
    }
}
