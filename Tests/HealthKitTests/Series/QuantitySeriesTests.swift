import Foundation
import Testing

@testable import HealthKit

@Suite("Series of quantities")
struct QuantitySeriesTests {
    let test = TestStore()
    var app: HKHealthStore { test.app("series") }

    private func allowed(_ types: HKQuantityType...) throws -> HKHealthStore {
        for type in types { try test.grant("series", type, read: true, share: true) }
        return app
    }

    private func count(_ value: Double) -> HKQuantity { HKQuantity(unit: .count(), doubleValue: value) }

    private func quantities(
        _ store: HKHealthStore,
        options: HKQuantitySeriesSampleQueryDescriptor.Options = [],
        _ predicate: NSPredicate? = nil
    ) async throws -> [HKQuantitySeriesSampleQueryDescriptor.Result] {
        var found: [HKQuantitySeriesSampleQueryDescriptor.Result] = []
        let descriptor = HKQuantitySeriesSampleQueryDescriptor(
            predicate: .quantitySample(type: steps, predicate: predicate),
            options: options
        )
        for try await result in descriptor.results(for: store) { found.append(result) }
        return found
    }

    @Test("R5.25 quantities come in any order, and the later of two with one start stays")
    func order() async throws {
        let store = try allowed(steps)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: steps,
            startDate: at(0),
            device: .local()
        )
        try builder.insert(count(3), for: DateInterval(start: at(20), end: at(30)))
        try builder.insert(count(1), for: DateInterval(start: at(0), end: at(10)))
        try builder.insert(count(9), for: DateInterval(start: at(10), end: at(20)))
        try builder.insert(count(2), for: DateInterval(start: at(10), end: at(20)))
        let samples = try await builder.finishSeries(metadata: [HKMetadataKeyWasUserEntered: true])
        #expect(samples.count == 1)
        let stored = try #require(try await store.all(steps).first as? HKCumulativeQuantitySample)
        #expect(stored.uuid == samples[0].uuid)
        #expect(stored.count == 3)
        #expect(stored.sumQuantity == count(6))
        #expect(stored.startDate == at(0) && stored.endDate == at(30))
        #expect(stored.device == .local())
        #expect(stored.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(try await quantities(store).map(\.quantity) == [count(1), count(2), count(3)])
    }

    @Test("R5.25 wrong units, early dates, early ends and empty series are errors")
    func mistakes() async throws {
        let store = try allowed(steps)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: steps,
            startDate: at(100),
            device: nil
        )
        #expect(
            await code { try builder.insert(HKQuantity(unit: .meter(), doubleValue: 1), at: at(100)) }
                == .errorInvalidArgument
        )
        #expect(await code { try builder.insert(count(1), at: at(99)) } == .errorInvalidArgument)
        #expect(await code { _ = try await builder.finishSeries(metadata: nil) } == .errorInvalidArgument)
        try builder.insert(count(1), for: DateInterval(start: at(100), end: at(200)))
        #expect(
            await code { _ = try await builder.finishSeries(metadata: nil, endDate: at(150)) } == .errorInvalidArgument
        )
        let wrong = [HKMetadataKeyWasUserEntered: "yes"]
        #expect(await code { _ = try await builder.finishSeries(metadata: wrong) } == .errorInvalidArgument)
        #expect(try await store.all(steps).isEmpty)
        #expect(try await builder.finishSeries(metadata: nil, endDate: at(300)).first?.endDate == at(300))
        #expect(await code { _ = try await builder.finishSeries(metadata: nil) } == .errorInvalidArgument)
        #expect(await code { try builder.insert(count(1), at: at(120)) } == .errorInvalidArgument)
    }

    @Test("R5.25 a series that may not be shared stays in its builder")
    func denied() async throws {
        try test.grant("series", steps, read: true, share: false)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: app,
            quantityType: steps,
            startDate: at(0),
            device: nil
        )
        try builder.insert(count(1), at: at(0))
        #expect(await code { _ = try await builder.finishSeries(metadata: nil) } == .errorAuthorizationDenied)
        try test.grant("series", steps, read: true, share: true)
        #expect(try await builder.finishSeries(metadata: nil).count == 1)
    }

    @Test("R5.25 a series longer than a sample may last becomes several samples with the same sum")
    func long() async throws {
        let store = try allowed(steps)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: steps,
            startDate: at(0),
            device: nil
        )
        for day in 0..<10 { try builder.insert(count(10), at: at(Double(day) * 86_400)) }
        let samples = try await builder.finishSeries(metadata: nil)
        #expect(samples.count == 2)
        #expect(samples.allSatisfy { $0.endDate.timeIntervalSince($0.startDate) <= 345_600 })
        #expect(try await quantities(store).count == 10)
    }

    @Test("R5.25 a builder that was discarded stops the program")
    func discarded() async {
        await #expect(processExitsWith: .failure) {
            let (store, _) = HKHealthStore.person(location: .memory)
            let builder = HKQuantitySeriesSampleBuilder(
                healthStore: store,
                quantityType: HKQuantityType(.stepCount),
                startDate: Date(),
                device: nil
            )
            builder.discard()
            builder.discard()
        }
    }

    @Test("R5.19 statistics count each quantity of a series at its own time")
    func statistics() async throws {
        let store = try allowed(steps)
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: steps,
            startDate: at(0),
            device: nil
        )
        try builder.insert(count(5), at: at(10))
        try builder.insert(count(7), at: at(3610))
        _ = try await builder.finishSeries(metadata: nil)
        let hours = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: DateComponents(hour: 1)
        )
        .result(for: store)
        #expect(hours.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [5, 7])
    }

    @Test("R4.22 quantities of overlapping series come by their own start, or sample by sample")
    func merged() async throws {
        let store = try allowed(steps)
        for (begin, values) in [(0.0, [1.0, 3.0]), (5.0, [2.0, 4.0])] {
            let builder = HKQuantitySeriesSampleBuilder(
                healthStore: store,
                quantityType: steps,
                startDate: at(begin),
                device: nil
            )
            for (index, value) in values.enumerated() {
                try builder.insert(count(value), at: at(begin + Double(index) * 10))
            }
            _ = try await builder.finishSeries(metadata: nil)
        }
        try await store.save(stepSample(5, 100, 110))
        let byTime = try await quantities(store)
        #expect(byTime.map { $0.quantity.doubleValue(for: .count()) } == [1, 2, 3, 4, 5])
        #expect(byTime.allSatisfy { $0.sample == nil })
        let bySample = try await quantities(store, options: [.includeSample, .orderByQuantitySampleStartDate])
        #expect(bySample.map { $0.quantity.doubleValue(for: .count()) } == [1, 3, 2, 4, 5])
        #expect(Set(bySample.compactMap(\.sample?.uuid)).count == 3)
    }

    @Test("R4.22 the last call says that it is done, and so does the only one without quantities")
    func done() async throws {
        let store = try allowed(steps)
        let empty = await calls(store)
        #expect(empty == ["nil true"])
        try await store.save([stepSample(1, 0, 1), stepSample(2, 2, 3)])
        #expect(await calls(store) == ["1 count false", "2 count true"])
    }

    private func calls(_ store: HKHealthStore) async -> [String] {
        var texts: [String] = []
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        store.execute(
            HKQuantitySeriesSampleQuery(quantityType: steps, predicate: nil) { _, quantity, _, _, done, _ in
                continuation.yield("\(quantity?.description ?? "nil") \(done)")
                if done { continuation.finish() }
            }
        )
        for await text in stream { texts.append(text) }
        return texts
    }

    @Test("a type never asked for is an error, not an empty series")
    func unasked() async throws {
        #expect(await code { _ = try await quantities(app) } == .errorAuthorizationNotDetermined)
    }
}
