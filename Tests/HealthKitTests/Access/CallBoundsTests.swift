import Foundation
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// What an app asks is bounded at the gate, in the same process as over a socket.
@Suite("Calls are bounded", .timeLimit(.minutes(30)))
struct CallBoundsTests {
    private let test = TestStore()

    private static func names(_ count: Int) -> NSPredicate {
        HKQuery.predicateForObjects(with: Set((0..<count).map { _ in UUID() }))
    }

    private static func descriptors(_ count: Int) -> [HKQueryDescriptor] {
        Array(repeating: HKQueryDescriptor(sampleType: HealthKitTests.steps, predicate: nil), count: count)
    }

    @Test("A query with too many objects, types or orders gets errorInvalidArgument, a smaller one its answer")
    func reading() async throws {
        let app = test.app("app")
        try test.grant("app", HealthKitTests.steps, read: true, share: true)
        #expect(try await app.all(HealthKitTests.steps, Self.names(CallBounds.comparisons - 1)) == [])
        #expect(
            await code { _ = try await app.all(HealthKitTests.steps, Self.names(CallBounds.comparisons)) }
                == .errorInvalidArgument
        )
        func ask(_ types: Int, orders: Int) async -> HKError.Code? {
            await withCheckedContinuation { continuation in
                app.execute(
                    HKSampleQuery(
                        queryDescriptors: Self.descriptors(types),
                        limit: 1,
                        sortDescriptors: Array(
                            repeating: NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true),
                            count: orders
                        )
                    ) { continuation.resume(returning: ($2 as? HKError)?.code) }
                )
            }
        }
        #expect(await ask(CallBounds.types, orders: CallBounds.rules) == nil)
        #expect(await ask(CallBounds.types + 1, orders: 0) == .errorInvalidArgument)
        #expect(await ask(1, orders: CallBounds.rules + 1) == .errorInvalidArgument)
    }

    @Test("A query that goes on is told once that it asks for too much, and is over")
    func live() async throws {
        let app = test.app("app")
        try test.grant("app", HealthKitTests.steps, read: true, share: true)
        let codes = Mutex<[HKError.Code?]>([])
        let query = HKObserverQuery(queryDescriptors: Self.descriptors(CallBounds.types + 1)) { _, _, done, error in
            codes.withLock { $0.append((error as? HKError)?.code) }
            done()
        }
        app.execute(query)
        await eventually("the query's answer") { query.run.hasAnswered }
        #expect(!query.run.isActive)
        try await test.store.save(stepSample(1, 0, 1))
        query.run.drain()
        #expect(codes.withLock { $0 } == [.errorInvalidArgument])
    }

    @Test("Texts of a filter are bounded together")
    func texts() throws {
        let long = String(repeating: "x", count: CallBounds.bytes / 2)
        func filter(_ count: Int) throws -> SampleFilter {
            try SampleFilter(
                HKQuery.predicateForObjects(
                    withMetadataKey: "key",
                    allowedValues: (0..<count).map { long + String($0) }
                )
            )
        }
        try filter(1).checkSize()
        #expect(throws: HKError.self) { try filter(2).checkSize() }
    }

    @Test("Too many objects to delete are refused before anything is looked up")
    func deleting() async throws {
        let gate = test.app("app").port
        let call = DeleteCall(objects: Array(repeating: UUID(), count: CallBounds.objects + 1), types: [])
        #expect(await code { try gate.send(call) } == .errorInvalidArgument)
    }
}
