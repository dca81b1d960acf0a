import Synchronization

/// Ends an agent, from any thread.
package final class AgentStopper: Sendable {
    let waker = Waker()
    private let isPulled = Mutex(false)

    var isStopped: Bool { isPulled.withLock { $0 } }

    /// Ends the agent's ``AgentServer/run()``.
    package func stop() {
        isPulled.withLock { $0 = true }
        waker.wake()
    }
}
