import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite("Queries whose store can't be watched")
struct WatchFailureTests {
    @Test("A query that would go on ends with the error, once: no update would ever come")
    func ends() async throws {
        let store = HKHealthStore.person(location: .file("/dev/null/health.store")).store
        let heard = Mutex<[HKError.Code?]>([])
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, _, error in
            heard.withLock { $0.append((error as? HKError)?.code) }
        }
        store.execute(query)
        let deadline = ContinuousClock.now + .seconds(120)
        while query.run.isActive, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(2)) }
        #expect(!query.run.isActive)
        #expect(heard.withLock { $0 } == [.errorDatabaseInaccessible])
    }
}
