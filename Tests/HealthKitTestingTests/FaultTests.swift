import Foundation
import HealthKit
import HealthKitTesting
import Synchronization
import Testing

@Suite("Errors and waits on demand")
struct FaultTests {
    private let test: HealthKitTestStore
    private let steps = HKQuantityType(.stepCount)
    private let heartRate = HKQuantityType(.heartRate)
    private let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

    init() throws {
        test = try HealthKitTestStore(now: start)
        for type in [steps, heartRate] { try test.setPermission(type, read: true, share: true) }
    }

    private func walk(_ minute: Double = 0) -> HKQuantitySample {
        HKQuantitySample(
            type: steps,
            quantity: HKQuantity(unit: .count(), doubleValue: 5),
            start: start.addingTimeInterval(minute * 60),
            end: start.addingTimeInterval(minute * 60 + 30)
        )
    }

    private func code(_ body: () async throws -> Void) async -> HKError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? HKError)?.code
        }
    }

    private func read(_ type: HKQuantityType) async throws -> Int {
        try await HKSampleQueryDescriptor(predicates: [.quantitySample(type: type)], sortDescriptors: [])
            .result(for: test.healthStore).count
    }

    @Test(
        "Each operation fails with the error that the test chose, and no other does",
        arguments: [
            HealthKitTestOperation.authorization, .read, .save, .delete, .backgroundDelivery, .workout,
        ]
    )
    func operations(operation: HealthKitTestOperation) async throws {
        let store = test.healthStore
        let saved = walk()
        try await store.save(saved)
        try test.setPermission(HKObjectType.workoutType(), read: true, share: true)
        let injection = test.inject(.error(.errorHealthDataRestricted), into: [operation])
        func expect(_ other: HealthKitTestOperation, _ body: () async throws -> Void) async {
            let code = await code(body)
            #expect(code == (operation == other ? .errorHealthDataRestricted : nil), "\(other)")
        }
        await expect(.authorization) {
            try await store.requestAuthorization(toShare: [], read: [HKQuantityType(.height)])
        }
        await expect(.authorization) { _ = try await store.statusForAuthorizationRequest(toShare: [steps], read: []) }
        await expect(.read) { _ = try await read(steps) }
        await expect(.read) {
            _ = try await HKStatisticsQueryDescriptor(predicate: .quantitySample(type: steps), options: .cumulativeSum)
                .result(for: store)
        }
        await expect(.read) { _ = try await store.preferredUnits(for: [steps]) }
        await expect(.save) { try await store.save(walk(1)) }
        await expect(.save) {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                store.save(walk(2)) { _, error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
        await expect(.delete) { try await store.delete(saved) }
        await expect(.backgroundDelivery) {
            try await store.enableBackgroundDelivery(for: steps, frequency: .hourly)
        }
        await expect(.workout) {
            let builder = HKWorkoutBuilder(healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
            try await builder.beginCollection(at: start)
        }
        #expect(injection.count > 0)
        // What failed has changed nothing, and what the test does itself meets no fault.
        #expect(try test.samples(of: steps).count == (operation == .save ? 0 : operation == .delete ? 3 : 2))
        try test.watch().save(walk(3))
        injection.remove()
        #expect(try await read(steps) > 0)
    }

    @Test("A fault holds for its types, as often as the test says, and until it is taken away")
    func limits() async throws {
        test.inject(.error(.errorDatabaseInaccessible), into: [.read], of: [heartRate], times: 2)
        for expected in [HKError.Code.errorDatabaseInaccessible, .errorDatabaseInaccessible, nil] {
            #expect(await code { _ = try await read(steps) } == nil)
            #expect(await code { _ = try await read(heartRate) } == expected)
        }
        struct Own: Error {}
        test.inject(.error(Own()))
        await #expect(throws: Own.self) { try await test.healthStore.save(walk()) }
        test.removeFaults()
        try await test.healthStore.save(walk())
    }

    @Test("A query that runs on fails when it is executed, in words, and is over")
    func observer() async throws {
        test.inject(.error(.errorHealthDataUnavailable), into: [.read], times: 1)
        let told = AsyncStream.makeStream(of: HKError.Code?.self)
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
            completion()
            told.continuation.yield((error as? HKError)?.code)
        }
        test.healthStore.execute(query)
        var codes = told.stream.makeAsyncIterator()
        #expect(await codes.next() == .errorHealthDataUnavailable)
        try test.watch().save(walk())
        #expect(try await read(steps) == 1)
    }

    @Test("Calls wait until the test lets them go on", arguments: 1...3)
    func holding(count: Int) async throws {
        let hold = HealthKitTestHold()
        test.inject(.hold(hold), into: [.save])
        let done = Finished()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                group.addTask {
                    try await test.healthStore.save(walk(Double(index)))
                    done.add()
                }
            }
            await hold.arrival(of: count)
            #expect(hold.waiting == count && done.count == 0)
            #expect(try test.samples(of: steps).isEmpty)
            #expect(try await read(steps) == 0, "others don't wait")
            hold.release()
            try await group.waitForAll()
        }
        #expect(try test.samples(of: steps).count == count)
        #expect(hold.waiting == 0)
        await hold.arrival(of: 5)
        try await test.healthStore.save(walk(9))
    }

    @Test("A delay and an error after it are met in their order")
    func delay() async throws {
        let late = test.inject(.delay(0.001), into: [.read])
        test.inject(.error(.errorNoData), into: [.read])
        #expect(await code { _ = try await read(steps) } == .errorNoData)
        #expect(late.count == 1)
    }

    /// How many tasks have ended.
    private final class Finished: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func add() { number.withLock { $0 += 1 } }
    }
}
