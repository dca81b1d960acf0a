import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// The table of a chart's days, and the line of the rolling week.
@Suite struct DayTableTests {
    private static let steps = [1: 9_000.0, 2: 4_000, 3: 12_000, 4: 7_000, 40: 6_000, 41: 15_000]

    private func store(_ days: [Int: Double] = steps) throws -> TestStore {
        let store = TestStore()
        let samples = try days.map { try store.quantity(.stepCount, $1, .count(), $0, 9, length: 600) }
        try store.save(samples, from: TestStore.watch)
        return store
    }

    private func table(_ store: TestStore, _ keys: Key..., width: Int = 120) async throws -> Console {
        let console = try await Console.start(store.environment(), width: width, height: 30)
        try await console.press(":").type("steps").press(.enter)
        for key in keys { try await console.press(key) }
        return console
    }

    @Test("The table of half a year has its days, the newest first, under their months")
    func days() async throws {
        let console = try await table(try store(), "S", "t")
        #expect(console.cursorRow.contains("Fri 20 Nov") && console.cursorRow.contains("9,000"), "\(console.text)")
        #expect(console.expectRow("Nov 2026  ").contains("8,000 a day"), "\(console.text)")
        #expect(console.expectRow("Oct 2026  ").contains("total 21,000"), "\(console.text)")
        try await console.press("j", "j", "j", "j")
        #expect(console.cursorRow.contains("12 Oct"), "a month is no row to stand on: \(console.text)")
    }

    @Test("The first line names the least and the greatest day and the mean, without today")
    func extremes() async throws {
        var days = Self.steps
        days[0] = 10
        let console = try await table(try store(days), "S", "t")
        console.expectRow("LEAST ▼ 4,000 Thu 19 Nov")
        console.expectRow("MOST ▲ 15,000 Sun 11 Oct")
        console.expectRow("AVERAGE 8,833, 6 of ")
    }

    @Test("S sorts by value, again the other way round, and Enter opens the day that is read")
    func sorts() async throws {
        let console = try await table(try store(), "S", "t", "S")
        #expect(console.cursorRow.contains("15,000"), "\(console.text)")
        console.expectNone("Oct 2026   ")
        try await console.press("S")
        #expect(console.cursorRow.contains("4,000"), "\(console.text)")
        try await console.press("j", .enter)
        console.expectRow("Steps › Mon 12 Oct 2026")
    }

    @Test(
        "/ leaves the days whose value meets a condition, whose row has the words, or that are in a time",
        arguments: [("> 9,000", 2), ("<= 7000", 3), ("Oct", 2), ("Fri", 1), ("this month", 4), ("> 5000 and Nov", 3)]
    )
    func finds(filter: String, count: Int) async throws {
        let console = try await table(try store(), "S", "t", "/")
        try await console.type(filter).press(.enter)
        let rows = console.screen.rows.filter { row in
            row.contains(#/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ (Oct|Nov) .*,000/#) && !row.contains("LEAST")
                // The last line reads the day with its year.
                && !row.contains("2026")
        }
        #expect(rows.count == count, "\(console.text)")
        try await console.press(.escape)
        #expect(console.text.contains("15,000"), "Escape shows all again")
    }

    @Test("/ takes a mark's name as its days")
    func findsMark() async throws {
        let store = try store()
        let days = try ["2026-10-11", "2026-10-12"].map { try #require(CalendarDay(text: $0)) }
        try store.person.add(DayMark("trip", days[0], days[1]))
        for (filter, rows) in [("trip", 2), ("since trip", 6), ("before trip", 0)] {
            let console = try await table(store, "S", "t", "/")
            try await console.type(filter).press(.enter)
            let found = console.screen.rows.filter { row in
                row.contains(#/(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ (Oct|Nov) .*,000/#) && !row.contains("LEAST")
                    // The last line reads the day with its year.
                    && !row.contains("2026")
            }
            #expect(found.count == rows, "\(filter): \(console.text)")
        }
    }

    @Test("The least and the greatest day of all have marks before their dates, those of a month smaller ones")
    func marks() async throws {
        let console = try await table(try store(), "S", "t")
        for text in ["▼ Thu 19 Nov", "▲ Sun 11 Oct", "▴ Wed 18 Nov", "▾ Mon 12 Oct"] { console.expectRow(text) }
        let month = console.expectRow("Nov 2026  ")
        #expect(month.contains("least 4,000 on Thu 19   most 12,000 on Wed 18"), "\(console.text)")
        // Sorted by value there are no months.
        try await console.press("S")
        console.expectRow("▼ Thu 19 Nov")
        console.expectNone("▴")
        console.expectNone("▾")
        let plain = try await Console.start(try store().environment(theme: .ascii), width: 120, height: 30)
        try await plain.press(":").type("steps").press(.enter, "S", "t")
        for text in ["v Thu 19 Nov", "^ Sun 11 Oct", "' Wed 18 Nov", ", Mon 12 Oct"] { plain.expectRow(text) }
    }

    @Test("The distance from the average goes to the left where there is less, to the right where there is more")
    func distances() async throws {
        let console = try await table(try store(), "S", "t")
        #expect(console.expectRow("▼ Thu 19 Nov").contains("−4,833    ━━━━━━│"), "\(console.text)")
        #expect(console.expectRow("▲ Sun 11 Oct").contains("+6,167          │━━━━━━━━"), "\(console.text)")
        #expect(console.expectRow("Fri 20 Nov 2026").contains("167 over the average"), "\(console.text)")
        try await console.press("j")
        #expect(console.expectRow("Thu 19 Nov 2026").contains("the least of 6 days, 4,833 under the average"))
        // Where there is less room the number is left, and the last line goes.
        try await console.resize(width: 80, height: 24)
        let row = console.expectRow("▼ Thu 19 Nov")
        #expect(row.contains("−4,833") && !row.contains("│"), "\(console.text)")
        console.expectRow("Thu 19 Nov 2026")
        try await console.resize(width: 40, height: 10)
        #expect(console.cursorRow.contains("Thu 19 Nov") && console.cursorRow.contains("4,000"), "\(console.text)")
        console.expectNone("under the average")
    }

    @Test("Beside the table on a wide terminal is where the day stands, the least ten days, and how days fall")
    func beside() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 200, height: 60)
        try await console.press(":").type("steps").press(.enter, "t", "j")
        for text in [
            "Where it stands", "Rank", "Usual day", "Day before", "Day after", "The least ten", "How days fall",
        ] {
            console.expectRow(text)
        }
        #expect(console.expectRow("Usual day").contains("single days vary by"), "\(console.text)")
        // A pair has no rank.
        try await console.press(":").type("blood pressure").press(.enter, "t")
        console.expectNone("The least ten")
    }

    @Test("From the table back the chart reads the bar of the day that was read")
    func back() async throws {
        let console = try await table(try store(), "S", "t")
        for _ in 0..<5 { try await console.press("j") }
        #expect(console.cursorRow.contains("11 Oct"), "\(console.text)")
        try await console.press("t")
        console.expectRow("5 Oct – 11 Oct")
    }

    @Test("The rolling week is the mean of the seven days that end with each, also of days before the chart")
    func rolling() async throws {
        // The month's mean is another than the week's: where both are on one row, only the first has words.
        let store = try store([1: 900, 2: 300, 7: 600, 20: 100, 31: 100, 36: 500])
        let source = ChartSource(type: HKQuantityType(.stepCount), environment: store.environment())
        let data = try await source.chart(
            source.window(.month, ending: TestStore.now, data: nil),
            separatesSources: false
        )
        #expect(data.rolling.count == data.bars.count && data.rolling.last == .some(nil), "today isn't over")
        let yesterday = try #require(data.rolling[data.bars.count - 2])
        #expect(yesterday.mean == 600 && yesterday.days == 3 && yesterday.of == 7)
        let first = try #require(data.rolling[0])
        #expect(first.mean == 300 && first.days == 2, "the days before the chart count: \(first)")
        let console = try await table(store, "r")
        #expect(console.expectRow("Fri 20 Nov  ").contains("rolling week 600 of 3 days"), "\(console.text)")
        console.expectRow("7 days 600")
        try await console.press("Y")
        console.expectNone("7 days 600")
    }
}

/// The person's marks on days in charts.
@Suite struct ChartMarkTests {
    @Test("A mark is a line with its words where it begins, and its days say it when they are read")
    func marks() async throws {
        let store = TestStore()
        try store.save([try store.quantity(.stepCount, 5_000, .count(), 20, 9)], from: TestStore.watch)
        try store.save([try store.quantity(.stepCount, 300, .count(), 0, 9)], from: TestStore.watch)
        let clock = CivilClock(TestStore.calendar.timeZone)
        let first = CalendarDay(TestStore.time(10, 12), on: clock)
        try store.person.add(DayMark("Lisbon", first, first.advanced(by: 2)))
        try store.person.add(DayMark("long ago", first.advanced(by: -400)))
        let console = try await Console.start(store.environment(), width: 120, height: 30)
        try await console.press(":").type("steps").press(.enter).waitFor("Lisbon")
        console.expectNone("long ago")
        console.expectNone("“Lisbon”")
        for _ in 0..<9 { try await console.press(.left) }
        #expect(console.expectRow("Thu 12 Nov  ").contains("“Lisbon”"), "\(console.text)")
        try await console.press(.left, .left)
        console.expectNone("“Lisbon”")
    }
}
