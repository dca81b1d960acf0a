import Foundation
import Glibc
import HealthStore

/// The socket where programs find a service.
package struct ServiceListener {
    /// The socket, which listens.
    package let descriptor: Int32
    /// Where it is; `nil` for one that was handed over.
    package let path: String?
    private let inode: ino_t

    /// Where a service listens if nothing else is said: in `$XDG_RUNTIME_DIR/healthtui`, else with what the programs of the user
    /// remember, in `$XDG_STATE_HOME` or `~/.local/state`.
    package static var standardPath: String { AgentAddress.standard().folder + "/service" }

    /// The socket that a service manager hands over: the first descriptor behind the standard ones, as systemd does it.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: The socket; `nil` where none was handed over to this process.
    /// - Throws: `errorDatabaseInaccessible` for more than one.
    package static func handedOver(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
        -> ServiceListener?
    {
        guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int($0) }), count > 0
        else { return nil }
        guard count == 1 else { throw failure("LISTEN_FDS", "\(count) sockets were handed over, not one") }
        _ = fcntl(3, F_SETFD, FD_CLOEXEC)
        return ServiceListener(descriptor: 3, path: nil, inode: 0)
    }

    private init(descriptor: Int32, path: String?, inode: ino_t) {
        self.descriptor = descriptor
        self.path = path
        self.inode = inode
    }

    /// Makes the socket; one that nobody listens on any more is replaced.
    ///
    /// - Parameters:
    ///   - path: Where. The folder is made where there is none; it must be this user's own, and nobody else may write to it.
    ///   - isForAll: Whether programs of other users may connect, whom the service tells apart by itself.
    /// - Throws: `errorDatabaseInaccessible` where another service listens, for what is no socket, and for a folder that others
    ///   may write to.
    package init(path: String, isForAll: Bool = false) throws {
        guard path.utf8.count < 90, !path.utf8.contains(0) else {
            throw Self.failure(path, "a socket's path has at most 89 bytes")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: isForAll ? 0o755 : 0o700]
        )
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Self.failure(folder, String(cString: strerror(errno))) }
        defer { close(directory) }
        var status = stat()
        guard fstat(directory, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw Self.failure(folder, "the folder of the socket must be yours, and nobody else's to write to")
        }
        // One at a time, so that of two that begin at once one hears of the other.
        guard flock(directory, LOCK_EX) == 0 else { throw Self.failure(folder, String(cString: strerror(errno))) }
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw Self.failure(path, "this is no socket") }
            let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(other) }
            guard AgentAddress.withAddress(path, { connect(other, $0, $1) }) != 0 else {
                throw Self.failure(path, "another service listens there")
            }
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let made = socket(AF_UNIX, type, 0)
        let new = "\(path).\(getpid())"
        unlink(new)
        guard made >= 0, AgentAddress.withAddress(new, { bind(made, $0, $1) }) == 0,
            chmod(new, isForAll ? 0o666 : 0o600) == 0,
            listen(made, 128) == 0, lstat(new, &status) == 0, rename(new, path) == 0
        else {
            let reason = String(cString: strerror(errno))
            close(made)
            unlink(new)
            throw Self.failure(path, reason)
        }
        self.init(descriptor: made, path: path, inode: status.st_ino)
    }

    /// Takes the socket's name away, if it is still this one's.
    package func remove() {
        guard let path else { return }
        var status = stat()
        if lstat(path, &status) == 0, status.st_ino == inode { unlink(path) }
    }

    private static func failure(_ path: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "\(path): \(reason)")
    }
}
