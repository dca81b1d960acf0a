import Foundation
import HealthKitStore
import Synchronization
import Testing

/// A crash at every write, sync, truncation, creation and deletion of a workload: what had returned is there afterwards,
/// what was in flight is there whole or not at all, and everything else is as it was.
@Suite struct CrashSweepTests {
    /// The soak goes further.
    private static let isSoak = ProcessInfo.processInfo.environment["SOAK_MINUTES"] != nil
    private static let steps = isSoak ? 2000 : 20
    private static let longSteps = isSoak ? 250 : 12

    @Test(arguments: [false, true]) func whateverMomentTheMachineStopsTheStoreIsWhole(_ isLocked: Bool) throws {
        let workload = try CrashWorkload(seed: 42, steps: Self.steps, isLocked: isLocked)
        let sweep = try workload.sweep(CrashWay.allCases)
        print("crashes\(isLocked ? ", encrypted" : ""): \(workload.summary); \(sweep)")
        #expect(sweep.losses == [])
        #expect(workload.states.count > Self.steps)
        #expect(sweep.images > 4 * 10 * Self.steps)
    }

    /// The same with transactions that do not fit into memory: pages of them are in the log, and are written there again,
    /// before they end.
    @Test(arguments: [false, true]) func whateverMomentOfALongTransactionTheStoreIsWhole(_ isLocked: Bool) throws {
        let kilobytes = StoreFixture.fewKilobytes
        let workload = try CrashWorkload(seed: 45, steps: Self.longSteps, isLocked: isLocked, keptKilobytes: kilobytes)
        let sweep = try workload.sweep(CrashWay.allCases)
        print("crashes in long transactions\(isLocked ? ", encrypted" : ""): \(workload.summary); \(sweep)")
        #expect(sweep.losses == [])
        #expect(workload.states.count > Self.longSteps * 4 / 5)
        #expect(sweep.images > 4 * 12 * Self.longSteps)
    }

    /// The canary: on a disk that says that it has synced and hasn't, the same sweep must find losses.
    @Test(arguments: [false, true]) func aDiskThatLiesAboutSyncsIsFoundOut(_ isLocked: Bool) throws {
        let workload = try CrashWorkload(seed: 43, steps: 60, lies: true, isLocked: isLocked)
        for way in [CrashWay.dropped, .torn, .garbage] {
            let sweep = try workload.sweep([way], limit: 3)
            #expect(!sweep.losses.isEmpty, "\(way)")
        }
    }

    /// The canary for what follows a crash: a store that has lost one row isn't taken for whole.
    @Test func aRowThatIsMissingIsFoundOut() throws {
        let workload = try CrashWorkload(seed: 44, steps: 40)
        let disk = workload.disk.copy()
        let whole = try disk.contents()
        #expect(whole == workload.states.last?.contents)
        var options = StoreOptions()
        options.fileSystem = FaultyDisk.fileSystem
        let store = try SampleStore(at: .file(disk.path), options: options)
        try store.write { writer in
            let uuid = try #require(try writer.changes(after: 0).items.first { $0.isSample }?.uuid)
            try writer.delete(uuids: [uuid], at: 1)
        }
        store.close()
        #expect(try disk.contents() != whole)
    }
}

extension StoreChanges.Item {
    fileprivate var isSample: Bool { if case .sample = self { true } else { false } }

    fileprivate var uuid: UUID {
        switch self {
        case .sample(let sample): sample.uuid
        case .record(let record): record.uuid
        case .tombstone(let tombstone): tombstone.uuid
        }
    }
}
