import Foundation

/// Batches of a long scan, decoded by other cores before the scan comes to them.
///
/// Only the thread that scans reads the database, so that all batches are of its one snapshot; the others check and
/// decode bytes that were read already. The scan gets its batches in the same order, with the same bits and the same
/// errors as without help, and never waits for a helper that hasn't begun: it decodes untaken batches itself.
final class ReadAhead {
    private let group: SampleGroup
    private let columns: ColumnSet
    private let headers: [BatchHeader]
    private let crew: DecodingCrew
    private let pool: DecodingPool
    /// The jobs that were read and not handed out yet, the first of them being handed out.
    private var jobs: [DecodingJob] = []
    /// The number of batches of the first job that were handed out.
    private var handedOut = 0
    /// The next header to read.
    private var position = 0
    private let reader: StoreReader

    /// The columns that can be decoded without the database.
    static let columns: ColumnSet = [.times, .values, .provenance, .creation, .anchor]

    /// Makes the batches of `headers`, all of which the scan wants; nil if they are too few to be worth it, or there
    /// are no helpers.
    init?(_ reader: StoreReader, _ group: SampleGroup, _ headers: [BatchHeader], columns: ColumnSet) {
        let pool = reader.decodingPool
        guard headers.count >= pool.leastBatches, pool.helperCount > 0, columns.isSubset(of: ReadAhead.columns)
        else { return nil }
        self.reader = reader
        self.group = group
        self.columns = columns
        self.headers = headers
        self.pool = pool
        crew = DecodingCrew(limit: pool.helperCount)
    }

    deinit {
        crew.dismiss()
        if handedOut > 0, !jobs.isEmpty { pool.putBack(jobs.removeFirst()) }
        for job in jobs where job.takeBack() { pool.putBack(job) }
    }

    /// The next batch with its columns; nil at the end.
    ///
    /// - Returns: the batch, which stays as it is until the next call.
    /// - Throws: ``StoreError/Code/damaged`` for a batch that can't be read.
    func next() throws -> BatchReader? {
        if let first = jobs.first, handedOut == first.count {
            jobs.removeFirst()
            pool.putBack(first)
            handedOut = 0
        }
        try refill()
        guard let job = jobs.first else { return nil }
        if handedOut == 0 { finish(job) }
        let batch = job[handedOut]
        handedOut += 1
        if let failure = job.failure(of: handedOut - 1) { throw failure }
        return batch
    }

    /// Reads on once half of the jobs are done, so that helpers are called seldom and for some time.
    private func refill() throws {
        guard jobs.count <= pool.jobCount / 2, position < headers.count else { return }
        var added: [DecodingJob] = []
        while jobs.count < pool.jobCount, position < headers.count {
            let job = pool.take(reader)
            while job.count < DecodingJob.capacity, position < headers.count {
                job.read(headers[position], of: group)
                position += 1
            }
            job.open(columns)
            jobs.append(job)
            added.append(job)
        }
        crew.add(added)
    }

    /// Waits until a job is done, and does it or the next ones meanwhile.
    private func finish(_ job: DecodingJob) {
        if job.tryDecoding() { return }
        for later in jobs.dropFirst() where !job.isDone { _ = later.tryDecoding() }
        job.waitUntilDone()
    }
}
