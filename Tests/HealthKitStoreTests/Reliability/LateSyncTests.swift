import FaultDisk
import Foundation
import HealthKitStore
import Testing

/// Imports that reach the disk at their end: whenever the machine stops the store is whole, holds the first of their
/// transactions, and all of those of an import that had ended.
@Suite struct LateSyncTests {
    /// The state that must exist once the disk has recorded a number of operations.
    private struct Promise {
        var recorded: Int64
        var state: Int
    }

    /// Imports on a disk that records, with what the store held after each transaction.
    private struct Workload {
        let disk: FaultyDisk
        var states: [DiskContents] = []
        var promises: [Promise] = []
        /// How much the disk had recorded when each transaction had returned.
        var returned: [Int64] = []

        init(isLocked: Bool) throws {
            disk = FaultyDisk(isLocked: isLocked)
            fault_disk_record(disk.handle)
            var options = disk.options
            options.batchCapacity = 16
            options.checkpointPages = 8
            let store = try SampleStore(at: .file(disk.path), options: options)
            let words = try store.write { try Vocabulary($0) }
            try note(isPromised: true)
            for turn in 0..<2 {
                let session = try store.beginImport(ImportOptions(syncsAtEnd: true))
                for part in 0..<10 {
                    let start = Double(turn * 100_000 + part * 700)
                    _ = try session.add((0..<20).map { words.step(start + Double($0) * 30, value: Double(part)) })
                    try note(isPromised: false)
                    if part % 3 == 1 { try session.tidy() }
                    guard part == 4 else { continue }
                    // What is saved beside the import is on the disk when that returns, and what came before it.
                    try store.write { try $0.setValue([UInt8(turn)], "beside", "the import") }
                    try note(isPromised: true)
                }
                try session.finish()
                try note(isPromised: true)
            }
            store.close()
        }

        private mutating func note(isPromised: Bool) throws {
            states.append(try disk.contents())
            let recorded = fault_disk_recorded(disk.handle)
            returned.append(recorded)
            if isPromised { promises.append(Promise(recorded: recorded, state: states.count - 1)) }
        }
    }

    @Test func anImportThatBringsNothingNewWritesAndSyncsNothing() throws {
        let disk = FaultyDisk(isLocked: false)
        fault_disk_record(disk.handle)
        let store = try SampleStore(at: .file(disk.path), options: disk.options)
        defer { store.close() }
        let words = try store.write { try Vocabulary($0) }
        let rows = (0..<40).map { words.step(Double($0) * 30, value: 1) }
        func run() throws -> Int64 {
            let before = fault_disk_recorded(disk.handle)
            let session = try store.beginImport(ImportOptions(syncsAtEnd: true))
            _ = try session.add(rows)
            try session.finish()
            return fault_disk_recorded(disk.handle) - before
        }
        #expect(try run() > 0)
        #expect(try run() == 0)
    }

    @Test(arguments: [false, true]) func aCrashLeavesTheFirstOfAnImportAndAllOfOneThatHasEnded(_ isLocked: Bool) throws
    {
        let workload = try Workload(isLocked: isLocked)
        // The end of an import changes nothing but where it is.
        let distinct = Set(workload.states)
        #expect(distinct.count == workload.states.count - 2)
        var late = 0
        for way in CrashWay.allCases {
            let replay = CrashReplay(workload.disk)
            var position: Int64 = 0
            while replay.next() {
                defer { position += 1 }
                guard let promise = workload.promises.last(where: { $0.recorded <= position }) else { continue }
                let image = replay.crash(way, seed: UInt64(position) &* 977)
                let found = try image.contents(checksIntegrity: position % 8 == 0)
                let place = workload.states.lastIndex(of: found)
                #expect(place != nil, "\(way) at operation \(position): \(found)")
                #expect(place ?? 0 >= promise.state, "\(way) at operation \(position) lost what had ended")
                let returned = workload.returned.lastIndex { $0 <= position } ?? 0
                if let place, place < returned { late += 1 }
            }
        }
        // Otherwise each transaction was synced, and nothing was tried here.
        #expect(late > 0)
    }
}
