import Glibc
import Synchronization

/// The work of a command before stores are closed, after a signal asks it to end.
enum EndingWork {
    private static let work = Mutex<(@Sendable () -> Void)?>(nil)
    private static let hasBegun = Atomic(false)

    /// Sets the work, replacing any other.
    static func set(_ body: @escaping @Sendable () -> Void) { work.withLock { $0 = body } }

    static func run() {
        hasBegun.store(true, ordering: .sequentiallyConsistent)
        work.withLock { $0 }?()
    }

    /// Waits for the end of the process once that has begun: errors from closing stores aren't reported.
    static func waitIfEnding() {
        while hasBegun.load(ordering: .sequentiallyConsistent) { pause() }
    }
}
