import Dispatch
import Synchronization

/// The clock that the update loop's timers use.
package protocol TimeSource: Sendable {
    /// The time that has passed since some fixed moment.
    var now: Duration { get }
    /// Whether time passes by itself, so that the loop may sleep until a timer is due.
    var passesByItself: Bool { get }
}

/// Monotonic time that keeps running while the process is suspended and ignores changes of the system's clock.
package struct SystemTime: TimeSource {
    private static let origin = ContinuousClock.now

    package init() {}

    package var now: Duration { ContinuousClock.now - Self.origin }
    package var passesByItself: Bool { true }
}

/// Time that passes only when a test advances it.
package final class ManualTime: TimeSource {
    private let elapsed = Mutex(Duration.zero)

    package init() {}

    package var now: Duration { elapsed.withLock { $0 } }
    package var passesByItself: Bool { false }

    package func advance(by duration: Duration) {
        elapsed.withLock { $0 += duration }
    }
}
