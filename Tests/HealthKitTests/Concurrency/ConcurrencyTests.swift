import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// Run by `make tsan` too, under the thread sanitizer.
@Suite("Many at once", .timeLimit(.minutes(30)))
struct ConcurrencyTests {
    let test = TestStore()

    private var hub: ChangeHub { get throws { try test.store.database().changes } }

    private func app() throws -> HKHealthStore {
        for type in [steps, heartRate] { try test.grant("busy", type, read: true, share: true) }
        return test.app("busy")
    }

    @Test("handlers are not called on the caller's thread: a caller that blocks does not block them")
    func ownThread() async throws {
        let store = try app()
        let isCalled = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let called = DispatchSemaphore(value: 0)
                store.execute(
                    HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, _, _ in
                        called.signal()
                    }
                )
                store.save(stepSample(1, 0, 1)) { _, _ in called.signal() }
                let both = [called.wait(timeout: .now() + 600), called.wait(timeout: .now() + 600)]
                continuation.resume(returning: both == [.success, .success])
            }
        }
        #expect(isCalled)
    }

    @Test("handlers written in a main actor's code belong to no actor, and are called off the main thread")
    @MainActor
    func mainActor() async throws {
        let store = try app()
        try await store.save(stepSample(1, 0, 1))
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        let sample = HKSampleQuery(sampleType: steps, predicate: nil, limit: 1, sortDescriptors: nil) { _, samples, _ in
            #expect(!Thread.isMainThread)
            continuation.yield("sample \(samples?.count ?? 0)")
        }
        let observer = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            #expect(!Thread.isMainThread)
            continuation.yield("observer")
            completion()
        }
        let anchored = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: 0) {
            _,
            samples,
            _,
            _,
            _ in
            continuation.yield("anchored \(samples?.count ?? 0)")
        }
        anchored.updateHandler = { _, samples, _, _, _ in continuation.yield("update \(samples?.count ?? 0)") }
        let statistics = HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum) {
            _,
            statistics,
            _ in
            continuation.yield("sum \(statistics?.sumQuantity()?.doubleValue(for: .count()) ?? 0)")
        }
        for query in [sample, observer, anchored, statistics] { store.execute(query) }
        var heard: Set<String> = []
        for await call in calls {
            heard.insert(call)
            if heard == ["sample 1", "observer", "anchored 1", "sum 1.0"] { break }
        }
        for query in [observer, anchored] { store.stop(query) }
    }

    @Test("R4.11 a hundred observers and ten anchored queries hear of a thousand saves, each sample once")
    func deliversEverything() async throws {
        let store = try app()
        let observed = Mutex([Int](repeating: 0, count: 100))
        let last = Mutex(Set<Int>())
        let isOver = Atomic(false)
        for index in 0..<100 {
            store.execute(
                HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
                    observed.withLock { $0[index] += 1 }
                    if isOver.load(ordering: .acquiring) { _ = last.withLock { $0.insert(index) } }
                    completion()
                }
            )
        }
        let added = Mutex([[UUID]](repeating: [], count: 10))
        let queries = (0..<10)
            .map { index in
                let query = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit)
                {
                    _,
                    samples,
                    _,
                    _,
                    _ in
                    added.withLock { $0[index] += (samples ?? []).map(\.uuid) }
                }
                query.updateHandler = { _, samples, _, _, _ in
                    added.withLock { $0[index] += (samples ?? []).map(\.uuid) }
                }
                return query
            }
        for query in queries { store.execute(query) }
        await eventually("every observer to be called", seconds: 600) { observed.withLock { $0.allSatisfy { $0 > 0 } } }

        let samples = stepSamples(0..<1000) { (1, $0, $0 + 1) }
        let clock = ContinuousClock()
        let time = try await clock.measure {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for part in 0..<10 {
                    group.addTask {
                        for sample in samples[(part * 100)..<(part * 100 + 100)] { try await store.save(sample) }
                    }
                }
                try await group.waitForAll()
            }
        }
        isOver.store(true, ordering: .releasing)
        try await store.save(stepSample(5, 5000, 5001))
        await eventually("the last change to be heard by every observer", seconds: 600) {
            last.withLock { $0.count == 100 }
        }
        await eventually("every query to have all samples", seconds: 600) {
            added.withLock { $0.allSatisfy { $0.count >= 1001 } }
        }
        for uuids in added.withLock({ $0 }) {
            #expect(uuids.count == 1001)
            #expect(Set(uuids).isSuperset(of: samples.map(\.uuid)))
        }
        print("1000 saves with 110 queries that listen: \(time)")
    }

    @Test("a sequence that is dropped frees its query, and nothing is watched any more")
    func dropped() async throws {
        let store = try app()
        weak var predicate: NSPredicate?
        do {
            let kept = HKQuery.predicateForSamples(withStart: at(0), end: nil)
            predicate = kept
            var iterator = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps, predicate: kept)],
                anchor: nil
            )
            .results(for: store).makeAsyncIterator()
            _ = try await iterator.next()
            #expect(try hub.listenerCount == 1)
            #expect(predicate != nil)
        }
        try await eventually("no query to be watched", seconds: 600) { try hub.listenerCount == 0 }
        await eventually("the predicate to be freed", seconds: 600) { predicate == nil }
    }

    @Test("each kind of sequence stops its query when its task is cancelled")
    func cancelled() async throws {
        let store = try app()
        try test.grant("busy", HKObjectType.activitySummaryType(), read: true, share: nil)
        let tasks = [
            Task {
                for try await _ in HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: steps)],
                    anchor: nil
                )
                .results(for: store) {}
            },
            Task {
                for try await _ in HKActivitySummaryQueryDescriptor(predicate: nil).results(for: store) {}
            },
            Task {
                for try await _ in HKStatisticsCollectionQueryDescriptor(
                    predicate: .quantitySample(type: steps),
                    options: .cumulativeSum,
                    anchorDate: at(0),
                    intervalComponents: DateComponents(day: 1)
                )
                .results(for: store) {}
            },
        ]
        try await eventually("every query to be watched", seconds: 600) { try hub.listenerCount == tasks.count }
        for task in tasks { task.cancel() }
        for task in tasks { _ = await task.result }
        try await eventually("no query to be watched", seconds: 600) { try hub.listenerCount == 0 }
    }

    @Test("a query whose task is cancelled throws CancellationError and calls no handler")
    func cancelledOnce() async throws {
        let store = try app()
        let task = Task {
            await eventually("the cancellation", seconds: 600) { Task.isCancelled }
            return try await store.all(steps)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("R4.1 after stop no handler is called, however much is being saved")
    func stopped() async throws {
        let store = try app()
        for round in 0..<20 {
            let isStopped = Atomic(false)
            let late = Atomic(0)
            let heard = Atomic(0)
            let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
                heard.add(1, ordering: .relaxed)
                if isStopped.load(ordering: .acquiring) { late.add(1, ordering: .relaxed) }
                completion()
            }
            store.execute(query)
            await eventually("the first call of the handler", seconds: 600) { heard.load(ordering: .relaxed) > 0 }
            let saving = Task {
                for index in 0..<5 {
                    try await store.save(stepSample(1, Double(round * 10 + index), Double(round * 10 + index)))
                }
            }
            store.stop(query)
            // A handler that runs while the query is stopped may end; none begins afterwards.
            try await Task.sleep(for: .milliseconds(5))
            isStopped.store(true, ordering: .releasing)
            try await saving.value
            #expect(late.load(ordering: .relaxed) == 0)
        }
        #expect(try hub.listenerCount == 0)
    }

    @Test("one store is used by many tasks at once: what was saved and not deleted is there, and totals agree")
    func mixed() async throws {
        let store = try app()
        let kept = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var kept = 0
                    for step in 0..<40 {
                        let time = Double(worker * 1000 + step)
                        let sample = stepSample(1, time, time + 1)
                        try await store.save([sample, pulse(60, time)])
                        if step % 3 == 0 { try await store.delete(sample) } else { kept += 1 }
                        if step % 5 == 0 { _ = try await store.all(steps) }
                        if step % 7 == 0 { try test.grant("other", steps, read: step % 2 == 0, share: true) }
                        if step % 10 == 0 {
                            _ = try await HKStatisticsQueryDescriptor(
                                predicate: .quantitySample(type: heartRate),
                                options: .discreteAverage
                            )
                            .result(for: store)
                        }
                    }
                    return kept
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(try await store.all(steps).count == kept)
        let sum = try await HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum
        )
        .result(for: store)?
        .sumQuantity()?
        .doubleValue(for: .count())
        #expect(sum == Double(kept))
    }

    @Test("a series builder takes quantities from many threads")
    func builder() async throws {
        let store = try app()
        let builder = HKQuantitySeriesSampleBuilder(
            healthStore: store,
            quantityType: steps,
            startDate: at(0),
            device: nil
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for index in 0..<50 {
                        try builder.insert(
                            HKQuantity(unit: .count(), doubleValue: 1),
                            at: at(Double(worker * 50 + index))
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await builder.finishSeries(metadata: nil).map(\.count) == [400])
    }

    @Test("R10.1 what is saved while the store is locked and unlocked again and again is all there")
    func lockedAndUnlocked() async throws {
        let store = try app()
        let database = try test.store.database()
        let locking = Task {
            for _ in 0..<50 {
                database.lock()
                try await Task.sleep(for: .milliseconds(1))
                database.unlock()
                await Task.yield()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for index in 0..<50 {
                        let time = Double(worker * 100 + index)
                        try await store.save(stepSample(1, time, time))
                    }
                }
            }
            try await group.waitForAll()
        }
        try await locking.value
        #expect(try await store.all(steps).count == 200)
    }
}
