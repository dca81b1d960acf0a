import Foundation
import HealthKit
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// A time beside the one before is compared by the days that both have.
@Suite struct ComparedDaysTests {
    private static let steps = HKQuantityType(.stepCount)

    /// A store with so many steps on each of some days before today.
    private func store(_ days: [Int: Double]) throws -> TestStore {
        let store = TestStore()
        let samples = try days.map { try store.quantity(.stepCount, $1, .count(), $0, 9, length: 600) }
        try store.save(samples, from: TestStore.watch)
        return store
    }

    private func answer(
        _ store: TestStore,
        _ span: ChartSpan,
        _ comparison: ChartComparison,
        _ type: HKSampleType = steps
    )
        async throws -> ChartAnswer
    {
        let source = ChartSource(type: type, environment: store.environment())
        let question = ChartQuestion(span: span, ending: nil, comparison: comparison)
        return try await source.read(question, data: try await source.extent(), ChartCache())
    }

    @Test(
        "A year that has one day of the year before is compared by that day alone",
        arguments: [ChartSpan.year, .halfYear]
    )
    func oneDay(span: ChartSpan) async throws {
        // 21 November 2025 is 365 days before today, which is not over and counts for nothing.
        var days = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, 9_000.0) })
        days[10] = 6_000
        days[375] = 8_000
        let compared = try #require(try await answer(try store(days), span, .yearBefore).compared)
        #expect(compared == ComparedDays.of(1, now: 6_000, before: 8_000))
        // A day of the year before without one like it in this year weighs nothing.
        days[150 + 365] = 100
        #expect(try await answer(try store(days), span, .yearBefore).compared == compared)
    }

    @Test("Where no day is one of both, no number is made up")
    func none() async throws {
        let none = try await answer(try store([1: 5_000, 2: 6_000, 380: 4_000]), .year, .yearBefore)
        #expect(none.before?.isEmpty == false && none.compared == nil)
        let console = try await Console.start(try store([1: 5_000, 2: 6_000, 380: 4_000]).environment(), width: 120)
        try await console.press(":").type("steps").press(.enter, "Y", "C")
        console.expectRow("YEAR BEFORE no day that both have")
        let one = try await Console.start(try store([1: 5_000, 2: 6_000, 367: 4_000]).environment(), width: 120)
        try await one.press(":").type("steps").press(.enter, "Y", "C")
        one.expectRow("YEAR BEFORE 4,000 count, now 50 % more, 1 d")
    }

    @Test("Today is not over and is in no comparison; of a single day the hours that are over are compared")
    func today() async throws {
        let week = try await answer(
            try store([0: 100, 1: 5_000, 2: 7_000, 7: 9_000, 8: 5_000, 9: 5_000]),
            .week,
            .timeBefore
        )
        #expect(week.compared == ComparedDays.of(2, now: 6_000, before: 5_000))
        let store = TestStore()
        try store.save(
            [
                store.quantity(.stepCount, 500, .count(), 0, 9, length: 600),
                store.quantity(.stepCount, 900, .count(), 1, 10, length: 600),
                store.quantity(.stepCount, 4_000, .count(), 1, 20, length: 600),
            ],
            from: TestStore.watch
        )
        let day = try #require(try await answer(store, .day, .timeBefore).compared)
        #expect(day.now == 500 && day.before == 900, "what came after this hour yesterday is not counted")
    }

    @Test("Events are counted from the first of all on: days without any have none")
    func events() async throws {
        let store = TestStore()
        let type = HKCategoryType(.headache)
        func headache(_ day: Int) throws -> HKCategorySample {
            let start = TestStore.time(day, 9)
            return try HKCategorySample(validating: type, value: 2, start: start, end: start.addingTimeInterval(60))
        }
        try store.save(try [1, 2, 5, 366, 370].map(headache), from: TestStore.watch)
        let compared = try #require(try await answer(store, .month, .yearBefore, type).compared)
        #expect(compared.now == 3 && compared.before == 2 && compared.count == 5, "\(compared)")
    }

    @Test("The year before a 29 February has none, and its neighbours keep their days")
    func leapDay() {
        let calendar = TestStore.calendar
        func date(_ month: Int, _ day: Int) -> Date {
            calendar.date(from: DateComponents(year: 2028, month: month, day: day)) ?? .distantPast
        }
        let window = ChartWindow(.week, ending: date(3, 2), data: nil, calendar: calendar)
        let before = window.yearBefore(calendar)
        for index in 0..<window.count {
            guard let (bar, earlier) = window.bar(index).flatMap({ bar in before.bar(index).map { (bar, $0) } }) else {
                Issue.record("no bar \(index)")
                continue
            }
            let parts = calendar.dateComponents([.month, .day], from: bar.start)
            if parts.month == 2, parts.day == 29 {
                #expect(earlier.duration == 0)
            } else {
                #expect(calendar.dateComponents([.month, .day], from: earlier.start) == parts)
                #expect(earlier.duration == 86_400)
            }
        }
    }

    @Test("The average of blood pressure is a pair, in the header, on its card and in the trends")
    func pressure() async throws {
        let store = TestStore()
        for day in 0..<60 {
            let samples = [try store.pressure(day < 7 ? 140 : 120, day < 7 ? 91 : 80, day)]
            try store.save(samples, from: .health)
        }
        try store.person.setPinnedTypes([HKCorrelationType(.bloodPressure).identifier])
        let chart = try await Console.start(store.environment(), width: 120, height: 40)
        try await chart.press(":").type("blood pressure").press(.enter)
        #expect(chart.expectRow("AVERAGE").contains(#/AVERAGE 1\d\d\/8\d/#), "\(chart.text)")
        try await chart.press("c")
        chart.expectRow("is not compared")
        let card = try await Console.start(store.environment(), width: 160, height: 50)
        #expect(card.expectRow("average").contains(#/average 1\d\d\/8\d/#), "\(card.text)")
        let list = try await Console.start(store.environment(), width: 80, height: 30)
        // Of the last seven whole days six have 140/91: today is in no mean.
        #expect(list.expectRow("was 120/80").contains("137/89"), "\(list.text)")
    }
}

extension ComparedDays {
    /// A comparison of known numbers.
    fileprivate static func of(_ count: Int, now: Double, before: Double) -> ComparedDays? {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        func data(_ value: Double) -> ChartData {
            let calendar = TestStore.calendar
            let window = ChartWindow(.week, ending: start, data: nil, calendar: calendar)
            let bars = (0..<count).compactMap(window.bar)
                .map { interval in
                    var bar = ChartBar(interval)
                    bar.content = .sum(value, total: value)
                    return bar
                }
            return ChartData(.totals, window, bars)
        }
        return ComparedDays(data(now), data(before), isTotal: false, zeroFrom: nil, now: .distantFuture)
    }
}
