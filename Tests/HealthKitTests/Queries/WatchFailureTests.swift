import Foundation
import Synchronization
import Testing
import WaitTesting

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
        await eventually("the end of the query", seconds: 120) { !query.run.isActive }
        #expect(heard.withLock { $0 } == [.errorDatabaseInaccessible])
    }
}
