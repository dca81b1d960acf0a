import Glibc
import Synchronization

/// The mark of an open console: each console holds a shared lock on a file next to the store while it is running.
package final class ConsolePresence: Sendable {
    private let storePath: String
    private let held = Mutex<Int32?>(nil)

    package init(storePath: String) { self.storePath = storePath }

    deinit { withdraw() }

    /// Whether some console holds the lock.
    package var isConsoleOpen: Bool {
        guard let descriptor = PresenceFile.open(beside: storePath, isMade: false) else { return false }
        defer { close(descriptor) }
        return ByteLock.isHeld(descriptor, byte: PresenceFile.consoles)
    }

    /// Takes the lock until ``withdraw()`` or the process's end; any number of consoles can hold it.
    ///
    /// - Returns: Whether it is held now.
    @discardableResult
    package func announce() -> Bool {
        held.withLock { held in
            guard held == nil else { return true }
            guard let descriptor = PresenceFile.open(beside: storePath, isMade: true) else { return false }
            guard ByteLock.take(descriptor, byte: PresenceFile.consoles, isShared: true) else {
                close(descriptor)
                return false
            }
            held = descriptor
            return true
        }
    }

    /// Releases the lock.
    package func withdraw() {
        held.withLock { held in
            if let descriptor = held { close(descriptor) }
            held = nil
        }
    }
}
