import Foundation
import Glibc
import HealthKitStore
import Synchronization

/// A connection that is closed together with the last port that uses it.
final class SharedLink: Sendable {
    let link: ServiceLink

    private struct Key: Hashable {
        var address: String
        var hello: HelloCall
    }

    private struct Weak {
        weak var shared: SharedLink?
    }

    private static let known = Mutex<[Key: Weak]>([:])
    /// The connections over descriptors, which can't be made a second time.
    private static let kept = Mutex<[SharedLink]>([])

    private init(_ link: ServiceLink) { self.link = link }

    deinit { link.close() }

    /// The connection of a caller to a service, shared by all of the caller's stores.
    static func link(
        _ address: ServiceLink.Address,
        _ hello: HelloCall,
        onAsk: @escaping @Sendable (_ number: UInt64, _ body: [UInt8], _ link: ServiceLink) -> Void
    ) -> SharedLink {
        guard address.isShared else { return SharedLink(ServiceLink(address, hello, onAsk: onAsk)) }
        let key = Key(address: address.name, hello: hello)
        let shared: SharedLink = known.withLock { known in
            if let shared = known[key]?.shared { return shared }
            let shared = SharedLink(ServiceLink(address, hello, onAsk: onAsk))
            known = known.filter { $0.value.shared != nil }
            known[key] = Weak(shared: shared)
            return shared
        }
        if !address.canConnectAgain {
            kept.withLock { if !$0.contains(where: { $0 === shared }) { $0.append(shared) } }
        }
        return shared
    }
}

extension ServiceLink.Address {
    /// The parameters of connections to a service.
    init(_ service: ServiceAddress) {
        switch service {
        case .socket(let path):
            self.init(name: path, isShared: true) { role in
                Self.connect(role == .app ? path : ServicePlaces.ownerPath(beside: path))
            }
        case .descriptor(let number):
            let isTaken = Mutex(false)
            self.init(name: service.name, isShared: true, canConnectAgain: false) { _ in
                let isFirst = isTaken.withLock { isTaken in
                    defer { isTaken = true }
                    return !isTaken
                }
                guard isFirst else { return .failure(ServiceLinkError(description: "the connection has ended")) }
                guard fcntl(number, F_GETFD) >= 0 else { return .failure(.ofSystem()) }
                return .success(number)
            }
        case .unclear(let text):
            self.init(name: HKHealthStoreConfiguration.defaultPath, canConnectAgain: false) { _ in
                .failure(ServiceLinkError(description: text, isWhole: true))
            }
        case .invalid(let text):
            self.init(name: text, canConnectAgain: false) { _ in
                .failure(
                    ServiceLinkError(
                        description:
                            "HEALTHKIT_STORE is a path, unix: and a whole path, or fd: and a descriptor's number"
                    )
                )
            }
        }
    }

    /// Connects to the service on a socket.
    static func connect(_ path: String) -> Result<Int32, ServiceLinkError> {
        if let problem = problem(at: path) { return .failure(ServiceLinkError(description: problem)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return .failure(.ofSystem()) }
        // The owner's socket is accessible to the console's group.
        let status = FileGroup.ofProgram { AgentAddress.withAddress(path) { Glibc.connect(descriptor, $0, $1) } }
        guard status == 0 else {
            var failure = ServiceLinkError.ofSystem()
            let reason = errno
            close(descriptor)
            // A killed service leaves its socket, one that ended a note.
            failure.mayComeBack =
                reason == ECONNREFUSED && ServicePlaces.mayBeKilledJustNow(path)
                || reason == ENOENT && ServicePlaces.hasJustEnded(path)
            return .failure(failure)
        }
        guard let user = ServicePeer(of: descriptor)?.user, isTrusted(user) else {
            close(descriptor)
            return .failure(ServiceLinkError(description: "who listens there is neither you nor the system's service"))
        }
        return .success(descriptor)
    }

    /// The problem with the file at a socket's path, or `nil` for none and for one that connecting reports itself.
    private static func problem(at path: String) -> String? {
        guard path.utf8.count < 108, !path.utf8.contains(0) else { return "a socket's path has at most 107 bytes" }
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFSOCK: break
        case S_IFLNK: return "this is a symbolic link; name the socket itself"
        default: return "this isn't a socket"
        }
        return isTrusted(status.st_uid) ? nil : "the socket belongs to another user"
    }

    /// Whether a socket made by a user may be used: one's own, root's, and the service user's.
    static func isTrusted(_ user: uid_t) -> Bool {
        user == geteuid() || user == 0 || user == ServiceUser.number
    }
}

extension ServiceLinkError {
    /// The system's last error.
    fileprivate static func ofSystem() -> ServiceLinkError {
        ServiceLinkError(description: String(cString: strerror(errno)))
    }
}

extension ServiceAddress {
    /// A connection to the service of this user, for a program that is about to be started.
    ///
    /// - Parameter socket: The service's socket; `nil` for the one that `HEALTHKIT_STORE` names, or the user's own.
    /// - Returns: The connected descriptor.
    /// - Throws: `errorDatabaseInaccessible` if there is no service.
    package static func connection(named socket: String?) throws -> Int32 {
        let path: String
        switch socket.map({ ServiceAddress.socket($0) }) ?? ofEnvironment {
        case .socket(let named): path = named
        case .descriptor, .invalid, .unclear:
            throw HKError.error(
                .errorDatabaseInaccessible,
                "HEALTHKIT_STORE names no socket; name the service's with --socket"
            )
        case nil:
            let installed = InstalledService()
            path = installed.serves(geteuid()) ? installed.socket(of: geteuid()) : ServicePlaces.standardPath
        }
        switch ServiceLink.Address.connect(path) {
        case .success(let descriptor):
            // Its program says hello when it first needs the store, which may be much later.
            let bytes = ServiceFrame.willGreet.bytes(limit: ServiceFrame.programLimit)
            guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
                let reason = String(cString: strerror(errno))
                close(descriptor)
                throw HKError.error(
                    .errorDatabaseInaccessible,
                    "The service at \(path) ended the connection: \(reason)"
                )
            }
            return descriptor
        case .failure(let failure):
            throw HKError.error(
                .errorDatabaseInaccessible,
                "There is no service at \(path): \(failure.description). Start one with healthtui serve"
            )
        }
    }
}
