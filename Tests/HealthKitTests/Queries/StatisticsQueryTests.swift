import Foundation
import Testing

@testable import HealthKit

@Suite struct StatisticsQueryTests {
    private let test = TestStore()

    private var daily: DateComponents {
        var components = DateComponents(day: 1)
        components.timeZone = TimeZone(identifier: "UTC")
        return components
    }

    private func collection(_ options: HKStatisticsOptions, _ predicate: NSPredicate? = nil) async throws
        -> HKStatisticsCollection
    {
        try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps, predicate: predicate),
            options: options,
            anchorDate: at(0),
            intervalComponents: daily
        )
        .result(for: test.store)
    }

    @Test("R5.13 sources that recorded the same time count once; each alone counts whole")
    func merging() async throws {
        let watch = test.app("Watch")
        let phone = test.app("iPhone")
        try test.grant("Watch", steps, read: true, share: true)
        try test.grant("iPhone", steps, read: true, share: true)
        try await phone.save(stepSample(600, 1800, 5400))
        try await watch.save(stepSample(600, 0, 3600))
        let day = try #require(try await collection([.cumulativeSum, .separateBySource]).statistics().first)
        #expect(day.sumQuantity()?.doubleValue(for: .count()) == 900)
        #expect(day.sources?.map(\.name) == ["Watch", "iPhone"])
        for source in day.sources ?? [] { #expect(day.sumQuantity(for: source)?.doubleValue(for: .count()) == 600) }
    }

    @Test(
        "R5.17 typed in counts first, then watch and phone, then the newest app; the person's order counts before all"
    )
    func priority() async throws {
        // Each of a lower group comes after one of a higher: the order of arrival alone would give another result.
        let names = ["OldPedometer", "Watch", "iPhone", "NewPedometer"]
        for name in names {
            try test.grant(name, steps, read: true, share: true)
            try await test.app(name).save(stepSample(Double(100 * name.count), 0, 60))
        }
        try await test.store.save(stepSample(1, 0, 60))
        func sum() async throws -> Double? {
            try await collection(.cumulativeSum).statistics().first?.sumQuantity()?.doubleValue(for: .count())
        }
        func exclude(_ excluded: [String]) throws {
            try test.person.setSourceOrder(steps.identifier, order: [], excluded: Set(excluded))
        }
        #expect(try await sum() == 1, "all recorded the same minute: the first alone counts")
        try exclude(["com.apple.Health"])
        #expect(try await sum() == 500, "Watch")
        try exclude(["com.apple.Health", "test.Watch"])
        #expect(try await sum() == 600, "iPhone")
        try exclude(["com.apple.Health", "test.Watch", "test.iPhone"])
        #expect(try await sum() == 1200, "of the other apps the one that came last")
        try test.person.setSourceOrder(steps.identifier, order: ["test.OldPedometer"], excluded: [])
        #expect(try await sum() == 1200, "the person's order: the old pedometer")
        try test.person.setSourceOrder(steps.identifier, order: ["test.iPhone"], excluded: ["test.Watch"])
        #expect(try await sum() == 600)
        #expect(try await test.store.all(steps).count == 5, "what does not count is still among all data")
        #expect(try test.person.sourceOrder(heartRate.identifier).excluded.isEmpty, "each type has its own order")
    }

    @Test("R5.22 duration counts covered time once; the most recent quantity is that of the latest interval")
    func durationAndMostRecent() async throws {
        try await test.store.save([
            stepSample(1, 0, 100), stepSample(2, 50, 150), stepSample(4, 300, 310), stepSample(8, 120, 130),
        ])
        let day = try #require(try await collection([.duration, .mostRecent]).statistics().first)
        #expect(day.duration()?.doubleValue(for: .second()) == 160)
        #expect(day.mostRecentQuantity()?.doubleValue(for: .count()) == 4)
        #expect(day.mostRecentQuantityDateInterval() == DateInterval(start: at(300), end: at(310)))
        #expect(day.sumQuantity() == nil)
    }

    @Test(
        "R5.24 a sample knows its count, sum, least, greatest, average and latest quantity, by how its type aggregates"
    )
    func quantitiesOfSamples() async throws {
        try await test.store.save([stepSample(7, 0, 60), pulse(61, 5)])
        let cumulative = try #require(try await test.store.all(steps).first as? HKCumulativeQuantitySample)
        #expect(cumulative.count == 1)
        #expect(cumulative.sumQuantity.doubleValue(for: .count()) == 7)
        let discrete = try #require(try await test.store.all(heartRate).first as? HKDiscreteQuantitySample)
        #expect(discrete.count == 1)
        let quantities = [
            discrete.averageQuantity, discrete.minimumQuantity, discrete.maximumQuantity, discrete.mostRecentQuantity,
        ]
        #expect(quantities.map { $0.doubleValue(for: perMinute) } == [61, 61, 61, 61])
        #expect(discrete.mostRecentQuantityDateInterval == DateInterval(start: at(5), end: at(5)))
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: test.store,
            quantityType: heartRate,
            startDate: at(100),
            device: nil
        )
        for (index, value) in [70.0, 90, 65].enumerated() {
            try builder.insert(HKQuantity(unit: perMinute, doubleValue: value), at: at(100 + Double(index) * 10))
        }
        let series = try #require(try await builder.finishSeries(metadata: nil).first as? HKDiscreteQuantitySample)
        #expect(series.count == 3)
        #expect(series.minimumQuantity.doubleValue(for: perMinute) == 65)
        #expect(series.maximumQuantity.doubleValue(for: perMinute) == 90)
        #expect(series.averageQuantity.doubleValue(for: perMinute) == 75)
        #expect(series.mostRecentQuantity.doubleValue(for: perMinute) == 65)
    }

    @Test("R5.3 what was not asked for is nil")
    func notAsked() async throws {
        try await test.store.save(stepSample(10, 0, 60))
        let day = try #require(try await collection(.mostRecent).statistics().first)
        #expect(day.sumQuantity() == nil)
        #expect(day.averageQuantity() == nil)
        #expect(day.duration() == nil)
        #expect(day.sources == nil)
        #expect(day.mostRecentQuantity()?.doubleValue(for: .count()) == 10)
        #expect(day.mostRecentQuantityDateInterval() == DateInterval(start: at(0), end: at(60)))
    }

    @Test("R5.6 statistics() leaves gaps, enumeration fills them")
    func gaps() async throws {
        try await test.store.save([stepSample(1, 0, 60), stepSample(2, 3 * 86_400, 3 * 86_400 + 60)])
        let days = try await collection(.cumulativeSum)
        #expect(days.statistics().count == 2)
        var sums: [Double?] = []
        days.enumerateStatistics(from: at(-86_400), to: at(4 * 86_400)) { statistics, stop in
            sums.append(statistics.sumQuantity()?.doubleValue(for: .count()))
            if sums.count == 5 { stop.pointee = true }
        }
        #expect(sums == [nil, 1, nil, nil, 2])
        #expect(days.statistics(for: at(2 * 86_400 + 5))?.sumQuantity() == nil)
        #expect(days.statistics(for: at(2 * 86_400 + 5))?.startDate == at(2 * 86_400))
    }

    @Test("R5.9 the predicate selects first, the intervals clip after")
    func selectsFirst() async throws {
        try await test.store.save(stepSample(100, 86_400 - 60, 86_400 + 60))
        let second = HKQuery.predicateForSamples(withStart: at(86_400), end: at(2 * 86_400))
        let days = try await collection(.cumulativeSum, second)
        #expect(days.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) } == [50, 50])
        let strict = HKQuery.predicateForSamples(withStart: at(86_400), end: at(2 * 86_400), options: .strictStartDate)
        #expect(try await collection(.cumulativeSum, strict).statistics().isEmpty)
    }

    @Test("R5.15 two samples of a source that are a tenth of a second apart count once, but for what sticks out")
    func almostTheSame() async throws {
        try await test.store.save([stepSample(250, 0, 300), stepSample(250, 0.1, 300.1)])
        func found(_ options: HKStatisticsOptions) async throws -> HKStatistics? {
            try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: options)
                .result(for: test.store)
        }
        let merged = try #require(try await found(.cumulativeSum)?.sumQuantity()?.doubleValue(for: .count()))
        #expect(abs(merged - 250 * (1 + 0.1 / 300)) < 1e-9)
        let apart = try await found([.cumulativeSum, .separateBySource])
        #expect(apart?.sources?.compactMap { apart?.sumQuantity(for: $0)?.doubleValue(for: .count()) } == [500])
    }

    @Test("R5.4 R5.5 R5.10 one statistics for all samples, whole; none without samples")
    func single() async throws {
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: [.cumulativeSum, .duration]
        )
        #expect(try await query.result(for: test.store) == nil)
        try await test.store.save([stepSample(100, 0, 60), stepSample(50, 30, 90)])
        let window = HKQuery.predicateForSamples(withStart: at(40), end: at(50))
        let found = try #require(
            try await HKStatisticsQueryDescriptor(
                predicate: .quantitySample(type: steps, predicate: window),
                options: [.cumulativeSum, .duration]
            )
            .result(for: test.store)
        )
        #expect(found.sumQuantity()?.doubleValue(for: .count()) == 125, "R5.15 the overlap inside a source counts once")
        #expect(found.duration()?.doubleValue(for: .second()) == 90)
        #expect(found.startDate == at(0))
        #expect(found.endDate == at(90))
    }

    @Test("R5.5 the callback form says error 11 without samples")
    func noData() async {
        let error = await withCheckedContinuation { continuation in
            test.store.execute(
                HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum) {
                    _,
                    _,
                    error in
                    continuation.resume(returning: error)
                }
            )
        }
        #expect((error as? HKError)?.code == .errorNoData)
        #expect((error as? HKError)?.text == "No data available for the specified predicate.")
    }

    @Test("R5.1 options that do not fit the type are refused")
    func options() async {
        let query = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .discreteAverage)
        #expect(await code { _ = try await query.result(for: test.store) } == .errorInvalidArgument)
        let pulse = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: heartRate), options: .cumulativeSum)
        #expect(await code { _ = try await pulse.result(for: test.store) } == .errorInvalidArgument)
    }
}
