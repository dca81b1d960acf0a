import Foundation
import Synchronization

/// The threads that help one scan: they take its jobs in their order and go when there is none left.
final class DecodingCrew: Sendable {
    private struct State {
        var waiting: [DecodingJob] = []
        var helpers = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: the most helpers at the same time.
    init(limit: Int) { self.limit = limit }

    /// Offers jobs to helpers, and calls as many as there are jobs for.
    func add(_ jobs: [DecodingJob]) {
        let called = state.withLock { state in
            // Jobs that the scan took itself meanwhile need no helper any more.
            state.waiting.removeAll { !$0.isOpen }
            state.waiting += jobs
            let called = max(min(limit, state.waiting.count) - state.helpers, 0)
            state.helpers += called
            return called
        }
        for _ in 0..<called { DispatchQueue.global(qos: .userInitiated).async { self.help() } }
    }

    /// Dismisses the helpers once they have finished their current work.
    func dismiss() { state.withLock { $0.waiting = [] } }

    private func help() {
        while let job = next() { _ = job.tryDecoding(tells: true) }
    }

    /// The next job; without one the helper is no longer counted.
    private func next() -> DecodingJob? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.helpers -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
