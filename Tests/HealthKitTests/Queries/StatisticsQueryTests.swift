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
        try test.person.setSourceOrder(steps.identifier, order: ["test.iPhone"], excluded: ["test.Watch"])
        let alone = try #require(try await collection(.cumulativeSum).statistics().first)
        #expect(
            alone.sumQuantity()?.doubleValue(for: .count()) == 600,
            "R5.17 a source that is switched off does not count"
        )
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
