import Foundation

/// How long a thread looks again and again for what comes over a socket before it sleeps.
///
/// Where a processor has nothing to do it sleeps too, and to wake it takes some 20 to 100 µs, as much again as a small call. What
/// came soon the last times is looked for awake: for less than a millisecond, on a processor that is given to whoever else wants
/// it. What takes longer, and what comes now and then, is waited for asleep.
struct AwakeWait {
    /// The longest that is waited awake, in nanoseconds.
    private let most: UInt64
    /// How long the next wait is expected to take, in nanoseconds.
    private var expected: UInt64
    /// Whether what comes is looked for awake.
    private var isAwake = false
    /// How many more waits go by asleep before one is tried awake.
    private var rest = 0

    /// Whether the one that is waited for can work meanwhile.
    static let isUseful = ProcessInfo.processInfo.activeProcessorCount > 1
    /// How many waits go by asleep after those that took too long awake.
    static let restCount = 25

    /// Begins with waits that are expected to be long.
    ///
    /// - Parameter most: The longest that is waited awake, in microseconds.
    init(most: UInt64) {
        self.most = most * 1_000
        expected = self.most * 4
    }

    /// How long to look for what comes before sleeping, in nanoseconds.
    var time: UInt64 { isAwake && Self.isUseful ? most : 0 }

    /// Learns how long a wait took, in nanoseconds, asleep or awake.
    mutating func note(_ time: UInt64) {
        // A pause says nothing of what comes after it.
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
            // Awake it takes less, which is tried.
            (isAwake, expected) = (true, most)
        }
    }

    /// Looks for something until it is there or ``time`` is over.
    ///
    /// - Parameter look: Gives it, or `nil` as long as it isn't there.
    /// - Returns: What was found; `nil` where nothing was, or where it is to be waited for asleep.
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

    /// Nanoseconds from some beginning.
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
