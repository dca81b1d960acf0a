import Foundation
import HealthKitStore
import Synchronization
import Testing

@testable import HealthKit

@Suite("Changes whose types can't be read")
struct ChangeHubFailureTests {
    @Test("A change of a type that can't be named makes every listener read again")
    func unnamed() throws {
        let store = try SampleStore(at: .memory)
        let hub = ChangeHub(store)
        let heard = Mutex<[DatabaseChange]>([])
        let token = hub.listen { change in heard.withLock { $0.append(change) } }
        defer { token.cancel() }
        store.close()
        hub.deliver(StoreChange(types: [7], namespaces: [], isLocal: true))
        #expect(heard.withLock { $0.map(\.isReopened) } == [true])
    }
}
