import Foundation
import Testing

@testable import HealthKit

/// Samples and dates that are far apart cost no more than near ones, and far ones are refused.
@Suite("Statistics over far dates", .timeLimit(.minutes(30)))
struct SparseStatisticsTests {
    private let test = TestStore()
    /// A moment in the year 3902.
    private static let far = 60_000_000_000.0

    private func collection(
        _ components: DateComponents,
        anchor: Date = at(0),
        options: HKStatisticsOptions = .cumulativeSum
    ) async throws -> HKStatisticsCollection {
        var components = components
        components.timeZone = TimeZone(identifier: "Europe/Berlin")
        return try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: options,
            anchorDate: anchor,
            intervalComponents: components
        )
        .result(for: test.store)
    }

    private func sums(_ collection: HKStatisticsCollection) -> [Double] {
        collection.statistics().compactMap { $0.sumQuantity()?.doubleValue(for: .count()) }
    }

    @Test(
        "One sample in the year 3902 beside today's costs a bucket, whatever the interval",
        arguments: [
            DateComponents(second: 1), DateComponents(minute: 1), DateComponents(hour: 1), DateComponents(day: 1),
            DateComponents(month: 1, hour: 1),
        ]
    )
    func yearFarAway(components: DateComponents) async throws {
        try await test.store.save([
            stepSample(3, 800_000_000, 800_000_000.5), stepSample(5, 800_000_100, 800_000_100.5),
            stepSample(7, Self.far, Self.far + 0.25),
        ])
        let options: HKStatisticsOptions = [.cumulativeSum, .mostRecent, .duration, .separateBySource]
        let found = try await collection(components, options: options)
        #expect(sums(found).reduce(0, +) == 15)
        #expect(
            found.statistics().last?.sumQuantity(for: try #require(found.sources().first))
                == HKQuantity(unit: .count(), doubleValue: 7)
        )
        #expect(found.statistics(for: at(Self.far))?.sumQuantity() == HKQuantity(unit: .count(), doubleValue: 7))
        let shares = try test.person.explainStatistics(
            steps,
            predicate: nil,
            intervals: IntervalCalendar(anchor: at(0), components: components)
        )
        #expect(shares.flatMap(\.shares).compactMap(\.counted).reduce(0, +) == 15)
    }

    @Test("Many intervals with data are computed piece by piece, as all at once")
    func pieces() async throws {
        // Four days by the second, twice, some months apart: 691,200 intervals.
        try await test.store.save([
            stepSample(345_600, 0, 345_600), stepSample(10, 5, 10), stepSample(345_600, 20_000_000, 20_345_600),
        ])
        let found = try await collection(DateComponents(second: 1))
        let sums = sums(found)
        #expect(sums.count == 691_200)
        #expect(sums.allSatisfy { abs($0 - 1) < 1e-9 })
    }

    @Test("An anchor a thousand years away, or at the end of all dates, costs nothing")
    func farAnchor() async throws {
        try await test.store.save(stepSample(3, 100, 200))
        for anchor in [Date.distantPast, .distantFuture, at(-90_000_000_000), at(90_000_000_000)] {
            for components in [
                DateComponents(second: 1), DateComponents(day: 1), DateComponents(month: 1), DateComponents(year: 1),
            ] {
                #expect(abs(sums(try await collection(components, anchor: anchor)).reduce(0, +) - 3) < 1e-9)
            }
        }
        #expect(throws: HKError.self) { try IntervalCalendar(anchor: at(1e11), components: DateComponents(day: 1)) }
    }

    @Test("All of time is enumerated at the cost of the intervals with samples; a shorter time with the empty ones")
    func enumeration() async throws {
        try await test.store.save([stepSample(3, 100, 101), stepSample(4, 5_000, 5_001)])
        let seconds = try await collection(DateComponents(second: 1))
        var found: [Double?] = []
        seconds.enumerateStatistics(from: .distantPast, to: .distantFuture) { statistics, _ in
            found.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        #expect(found == [3, 4])
        found = []
        seconds.enumerateStatistics(from: at(99.5), to: at(102)) { statistics, _ in
            found.append(statistics.sumQuantity()?.doubleValue(for: .count()))
        }
        #expect(found == [nil, 3, nil, nil])
        for date in [at(.nan), at(.infinity), at(1e300), at(-1e300)] { _ = seconds.statistics(for: date) }
        let days = try await collection(DateComponents(day: 1))
        for date in [at(.nan), at(.infinity), at(1e300), at(-1e300), .distantPast, .distantFuture] {
            #expect(days.statistics(for: date)?.sumQuantity() == nil)
        }
    }

    @Test(
        "A date 100 billion seconds away is refused at save, in members too, and nothing is saved",
        arguments: [1e11, -1e11, 4e15]
    )
    func refused(time: Double) async throws {
        let far = stepSample(1, time, time)
        #expect(await code { try await test.store.save([stepSample(1, 0, 1), far]) } == .errorInvalidArgument)
        let protein = HKQuantitySample(
            type: HKQuantityType(.dietaryProtein),
            quantity: HKQuantity(unit: .gram(), doubleValue: 1),
            start: at(time),
            end: at(time)
        )
        let food = HKCorrelation(type: HKCorrelationType(.food), start: at(0), end: at(0), objects: [protein])
        #expect(await code { try await test.store.save(food) } == .errorInvalidArgument)
        let app = test.app("far")
        try test.grant("far", steps, read: true, share: true)
        try test.store.database().lock()
        #expect(await code { try await app.save(far) } == .errorInvalidArgument, "nobody would hear of it later")
        try test.store.database().unlock()
        #expect(try await test.store.all(steps).isEmpty)
        let near = time < 0 ? -6e10 : 9.9e10
        try await test.store.save(stepSample(1, near, near))
        #expect(try await test.store.all(steps).count == 1)
    }
}
