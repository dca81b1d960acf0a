import Dispatch
import Foundation
import Synchronization

/// The files that this process has open, which an orderly end leaves whole without their logs.
package enum OpenStores {
    private struct Entry: Sendable {
        weak var connections: StoreConnections?
    }

    private static let turn = DispatchSemaphore(value: 1)

    private static let entries = Mutex<[Entry]>([])

    /// Files that are half written, each with what removes it.
    private static let unfinished = Mutex<[String: @Sendable () -> Void]>([:])

    /// The files that are not closed yet, those included that another thread has just let go of.
    private static let unclosed = DispatchGroup()

    /// The time for which the end of a process waits for transactions in progress, in seconds.
    private static let patience = 5.0

    static func add(_ connections: StoreConnections) {
        prepare()
        unclosed.enter()
        connections.whenClosed { unclosed.leave() }
        entries.withLock { entries in
            entries.removeAll { $0.connections == nil }
            entries.append(Entry(connections: connections))
        }
    }

    /// Closes all of them, as the end of the process does.
    ///
    /// A transaction that is under way is waited for, unless it is this thread's own: then its store is left to the next
    /// that opens it, which loses nothing.
    package static func closeAll() {
        // A signal and the end of the program may come together: the later waits for the earlier.
        guard turn.wait(timeout: .now() + patience) == .success else { return }
        defer { turn.signal() }
        discardUnfinished()
        // Also work that was begun while stores were closed.
        defer { discardUnfinished() }
        let open = entries.withLock { entries in
            defer { entries = [] }
            return entries.compactMap(\.connections)
        }
        let closing = open.filter { !$0.isUsedHere }
        if !closing.isEmpty {
            Thread.detachNewThread { for connections in closing { connections.close(isEnd: true) } }
        }
        // A store that this thread is using itself stays open, and with it the group.
        if closing.count == open.count { _ = unclosed.wait(timeout: .now() + patience) }
    }

    /// Runs a closure that the end of the process waits for, as it waits for transactions.
    /// - Throws: The errors of `work`.
    static func finishing<T>(_ work: () throws -> T) rethrows -> T {
        prepare()
        unclosed.enter()
        defer { unclosed.leave() }
        return try work()
    }

    private static let hook: Void = {
        atexit { OpenStores.closeAll() }
    }()

    private static func discardUnfinished() {
        for discard in unfinished.withLock({ Array($0.values) }) { discard() }
    }

    /// Makes a file that is removed when the process ends before it is finished.
    ///
    /// The end of the process waits for the creation, so that an existing file is always registered.
    ///
    /// - Throws: The errors of `make`.
    static func making(_ make: () throws -> PartialFile) throws -> PartialFile {
        prepare()
        return try unfinished.withLock { files in
            let file = try make()
            files[file.path] = { file.remove() }
            return file
        }
    }

    /// Forgets a file that is finished or gone.
    static func remove(unfinished path: String) { unfinished.withLock { _ = $0.removeValue(forKey: path) } }

    /// Makes sure that the end of the process comes here.
    private static func prepare() { _ = hook }
}
