import Foundation
import HealthKit
import Synchronization

/// Writes chunks to the store on a thread of its own, one transaction a chunk, while the scanner fills the next.
///
/// At most one chunk waits, so that memory stays flat.
final class ImportWriter: @unchecked Sendable {
    // Unchecked for the sake of this alone: the session belongs to the writing thread from `init` on.
    private let session: ObjectImport
    private let toWrite = Mutex<ImportChunk?>(nil)
    private let emptied = Mutex<[ImportedRow]>([])
    private let result = Mutex<(outcome: ImportOutcome, error: (any Error)?)>((ImportOutcome(), nil))
    private let mayHand = DispatchSemaphore(value: 1)
    private let mayTake = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ session: ObjectImport) {
        self.session = session
        let thread = Thread { [self] in run() }
        thread.name = "healthkit.import"
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Hands over a chunk; waits while another one waits.
    ///
    /// - Throws: The error at which the writer stopped.
    func hand(_ chunk: ImportChunk) throws {
        mayHand.wait()
        toWrite.withLock { $0 = chunk }
        mayTake.signal()
        if let error = result.withLock({ $0.error }) { throw error }
    }

    /// An array to fill, with the memory of one that was written where there is one.
    func emptyRows() -> [ImportedRow] {
        emptied.withLock { rows in
            defer { rows = [] }
            return rows
        }
    }

    /// How many records are in the store by now, new or not.
    var recordsWritten: Int {
        result.withLock { $0.outcome.tallies[.records].settled }
    }

    /// Waits until everything is written.
    ///
    /// - Throws: The error at which the writer stopped.
    func finish() throws -> ImportOutcome {
        stop()
        let (outcome, error) = result.withLock { ($0.outcome, $0.error) }
        if let error { throw error }
        return outcome
    }

    /// Ends the thread once it has written what it was handed.
    func stop() {
        mayHand.wait()
        toWrite.withLock { $0 = nil }
        mayTake.signal()
        hasEnded.wait()
    }

    /// Uses the time in which the next chunk is filled.
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
