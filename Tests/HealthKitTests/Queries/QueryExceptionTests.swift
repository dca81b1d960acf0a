import Foundation
import Testing

@testable import HealthKit

@Suite("Queries that cannot be made or run stop the program, and say why")
struct QueryExceptionTests {
    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("R4.1 a query that is executed a second time, while it runs")
    func twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = HKHealthStore.person(location: .memory).store
            let query = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, _, _ in }
            store.execute(query)
            store.execute(query)
        }
        #expect(text(result).contains("HKQuery instances can be executed only once"))
    }

    @Test("R4.1 a query that is executed a second time, when it is over")
    func again() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let store = HKHealthStore.person(location: .memory).store
            let query = HKSampleQuery(
                sampleType: HKQuantityType(.stepCount),
                predicate: nil,
                limit: 1,
                sortDescriptors: nil
            ) { _, _, _ in }
            store.execute(query)
            store.stop(query)
            store.stop(query)
            store.execute(query)
        }
        #expect(text(result).contains("HKQuery instances can be executed only once"))
    }

    @Test("R4.10 an update handler on a query with a limit")
    func limitedUpdates() async {
        await #expect(processExitsWith: .failure) {
            let type = HKQuantityType(.stepCount)
            let query = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: nil, limit: 5) { _, _, _, _, _ in }
            query.updateHandler = { _, _, _, _, _ in }
        }
    }

    @Test("R4.19 a predicate over a key path that HealthKit does not have")
    func foreignKeyPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKSampleQuery(
                sampleType: HKQuantityType(.stepCount),
                predicate: NSPredicate(format: "ancestor.name == 'x'"),
                limit: 1,
                sortDescriptors: nil
            ) { _, _, _ in }
        }
        #expect(text(result).contains("ancestor.name"))
    }

    @Test("R4.5 a sort key that HealthKit does not have")
    func foreignSortKey() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKSampleQuery(
                sampleType: HKQuantityType(.stepCount),
                predicate: nil,
                limit: 1,
                sortDescriptors: [NSSortDescriptor(key: "colour", ascending: true)]
            ) { _, _, _ in }
        }
        #expect(text(result).contains("colour"))
    }

    @Test("R5.1 options that do not fit the type, with Apple's text")
    func options() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKStatisticsQuery(
                quantityType: HKQuantityType(.dietaryVitaminA),
                quantitySamplePredicate: nil,
                options: .discreteAverage
            ) { _, _, _ in }
        }
        #expect(
            text(result)
                .contains(
                    "Statistics option HKStatisticsOptionDiscreteAverage is not compatible with cumulative data type "
                        + "HKQuantityTypeIdentifierDietaryVitaminA"
                )
        )
    }

    @Test("R5.1 a sum of heart rates, with Apple's name and text, whichever query asks for it")
    func sumOfHeartRates() async {
        let expected =
            "'NSInvalidArgumentException', reason: 'Statistics option HKStatisticsOptionCumulativeSum is not compatible "
            + "with discrete data type HKQuantityTypeIdentifierHeartRate'"
        let single = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKStatisticsQuery(
                quantityType: HKQuantityType(.heartRate),
                quantitySamplePredicate: nil,
                options: .cumulativeSum
            ) { _, _, _ in }
        }
        #expect(text(single).contains(expected))
        let collection = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = HKStatisticsCollectionQuery(
                quantityType: HKQuantityType(.heartRate),
                quantitySamplePredicate: nil,
                options: [.cumulativeSum, .separateBySource],
                anchorDate: Date(timeIntervalSinceReferenceDate: 0),
                intervalComponents: DateComponents(day: 1)
            )
        }
        #expect(text(collection).contains(expected))
    }

    @Test("R4.19 R4.5 the async forms throw error 3 for the same mistakes")
    func asynchronous() async {
        let store = TestStore().store
        let foreign = NSPredicate(format: "ancestor.name == 'x'")
        let block = NSPredicate { _, _ in true }
        for predicate in [foreign, block] {
            #expect(await code { _ = try await store.all(steps, predicate) } == .errorInvalidArgument)
            #expect(
                await code { _ = try await store.deleteObjects(of: steps, predicate: predicate) }
                    == .errorInvalidArgument
            )
            let samples = HKSamplePredicate.quantitySample(type: steps, predicate: predicate)
            #expect(
                await code {
                    _ = try await HKAnchoredObjectQueryDescriptor(predicates: [samples], anchor: nil).result(for: store)
                } == .errorInvalidArgument
            )
            #expect(
                await code {
                    _ = try await HKStatisticsQueryDescriptor(predicate: samples, options: .cumulativeSum)
                        .result(for: store)
                } == .errorInvalidArgument
            )
            #expect(
                await code { _ = try await HKSourceQueryDescriptor(predicate: samples).result(for: store) }
                    == .errorInvalidArgument
            )
        }
    }

    @Test("R4.8 anchors from elsewhere, below the first and beyond the last change, are no mistakes")
    func anchors() async throws {
        let store = TestStore().store
        try await store.save([stepSample(1, 0, 1), stepSample(2, 10, 11)])
        func found(_ value: Int) async throws -> Int {
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                anchor: HKQueryAnchor(fromValue: value)
            )
            return try await query.result(for: store).addedSamples.count
        }
        #expect(try await found(0) == 2)
        #expect(try await found(-1) == 2)
        #expect(try await found(.min) == 2)
        #expect(try await found(1_000_000) == 0)
        #expect(try await found(.max) == 0)
    }
}
