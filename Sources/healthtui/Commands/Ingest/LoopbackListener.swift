import Foundation
import Glibc
import Synchronization

/// Waits for connections of programs of this machine, and for no others.
final class LoopbackListener: Sendable {
    /// The addresses that it listens at, as a program writes them.
    let addresses: [String]
    private let descriptors: [Int32]
    private let open = Mutex(0)

    /// How many connections there may be at once.
    static let mostConnections = 16

    /// Begins to listen at 127.0.0.1 and, where the machine has it, at ::1.
    ///
    /// - Parameter port: The port; zero for one that is free.
    /// - Throws: ``CommandFailure``.
    init(port: UInt16) throws {
        let (first, chosen) = try Self.listen4(port)
        var (descriptors, addresses) = ([first], ["http://127.0.0.1:\(chosen)"])
        do {
            if let second = try Self.listen6(chosen) {
                descriptors.append(second)
                addresses.append("http://[::1]:\(chosen)")
            }
        } catch {
            close(first)
            throw error
        }
        (self.descriptors, self.addresses) = (descriptors, addresses)
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    private static func failure(_ place: String) -> CommandFailure {
        CommandFailure(place, String(cString: strerror(errno)))
    }

    private static func listen4(_ port: UInt16) throws -> (descriptor: Int32, port: UInt16) {
        let place = "127.0.0.1:\(port)"
        let descriptor = try make(AF_INET, place)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else {
            let why = failure(place)
            close(descriptor)
            throw why
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// - Returns: `nil` on a machine without IPv6.
    private static func listen6(_ port: UInt16) throws -> Int32? {
        let place = "[::1]:\(port)"
        // The other address serves alone, and is what the line at the beginning names.
        guard let descriptor = try? make(AF_INET6, place) else { return nil }
        var only: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0 && listen(descriptor, 64) == 0
            }
        }
        if isListening { return descriptor }
        let (code, why) = (errno, failure(place))
        close(descriptor)
        if code == EADDRNOTAVAIL || code == EAFNOSUPPORT { return nil }
        throw why
    }

    private static func make(_ family: Int32, _ place: String) throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw failure(place) }
        var again: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &again, socklen_t(MemoryLayout<Int32>.size))
        return descriptor
    }

    /// Serves each connection on a thread of its own, until the process ends.
    ///
    /// - Parameter serve: Serves one; the connection is closed when it returns.
    /// - Throws: ``CommandFailure`` when the system lets nothing more be heard.
    func run(_ serve: @escaping @Sendable (Int32, _ isOneTooMany: Bool) -> Void) throws {
        while true {
            var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { throw Self.failure("poll") }
            for entry in entries where entry.revents != 0 {
                let connection = accept(entry.fd, nil, nil)
                guard connection >= 0 else {
                    // Without a descriptor left nobody is served for a moment.
                    if errno == EMFILE || errno == ENFILE || errno == ENOMEM { usleep(100_000) }
                    continue
                }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                _ = fcntl(connection, F_SETFL, O_NONBLOCK)
                let count = open.withLock { count in
                    count += 1
                    return count
                }
                // Even those that are sent away are few at a time.
                guard count <= 2 * Self.mostConnections else {
                    finish(connection)
                    continue
                }
                let thread = Thread { [self] in
                    serve(connection, count > Self.mostConnections)
                    finish(connection)
                }
                thread.name = "healthtui.ingest"
                thread.start()
            }
        }
    }

    private func finish(_ connection: Int32) {
        close(connection)
        open.withLock { $0 -= 1 }
    }
}
