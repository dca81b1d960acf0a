import Glibc
import Synchronization

/// By which work that fills a core lets the person at a console go first.
///
/// The system shares the cores fairly between terminals, and so lets a console wait for its turn, some thousandths of a
/// second at each step from a key to its answer. Work that asks here now and then stands still as long as a key waits for its
/// answer (``ConsoleAttention``), and leaves its core for an instant as long as a console is open. It never stands still for
/// more than half of the time. Each thread has its own.
package final class ImportThrottle: Sendable {
    private struct State {
        /// The open file; `nil` while no console has made it.
        var descriptor: Int32?
        /// When to look again.
        var next = 0
        /// Until when nobody is waited for, having been waited for as long.
        var impatientUntil = 0
    }

    private let storePath: String?
    private let clock: @Sendable () -> Int
    private let sleep: @Sendable (Int) -> Void
    private let state = Mutex(State())

    /// How often it looks, in nanoseconds.
    static let interval = 1_000_000
    /// How long it goes on without looking where no console has ever been.
    static let absence = 50_000_000
    /// How long it stands still at once.
    static let nap = 500_000
    /// How long it leaves the core to see whether others want it.
    static let instant = 1_000
    /// How long it waits for one answer at most.
    static let patience = 40_000_000

    /// ImportThrottle towards those who look at a store.
    ///
    /// - Parameters:
    ///   - storePath: The store's file; `nil` for a store in memory, at which nobody else looks.
    ///   - clock: Nanoseconds since some moment.
    ///   - sleep: Waits for nanoseconds.
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

    /// Returns when the work may go on: at once, mostly.
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

    /// The system's clock that never goes back.
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
