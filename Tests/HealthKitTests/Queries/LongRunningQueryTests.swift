import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite struct LongRunningQueryTests {
    private let test = TestStore()

    @Test("R4.7 R4.8 R4.9 anchored pages, deletions and the anchor to go on from")
    func anchoredPages() async throws {
        let samples = stepSamples(0..<10) { ($0, $0 * 10, $0 * 10 + 1) }
        try await test.store.save(samples)
        try await test.store.delete(samples[3])
        var anchor: HKQueryAnchor?
        var added: [UUID] = []
        var deleted: [UUID] = []
        for _ in 0..<20 {
            let page = try await HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: steps)],
                anchor: anchor,
                limit: 4
            )
            .result(for: test.store)
            #expect(page.addedSamples.count + page.deletedObjects.count <= 4)
            added += page.addedSamples.map(\.uuid)
            deleted += page.deletedObjects.map(\.uuid)
            anchor = page.newAnchor
            if page.addedSamples.isEmpty, page.deletedObjects.isEmpty { break }
        }
        #expect(Set(added) == Set(samples.map(\.uuid)).subtracting([samples[3].uuid]))
        #expect(added.count == 9)
        #expect(deleted == [samples[3].uuid])
        let late = stepSample(99, 500, 501)
        try await test.store.save(late)
        let rest = try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: anchor)
            .result(for: test.store)
        #expect(rest.addedSamples.map(\.uuid) == [late.uuid])
    }

    @Test(
        "R8.3 an observer knows which updates its app is done with, and tells a running app of changes whether it is or not",
        .timeLimit(.minutes(30))
    )
    func acknowledgements() async throws {
        let (calls, continuation) = AsyncStream.makeStream(of: Completion.self)
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            continuation.yield(Completion(call: completion))
        }
        #expect(query.updates.status.isDone && query.updates.status.reported == 0)
        test.store.execute(query)
        var done: [Completion] = []
        for await call in calls {
            done.append(call)
            if done.count == 5 { break }
            try await test.store.save(stepSample(1, Double(done.count), Double(done.count) + 1))
        }
        typealias Status = ObserverUpdates.Status
        #expect(query.updates.status == Status(reported: 5, acknowledged: 0, missed: 5), "it was told all the same")

        let heard = Mutex<[Status]>([])
        query.updates.listen { status in heard.withLock { $0.append(status) } }
        done[2].call()
        done[2].call()
        done[0].call()
        #expect(query.updates.status == Status(reported: 5, acknowledged: 2, missed: 2))
        test.store.stop(query)
        for index in [4, 1, 3] { done[index].call() }
        #expect(query.updates.status == Status(reported: 5, acknowledged: 5, missed: 0))
        #expect(query.updates.status.isDone)
        #expect(heard.withLock { $0.map(\.acknowledged) } == [1, 2, 3, 4, 5], "a second call says nothing new")
        query.updates.listen(nil)
    }

    @Test("R8.3 a handler that is told of an error acknowledges it like any other")
    func acknowledgedError() async {
        let (calls, continuation) = AsyncStream.makeStream(of: Bool.self)
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { query, completion, error in
            completion()
            continuation.yield(error != nil && query.updates.status.isDone)
        }
        test.app("stranger").execute(query)
        var results = calls.makeAsyncIterator()
        #expect(await results.next() == true)
        #expect(query.updates.status.reported == 1)
    }

    @Test("An anchor survives archiving; a corrupt archive gives nil")
    func anchorCoding() throws {
        let anchor = HKQueryAnchor(fromValue: 42)
        let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
        #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data) == anchor)
        #expect((try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: Data([1, 2, 3]))) == nil)
    }

    @Test(
        "R4.11 observers fire at once, on save and on delete, and not after they are stopped",
        .timeLimit(.minutes(30))
    )
    func observers() async throws {
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let count = Mutex(0)
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
            #expect(error == nil)
            count.withLock { $0 += 1 }
            completion()
            continuation.yield()
        }
        test.store.execute(query)
        var iterator = calls.makeAsyncIterator()
        await iterator.next()
        let sample = stepSample(1, 0, 1)
        try await test.store.save(sample)
        await iterator.next()
        try await test.store.delete(sample)
        await iterator.next()
        #expect(count.withLock { $0 } == 3)
        test.store.stop(query)
        // Whoever listens yet hears of the save; the query that was stopped does not.
        let (heard, ear) = AsyncStream.makeStream(of: Void.self)
        let other = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            completion()
            ear.yield()
        }
        test.store.execute(other)
        var others = heard.makeAsyncIterator()
        await others.next()
        try await test.store.save(stepSample(1, 5, 6))
        await others.next()
        test.store.stop(other)
        #expect(count.withLock { $0 } == 3)
    }

    @Test("An observer without authorization hears error 5")
    func observerDenied() async {
        let app = test.app("nosy")
        let error = await withCheckedContinuation { continuation in
            app.execute(
                HKObserverQuery(sampleType: steps, predicate: nil) { _, _, error in
                    continuation.resume(returning: error)
                }
            )
        }
        #expect((error as? HKError)?.code == .errorAuthorizationNotDetermined)
    }

    @Test("R4.10 an anchored query with an update handler delivers what comes and goes", .timeLimit(.minutes(30)))
    func anchoredUpdates() async throws {
        try await test.store.save(stepSample(1, 0, 1))
        let results = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .results(for: test.store)
        var iterator = results.makeAsyncIterator()
        #expect(try await iterator.next()?.addedSamples.count == 1)
        let second = stepSample(2, 10, 11)
        try await test.store.save(second)
        #expect(try await iterator.next()?.addedSamples.map(\.uuid) == [second.uuid])
        try await test.store.delete(second)
        #expect(try await iterator.next()?.deletedObjects.map(\.uuid) == [second.uuid])
    }

    @Test("R5.23 statistics are computed again when samples come and go", .timeLimit(.minutes(30)))
    func statisticsUpdates() async throws {
        try await test.store.save([stepSample(10, 0, 60), stepSample(20, 86_400, 86_460)])
        var components = DateComponents(day: 1)
        components.timeZone = TimeZone(identifier: "UTC")
        let results = HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: steps),
            options: .cumulativeSum,
            anchorDate: at(0),
            intervalComponents: components
        )
        .results(for: test.store)
        var iterator = results.makeAsyncIterator()
        func sums(_ result: HKStatisticsCollectionQueryDescriptor.Result?) -> [Double?] {
            result?.statisticsCollection.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } ?? []
        }
        #expect(sums(try await iterator.next()) == [10, 20])
        let extra = stepSample(5, 86_500, 86_560)
        try await test.store.save(extra)
        let change = try await iterator.next()
        #expect(sums(change) == [10, 25])
        #expect(change?.updatedStatistics?.map(\.startDate) == [at(86_400)])
        try await test.store.delete(extra)
        #expect(sums(try await iterator.next()) == [10, 20])
    }
}

/// A completion handler on its way to the test, which calls it.
private struct Completion: @unchecked Sendable {
    let call: HKObserverQueryCompletionHandler
}
