import Foundation
import Synchronization
import Testing

@testable import HealthKitStore

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

    @Test("A commit on the disk is seen by its mark, even one made later; only what has none touches the log")
    func marks() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("marks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (log, mark) = (folder.appendingPathComponent("log"), folder.appendingPathComponent("mark"))
        func write(_ file: URL) throws {
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: [1])
            try handle.close()
        }
        let long = Date(timeIntervalSince1970: 1_000_000)
        func time() throws -> Date? {
            try FileManager.default.attributesOfItem(atPath: log.path)[.modificationDate] as? Date
        }
        try Data().write(to: log)
        let newest = Mutex<Int64>(0)
        let listener = ObservationTests.Listener()
        let readLog: ChangeNotifier.LogReader = { _ in
            let commit = newest.withLock { $0 }
            return CommitLog(newest: commit, types: [(7, commit)], namespaces: [])
        }
        // Without rechecks only a sign makes it look.
        let other = ChangeNotifier(walPath: log.path, markPath: mark.path, rechecks: [])
        let observation = other.add({ listener.hear($0) }, readLog: readLog)
        newest.withLock { $0 = 1 }
        try Data().write(to: mark)
        try write(log)
        #expect(listener.wait { $0.count == 1 })
        newest.withLock { $0 = 2 }
        try write(mark)
        #expect(listener.wait { $0.count == 2 })

        let writer = ChangeNotifier(walPath: log.path, markPath: mark.path)
        let change = StoreChange(types: [7], namespaces: [], isLocal: true)
        for (isMarked, isSynced, touches) in [(true, true, false), (true, false, true), (false, true, true)] {
            if !isMarked { try FileManager.default.removeItem(at: mark) }
            try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: log.path)
            writer.committed(change, commit: 3, isSynced: isSynced)
            #expect(try (time() != long) == touches)
        }
        observation.cancel()
        other.stop()
        writer.stop()
    }
}
