import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite struct SampleQueryTests {
    private let test = TestStore()

    @Test("R4.5 limit and order by start and by end")
    func limitAndOrder() async throws {
        try await test.store.save([stepSample(1, 0, 100), stepSample(2, 10, 20), stepSample(3, 20, 50)])
        func values(_ order: SortDescriptor<HKQuantitySample>, _ limit: Int?) async throws -> [Double] {
            try await HKSampleQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                sortDescriptors: [order],
                limit: limit
            )
            .result(for: test.store).map { $0.quantity.doubleValue(for: .count()) }
        }
        #expect(try await values(SortDescriptor(\.startDate), nil) == [1, 2, 3])
        #expect(try await values(SortDescriptor(\.startDate, order: .reverse), 2) == [3, 2])
        #expect(try await values(SortDescriptor(\.endDate), nil) == [2, 3, 1])
        #expect(try await values(SortDescriptor(\.endDate, order: .reverse), 1) == [1])
    }

    @Test("R4.2 R4.3 which samples an interval admits, with and without options")
    func interval() async throws {
        let hour = 3600.0
        try await test.store.save([
            stepSample(1, 0, hour), stepSample(2, hour, hour), stepSample(3, 2 * hour, 2 * hour),
            stepSample(4, hour / 2, 1.5 * hour), stepSample(5, 1.5 * hour, 2.5 * hour),
            stepSample(6, 2 * hour, 3 * hour),
        ])
        func found(_ options: HKQueryOptions) async throws -> Set<Double> {
            let predicate = HKQuery.predicateForSamples(withStart: at(hour), end: at(2 * hour), options: options)
            return Set(try await test.store.all(steps, predicate).compactMap { ($0 as? HKQuantitySample)?.value })
        }
        #expect(try await found([]) == [1, 2, 4, 5])
        #expect(try await found(.strictStartDate) == [2, 5])
        #expect(try await found(.strictEndDate) == [1, 2, 4])
        #expect(try await found([.strictStartDate, .strictEndDate]) == [2])
    }

    @Test("Handlers are called off the caller's thread, once, and a stopped query calls none")
    func handlers() async throws {
        try await test.store.save(stepSample(1, 0, 1))
        let count = Mutex(0)
        await withCheckedContinuation { continuation in
            let query = HKSampleQuery(
                sampleType: steps,
                predicate: nil,
                limit: HKObjectQueryNoLimit,
                sortDescriptors: nil
            ) {
                _,
                samples,
                error in
                count.withLock { $0 += samples?.count ?? 0 }
                #expect(error == nil)
                #expect(!Thread.isMainThread)
                continuation.resume()
            }
            test.store.execute(query)
        }
        #expect(count.withLock { $0 } == 1)
        let stopped = HKSampleQuery(sampleType: steps, predicate: nil, limit: 0, sortDescriptors: nil) { _, _, _ in
            count.withLock { $0 += 100 }
        }
        test.store.stop(stopped)
        test.store.execute(stopped)
        #expect(!stopped.run.isActive)
        #expect(count.withLock { $0 } == 1)
    }

    @Test("R4.13 the sources of matching samples")
    func sources() async throws {
        let app = test.app("one")
        try test.grant("one", steps, read: true, share: true)
        try await app.save(stepSample(1, 0, 1))
        try await test.store.save(stepSample(2, 100, 101))
        let all = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: steps)).result(for: test.store)
        #expect(all.map(\.name) == ["Health", "one"])
        let early = HKQuery.predicateForSamples(withStart: at(0), end: at(50))
        let first = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: steps, predicate: early))
            .result(for: test.store)
        #expect(first.map(\.name) == ["one"])
    }

    @Test("R4.12 correlations by what their members hold")
    func correlations() async throws {
        let pressure = HKUnit.millimeterOfMercury()
        func reading(_ systolic: Double, _ time: Double) -> HKCorrelation {
            HKCorrelation(
                type: HKCorrelationType(.bloodPressure),
                start: at(time),
                end: at(time),
                objects: [
                    HKQuantitySample(
                        type: HKQuantityType(.bloodPressureSystolic),
                        quantity: HKQuantity(unit: pressure, doubleValue: systolic),
                        start: at(time),
                        end: at(time)
                    ),
                    HKQuantitySample(
                        type: HKQuantityType(.bloodPressureDiastolic),
                        quantity: HKQuantity(unit: pressure, doubleValue: 70),
                        start: at(time),
                        end: at(time)
                    ),
                ]
            )
        }
        try await test.store.save([reading(118, 0), reading(145, 100)])
        let high = HKQuery.predicateForQuantitySamples(
            with: .greaterThan,
            quantity: HKQuantity(unit: pressure, doubleValue: 130)
        )
        let found: [HKCorrelation] = try await withCheckedThrowingContinuation { continuation in
            test.store.execute(
                HKCorrelationQuery(
                    type: HKCorrelationType(.bloodPressure),
                    predicate: nil,
                    samplePredicates: [HKQuantityType(.bloodPressureSystolic): high]
                ) { _, correlations, error in
                    if let correlations {
                        continuation.resume(returning: correlations)
                    } else {
                        continuation.resume(throwing: error ?? HKError(.unknownError))
                    }
                }
            )
        }
        #expect(found.map(\.startDate) == [at(100)])
    }
}
