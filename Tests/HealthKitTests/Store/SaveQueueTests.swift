import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

@Suite("Saves that come together", .timeLimit(.minutes(30)))
struct SaveQueueTests {
    let test = TestStore()

    /// Saves all at once, and gives the outcome of each.
    private func save(_ saves: [[HKObject]], _ store: HKHealthStore) async -> [HKError.Code?] {
        await withTaskGroup(of: (Int, HKError.Code?).self) { group in
            for (index, objects) in saves.enumerated() {
                let objects = UncheckedSendable(objects)
                group.addTask { (index, await code { try await store.save(objects.value) }) }
            }
            return await group.reduce(into: Array(repeating: nil, count: saves.count)) { $0[$1.0] = $1.1 }
        }
    }

    @Test("R2.8 of saves that share a transaction each succeeds or fails by itself, wholly")
    func independent() async throws {
        let known = stepSample(1, -100, -99)
        try await test.store.save(known)
        let saves = (0..<400)
            .map { index -> [HKObject] in
                let sample = stepSample(1, Double(index) * 10, Double(index) * 10 + 1)
                return index % 7 == 3 ? [sample, known] : [sample]
            }
        let outcomes = await save(saves, test.store)
        for (index, outcome) in outcomes.enumerated() {
            #expect(outcome == (index % 7 == 3 ? .errorInvalidArgument : nil))
        }
        let stored = Set(try await test.store.all(steps).map(\.uuid))
        let expected = zip(saves, outcomes).filter { $0.1 == nil }.flatMap { $0.0.map(\.uuid) } + [known.uuid]
        #expect(stored == Set(expected))
    }

    @Test("R2.8 of two saves of one sample at the same time one is stored")
    func duplicates() async throws {
        for round in 0..<20 {
            let sample = stepSample(1, Double(round) * 10, Double(round) * 10 + 1)
            let outcomes = await save(Array(repeating: [sample], count: 4), test.store)
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == .errorInvalidArgument }.count == 3)
        }
        #expect(try await test.store.all(steps).count == 20)
    }

    @Test("R2.16 saves that are made one after the other without waiting are stored in that order")
    func order() async throws {
        let left = Atomic(50)
        await withCheckedContinuation { continuation in
            for version in 1...50 {
                let metadata: [String: Any] = [
                    HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version,
                ]
                test.store.save(stepSample(Double(version), 0, 60, metadata: metadata)) { isSuccess, _ in
                    #expect(isSuccess)
                    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
                }
            }
        }
        #expect(try await test.store.all(steps).compactMap { ($0 as? HKQuantitySample)?.value } == [50])
        let deleted = try await HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: steps)], anchor: nil)
            .result(for: test.store).deletedObjects
        #expect(deleted.count == 49, "each replaced the one before it")
    }

    @Test("saves that come together share their transactions, one that comes alone has its own")
    func shared() async throws {
        let database = try test.store.database()
        let heard = Mutex(0)
        let token = database.changes.listen { _ in heard.withLock { $0 += 1 } }
        defer { token.cancel() }
        // Nothing is stored while this transaction is open: the first save is taken alone, the others wait for it.
        let (begun, begin) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let writing = Task.detached {
            try database.write { _ in
                begun.signal()
                begin.wait()
            }
        }
        await Task.detached { begun.wait() }.value
        let saves = Mutex(0)
        test.store.save(stepSample(1, -10, -9)) { isSuccess, _ in saves.withLock { $0 += isSuccess ? 1 : 0 } }
        await eventually("the first save to be taken", seconds: 120) { database.saves.waitingCount == 0 }
        for index in 0..<99 {
            test.store.save(stepSample(1, Double(index), Double(index) + 1)) { isSuccess, _ in
                saves.withLock { $0 += isSuccess ? 1 : 0 }
            }
        }
        // Over a service the first may be taken with some of the others.
        let isServed = TestStore.isServed
        await eventually("saves that wait", seconds: 120) { database.saves.waitingCount >= (isServed ? 1 : 99) }
        begin.signal()
        try await writing.value
        await eventually("the end of every save", seconds: 120) { saves.withLock { $0 } == 100 }
        try await test.store.save(stepSample(1, 500, 501))
        #expect(try await test.store.all(steps).count == 101)
        await eventually("three changes", seconds: 120) { heard.withLock { $0 } >= 3 }
        if !isServed { #expect(heard.withLock { $0 } == 3, "the first alone, 99 together, the last alone") }
    }
}
