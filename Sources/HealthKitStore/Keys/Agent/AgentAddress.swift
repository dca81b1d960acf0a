import Foundation

/// The address of a user's agent: a socket in a folder that is the user's alone.
package struct AgentAddress: Sendable, Hashable {
    /// The folder of the socket.
    package let folder: String
    /// The user to whom the agent must belong.
    package let owner: uid_t
    /// The notes of the user's programs on the stores whose keys the agent keeps.
    package let known: KnownStores

    /// The address in a folder.
    ///
    /// - Parameters:
    ///   - folder: where the socket is; it is created when a process listens or waits there.
    ///   - owner: whose agent it must be: this user's.
    ///   - known: The remembered stores; nil for those remembered in the folder.
    package init(folder: String, owner: uid_t = geteuid(), known: KnownStores? = nil) {
        self.folder = folder
        self.owner = owner
        self.known = known ?? KnownStores(folder: folder + "/stores")
    }

    /// The address of this user: in `$XDG_RUNTIME_DIR`, else in the folder that a login session of the user has, else in
    /// `$XDG_STATE_HOME` or `~/.local/state`.
    ///
    /// A program may have another `HOME` than the user's other programs: their notes on stores count for it too.
    ///
    /// - Parameters:
    ///   - environment: the process's environment.
    ///   - account: the home folder that the user has by the password database; nil for none.
    /// - Returns: the address.
    package static func standard(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        account: String? = AgentAddress.accountHome
    ) -> AgentAddress {
        let me = geteuid()
        let home = environment["HOME"] ?? NSHomeDirectory()
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/state"
        let known = KnownStores(
            folder: state + "/healthtui/stores",
            other: account.map { $0 + "/.local/state/healthtui/stores" }
        )
        let runtime = [environment["XDG_RUNTIME_DIR"], "/run/user/\(me)"].compactMap { $0 }
        if let folder = runtime.first(where: { isPrivate($0, me) }) {
            return AgentAddress(folder: folder + "/healthtui", known: known)
        }
        return AgentAddress(folder: state + "/healthtui", known: known)
    }

    /// The home folder of this user by the password database, whatever `HOME` says; nil where it has none.
    package static let accountHome: String? = {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 1 << 14)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
        else { return nil }
        let text = String(cString: home)
        return text.hasPrefix("/") && text != "/" ? text : nil
    }()

    /// The socket's name.
    static let name = "agent"

    /// The socket's path.
    package var path: String { folder + "/" + Self.name }

    private static func isPrivate(_ path: String, _ owner: uid_t) -> Bool {
        var status = stat()
        guard path.hasPrefix("/"), stat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == owner && status.st_mode & 0o077 == 0
    }

    /// The open folder: everything is done in this very folder, whatever its name means meanwhile.
    final class Folder: Sendable {
        let descriptor: Int32

        fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { close(descriptor) }

        /// A name in the folder, short enough for a socket's address.
        func path(_ name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }
    }

    /// Opens the folder.
    ///
    /// - Parameter makes: whether to make it when it is not there.
    /// - Returns: the folder; nil when there is none.
    /// - Throws: ``StoreError/Code/notPermitted`` for another user's folder, or one that others may use.
    func openFolder(makes: Bool) throws -> Folder? {
        if makes { try makeFolder(folder) }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw StoreError(.notPermitted, "The agent's folder can't be used: \(String(cString: strerror(errno))).")
                .at(folder)
        }
        let opened = Folder(descriptor)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == owner, status.st_mode & 0o077 == 0 else {
            let why = status.st_uid == owner ? "is open to others" : "belongs to another user"
            throw StoreError(.notPermitted, "The agent's folder \(why): no key is handed over there.", path: folder)
        }
        return opened
    }

    private func makeFolder(_ path: String) throws {
        if path.isEmpty || mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let reason = errno
        let parent = (path as NSString).deletingLastPathComponent
        guard reason == ENOENT, parent != path else {
            throw StoreError(.notPermitted, "The agent's folder can't be made: \(String(cString: strerror(reason))).")
                .at(folder)
        }
        try makeFolder(parent)
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw StoreError(.notPermitted, "The agent's folder can't be made: \(String(cString: strerror(errno))).")
                .at(folder)
        }
    }

    /// The address of a name in the folder, as the system takes it.
    package static func withAddress<T>(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: path.utf8.prefix(target.count - 1))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Connects to the agent.
    ///
    /// - Returns: The socket; nil if there is no listener.
    /// - Throws: ``StoreError/Code/notPermitted`` for an agent that belongs to another user.
    func connect() throws -> Int32? {
        guard let folder = try openFolder(makes: false) else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure("reached") }
        let result = Self.withAddress(folder.path(Self.name)) { Glibc.connect(descriptor, $0, $1) }
        guard result == 0 else {
            let reason = errno
            close(descriptor)
            if reason == ENOENT || reason == ECONNREFUSED { return nil }
            errno = reason
            throw Self.failure("reached")
        }
        guard Self.user(of: descriptor) == owner else {
            close(descriptor)
            throw StoreError(.notPermitted, "The agent belongs to another user and isn't used.", path: path)
        }
        return descriptor
    }

    static func failure(_ done: String) -> StoreError {
        StoreError(.cannotOpen, "The agent can't be \(done): \(String(cString: strerror(errno))).")
    }

    /// The user of the process at the other end of a socket; nil if unknown.
    package static func user(of socket: Int32) -> uid_t? {
        // pid, uid and gid, as the system's `struct ucred` has them.
        var peer: (Int32, UInt32, UInt32) = (0, .max, .max)
        var size = socklen_t(12)
        guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0, size == 12 else { return nil }
        return peer.1
    }
}
