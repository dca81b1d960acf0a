import Glibc
import Synchronization

/// The work of a command before stores are closed, after a signal asks it to end.
enum EndingWork {
    private static let work = Mutex<(@Sendable () -> Void)?>(nil)
    private static let hasBegun = Atomic(false)

    /// Has something done then, in the place of what was to be done before.
    static func set(_ body: @escaping @Sendable () -> Void) { work.withLock { $0 = body } }

    /// Does it.
    static func run() {
        hasBegun.store(true, ordering: .sequentiallyConsistent)
        work.withLock { $0 }?()
    }

    /// Waits for the end of the process once that has begun: what fails as stores close is no news.
    static func waitIfEnding() {
        while hasBegun.load(ordering: .sequentiallyConsistent) { pause() }
    }
}
