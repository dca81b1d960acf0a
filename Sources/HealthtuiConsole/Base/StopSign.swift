import Synchronization

/// Says to work in another thread that it should stop.
package final class StopSign: Sendable {
    private let flag = Mutex(false)

    package init() {}

    package var isSet: Bool { flag.withLock { $0 } }

    package func set() { flag.withLock { $0 = true } }
}
