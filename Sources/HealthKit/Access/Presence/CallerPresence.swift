import Glibc

/// The mark of a caller that waits for an answer: a lock on a byte of the file next to the store.
///
/// The system releases the lock when the app ends, however that happens, so that a request whose app was killed can be
/// distinguished from one whose app still waits. The byte is named in the request.
package final class CallerPresence: Sendable {
    /// The byte.
    package let mark: Int
    private let descriptor: Int32

    /// Takes a lock; fails if none is available, such as for a store in a read-only folder.
    package init?(storePath: String) {
        guard let descriptor = PresenceFile.open(beside: storePath, isMade: true) else { return nil }
        let mark = Int.random(in: PresenceFile.callers)
        guard ByteLock.take(descriptor, byte: mark, isShared: true) else {
            close(descriptor)
            return nil
        }
        self.mark = mark
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether the app no longer waits for the answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - storePath: The path of its store.
    /// - Returns: Whether all callers are gone; false if they are unknown.
    static func isLeft(_ request: AuthorizationRequest, storePath: String) -> Bool {
        guard let callers = request.callers, !callers.isEmpty else { return false }
        guard let descriptor = PresenceFile.open(beside: storePath, isMade: false) else { return false }
        defer { close(descriptor) }
        return callers.allSatisfy { !ByteLock.isHeld(descriptor, byte: $0) }
    }
}
