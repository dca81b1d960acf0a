import HealthtuiTerminalUI
import Synchronization

/// Lets tests wait for a condition that something rings for whenever it may have come true.
///
/// Nothing is asked again and again, and no wait depends on how fast the machine is: whoever waits gives up only after
/// it has had many turns of its own, a second apart at least. On a machine so busy that a turn takes a minute, giving up
/// takes as many minutes, in which whatever is waited for gets its turns as well.
package final class Doorbell: Sendable {
    private struct Contents {
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastNumber = 0
    }

    /// How many turns a wait lasts unless it says otherwise; nothing that works takes a tenth of it.
    package static let patience = 300

    private let contents = Mutex(Contents())

    package init() {}

    /// Makes everyone who waits look at their condition again.
    package func ring() {
        for continuation in contents.withLock({ Array($0.waiting.values) }) {
            continuation.yield()
        }
    }

    /// Waits until a condition holds.
    ///
    /// - Parameters:
    ///   - patience: After how many turns to give up.
    ///   - condition: Looked at now and after each ring.
    /// - Returns: Whether the condition came true.
    package func wait(patience: Int = Doorbell.patience, until condition: () -> Bool) async -> Bool {
        let (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = contents.withLock { contents in
            contents.lastNumber += 1
            contents.waiting[contents.lastNumber] = continuation
            return contents.lastNumber
        }
        defer { contents.withLock { $0.waiting[number] = nil } }
        if condition() { return true }
        let patience = Task {
            for _ in 0..<patience {
                try await Task.sleep(for: .seconds(1))
            }
            continuation.finish()
        }
        defer { patience.cancel() }
        for await _ in rings where condition() {
            return true
        }
        return condition()
    }
}
