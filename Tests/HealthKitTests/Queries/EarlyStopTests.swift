import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

@Suite("Queries that are stopped before they run")
struct EarlyStopTests {
    private let test = TestStore()

    @Test("stop before execute: the query never runs, and a third call is the exception that a repetition is")
    func stopFirst() {
        let calls = Mutex(0)
        let query = HKSampleQuery(sampleType: steps, predicate: nil, limit: 0, sortDescriptors: nil) { _, _, _ in
            calls.withLock { $0 += 1 }
        }
        test.store.stop(query)
        test.store.stop(query)
        test.store.execute(query)
        #expect(!query.run.isActive)
        #expect(query.run.begin() == .repeated)
        // What was queued before is over when this is.
        test.store.queue.sync(flags: .barrier) {}
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("a task that is cancelled at any moment around the start of its query ends with an answer or a cancellation")
    func cancelledTasks() async throws {
        try await test.store.save(stepSample(1, 0, 1))
        let store = test.store
        await withTaskGroup(of: Void.self) { group in
            for round in 0..<400 {
                group.addTask {
                    let task = Task {
                        try await HKSampleQueryDescriptor(
                            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
                            sortDescriptors: []
                        )
                        .result(for: store)
                    }
                    for _ in 0..<(round % 7) { await Task.yield() }
                    task.cancel()
                    switch await task.result {
                    case .success(let samples): #expect(samples.count == 1)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
        }
    }

    @Test("a sequence that is dropped before its query starts leaves nothing running")
    func droppedSequence() async throws {
        let store = test.store
        for _ in 0..<100 {
            let task = Task {
                let updates = HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
                    anchor: nil
                )
                .results(for: store)
                for try await _ in updates { break }
            }
            task.cancel()
            _ = await task.result
        }
    }

    @Test("cancelling a request for access withdraws it instead of waiting for the person")
    func cancelledRequest() async throws {
        let app = test.app("patient", prompt: WaitingPrompt())
        let task = Task { try await app.requestAuthorization(toShare: [], read: [HKQuantityType(.stepCount)]) }
        let database = try test.store.database()
        try await eventually("the request in the store", seconds: 900) {
            try !database.read { try $0.pendingRequests() }.isEmpty
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// Shows nothing and waits.
private struct WaitingPrompt: AuthorizationPrompting {
    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool { false }
}
