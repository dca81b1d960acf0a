import Foundation
import Glibc
import HealthKitStore

/// The socket on which a service accepts programs.
package struct ServiceListener {
    /// The users that the system allows to connect; the service checks each connection.
    package enum Access: Sendable, Hashable {
        /// The user that runs the service.
        case user
        /// A group in addition.
        case group(gid_t)
        /// Everyone.
        case everyone

        fileprivate var mode: mode_t {
            switch self {
            case .user: 0o600
            case .group: 0o660
            case .everyone: 0o666
            }
        }
    }

    /// The listening socket.
    package let descriptor: Int32
    /// Its path, or `nil` for one without a path.
    package let path: String?
    /// The inode at the path, or `nil` for a passed socket, whose name its maker removes.
    private let inode: ino_t?

    /// The sockets passed by a service manager: the descriptors after the standard ones, as in systemd's protocol.
    ///
    /// The owner's is the one named `owner` by `LISTEN_FDNAMES` or by its path.
    ///
    /// - Parameter environment: The process's environment.
    /// - Returns: The sockets; empty if none was passed to this process.
    /// - Throws: `errorDatabaseInaccessible` for more than one of a kind.
    package static func handedOver(_ environment: [String: String] = ProcessInfo.processInfo.environment) throws
        -> [ServiceDoor: ServiceListener]
    {
        guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else { return [:] }
        guard count <= 2 else { throw failure("LISTEN_FDS", "\(count) sockets were handed over; at most 2 are needed") }
        let names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var found: [ServiceDoor: ServiceListener] = [:]
        for number in 0..<count {
            let descriptor = 3 + number
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let path = path(of: descriptor)
            let name = names.dropFirst(Int(number)).first.map(String.init)
            let isOwners = name == "owner" || path.map { ($0 as NSString).lastPathComponent == "owner" } ?? false
            let listener = ServiceListener(descriptor: descriptor, path: path, inode: nil)
            guard found.updateValue(listener, forKey: isOwners ? .owner : .apps) == nil else {
                throw failure("LISTEN_FDS", "of two sockets one is the owner's; LISTEN_FDNAMES calls it owner")
            }
        }
        return found
    }

    /// The path of a socket, or `nil` for one without a path.
    private static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        guard status == 0, address.sun_family == AF_UNIX else { return nil }
        let bytes = withUnsafeBytes(of: &address.sun_path) { Array($0.prefix { $0 != 0 }) }
        return bytes.first == UInt8(ascii: "/") ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private init(descriptor: Int32, path: String?, inode: ino_t?) {
        self.descriptor = descriptor
        self.path = path
        self.inode = inode
    }

    /// Makes a socket, replacing one without a listener.
    ///
    /// - Parameters:
    ///   - path: The path. The folder is created if there is none; it must belong to this user only.
    ///   - access: The users that the system allows to connect.
    /// - Throws: `errorDatabaseInaccessible` if another service listens there, for a file that isn't a socket, and for a folder
    ///   that others may write to.
    package init(path: String, access: Access = .user) throws {
        guard path.utf8.count < 90, !path.utf8.contains(0) else {
            throw Self.failure(path, "a socket's path has at most 89 bytes")
        }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: access == .everyone ? 0o755 : 0o700]
        )
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Self.failure(folder, String(cString: strerror(errno))) }
        defer { close(directory) }
        var status = stat()
        guard fstat(directory, &status) == 0, [geteuid(), 0].contains(status.st_uid),
            status.st_mode & 0o022 == 0
        else {
            throw Self.failure(folder, "the folder of the socket must be yours, and nobody else's to write to")
        }
        // One at a time, so that if two begin at once, one notices the other.
        guard flock(directory, LOCK_EX) == 0 else { throw Self.failure(folder, String(cString: strerror(errno))) }
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw Self.failure(path, "this isn't a socket") }
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
            Self.setGroup(new, access), chmod(new, access.mode) == 0, listen(made, 128) == 0, lstat(new, &status) == 0,
            rename(new, path) == 0
        else {
            let reason = String(cString: strerror(errno))
            close(made)
            unlink(new)
            throw Self.failure(path, reason)
        }
        unlink(ServicePlaces.note(path))
        self.init(descriptor: made, path: path, inode: status.st_ino)
    }

    /// Removes the socket's name, if it is still this one's, and leaves a note that a service was there until now.
    package func remove() {
        guard let path, let inode else { return }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_ino == inode else { return }
        let note = ServicePlaces.note(path)
        unlink(note)
        let file = open(note, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        if file >= 0 { close(file) }
        unlink(path)
    }

    private static func setGroup(_ path: String, _ access: Access) -> Bool {
        guard case .group(let group) = access else { return true }
        return chown(path, .max, group) == 0
    }

    private static func failure(_ path: String, _ reason: String) -> HKError {
        .error(.errorDatabaseInaccessible, "\(path): \(reason)")
    }
}
