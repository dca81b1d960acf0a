import Glibc

/// The peer of a connection, as reported by the system.
package struct ServicePeer: Sendable, Hashable {
    package var process: pid_t
    package var user: uid_t
    package var group: gid_t

    package init(process: pid_t, user: uid_t, group: gid_t) {
        (self.process, self.user, self.group) = (process, user, group)
    }

    /// Asks the system for the process that made the other end of a socket, or called `listen` for it; fails if the
    /// system doesn't know it.
    ///
    /// - Parameter descriptor: A connected socket.
    package init?(of descriptor: Int32) {
        // pid, uid and gid, as in the system's `struct ucred`.
        var peer: (Int32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(12)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, size == 12 else { return nil }
        self.init(process: peer.0, user: peer.1, group: peer.2)
    }
}
