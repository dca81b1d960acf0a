import Foundation
import Synchronization

/// Memory for scans with helpers, reused by the next scan: allocating memory costs more than decoding into it.
final class DecodingPool: Sendable {
    /// The number of batches from which a scan is helped.
    let leastBatches: Int
    /// The most threads that help a scan.
    let helperCount: Int
    /// The number of jobs that a scan has in progress.
    let jobCount: Int

    private struct State {
        var jobs: [DecodingJob] = []
        var batches: [IdleBatch] = []
        var isClosed = false
    }

    /// A batch between two users: the lock orders their accesses, which the compiler can't check.
    private struct IdleBatch: @unchecked Sendable {
        let batch: BatchReader
    }

    /// Unused jobs and batches.
    private let idle = Mutex(State())

    /// The most batches that are kept, of a quarter of a megabyte each.
    private let mostBatches: Int

    /// The helpers that a scan has at most, whatever the machine: beyond that its own thread can't keep up.
    private static let mostHelpers = 7

    /// A pool without helpers: a writer may change batches that a scan would have read ahead.
    static let nobody = DecodingPool(helperCount: 0, leastBatches: Int.max)

    private init(helperCount: Int, leastBatches: Int) {
        self.leastBatches = leastBatches
        self.helperCount = helperCount
        jobCount = 2 * (helperCount + 1)
        mostBatches = leastBatches == Int.max ? 0 : 4
    }

    convenience init(_ options: StoreOptions) {
        let cores = options.coreCount ?? ProcessInfo.processInfo.activeProcessorCount
        self.init(
            helperCount: min(max(cores - 1, 0), DecodingPool.mostHelpers),
            leastBatches: max(options.leastBatchesForHelp, 1)
        )
    }

    /// An empty job.
    func take(_ reader: any BatchSource) -> DecodingJob {
        guard let job = idle.withLock({ $0.jobs.popLast() }) else { return DecodingJob(reader) }
        job.reset(reader)
        return job
    }

    /// Stores an unused job.
    func putBack(_ job: DecodingJob) {
        idle.withLock { idle in
            if !idle.isClosed, idle.jobs.count < 2 * jobCount { idle.jobs.append(job) }
        }
    }

    /// A batch reader without a current batch.
    func takeBatch(_ reader: any BatchSource) -> BatchReader {
        guard let idle = idle.withLock({ $0.batches.popLast() }) else { return BatchReader(reader) }
        idle.batch.turn(to: reader)
        return idle.batch
    }

    /// Stores an unused batch reader.
    func putBack(_ batch: BatchReader) {
        let batch = IdleBatch(batch: batch)
        idle.withLock { idle in
            if !idle.isClosed, idle.batches.count < mostBatches { idle.batches.append(batch) }
        }
    }

    /// Frees all jobs and batches, which wipes their decoded data, and stores none from now on.
    func close() {
        let idle = idle.withLock { idle in
            defer { (idle.jobs, idle.batches, idle.isClosed) = ([], [], true) }
            return (idle.jobs, idle.batches)
        }
        withExtendedLifetime(idle) {}
    }
}
