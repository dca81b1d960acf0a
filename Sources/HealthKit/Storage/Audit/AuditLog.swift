import Foundation
import HealthStore
import Synchronization

/// Counts what apps do with a store, and writes it down behind their backs.
///
/// Counting is a few comparisons in memory. Whatever the number of calls, what was counted is written in one transaction
/// less than a second later, on a thread of its own: no app waits for it. Until then it is in shared memory too
/// (``AuditMarks``), before the app has its answer: the next program takes in what one counted that ended. What cannot be
/// written because the disk is full waits, in bounded memory; a store that is only read keeps no audit.
package final class AuditLog: Sendable {
    private struct State {
        var tally = AuditTally(limit: AuditLog.mostRows)
        var isScheduled = false
        /// How often in a row writing failed.
        var failures = 0
        /// Whether nothing can be written here, ever.
        var isOff = false
        /// What is counted, in shared memory; made with the first count.
        var marks: AuditMarks?
        var hasMarks = false
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

    /// When files of other stores that nobody wants any more were last looked for.
    private let lastRemoval = Mutex<ContinuousClock.Instant?>(nil)
    private static let removalInterval = Duration.seconds(3_600)

    /// Where what is counted is in shared memory; `nil` for a store in memory.
    private let place: AuditMarks.Place?

    init(_ store: SampleStore?, path: String? = nil) {
        self.store = Mutex(store)
        place = path.flatMap { AuditMarks.Place(storePath: $0) }
    }

    /// Writes to another store from now on, that of the same file; `nil` while it is locked: what is counted waits.
    func turn(to new: SampleStore?) {
        store.withLock { $0 = new }
        if new != nil { finish() }
    }

    /// Counts what an app did.
    ///
    /// - Parameters:
    ///   - notes: What, each with the objects that it was about.
    ///   - calls: How many calls each is; 0 for what goes on with a call that was counted.
    ///   - time: When.
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

    /// Writes what was counted, on this thread; when it returns, all that was counted before is written, or cannot be.
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

    /// What processes counted that ended before they wrote it.
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

    /// What processes counted that ended before they wrote it, and what nobody has taken in yet, for a store that is only
    /// read.
    func waiting() -> AuditTally {
        var sum = AuditTally(limit: Self.mostRows)
        for (key, count) in leftBehind().flatMap(\.counts) { sum.add(key, count) }
        return sum
    }

    /// Writes what was counted in the background, though nobody uses the store any more.
    func finish() {
        guard state.withLock({ !$0.tally.isEmpty && !$0.isOff }) else { return }
        queue.async { self.flush() }
    }

    /// Keeps for later what could not be written, unless it never can be.
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
