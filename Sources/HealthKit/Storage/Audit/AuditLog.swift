import Foundation
import HealthKitStore
import Synchronization

/// Counts app activity in a store and records it in the background.
///
/// Counting takes a few comparisons in memory. Regardless of the number of calls, the counts are written in one transaction
/// less than a second later, on a separate thread, so no app waits for it. Until then, they are also in shared memory
/// (``AuditMarks``), from before the app receives its result: if a program exits early, the next one takes over its counts.
/// Counts that can't be written because the disk is full wait in bounded memory. A read-only store keeps no audit.
package final class AuditLog: Sendable {
    private struct State {
        var tally = AuditTally(limit: AuditLog.mostRows)
        var isScheduled = false
        /// The number of consecutive write failures.
        var failures = 0
        /// Whether writing is permanently impossible here.
        var isOff = false
        /// The counts in shared memory; created with the first count.
        var marks: AuditMarks?
        var hasMarks = false
    }

    /// The maximum number of pending rows that name an app and a type.
    static let mostRows = 1_024

    /// How long calls are counted before they are written, in seconds.
    private static let delay = 0.7

    /// The maximum delay before a failed write is retried, in seconds.
    private static let longestDelay = 60.0

    /// Whether counting is on; a benchmark of its cost turns it off for its own process.
    package var isCounting: Bool {
        get { counts.load(ordering: .relaxed) }
        set { counts.store(newValue, ordering: .relaxed) }
    }

    private let counts = Atomic(true)
    private let state = Mutex(State())
    /// Held during a write, so that the next holder knows that everything was written.
    private let turn = Mutex(())
    /// The open store; `nil` while it is locked.
    private let store: Mutex<SampleStore?>
    private let queue = DispatchQueue(label: "healthkit.audit", qos: .utility)
    /// Distinguishes this program's entries from those of others that write at the same time.
    private let tag = String(UInt64.random(in: .min ... .max), radix: 36)

    /// The last time that abandoned files of other stores were searched for.
    private let lastRemoval = Mutex<ContinuousClock.Instant?>(nil)
    private static let removalInterval = Duration.seconds(3_600)

    /// The location of the counts in shared memory, or `nil` for a store in memory.
    private let place: AuditMarks.Place?

    init(_ store: SampleStore?, path: String? = nil) {
        self.store = Mutex(store)
        place = path.flatMap { AuditMarks.Place(storePath: $0) }
    }

    /// Switches to another store for the same file; `nil` while it is locked, when counts wait.
    func turn(to new: SampleStore?) {
        store.withLock { $0 = new }
        if new != nil { finish() }
    }

    /// Counts an app's activity.
    ///
    /// - Parameters:
    ///   - notes: The activity, each with the number of objects involved.
    ///   - calls: The number of calls for each; 0 for work that continues a call that was already counted.
    ///   - time: The time of the activity.
    func note(_ notes: [(key: AuditKey, objects: Int)], calls: Int = 1, at time: Date) {
        let time = time.timeIntervalSinceReferenceDate
        let delay = state.withLock { state -> Double? in
            if state.isOff { return nil }
            if !state.hasMarks, let place {
                state.hasMarks = true
                state.marks = AuditMarks(place)
            }
            for note in notes {
                let count = AuditCount(calls: calls, objects: note.objects, first: time, last: time)
                state.tally.add(note.key, count)
                state.marks?.add(note.key, count)
            }
            if state.isScheduled || state.tally.isEmpty { return nil }
            state.isScheduled = true
            return Self.delay
        }
        if let delay { schedule(after: delay) }
    }

    private func schedule(after delay: Double) {
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.flush() }
    }

    /// Writes all counts on this thread; on return, everything counted before is written or can't be.
    func flush() {
        turn.withLock { _ in
            let (tally, half) = state.withLock { state in
                state.isScheduled = false
                defer { state.tally = AuditTally(limit: Self.mostRows) }
                return (state.tally, state.tally.isEmpty ? nil : state.marks?.turn())
            }
            let left = state.withLock { $0.isOff } ? [] : leftBehind()
            if tally.isEmpty, left.isEmpty { return }
            var sum = tally
            for (key, count) in left.flatMap(\.counts) { sum.add(key, count) }
            do {
                guard let store = store.withLock({ $0 }) else { throw StoreError.locked(nil) }
                if !sum.isEmpty { try store.write { try ObjectWriter($0).addAudit(sum, tag: tag) } }
                for each in left { each.remove() }
                state.withLock { state in
                    state.failures = 0
                    if let half { state.marks?.clear(half) }
                }
            } catch {
                keep(tally, half, after: error)
            }
        }
    }

    /// The counts of processes that ended before they wrote them.
    private func leftBehind() -> [AuditMarks.Left] {
        guard let place else { return [] }
        let now = ContinuousClock.now
        let isDue = lastRemoval.withLock { last in
            if let last, now - last < Self.removalInterval { return false }
            last = now
            return true
        }
        return AuditMarks.left(at: place, removesAbandoned: isDue)
    }

    /// The counts of processes that ended before they wrote them and that haven't been taken over, for a read-only store.
    func waiting() -> AuditTally {
        var sum = AuditTally(limit: Self.mostRows)
        for (key, count) in leftBehind().flatMap(\.counts) { sum.add(key, count) }
        return sum
    }

    /// Writes the counts in the background although the store is no longer in use.
    func finish() {
        guard state.withLock({ !$0.tally.isEmpty && !$0.isOff }) else { return }
        queue.async { self.flush() }
    }

    /// Keeps counts that couldn't be written for later, unless they never can be.
    private func keep(_ tally: AuditTally, _ half: Int?, after error: any Error) {
        let isLost = (error as? StoreError).map { [.readOnly, .closed, .moved].contains($0.code) } ?? false
        let calls = tally.counts.values.reduce(0) { $0 + $1.calls }
        HealthLog.debug(
            isLost ? "audit lost" : "audit waits",
            ["failed": HealthLog.reason(error), "calls": "\(calls)"]
        )
        let delay = state.withLock { state -> Double? in
            state.isOff = isLost
            if isLost || tally.isEmpty { return nil }
            for (key, count) in tally.counts { state.marks?.add(key, count) }
            if let half { state.marks?.clear(half) }
            var sum = tally
            sum.add(state.tally)
            state.tally = sum
            state.failures = min(state.failures + 1, 10)
            if state.isScheduled { return nil }
            state.isScheduled = true
            return min(Self.longestDelay, Self.delay * Double(1 << state.failures))
        }
        if let delay { schedule(after: delay) }
    }
}
