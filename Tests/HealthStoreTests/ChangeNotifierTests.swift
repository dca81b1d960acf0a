import Foundation
import Synchronization
import Testing

@testable import HealthStore

@Suite("Commits of others, noticed by their writing")
struct ChangeNotifierTests {
    @Test("A change is told of though the log couldn't be read at first")
    func unreadable() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)").path
        let notifier = ChangeNotifier(walPath: path, rechecks: [1, 1])
        let failures = Mutex(5)
        let listener = ObservationTests.Listener()
        let readLog: ChangeNotifier.LogReader = { commit in
            if commit == nil { return CommitLog(newest: 0, types: [], namespaces: []) }
            let fails = failures.withLock { left in
                left -= 1
                return left >= 0
            }
            return fails ? nil : CommitLog(newest: 1, types: [(7, 1)], namespaces: [])
        }
        let observation = notifier.add({ listener.hear($0) }, readLog: readLog)
        notifier.noticed(.touched)
        #expect(listener.wait { $0.map(\.types) == [[7]] })
        observation.cancel()
        notifier.stop()
    }
}
