import Foundation
import Synchronization

/// A few batches that are decoded by the first thread to take the job.
///
/// The batches belong to the scan's thread until ``open(_:)``, then to the one that takes the job, and to the scan
/// again once ``isDone``; the state's changes order their accesses. The compiler can't check that; a lock around each
/// batch would cost as much as the helpers save.
final class DecodingJob: @unchecked Sendable {
    /// The most batches in a job: enough to be worth handing over.
    static let capacity = 4

    private enum State {
        static let closed = 0
        static let open = 1
        static let taken = 2
        static let done = 3
    }

    private let batches: [BatchReader]
    private var failures: [(any Error)?]
    private var columns: ColumnSet = []
    private(set) var count = 0
    /// Whether a helper took the job; it signals when it is done.
    private var isHelped = false
    private let state = Atomic(State.closed)
    private let ended = DispatchSemaphore(value: 0)

    init(_ reader: any BatchSource) {
        batches = (0..<DecodingJob.capacity).map { _ in BatchReader(reader) }
        failures = Array(repeating: nil, count: DecodingJob.capacity)
    }

    /// Makes the job empty, for scans of another reader.
    func reset(_ reader: any BatchSource) {
        count = 0
        state.store(State.closed, ordering: .relaxed)
        for batch in batches { batch.turn(to: reader) }
    }

    /// Reads the bytes of a batch.
    func read(_ header: BatchHeader, of group: SampleGroup) {
        failures[count] = nil
        do {
            try batches[count].fetch(header, of: group)
        } catch {
            failures[count] = error
        }
        count += 1
    }

    /// Lets the job be taken.
    func open(_ columns: ColumnSet) {
        self.columns = columns
        state.store(State.open, ordering: .releasing)
    }

    /// Decodes the batches, unless another thread has begun to.
    ///
    /// - Parameter tells: whether the end is told to ``waitUntilDone()``; unnecessary for a scan that decodes for
    ///   itself.
    /// - Returns: whether this call did it.
    func tryDecoding(tells: Bool = false) -> Bool {
        let taken = state.compareExchange(
            expected: State.open,
            desired: State.taken,
            ordering: .acquiringAndReleasing
        )
        guard taken.exchanged else { return false }
        isHelped = tells
        for index in 0..<count where failures[index] == nil {
            do {
                try batches[index].decode(columns)
            } catch {
                failures[index] = error
            }
        }
        state.store(State.done, ordering: .releasing)
        if tells { ended.signal() }
        return true
    }

    /// Whether no thread has taken the job.
    var isOpen: Bool { state.load(ordering: .relaxed) == State.open }

    /// Whether the batches are decoded.
    var isDone: Bool { state.load(ordering: .acquiring) == State.done }

    /// The batch at an index.
    subscript(index: Int) -> BatchReader { batches[index] }

    /// The error for the batch at an index.
    func failure(of index: Int) -> (any Error)? { failures[index] }

    /// Waits for the helper that took the job.
    ///
    /// It is running, or it would not have taken it; so this wait is for no more than a few batches' work.
    func waitUntilDone() {
        if isDone, !isHelped { return }
        ended.wait()
    }

    /// Takes the job back before it was handed out.
    ///
    /// - Returns: whether it can be used again; not while a thread works on it.
    func takeBack() -> Bool {
        let closed = state.compareExchange(
            expected: State.open,
            desired: State.closed,
            ordering: .acquiringAndReleasing
        )
        if closed.exchanged { return true }
        guard closed.original == State.done else { return false }
        waitUntilDone()
        return true
    }
}
