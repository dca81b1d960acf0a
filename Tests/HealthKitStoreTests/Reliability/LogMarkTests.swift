import FaultDisk
import Foundation
import HealthKitStore
import Testing

/// The mark beside the log: it refuses a log that has lost what had reached the disk, and nothing else.
@Suite struct LogMarkTests {
    private static var options: StoreOptions {
        var options = StoreOptions()
        options.fileSystem = FaultyDisk.fileSystem
        return options
    }

    private static func code(_ disk: FaultyDisk) -> StoreError.Code? {
        do {
            let store = try SampleStore(at: .file(disk.path), options: options)
            _ = try StoreContents(store, namespaces: [])
            store.close()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    /// A disk as a program leaves it that is killed after some commits.
    private static func killed(after commits: Int) throws -> FaultyDisk {
        let disk = FaultyDisk()
        let store = try SampleStore(at: .file(disk.path), options: options)
        let words = try store.write { try Vocabulary($0) }
        for index in 0..<commits { try store.write { try $0.insert([words.step(Double(index) * 60)]) } }
        let copy = disk.copy()
        store.close()
        copy.cutZerosBehindLog()
        return copy
    }

    @Test func aLogThatLostItsLastCommitIsDamagedWithTheMarkAndShorterWithout() throws {
        let disk = try Self.killed(after: 3)
        let log = disk.bytes("-log")
        log[log.count - 100] ^= 1
        let bare = disk.copy()
        fault_disk_put(bare.handle, "health.store-mark", [0], 1)
        #expect(Self.code(disk) == .damaged)
        #expect(Self.code(bare) == nil)
    }

    @Test func aLogThatWasCutIsDamaged() throws {
        let disk = try Self.killed(after: 3)
        let log = disk.bytes("-log")
        let half = Array(log.prefix(log.count / 2))
        fault_disk_put(disk.handle, "health.store-log", half, Int64(half.count))
        #expect(Self.code(disk) == .damaged)
    }

    @Test func aMarkOfAnotherLogSaysNothing() throws {
        let disk = try Self.killed(after: 2)
        disk.take("-mark", from: try Self.killed(after: 9))
        #expect(Self.code(disk) == nil)
    }

    /// A commit that reached the disk while its process died before it could tell the others is written over by the
    /// next; a crash during that isn't damage.
    @Test func aCommitThatNobodyHeardOfMayBeWrittenOver() throws {
        let disk = FaultyDisk()
        let store = try SampleStore(at: .file(disk.path), options: Self.options)
        let words = try store.write { try Vocabulary($0) }
        try store.write { try $0.insert([words.step(0)]) }
        let before = try disk.contents()
        // The same store goes on elsewhere; what that leaves in the log is put under the running one.
        let other = disk.copy()
        let elsewhere = try SampleStore(at: .file(other.path), options: Self.options)
        try elsewhere.write { try $0.insert((0..<300).map { words.step(1000 + Double($0)) }) }
        disk.take("-log", from: other)
        disk.take("-mark", from: other)
        let unheard = try other.contents()
        elsewhere.close()
        for call in 1...60 {
            fault_disk_fail(disk.handle, FAULT_FOR_GOOD, Int64(call))
            _ = try? store.write { try $0.insert([words.step(60)]) }
            fault_disk_heal(disk.handle)
            let crashed = disk.copy()
            let found = try crashed.contents()
            // Until the first frame is written over the unheard commit is in the log, and recovery finds it.
            if case .failure(let code) = found {
                Issue.record("a crash at call \(call) of a commit is damage: \(code)")
            }
            if call == 1 { #expect(found == unheard && found != before) }
        }
        try store.write { try $0.insert([words.step(120)]) }
        #expect(Self.code(disk.copy()) == nil)
        store.close()
    }
}
