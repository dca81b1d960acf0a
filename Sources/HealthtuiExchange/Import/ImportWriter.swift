import Foundation
import HealthKit
import Synchronization

/// Writes chunks to the store on a separate thread, one transaction per chunk, while the scanner fills the next.
///
/// At most one chunk waits, so that memory use stays flat.
final class ImportWriter: @unchecked Sendable {
    // Unchecked only for this: the session belongs to the writing thread from `init` on, the numbering to the other one.
    private let session: ObjectImport
    private let toWrite = Mutex<ImportChunk?>(nil)
    private let emptied = Mutex<[ImportedRow]>([])
    private let result = Mutex<(outcome: ImportOutcome, error: (any Error)?)>((ImportOutcome(), nil))
    private let mayHand = DispatchSemaphore(value: 1)
    private let mayTake = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    /// The numbering of the chunks passed on so far; used by the thread that fills them.
    private(set) var numbering = ImportNumbering()

    init(_ session: ObjectImport) {
        self.session = session
        let thread = Thread { [self] in run() }
        thread.name = "healthkit.import"
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Passes on a chunk; blocks while another one is waiting.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - owners: The number of owners that the import has numbered so far.
    /// - Throws: The error that stopped the writer.
    func hand(_ chunk: ImportChunk, owners: UInt32) throws {
        numbering.add(chunk.definitions, owners: owners)
        mayHand.wait()
        toWrite.withLock { $0 = chunk }
        mayTake.signal()
        if let error = result.withLock({ $0.error }) { throw error }
    }

    /// An array to fill, reusing the memory of a written one if possible.
    func emptyRows() -> [ImportedRow] {
        emptied.withLock { rows in
            defer { rows = [] }
            return rows
        }
    }

    /// The number of records in the store so far, new or not.
    var recordsWritten: Int {
        result.withLock { $0.outcome.tallies[.records].settled }
    }

    /// Waits until everything is written.
    ///
    /// - Throws: The error that stopped the writer.
    func finish() throws -> ImportOutcome {
        stop()
        let (outcome, error) = result.withLock { ($0.outcome, $0.error) }
        if let error { throw error }
        return outcome
    }

    /// Ends the thread after it has written the chunks it was given.
    func stop() {
        mayHand.wait()
        toWrite.withLock { $0 = nil }
        mayTake.signal()
        hasEnded.wait()
    }

    /// Does maintenance work while the next chunk is being filled.
    private func tidy() {
        guard result.withLock({ $0.error == nil }) else { return }
        do { try session.tidy() } catch { result.withLock { $0.error = error } }
    }

    private func run() {
        while true {
            if mayTake.wait(timeout: .now()) == .timedOut {
                tidy()
                mayTake.wait()
            }
            let chunk = toWrite.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            mayHand.signal()
            guard var chunk else { break }
            guard result.withLock({ $0.error == nil }) else { continue }
            do {
                let outcome = try session.write(chunk)
                result.withLock { $0.outcome = $0.outcome + outcome }
                chunk.rows.removeAll(keepingCapacity: true)
                emptied.withLock { $0 = chunk.rows }
            } catch {
                result.withLock { $0.error = error }
            }
        }
        do {
            try session.finish()
        } catch {
            result.withLock { $0.error = $0.error ?? error }
        }
        hasEnded.signal()
    }
}
