import Foundation

/// The time that an agent goes by.
package struct AgentClock: Sendable {
    /// Seconds that include the time while the machine sleeps.
    package var now: @Sendable () -> Double
    /// The time that the machine has slept so far, in seconds.
    package var slept: @Sendable () -> Double

    package init(now: @escaping @Sendable () -> Double, slept: @escaping @Sendable () -> Double) {
        self.now = now
        self.slept = slept
    }

    /// The machine's.
    package static let machine = AgentClock(
        now: { seconds(CLOCK_BOOTTIME) },
        slept: { seconds(CLOCK_BOOTTIME) - seconds(CLOCK_MONOTONIC) }
    )

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
