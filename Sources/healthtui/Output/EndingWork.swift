import Synchronization

/// What a command has done before stores are closed, once a signal asks for the end.
enum EndingWork {
    private static let work = Mutex<(@Sendable () -> Void)?>(nil)

    /// Has something done then, in the place of what was to be done before.
    static func set(_ body: @escaping @Sendable () -> Void) { work.withLock { $0 = body } }

    /// Does it.
    static func run() { work.withLock { $0 }?() }
}
