import FaultDisk
import Foundation
import HealthKitStore
import Synchronization

/// A run of the model on a disk that records, with what the store held after each transaction.
///
/// While it runs it is compared with the model, and after each transaction all rows of all tables are read as they stand
/// on the disk. A crash is then judged by these rows alone: they must be exactly those of the last transaction that had
/// returned, or those of the one in flight.
struct CrashWorkload {
    /// The store's contents when a transaction had returned, and the number of operations recorded on the disk by then.
    struct State {
        var recorded: Int64
        var contents: DiskContents
    }

    let disk: FaultyDisk
    let operations: Int
    let seed: UInt64
    private(set) var states: [State]

    var recorded: Int64 { fault_disk_recorded(disk.handle) }

    var summary: String {
        "seed \(seed), \(operations) operations in \(states.count - 2) transactions, \(recorded) writes and syncs"
    }

    /// Runs the model.
    ///
    /// - Parameters:
    ///   - seed: decides what is done.
    ///   - steps: how many steps of the model.
    ///   - lies: whether the disk only says that it has synced.
    ///   - isLocked: whether the store is encrypted.
    ///   - keptKilobytes: how much of the store stays in memory.
    /// - Throws: The errors of the model, and a failure when the store differs from it.
    init(
        seed: UInt64,
        steps: Int,
        lies: Bool = false,
        isLocked: Bool = false,
        keptKilobytes: Int = StoreOptions().keptKilobytes
    ) throws {
        let disk = FaultyDisk(isLocked: isLocked)
        fault_disk_record(disk.handle)
        fault_disk_lie(disk.handle, lies)
        // Before there is anything, and when the store has been made.
        let log = Mutex([State(recorded: 0, contents: .hash(0))])
        let fixture = try StoreFixture(.file, on: disk) { options in
            options.batchCapacity = 16
            options.recentIdentityLimit = 24
            options.checkpointPages = 60
            options.keptKilobytes = keptKilobytes
        }
        let note = {
            let contents = try disk.contents()
            let recorded = fault_disk_recorded(disk.handle)
            log.withLock { $0.append(State(recorded: recorded, contents: contents)) }
        }
        try note()
        fixture.afterWrite = note
        var run = try ModelRun(fixture, seed: seed, isSmall: true)
        for step in 0..<steps {
            try run.step()
            if step % 50 == 49 {
                let differences = try run.compare()
                if differences != [] { throw ModelFailure("seed \(seed), step \(step): \(differences)") }
            }
        }
        fixture.afterWrite = nil
        fixture.store.close()
        self.disk = disk
        self.seed = seed
        operations = run.operations
        states = log.withLock { $0 }
        states[0].contents = try FaultyDisk().contents()
    }
}

/// The result of a sweep.
struct CrashSweep: CustomStringConvertible {
    var images = 0
    var opened = 0
    var before = 0
    var after = 0
    var losses: [String] = []

    var description: String {
        "\(images) images (\(opened) of them opened and read through the store): \(before) without and \(after) with "
            + "the transaction in flight, \(losses.count) losses"
    }

    mutating func add(_ other: CrashSweep) {
        images += other.images
        opened += other.opened
        before += other.before
        after += other.after
        losses += other.losses
    }
}

/// The result of all workers of a sweep.
private final class CrashSweepTotal: Sendable {
    private let total = Mutex(CrashSweep())

    var sweep: CrashSweep { total.withLock { $0 } }

    func add(_ part: CrashSweep) { total.withLock { $0.add(part) } }
}

extension CrashWorkload {
    /// Crashes at every operation that the disk recorded, in each of the ways.
    ///
    /// - Parameters:
    ///   - ways: what becomes of what was not synced.
    ///   - limit: how many losses are enough.
    /// - Returns: what was found.
    /// - Throws: what opening a disk throws.
    func sweep(_ ways: [CrashWay], limit: Int = 20) throws -> CrashSweep {
        let workers = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        let total = CrashSweepTotal()
        inParallel(workers) { worker in
            var part = CrashSweep()
            for way in ways {
                do {
                    try sweep(way, worker: worker, of: workers, limit: limit, into: &part)
                } catch {
                    part.losses.append("\(way): \(error)")
                }
            }
            total.add(part)
        }
        return total.sweep
    }

    private func sweep(_ way: CrashWay, worker: Int, of workers: Int, limit: Int, into sweep: inout CrashSweep) throws {
        let replay = CrashReplay(disk)
        var (position, returned): (Int64, Int) = (0, 0)
        var lastDurable: Int64 = -1
        while replay.next() {
            defer { position += 1 }
            let advanced = returned
            while returned + 1 < states.count, states[returned + 1].recorded <= position { returned += 1 }
            guard Int(position) % workers == worker else { continue }
            sweep.images += 1
            // As long as nothing more is durable, what drops the rest leaves the same.
            if way == .dropped, replay.durableState == lastDurable, advanced == returned {
                sweep.before += 1
                continue
            }
            lastDurable = replay.durableState
            let image = replay.crash(way, seed: seed &+ UInt64(position) &* 977)
            let isOpened = position % 97 < workers
            let found = try look(image, opens: isOpened, checksIntegrity: position % 8 < workers)
            sweep.opened += isOpened ? 1 : 0
            if found == states[returned].contents {
                sweep.before += 1
            } else if returned + 1 < states.count, found == states[returned + 1].contents {
                sweep.after += 1
            } else {
                sweep.losses.append(
                    "seed \(seed), \(way) at operation \(position) after transaction \(returned): \(found)"
                )
                if sweep.losses.count >= limit { return }
            }
        }
    }

    /// Reads an image: its tables as they stand, and now and then through a store that goes on with it.
    private func look(_ image: FaultyDisk, opens: Bool, checksIntegrity: Bool) throws -> DiskContents {
        let contents = try image.contents(checksIntegrity: checksIntegrity)
        guard opens, case .hash = contents else { return contents }
        let options = image.options
        let store = try SampleStore(at: .file(image.path), options: options)
        let read = try StoreContents(store, namespaces: ["model"])
        let contradictions = try store.read { try read.contradictions($0) }
        if contradictions != [] { throw ModelFailure("\(contradictions)") }
        try store.write { try $0.setValue([1], "after the crash", "k") }
        store.close()
        let again = try SampleStore(at: .file(image.path), options: options)
        defer { again.close() }
        guard try StoreContents(again, namespaces: ["model"]) == read,
            try again.read({ try $0.value("after the crash", "k") }) == [1]
        else { throw ModelFailure("the store did not go on after the crash") }
        return contents
    }
}
