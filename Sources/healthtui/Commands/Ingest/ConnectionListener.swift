import Foundation
import Glibc
import Synchronization

/// Waits for connections and handles each on a separate thread.
final class ConnectionListener: Sendable {
    /// An accepted connection.
    struct Connection: Sendable {
        let descriptor: Int32
        /// The client's numeric address.
        let peer: String
        /// Whether it only gets the response that there are too many.
        let isOneTooMany: Bool
        /// Records that it has presented the token, and returns whether it may continue.
        let prove: @Sendable () -> Bool
    }

    /// The listening addresses, with their actual ports.
    let addresses: [SocketAddress]
    private let descriptors: [Int32]
    private let open = Mutex(ConnectionCounts())

    /// Begins to listen at 127.0.0.1 and, where the machine has it, at ::1.
    ///
    /// - Parameter port: The port; zero for one that is free.
    /// - Throws: ``CommandFailure``.
    convenience init(loopback port: UInt16) throws {
        guard let first = SocketAddress("127.0.0.1", port: port), let second = SocketAddress("::1", port: port) else {
            throw CommandFailure("127.0.0.1:\(port)", "isn't an address")
        }
        try self.init(first, besides: second)
    }

    /// Begins to listen at an address.
    ///
    /// - Parameters:
    ///   - address: The address; a port of zero means any free one.
    ///   - second: Another address with the same port, which the machine may lack.
    /// - Throws: ``CommandFailure``.
    init(_ address: SocketAddress, besides second: SocketAddress? = nil) throws {
        let first = try Self.listen(address).mapError(\.failure).get()
        var (descriptors, addresses) = ([first.descriptor], [first.address])
        if let second = second?.with(port: first.address.port) {
            switch Self.listen(second) {
            case .success(let other):
                descriptors.append(other.descriptor)
                addresses.append(second)
            // The first address serves alone where the machine doesn't have the other.
            case .failure(let refusal) where refusal.isMissingAddress: break
            case .failure(let refusal):
                close(first.descriptor)
                throw refusal.failure
            }
        }
        (self.descriptors, self.addresses) = (descriptors, addresses)
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// The reason it can't listen.
    private struct Refusal: Error {
        let failure: CommandFailure
        let isMissingAddress: Bool
    }

    private static func listen(
        _ address: SocketAddress
    ) -> Result<(descriptor: Int32, address: SocketAddress), Refusal> {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.family, kind, 0)
        guard descriptor >= 0 else { return .failure(refusal(address)) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if address.family == AF_INET6 {
            // The address of everything is that of IPv4 as well, whatever the system's default.
            var isAlone: Int32 = address.isAny ? 0 : 1
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isAlone, socklen_t(MemoryLayout<Int32>.size))
        }
        guard address.withAddress({ bind(descriptor, $0, $1) }) == 0, Glibc.listen(descriptor, 64) == 0,
            let chosen = SocketAddress.named(descriptor, getsockname)
        else {
            let why = refusal(address)
            close(descriptor)
            return .failure(why)
        }
        return .success((descriptor, address.with(port: chosen.port)))
    }

    private static func refusal(_ address: SocketAddress) -> Refusal {
        let code = errno
        let place = "\(SocketAddress.inURL(address.host)):\(address.port)"
        let why = code == EADDRNOTAVAIL ? "this machine doesn't have the address" : String(cString: strerror(code))
        return Refusal(
            failure: CommandFailure(place, why),
            isMissingAddress: code == EADDRNOTAVAIL || code == EAFNOSUPPORT
        )
    }

    /// Serves each connection on a separate thread, until the process ends.
    ///
    /// - Parameter serve: Serves one; the connection is closed when it returns.
    /// - Throws: ``CommandFailure`` if the system can't accept connections any more.
    func run(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        while true {
            var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else {
                throw CommandFailure("poll", String(cString: strerror(errno)))
            }
            for entry in entries where entry.revents != 0 {
                let descriptor = accept(entry.fd, nil, nil)
                guard descriptor >= 0 else {
                    // Without free descriptors, wait a moment before the next connection.
                    if errno == EMFILE || errno == ENFILE || errno == ENOMEM { usleep(100_000) }
                    continue
                }
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
                _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
                let peer = SocketAddress.named(descriptor, getpeername)
                let admission = open.withLock { counts in
                    let admission = counts.enter(Self.opener(peer, descriptor), descriptor) {
                        LocalConnections.isSilent(descriptor)
                    }
                    // While it is counted it is open, so its descriptor can't belong to another.
                    if let ending = admission.ending { shutdown(ending, Int32(SHUT_RDWR)) }
                    return admission
                }
                // Even those that are sent away are few at a time.
                guard let number = admission.number else {
                    close(descriptor)
                    continue
                }
                let connection = Connection(
                    descriptor: descriptor,
                    peer: peer?.host ?? "?",
                    isOneTooMany: admission.isRefused,
                    prove: { [self] in open.withLock { $0.prove(number) } }
                )
                let thread = Thread { [self] in
                    serve(connection)
                    open.withLock { counts in
                        counts.leave(number)
                        close(descriptor)
                    }
                }
                thread.name = "healthtui.ingest"
                thread.start()
            }
        }
    }
}

extension ConnectionListener {
    /// The opener of a connection, or `nil` if it is gone again.
    private static func opener(_ peer: SocketAddress?, _ descriptor: Int32) -> ConnectionCounts.Opener? {
        guard let peer else { return nil }
        guard let own = SocketAddress.named(descriptor, getsockname) else { return nil }
        // A client that connects from here to a network address has that address too.
        guard peer.isLoopback || peer.number == own.number else { return .machine(peer.network) }
        return .user(LocalConnections.user(of: peer, to: own))
    }
}

extension ConnectionCounts.Admission {
    fileprivate var ending: Int32? {
        switch self {
        case .served(_, let ending), .refused(_, let ending): ending
        case .closed: nil
        }
    }

    fileprivate var number: Int? {
        switch self {
        case .served(let number, _), .refused(let number, _): number
        case .closed: nil
        }
    }

    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}

extension SocketAddress {
    /// The address of one of the ends of a connection.
    ///
    /// - Parameters:
    ///   - descriptor: The connection.
    ///   - name: `getsockname` or `getpeername`.
    /// - Returns: `nil` if the connection has ended.
    static func named(
        _ descriptor: Int32,
        _ name: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                name(descriptor, $0, &length) == 0 ? SocketAddress($0, length) : nil
            }
        }
    }
}
