import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// Before and after: its lengths, the same mark on other measures, and saving it.
@Suite struct ChangeScreenTests {
    /// A resting heart rate and steps of 900 days, both less since 40 days ago.
    private func store() throws -> TestStore {
        let store = TestStore()
        let rates = try (1..<900)
            .map { day in
                let rate = (day <= 40 ? 51.0 : 60) + Double(day / 7 % 4)
                return try store.quantity(.restingHeartRate, rate, .count().unitDivided(by: .minute()), day, 7)
            }
        let steps = try (1..<900)
            .map { day in
                try store.quantity(.stepCount, (day <= 40 ? 2_000.0 : 6_000) + Double(day % 7), .count(), day, 9)
            }
        try store.save(rates + steps, from: TestStore.watch)
        try store.person.add(DayMark("stopped drinking", day(40)))
        return store
    }

    private func day(_ daysAgo: Int) -> CalendarDay {
        CalendarDay(TestStore.time(daysAgo, 12), on: CivilClock(TestStore.calendar.timeZone))
    }

    private func opened(_ store: TestStore, width: Int = 120, height: Int = 40) async throws -> Console {
        let console = try await Console.start(store.environment(), width: width, height: height)
        return try await console.press(":").type("rhr since stopped drinking").press(.enter)
    }

    @Test("+ compares longer spans and - shorter ones; each says how many days it has, and the last says so")
    func lengths() async throws {
        let console = try await opened(try store())
        for notice in ["days since 40, before 91", "days since 40, before 182", "days since 40, before 364"] {
            try await console.press("+")
            console.expectRow(notice)
        }
        try await console.press("+", "+")
        console.expectRow("these are the longest spans")
        try await console.press("-", "-", "-", "-", "-")
        console.expectRow("28 days each")
        try await console.press("-")
        console.expectRow("these are the shortest spans")
        try await console.press("+")
        console.expectRow("40 days each")
    }

    @Test("Lengths go from four weeks to two years, by way of all days since")
    func ladder() {
        #expect(ChangeLength.next(to: 40, since: 40, isLonger: true) == 91)
        #expect(ChangeLength.next(to: 40, since: 40, isLonger: false) == 28)
        #expect(ChangeLength.next(to: 28, since: 40, isLonger: true) == 40)
        #expect(ChangeLength.next(to: 728, since: 40, isLonger: true) == nil)
        #expect(ChangeLength.next(to: 728, since: 5_000, isLonger: true) == 5_000)
        #expect(ChangeLength.next(to: 0, since: 0, isLonger: false) == nil)
    }

    @Test("A longer span before has its own mean; the weeks that decide stay those of the year before")
    func longerSpan() throws {
        let environment = try store().environment()
        let measure = Measure(.quantity(HKQuantityType(.restingHeartRate)))
        let facts = try ChangeFacts.read(measure, since: day(40), length: 364, environment)
        #expect(facts.change.after.days.count == 40 && facts.change.before.days.count == 364)
        #expect(facts.change.before.known == 364 && facts.change.weeksBefore.count == 52)
        #expect(facts.change.found == .outside)
        #expect(facts.change.weeksOlder.count > 40)
        #expect(facts.side(0) == .older && facts.side(facts.weeks.count - 1) == .beyond)
    }

    @Test("A length that is shorter than the time since ends the span since")
    func shorterSpan() throws {
        let environment = try store().environment()
        let measure = Measure(.quantity(HKQuantityType(.restingHeartRate)))
        let facts = try ChangeFacts.read(measure, since: day(40), length: 28, environment)
        #expect(facts.change.after.days == day(40)..<day(12) && facts.change.before.days == day(68)..<day(40))
        #expect(facts.daysSince == 40)
    }

    @Test("o lists how the pinned measures changed since; Enter opens one with the same mark, Esc comes back")
    func others() async throws {
        let console = try await opened(try store())
        try await console.press("o")
        console.expectRow("The same mark on other measures")
        #expect(console.cursorRow.contains("Steps") && console.cursorRow.contains("−3,999"), "\(console.text)")
        #expect(console.cursorRow.contains("outside"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("Steps before and after")
        console.expectRow("[stopped drinking]")
        try await console.press(.escape)
        console.expectRow("The same mark on other measures")
    }

    @Test("Without another measure on both sides o says so")
    func noOthers() async throws {
        let store = TestStore()
        let unit = HKUnit.count().unitDivided(by: .minute())
        let rates = try (1..<100).map { try store.quantity(.restingHeartRate, 60, unit, $0, 7) }
        try store.save(rates, from: TestStore.watch)
        try store.person.add(DayMark("stopped drinking", day(40)))
        let console = try await opened(store)
        try await console.press("o")
        console.expectRow("no other pinned measure")
    }

    @Test("At 200 columns the other measures are listed next to the chart")
    func wide() async throws {
        let console = try await opened(try store(), width: 200, height: 60)
        console.expectRow("The same mark on other measures")
        console.expectRow("−3,999 count")
    }

    @Test("Enter in the table opens the samples of the week that is read there")
    func tableOpens() async throws {
        let console = try await opened(try store())
        try await console.press("t", "G", .enter)
        console.expectNone("Weeks before")
        console.expectRow("BPM")
    }

    @Test("e saves before and after as text, its spans and weeks as CSV")
    func saves() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("change-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await opened(try store())
        for name in ["change.txt", "change.csv"] {
            try await console.press("e", .control("u")).type(folder.path + "/" + name).press(.enter)
            console.expectRow("saved the " + (name.hasSuffix("csv") ? "numbers" : "chart"))
        }
        let text = try String(contentsOf: folder.appendingPathComponent("change.txt"), encoding: .utf8)
        #expect(text.hasPrefix("Resting Heart Rate before and after: stopped drinking"), "\(text)")
        #expect(text.contains("Outside what it was."), "\(text)")
        let rows = try table(folder.appendingPathComponent("change.csv"))
        try #require(rows.count > 4 && rows.allSatisfy { $0.count == 11 }, "\(rows)")
        let names: [String] = rows.map { $0[0] }
        #expect(Array(names[1...3]) == ["after", "before", "earlier"])
        let beyond = rows.filter { $0[0] == "week" && $0[10] == "true" }
        #expect(beyond.count >= 4, "\(rows)")
        let units = Set(rows.dropFirst().map { $0[3] })
        #expect(units == ["count/min"], "\(rows)")
    }

    @Test("Z takes days without anything as 0 in a comparison, where one of the measures adds up")
    func zeros() async throws {
        let store = TestStore()
        let unit = HKUnit.count().unitDivided(by: .minute())
        let rates = try (1..<60).map { try store.quantity(.restingHeartRate, 60 + Double($0 % 7), unit, $0, 7) }
        let steps = try (1..<60).filter { $0 % 2 == 1 }
            .map { try store.quantity(.stepCount, 5_000, .count(), $0, 9) }
        try store.save(rates + steps, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("steps v resting heart rate").press(.enter, "M", "Z")
        console.expectRow("days without anything as 0")
        try await console.press("Z")
        console.expectNone("days without anything as 0")
        try await console.press(":").type("sleep v resting heart rate").press(.enter, "Z")
        console.expectRow("is 0 only of what adds up")
    }

    @Test("Z takes days without anything as 0 in a chart, which says so, and without it how many days are known")
    func chartZeros() async throws {
        let store = TestStore()
        let steps = try (1..<60).filter { $0 % 2 == 1 }
            .map { try store.quantity(.stepCount, 5_000, .count(), $0, 9) }
        try store.save(steps, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("steps").press(.enter)
        console.expectRow("DAILY AVERAGE 5,000 count, 15 of 30 days")
        try await console.press("Z")
        // The last record is of yesterday, so each day before today has a value.
        console.expectRow("DAILY AVERAGE 2,500 count, 30 days, days without anything as 0")
        console.expectRow("TOTAL 75,000 count")
        try await console.press(.left)
        #expect(console.expectRow("Thu 19 Nov").contains("  0 count"))
        try await console.press(.enter)
        console.expectRow("there are no samples in this bar")
        try await console.press("Z")
        console.expectRow("DAILY AVERAGE 5,000 count, 15 of 30 days")
    }

    @Test("Z is offered where a day without anything isn't known: not of what is measured, and not of events")
    func zerosOffered() async throws {
        let store = try TestStore.filled()
        let (start, end) = (TestStore.time(3, 9), TestStore.time(3, 10))
        let headache = try HKCategorySample(validating: HKCategoryType(.headache), value: 2, start: start, end: end)
        let mindful = try HKCategorySample(
            validating: HKCategoryType(.mindfulSession),
            value: 0,
            start: start,
            end: end
        )
        try store.save([headache, mindful], from: TestStore.watch)
        let help = "Take days without anything as 0"
        for (name, isOffered) in [
            ("steps", true), ("mindful minutes", true), ("heart rate", false), ("headache", false),
        ] {
            let console = try await Console.start(store.environment(), width: 120, height: 80)
            try await console.press(":").type(name).press(.enter, "?")
            guard isOffered else {
                console.expectNone(help)
                continue
            }
            console.expectRow(help)
        }
    }

    @Test("Of minutes the head says how many days are known, and with Z that the others are 0")
    func minutes() async throws {
        let store = TestStore()
        let sessions = try [2, 5]
            .map { day in
                let (start, end) = (TestStore.time(day, 9), TestStore.time(day, 9.5))
                let type = HKCategoryType(.mindfulSession)
                return try HKCategorySample(validating: type, value: 0, start: start, end: end)
            }
        try store.save(sessions, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: 120, height: 40)
        try await console.press(":").type("mindful minutes").press(.enter)
        #expect(console.expectRow("2 of 30 days").contains("TOTAL 1 h"))
        try await console.press("Z")
        #expect(console.expectRow("4 of 30 days, days without anything as 0").contains("TOTAL 1 h"))
    }

    @Test(
        "A heat map names the mean of its days and how many of those asked they are",
        arguments: [
            ("heart rate", "MEAN "), ("steps", "DAILY AVERAGE "),
        ]
    )
    func heatFigures(name: String, mean: String) async throws {
        let console = try await Console.start(try TestStore.filled().environment(), width: 160, height: 40)
        try await console.press(":").type(name).press(.enter, "H")
        let row = console.expectRow("MOST ")
        #expect(row.contains(mean) && row.contains("39 of 365 days"), "\(row)")
        #expect(row.contains("21 Nov 2025 – 20 Nov 2026"), "\(row)")
    }

    @Test("e on a heat map saves each hour of each weekday")
    func savesHeat() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("heat-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let console = try await Console.start(try TestStore.filled().environment(), width: 120, height: 40)
        try await console.press(":").type("heart rate").press(.enter, "H")
        for name in ["heat.txt", "heat.csv"] {
            try await console.press("e", .control("u")).type(folder.path + "/" + name).press(.enter)
        }
        let text = try String(contentsOf: folder.appendingPathComponent("heat.txt"), encoding: .utf8)
        #expect(text.hasPrefix("Heart Rate by Weekday and Hour") && text.contains("Mon"), "\(text)")
        let rows = try table(folder.appendingPathComponent("heat.csv"))
        #expect(rows.first == ["weekday", "hour", "mean", "least", "greatest", "unit", "days"])
        // The heads, seven weekdays, 24 hours, and each of both.
        #expect(rows.count == 200)
    }

    /// The rows of a saved table.
    private func table(_ file: URL) throws -> [[String]] {
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: "\r\n")
            .map { line in line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) } }
    }
}
