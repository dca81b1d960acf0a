import Foundation

/// Runs a body once for each worker, each on a thread of its own, and waits for all.
///
/// Not on dispatch's threads, of which there are as many as cores: observers of stores are told on those.
func inParallel(
    _ workers: Int = max(ProcessInfo.processInfo.activeProcessorCount, 1),
    _ body: @escaping @Sendable (_ worker: Int) -> Void
) {
    let done = DispatchSemaphore(value: 0)
    for worker in 0..<workers {
        let thread = Thread {
            body(worker)
            done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
    for _ in 0..<workers { done.wait() }
}
