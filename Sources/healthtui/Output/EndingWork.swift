import Synchronization

/// The work of a command before stores are closed, after a signal asks it to end.
enum EndingWork {
    private static let work = Mutex<(@Sendable () -> Void)?>(nil)

    /// Has something done then, in the place of what was to be done before.
    static func set(_ body: @escaping @Sendable () -> Void) { work.withLock { $0 = body } }

    /// Does it.
    static func run() { work.withLock { $0 }?() }
}
