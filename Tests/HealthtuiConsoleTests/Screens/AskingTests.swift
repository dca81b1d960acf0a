import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// What is asked of a chart's day: each hour of its weekdays, before and after it, and a mark on it.
@Suite struct AskingTests {
    private static let sizes = [(80, 24), (120, 40), (200, 60), (40, 10)]

    private func chart(_ name: String, _ store: TestStore, width: Int = 120, height: Int = 40) async throws -> Console {
        let console = try await Console.start(store.environment(), width: width, height: height)
        return try await console.press(":").type(name).press(.enter)
    }

    // MARK: The heat map

    @Test("H shows each hour of each weekday; the line under the map says the cell's number, its days and the mean")
    func heat() async throws {
        let console = try await chart("heart rate", try TestStore.filled()).press("H")
        console.expectRow("Heart Rate by Weekday and Hour")
        console.expectRow("MOST ")
        console.expectRow("LEAST ")
        console.expectRow("00  01  02")
        console.expectRow("under three days")
        for weekday in ["Mon", "Wed", "Sun"] { console.expectRow(" \(weekday) ") }
        let row = console.cursorRow
        #expect(row.contains(#/\d\d:00–\d\d:00  \d+ BPM, mean of \d+ days, \d+–\d+/#), "\(console.text)")
        #expect(row.contains("that hour’s mean"), "\(console.text)")
    }

    @Test("Arrows read the next cell, beyond the last hour the next day; an hour of too few days says so")
    func moves() async throws {
        let console = try await chart("heart rate", try TestStore.filled()).press("H")
        let first = console.cursorRow
        try await console.press(.down)
        #expect(console.cursorRow != first && console.cursorRow.hasPrefix("▌"), "\(console.text)")
        try await console.press(.up)
        #expect(console.cursorRow == first)
        for _ in 0..<24 { try await console.press(.right) }
        #expect(console.cursorRow != first)
        for _ in 0..<6 { try await console.press(.down) }
        #expect(console.cursorRow == first, "a week goes on with itself: \(console.text)")
        for _ in 0..<24 where !console.cursorRow.contains("a mean needs three") { try await console.press(.left) }
        #expect(console.cursorRow.contains("a mean needs three"), "\(console.text)")
    }

    @Test("A cell's mean is that of the pattern")
    func number() async throws {
        let store = try TestStore.filled()
        let environment = store.environment()
        let measure = Measure(.quantity(HKQuantityType(.heartRate)))
        let reader = MeasureReader(.person(store.person), calendar: environment.calendar, now: environment.now)
        let pattern = try await reader.pattern(of: measure, in: nil) {
            MeasureFormat(measure) { environment.unit($0) }.number($0)
        }
        let heat = try #require(pattern.heat)
        let most = try #require(heat.cells.flatMap { $0.compactMap(\.mean) }.max())
        let console = try await chart("heart rate", store).press("H")
        let text = environment.unit(HKQuantityType(.heartRate)).labelled(most)
        #expect(console.cursorRow.contains("  \(text), "), "\(text): \(console.text)")
    }

    @Test("Enter lists the samples of the hour, n hides the numbers, H and t show other pictures of them")
    func keys() async throws {
        let console = try await chart("heart rate", try TestStore.filled()).press("H", "n")
        #expect(!console.screen.row(6).contains(#/\d\d\d? +\d\d\d? +\d\d/#), "\(console.text)")
        try await console.press("n", "t")
        console.expectRow("By weekday")
        try await console.press("t", "H")
        console.expectRow("By hour of the day")
        try await console.press("H", .enter)
        console.expectRow("weekday ")
        #expect(console.text.contains("BPM"), "\(console.text)")
    }

    @Test(":pattern and :heat before a type lead there; what has no hours says so")
    func palette() async throws {
        let store = try TestStore.filled()
        for (line, shown) in [("heat steps", "under three days"), ("pattern steps", "By weekday")] {
            let console = try await Console.start(store.environment(), width: 120, height: 40)
            try await console.press(":").type(line).press(.enter)
            console.expectRow("Steps by Weekday and Hour")
            console.expectRow(shown)
        }
        let console = try await Console.start(store.environment())
        try await console.press(":").type("heat bedtime").press(.enter)
        console.expectRow("only quantities have a pattern")
        try await console.press(.escape, ":").type("sleep").press(.enter, "H")
        console.expectRow("only quantities have a pattern")
    }

    @Test(
        "The heat map says its weekdays and its cell at every size",
        arguments: [Theme.plain, .ascii, ScreenGoldenTests.colored]
    )
    func heatSizes(theme: Theme) async throws {
        let store = try TestStore.filled()
        for name in ["heart rate", "steps"] {
            let console = try await Console.start(store.environment(theme: theme))
            try await console.press(":").type(name).press(.enter, "H")
            for (width, height) in Self.sizes {
                try await console.resize(width: width, height: height)
                // Where not all weekdays have room, that of the cell has.
                #expect(console.text.contains("Sun") || height == 10, "\(width)x\(height)\n\(console.text)")
                #expect(console.cursorRow.contains(":00"), "\(width)x\(height)\n\(console.text)")
            }
        }
    }

    // MARK: Before and after

    /// A resting heart rate of 60 to 63, and since 40 days ago of 51 to 54, another each week.
    private func restingRates() throws -> TestStore {
        let store = TestStore()
        let samples = try (1..<170)
            .map { day in
                let rate = (day <= 40 ? 51.0 : 60) + Double(day / 7 % 4)
                return try store.quantity(.restingHeartRate, rate, .count().unitDivided(by: .minute()), day, 7)
            }
        try store.save(samples, from: TestStore.watch)
        return store
    }

    private func day(_ daysAgo: Int) -> CalendarDay {
        CalendarDay(TestStore.time(daysAgo, 12), on: CivilClock(TestStore.calendar.timeZone))
    }

    /// The table of days of a resting heart rate, at 40 days ago.
    private func atChange(_ store: TestStore, width: Int = 120, height: Int = 40) async throws -> Console {
        let console = try await chart("resting heart rate", store, width: width, height: height)
        try await console.press("S", "t", "/").type("12 Oct").press(.enter)
        return console
    }

    @Test("B on a day of the table opens before and after it, with the verdict and the name of its mark")
    func change() async throws {
        let store = try restingRates()
        try store.person.add(DayMark("stopped drinking", day(40)))
        let console = try await atChange(store)
        try await console.press("B")
        console.expectRow("› Before and after")
        console.expectRow("[stopped drinking]")
        let figures = console.expectRow("SINCE ")
        #expect(
            figures.contains("BEFORE ") && figures.contains("BEFORE THAT ") && figures.contains("CHANGE −"),
            "\(console.text)"
        )
        console.expectRow("Outside what it was.")
        console.expectRow("stopped drinking, Mon 12 Oct 2026 ▼")
        for text in ["●", "━", "┊", " most", " least", "a week before", "since, beyond all"] { console.expectRow(text) }
    }

    @Test("Left reads the last week, Enter lists its samples, t has spans and weeks as a table")
    func weeks() async throws {
        let console = try await atChange(try restingRates())
        try await console.press("B", .left)
        #expect(
            console.cursorRow.contains("mean of 7 days, lower than every week of the year before"),
            "\(console.text)"
        )
        try await console.press("t")
        for text in ["Three spans", "Before that", "Weeks since", "Weeks before", "Nothing here says why"] {
            console.expectRow(text)
        }
        try await console.press("t", .enter)
        console.expectRow("BPM")
        console.expectNone("SINCE ")
    }

    @Test("The numbers are those of the change that the shell answers")
    func facts() async throws {
        let store = try restingRates()
        let environment = store.environment()
        let measure = Measure(.quantity(HKQuantityType(.restingHeartRate)))
        let facts = try ChangeFacts.read(measure, since: day(40), environment)
        let reader = MeasureReader(.person(store.person), calendar: environment.calendar, now: environment.now)
        let since = day(40)..<day(-1)
        let change = MeasureChange(try reader.days(of: measure, in: MeasureChange.reads(since)), since: since)
        #expect(facts.change.found == .outside && change.found == .outside)
        #expect(facts.change.weeks == change.weeks && facts.change.weeksBefore == change.weeksBefore)
        #expect(facts.change.difference == change.difference)
    }

    @Test("From a chart the day is that of a mark in the bar; Tab goes to another mark")
    func marks() async throws {
        let store = try restingRates()
        try store.person.add(DayMark("stopped drinking", day(3)))
        try store.person.add(DayMark("new job", day(100)))
        let console = try await chart("resting heart rate", store)
        // The half year has a bar a week.
        try await console.press("S").waitFor("stopped drinking")
        try await console.press("B")
        console.expectRow("[stopped drinking]")
        console.expectRow("Too few weeks")
        try await console.press(.tab)
        console.expectRow("[new job]")
        try await console.press(.tab)
        console.expectRow("[stopped drinking]")
    }

    @Test("Times of day around midnight lie side by side on the axis")
    func midnight() throws {
        let store = TestStore()
        for night in 1..<120 {
            let start = TestStore.time(night, night % 2 == 0 ? -0.5 : 0.5)
            let sample = try HKCategorySample(
                validating: HKCategoryType(.sleepAnalysis),
                value: HKCategoryValueSleepAnalysis.asleepCore.rawValue,
                start: start,
                end: start.addingTimeInterval(7 * 3_600)
            )
            try store.save([sample], from: TestStore.watch)
        }
        let facts = try ChangeFacts.read(Measure(.sleep(.bedtime)), since: day(40), store.environment())
        let places = [84_600.0, 1_800].map(facts.place)
        #expect(abs(places[0] - places[1]) < 1.01, "\(places)")
        #expect(facts.text(places[0]) == "23:30" && facts.text(places[1]) == "00:30")
    }

    @Test(
        "Before and after says its figures at every size, and nothing traps",
        arguments: [Theme.plain, .ascii, ScreenGoldenTests.colored]
    )
    func changeSizes(theme: Theme) async throws {
        let store = try restingRates()
        let filled = try TestStore.filled()
        for (name, data) in [
            ("resting heart rate", store), ("blood pressure", filled), ("sleep", filled), ("weight", filled),
        ] {
            let console = try await Console.start(data.environment(theme: theme))
            try await console.press(":").type(name).press(.enter, "B")
            for (width, height) in Self.sizes {
                try await console.resize(width: width, height: height)
                #expect(
                    console.text.contains("BEFORE") || console.text.contains("Too few"),
                    "\(width)x\(height)\n\(console.text)"
                )
                try await console.press(.left, .left, "t", "j", "t")
            }
        }
    }

    @Test("At 200 columns the spans, the words, the weeks and the marks are next to the chart")
    func wide() async throws {
        let store = try restingRates()
        try store.person.add(DayMark("stopped drinking", day(40)))
        let console = try await atChange(store, width: 200, height: 60)
        try await console.press("B")
        for text in ["Three spans", "40 days each", "In words", "Weeks since", "Marks", "Nothing here says why"] {
            console.expectRow(text)
        }
    }

    // MARK: Marks

    @Test("m marks the day that is read; its line is in the chart, and u takes it back")
    func mark() async throws {
        let store = try restingRates()
        let console = try await chart("resting heart rate", store)
        for _ in 0..<12 { try await console.press(.left) }
        let read = console.cursorRow
        try await console.press("m")
        console.expectRow("New mark")
        try await console.type("Lisbon").press(.enter, .enter)
        console.expectRow("marked “Lisbon”")
        let mark = try #require(try store.person.marks().first)
        #expect(mark.text == "Lisbon" && mark.first == mark.last)
        // The next keys take the notices away, which have the words too.
        try await console.press(.right, .left)
        let shown = console.expectRow("“Lisbon”")
        #expect(shown.hasPrefix(String(read.prefix(12))), "\(read)\n\(console.text)")
        try await console.press("u")
        try await console.press(.right, .left)
        console.expectNone("“Lisbon”")
        #expect(try store.person.marks().isEmpty)
    }

    @Test("A mark may have several days; the same again adds no second one")
    func severalDays() async throws {
        let store = try restingRates()
        let console = try await atChange(store)
        for notice in ["marked “Lisbon”, 12 Oct – 15 Oct", "“Lisbon” is marked already"] {
            try await console.press("m").type("Lisbon").press(.tab, .control("u"))
            try await console.type("12 oct 15 oct").press(.control("s"))
            console.expectRow(notice)
        }
        let mark = try #require(try store.person.marks().first)
        #expect(try store.person.marks().count == 1 && mark.first == day(40) && mark.last == day(37))
    }

    @Test("A missing name, a name that is a time, and an invalid day are reported next to their fields")
    func refuses() async throws {
        let store = try restingRates()
        for (name, days, problem) in [
            ("", "", "Name what began or happened."), ("yesterday", "", "read as a time"),
            ("Lisbon", "sometime", "sometime"),
        ] {
            let console = try await atChange(store)
            try await console.press("m").type(name)
            if !days.isEmpty { try await console.press(.tab, .control("u")).type(days) }
            try await console.press(.control("s"))
            console.expectRow(problem)
            #expect(try store.person.marks().isEmpty)
        }
    }

    @Test("A console that only reads marks nothing")
    func readOnly() async throws {
        let store = try restingRates()
        let console = try await Console.start(store.environment(isReadOnly: true), width: 120, height: 40)
        try await console.press(":").type("resting heart rate").press(.enter, "m")
        console.expectNone("New mark")
    }
}
