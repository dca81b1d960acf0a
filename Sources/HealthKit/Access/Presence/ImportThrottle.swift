import Glibc
import Synchronization

/// Makes work that keeps a core busy yield to a console.
///
/// The system shares the cores fairly between terminals, so a console waits some milliseconds for a core at each step
/// from a key press to its result. Work that calls this from time to time stops while a console is handling a key
/// (``ConsoleAttention``), and yields its core for an instant while a console is open. It never stops for more than
/// half of the time. Each thread has its own throttle.
package final class ImportThrottle: Sendable {
    private struct State {
        /// The open file, or `nil` while no console has created it.
        var descriptor: Int32?
        /// The time of the next check.
        var next = 0
        /// The end of the period without waiting, which follows a wait that ran out of patience and is as long.
        var impatientUntil = 0
    }

    private let storePath: String?
    private let clock: @Sendable () -> Int
    private let sleep: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// The interval of checks, in nanoseconds.
    static let interval = 1_000_000
    /// The interval of checks while no console has ever been open, in nanoseconds.
    static let absence = 50_000_000
    /// The length of one pause, in nanoseconds.
    static let nap = 500_000
    /// The time for which the core is yielded to see whether others need it, in nanoseconds.
    static let instant = 1_000
    /// The longest wait for one key, in nanoseconds.
    static let patience = 40_000_000

    /// A throttle for the consoles of a store.
    ///
    /// - Parameters:
    ///   - storePath: The store's file; `nil` for a store in memory, which no other process can open.
    ///   - clock: A clock in nanoseconds.
    ///   - sleep: Sleeps for a number of nanoseconds.
    package init(
        storePath: String?,
        clock: @escaping @Sendable () -> Int = ImportThrottle.now,
        sleep: @escaping @Sendable (Int) -> Void = ImportThrottle.sleep
    ) {
        self.storePath = storePath
        self.clock = clock
        self.sleep = sleep
    }

    deinit { if let descriptor = state.withLock({ $0.descriptor }) { close(descriptor) } }

    /// Returns when the work may continue, usually at once.
    package func giveWay() {
        guard let storePath else { return }
        let began = clock()
        let due = state.withLock { state -> (descriptor: Int32, isPatient: Bool)? in
            if began < state.next { return nil }
            state.descriptor = state.descriptor ?? PresenceFile.open(beside: storePath, isMade: false)
            guard let descriptor = state.descriptor else {
                state.next = began + Self.absence
                return nil
            }
            return (descriptor, began >= state.impatientUntil)
        }
        guard let (descriptor, isPatient) = due else { return }
        var now = began
        if isPatient, ByteLock.isHeld(descriptor, byte: PresenceFile.attention) {
            repeat {
                sleep(Self.nap)
                now = clock()
            } while now - began < Self.patience && ByteLock.isHeld(descriptor, byte: PresenceFile.attention)
            let end = now
            state.withLock { $0.impatientUntil = end + (end - began >= Self.patience ? end - began : 0) }
        } else if ByteLock.isHeld(descriptor, byte: PresenceFile.consoles) {
            sleep(Self.instant)
            now = clock()
        }
        let next = now + Self.interval
        state.withLock { $0.next = next }
    }

    /// The system's monotonic clock.
    package static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Sleeps on this thread.
    package static func sleep(_ nanoseconds: Int) {
        var time = timespec(tv_sec: 0, tv_nsec: nanoseconds)
        nanosleep(&time, nil)
    }
}
