import Foundation

/// The time for which a thread polls a socket before it sleeps.
///
/// An idle processor sleeps too, and waking it takes some 20 to 100 µs, as long as a small call. If data came soon the
/// last few times, the thread polls for it: for less than a millisecond, on a processor that is yielded to anyone else
/// who needs it. For longer or rare waits, it sleeps.
struct SpinWait {
    /// The longest polling time, in nanoseconds.
    private let most: UInt64
    /// The expected length of the next wait, in nanoseconds.
    private var expected: UInt64
    /// Whether to poll.
    private var isAwake = false
    /// The number of waits to spend asleep before polling is tried again.
    private var rest = 0

    /// Whether the peer can work while this thread polls.
    static let isUseful = ProcessInfo.processInfo.activeProcessorCount > 1
    /// The number of waits to spend asleep after polling took too long.
    static let restCount = 25

    /// Starts with the expectation of long waits.
    ///
    /// - Parameter most: The longest polling time, in microseconds.
    init(most: UInt64) {
        self.most = most * 1_000
        expected = self.most * 4
    }

    /// The time to poll before sleeping, in nanoseconds.
    var time: UInt64 { isAwake && Self.isUseful ? most : 0 }

    /// Notes the length of a wait, asleep or polling, in nanoseconds.
    mutating func note(_ time: UInt64) {
        // A long pause doesn't predict later waits.
        guard time <= most * 4 else {
            isAwake = false
            return
        }
        expected = (expected * 3 + time) / 4
        if isAwake {
            if expected > most { (isAwake, rest) = (false, Self.restCount) }
        } else if rest > 0 {
            rest -= 1
        } else if expected <= most * 2 {
            // Polling takes less time, so it is tried.
            (isAwake, expected) = (true, most)
        }
    }

    /// Polls until a value is available or ``time`` is over.
    ///
    /// - Parameter look: Returns the value, or `nil` while it isn't available.
    /// - Returns: The value, or `nil` if none was found or the thread should wait asleep.
    func look<T>(_ look: () -> T?) -> T? {
        let time = time
        if time == 0 { return nil }
        let end = Self.now + time
        repeat {
            if let found = look() { return found }
            sched_yield()
        } while Self.now < end
        return nil
    }

    /// A clock in nanoseconds.
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
