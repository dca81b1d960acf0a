import Foundation
import HealthStore
import Synchronization

/// Counts what apps do with a store, and writes it down behind their backs.
///
/// Counting is a few comparisons in memory. Whatever the number of calls, what was counted is written in one transaction
/// less than a second later, on a thread of its own: no app waits for it, and a crash loses no more than that second. What
/// cannot be written because the disk is full waits, in bounded memory; a store that is only read keeps no audit.
package final class AuditLog: Sendable {
    private struct State {
        var tally = AuditTally(limit: AuditLog.mostRows)
        var isScheduled = false
        /// How often in a row writing failed.
        var failures = 0
        /// Whether nothing can be written here, ever.
        var isOff = false
    }

    /// The most rows that wait to be written and name an app and a type.
    static let mostRows = 1_024

    /// How long calls are counted before they are written, in seconds.
    private static let delay = 0.7

    /// How long is waited at most before writing is tried again, in seconds.
    private static let longestDelay = 60.0

    /// Whether anything is counted; a measurement of what counting costs turns it off for its own process.
    package var isCounting: Bool {
        get { counts.load(ordering: .relaxed) }
        set { counts.store(newValue, ordering: .relaxed) }
    }

    private let counts = Atomic(true)
    private let state = Mutex(State())
    /// Held while something is written, so that whoever comes next knows that all was.
    private let turn = Mutex(())
    /// The open store; `nil` while it is locked.
    private let store: Mutex<SampleStore?>
    private let queue = DispatchQueue(label: "healthkit.audit", qos: .utility)
    /// Tells this program's entries from those of others that write at the same time.
    private let tag = String(UInt64.random(in: .min ... .max), radix: 36)

    init(_ store: SampleStore?) { self.store = Mutex(store) }

    /// Writes to another store from now on, that of the same file; `nil` while it is locked: what is counted waits.
    func turn(to new: SampleStore?) {
        store.withLock { $0 = new }
        if new != nil { finish() }
    }

    /// Counts calls of an app, each with the objects that it was about.
    func note(_ notes: [(key: AuditKey, objects: Int)], at time: Date) {
        let time = time.timeIntervalSinceReferenceDate
        let delay = state.withLock { state -> Double? in
            if state.isOff { return nil }
            for note in notes {
                state.tally.add(note.key, AuditCount(calls: 1, objects: note.objects, first: time, last: time))
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

    /// Writes what was counted, on this thread; when it returns, all that was counted before is written, or cannot be.
    func flush() {
        turn.withLock { _ in
            let tally = state.withLock { state in
                state.isScheduled = false
                defer { state.tally = AuditTally(limit: Self.mostRows) }
                return state.tally
            }
            if tally.isEmpty { return }
            do {
                guard let store = store.withLock({ $0 }) else { throw StoreError.locked(nil) }
                try store.write { try ObjectWriter($0).addAudit(tally, tag: tag) }
                state.withLock { $0.failures = 0 }
            } catch {
                keep(tally, after: error)
            }
        }
    }

    /// Writes what was counted in the background, though nobody uses the store any more.
    func finish() {
        guard state.withLock({ !$0.tally.isEmpty && !$0.isOff }) else { return }
        queue.async { self.flush() }
    }

    /// Keeps for later what could not be written, unless it never can be.
    private func keep(_ tally: AuditTally, after error: any Error) {
        let isLost = (error as? StoreError).map { [.readOnly, .closed, .moved].contains($0.code) } ?? false
        let calls = tally.counts.values.reduce(0) { $0 + $1.calls }
        HealthLog.debug(
            isLost ? "audit lost" : "audit waits",
            ["failed": HealthLog.reason(error), "calls": "\(calls)"]
        )
        let delay = state.withLock { state -> Double? in
            state.isOff = isLost
            if isLost { return nil }
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
