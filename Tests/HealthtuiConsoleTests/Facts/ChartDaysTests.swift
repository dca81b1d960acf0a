import Foundation
import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

@testable import HealthtuiConsole

/// Bars and headers of charts are made of days, each of which has one vote.
@Suite struct ChartDaysTests {
    private static let rate = HKUnit.count().unitDivided(by: .minute())

    private func chart(_ store: TestStore, _ type: HKSampleType, _ span: ChartSpan) async throws -> ChartData {
        let source = ChartSource(type: type, environment: store.environment())
        let window = source.window(span, ending: TestStore.now, data: try await source.extent())
        return try await source.chart(window, separatesSources: true)
    }

    @Test("A busy day weighs no more than a quiet one, in bars of weeks, months and all time, and in the header")
    func votes() async throws {
        let store = TestStore()
        // 24 readings of 60 on Monday, one of 100 on Tuesday: today is Saturday.
        let monday = try (0..<24).map { try store.quantity(.heartRate, 60, Self.rate, 5, Double($0), length: 0) }
        try store.save(monday + [try store.quantity(.heartRate, 100, Self.rate, 4, 9)], from: TestStore.watch)
        for span in [ChartSpan.week, .month, .halfYear, .year] {
            let data = try await chart(store, HKQuantityType(.heartRate), span)
            #expect(data.range?.average == 80 && data.whole?.days == 2, "\(span)")
            let last = try #require(data.bars.last { !$0.isEmpty })
            guard data.window.step != .day else { continue }
            #expect(last.range?.average == 80 && last.value?.days == 2, "\(span)")
            #expect(last.range?.minimum == 60 && last.range?.maximum == 100 && last.samples == 25)
            #expect(Array(last.sources.values) == [80] && data.sources.map(\.value) == [80])
        }
    }

    @Test("Today is in totals and in no mean, unless nothing else is known")
    func today() async throws {
        let store = TestStore()
        func steps(_ day: Int, _ count: Double) throws -> HKSample {
            try store.quantity(.stepCount, count, .count(), day, 9, length: 600)
        }
        try store.save([try steps(0, 100)], from: TestStore.watch)
        let alone = try await chart(store, HKQuantityType(.stepCount), .year)
        #expect(alone.dailyAverage == 100 && alone.total == 100)
        try store.save([try steps(1, 1_000), try steps(2, 2_000)], from: TestStore.watch)
        let data = try await chart(store, HKQuantityType(.stepCount), .year)
        #expect(data.dailyAverage == 1_500 && data.total == 3_100 && data.whole?.days == 2)
        let bar = try #require(data.bars.last)
        #expect(bar.sum == 1_500 && bar.total == 3_100 && bar.value?.value == 3_100 && bar.value?.of == 20)
    }

    @Test("A blood pressure is a pair in every bar, and one number alone is none")
    func pairs() async throws {
        let store = TestStore()
        try store.save([try store.pressure(120, 80, 3), try store.pressure(140, 90, 2)], from: .health)
        let upper = HKUnit.millimeterOfMercury()
        try store.save([try store.quantity(.bloodPressureSystolic, 200, upper, 1, 9)], from: .health)
        let type = HKCorrelationType(.bloodPressure)
        for span in [ChartSpan.month, .halfYear, .year] {
            let data = try await chart(store, type, span)
            #expect(data.range?.average == 130 && data.lower?.average == 85 && data.whole?.days == 2, "\(span)")
            #expect(data.range?.maximum == 140 && data.lower?.minimum == 80, "\(span)")
            for bar in data.bars where !bar.isEmpty { #expect(bar.range != nil && bar.lower != nil) }
        }
    }

    @Test("Whatever the days, a longer bar is the mean of its days' bars, and a header that of all")
    func random() async throws {
        var random = SeededGenerator("days of charts")
        let store = TestStore()
        var samples: [HKSample] = []
        for day in 0..<120 where Bool.random(using: &random) {
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let value = Double.random(in: 40...180, using: &random)
                let hour = Double.random(in: 0..<13, using: &random)
                samples.append(try store.quantity(.heartRate, value, Self.rate, day, hour, length: 60))
            }
        }
        try store.save(samples, from: TestStore.watch)
        let source = ChartSource(type: HKQuantityType(.heartRate), environment: store.environment())
        let long = try await source.numbers(source.window(.halfYear, ending: TestStore.now, data: nil))
        let calendar = TestStore.calendar
        let window = ChartWindow(.day, from: long.window.start, through: TestStore.now, calendar: calendar)
        let days = try await source.numbers(window).bars
        func mean(_ time: DateInterval) -> Double? {
            let over = days.filter { time.contains($0.interval.start) && $0.interval.end <= TestStore.now }
                .filter { $0.interval.start < time.end }
            let known = over.compactMap(\.range?.average)
            return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
        }
        for bar in long.bars {
            guard let expected = mean(bar.interval) else { continue }
            #expect(abs((bar.range?.average ?? 0) - expected) < 1e-9, "seed \(random.seed), \(bar.interval)")
        }
        let whole = DateInterval(start: long.window.start, end: long.window.end)
        #expect(abs((long.range?.average ?? 0) - (mean(whole) ?? 0)) < 1e-9, "seed \(random.seed)")
    }
}
