import Foundation
import HealthKit
import HealthtuiFacts
import RandomTesting
import Testing

/// Statistics of a time that cuts samples: of each the part inside counts, whatever the length of the intervals.
@Suite struct StatisticsSpanTests {
    private static let steps = HKQuantityType(.stepCount)

    private func request(_ period: StatisticsPeriod, _ from: Date?, _ to: Date?, _ type: HKQuantityType = steps)
        -> StatisticsRequest
    {
        StatisticsRequest(
            type: type,
            period: period,
            from: from,
            to: to,
            timeZone: TestStore.calendar.timeZone,
            separatesBySource: false
        )
    }

    private func sum(_ statistics: [HKStatistics]) -> Double {
        statistics.reduce(0) { $0 + ($1.sumQuantity()?.doubleValue(for: .count()) ?? 0) }
    }

    @Test("Hours, days, weeks, months, years and all of a time add up to the same: what lies in it")
    func sameByEveryLength() async throws {
        var random = SeededGenerator("statistics of a span")
        for round in 0..<12 {
            let store = TestStore()
            var samples: [HKQuantitySample] = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                // Beside each other and never at the same time, so that what counts is known.
                let start = (samples.last?.endDate ?? TestStore.time(60, 0))
                    .addingTimeInterval(Double(Int.random(in: 0...200_000, using: &random)))
                let lengths: [Double] = [0, 60, 3_600, 40_000, 86_400, 200_000]
                let length = lengths[Int.random(in: 0..<lengths.count, using: &random)]
                samples.append(
                    try HKQuantitySample(
                        validating: Self.steps,
                        quantity: HKQuantity(unit: .count(), doubleValue: Double.random(in: 1...5_000, using: &random)),
                        start: start,
                        end: start.addingTimeInterval(length + 1)
                    )
                )
            }
            try store.save(samples, from: TestStore.watch)
            let first = samples[0].startDate
            let last = samples[samples.count - 1].endDate
            for _ in 0..<6 {
                let ends = (0..<2)
                    .map { _ in
                        first.addingTimeInterval(
                            Double.random(in: -90_000...(last.timeIntervalSince(first) + 90_000), using: &random)
                                .rounded()
                        )
                    }
                let from = Int.random(in: 0..<5, using: &random) == 0 ? nil : ends.min()
                let to = Int.random(in: 0..<5, using: &random) == 0 ? nil : ends.max()
                let expected = samples.reduce(0.0) { sum, sample in
                    let start = max(sample.startDate, from ?? .distantPast)
                    let end = min(sample.endDate, to ?? .distantFuture)
                    let share =
                        max(0, end.timeIntervalSince(start)) / sample.endDate.timeIntervalSince(sample.startDate)
                    return sum + sample.quantity.doubleValue(for: .count()) * share
                }
                for period in StatisticsPeriod.allCases {
                    let request = request(period, from, to)
                    let about: Comment =
                        "seed \(random.seed), round \(round), \(period.rawValue): \(String(describing: from)) to \(String(describing: to))"
                    let statistics = try await request.statistics(.person(store.person))
                    #expect(abs(sum(statistics) - expected) < 1e-6, about)
                    let shares = try request.explanations(store.person)
                    let counted = statistics.flatMap { shares[period == .all ? .distantPast : $0.startDate] ?? [] }
                        .reduce(0) { $0 + ($1.counted ?? 0) }
                    #expect(abs(counted - expected) < 1e-6, about)
                }
            }
        }
    }

    @Test("Intervals keep their own bounds, and statistics of all say from when to when of the time there is data")
    func bounds() async throws {
        let store = TestStore()
        try store.save(
            [try store.quantity(.stepCount, 2_400, .count(), 3, 0, length: 86_400)],
            from: TestStore.watch
        )
        let (from, to) = (TestStore.time(3, 14), TestStore.time(3, 15))
        let person = Caller.person(store.person)
        let hour = try #require(try await request(.hour, from, to).statistics(person).first)
        #expect((hour.startDate, hour.endDate) == (from, to))
        let day = try #require(try await request(.day, from, to).statistics(person).first)
        #expect((day.startDate, day.endDate) == (TestStore.time(3, 0), TestStore.time(2, 0)))
        let all = try #require(try await request(.all, from, to).statistics(person).first)
        #expect((all.startDate, all.endDate) == (from, to))
        for statistics in [hour, day, all] {
            #expect(abs((statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0) - 100) < 1e-9)
        }
        // An app gets what HealthKit says: the sample as a whole.
        let touching = HKQuery.predicateForSamples(withStart: from, end: to, options: [])
        let apple = try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: Self.steps, predicate: touching),
            options: .cumulativeSum
        )
        .result(for: store.store)
        #expect(apple?.sumQuantity()?.doubleValue(for: .count()) == 2_400)
    }

    @Test("Overlapping sources have the same totals at every length, and measured values keep their extremes")
    func severalSources() async throws {
        let store = try TestStore.filled()
        let person = Caller.person(store.person)
        let (from, to) = (TestStore.time(9, 9.3), TestStore.time(2, 12.1))
        var sums: [Double] = []
        for period in StatisticsPeriod.allCases {
            sums.append(sum(try await request(period, from, to).statistics(person)))
        }
        #expect(sums.allSatisfy { abs($0 - sums[0]) < 1e-6 }, "\(sums)")
        let rate = HKQuantityType(.heartRate)
        let unit = HKUnit.count().unitDivided(by: .minute())
        var extremes: Set<[Double]> = []
        for period in StatisticsPeriod.allCases {
            let found = try await request(period, from, to, rate).statistics(person)
            let low = found.compactMap { $0.minimumQuantity()?.doubleValue(for: unit) }.min() ?? 0
            let high = found.compactMap { $0.maximumQuantity()?.doubleValue(for: unit) }.max() ?? 0
            extremes.insert([low, high])
        }
        #expect(extremes.count == 1, "\(extremes)")
    }
}
