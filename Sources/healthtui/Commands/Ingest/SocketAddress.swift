import Foundation
import Glibc

/// An address and a port to listen at.
struct SocketAddress: Hashable, Sendable {
    private var bytes: [UInt8]

    /// Reads an address; `nil` for anything else, such as a name.
    ///
    /// - Parameters:
    ///   - text: An address as numbers: `192.168.1.5`, `::1`, `fe80::1%eth0`.
    ///   - port: The port.
    init?(_ text: String, port: UInt16) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        // The C library takes 127.1 and 0x7f000001 for addresses as well.
        guard text.contains(":") || text.split(separator: ".", omittingEmptySubsequences: false).count == 4,
            getaddrinfo(text, "\(port)", &hints, &found) == 0, let found
        else { return nil }
        defer { freeaddrinfo(found) }
        guard let address = found.pointee.ai_addr else { return nil }
        self.init(address, found.pointee.ai_addrlen)
    }

    init(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
    }

    var family: Int32 { Int32(bytes.withUnsafeBytes { $0.loadUnaligned(as: sa_family_t.self) }) }

    func withAddress<T>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        bytes.withUnsafeBytes { all in
            // A copy, since an array of bytes may be unaligned.
            var storage = sockaddr_storage()
            withUnsafeMutableBytes(of: &storage) {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: all.prefix($0.count)))
            }
            return withUnsafePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(all.count)) }
            }
        }
    }

    /// The address as numbers.
    var host: String {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = withAddress { getnameinfo($0, $1, &buffer, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) }
        return code == 0
            ? String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : "?"
    }

    /// The address's own bytes, in the order of the network.
    var number: [UInt8] {
        family == AF_INET6 ? Array(bytes.dropFirst(8).prefix(16)) : Array(bytes.dropFirst(4).prefix(4))
    }

    /// The network of a client's address: an IPv4 address counts as one, and IPv6 addresses with the same prefix count
    /// together.
    var network: [UInt8] {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        if number.count == 16, number.starts(with: mapped) { return Array(number.suffix(4)) }
        return Array(number.prefix(8))
    }

    /// Whether it is an address of IPv4, in either form.
    var isIPv4: Bool { network.count == 4 }

    /// Whether it means all addresses of the machine.
    var isAny: Bool { number.allSatisfy { $0 == 0 } }

    /// Whether only this machine has it.
    var isLoopback: Bool {
        network.count == 4 ? network[0] == 127 : number == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether it is only valid on one link, and therefore not an address to give to another machine.
    var isLinkLocal: Bool {
        number.count == 16 ? number[0] == 0xFE && number[1] & 0xC0 == 0x80 : number.starts(with: [169, 254])
    }

    /// The same address with another port.
    func with(port: UInt16) -> SocketAddress {
        var copy = self
        (copy.bytes[2], copy.bytes[3]) = (UInt8(port >> 8), UInt8(port & 255))
        return copy
    }

    var port: UInt16 { UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

    /// A host in the form for URLs.
    static func inURL(_ host: String) -> String {
        host.contains(":") ? "[\(host.replacingOccurrences(of: "%", with: "%25"))]" : host
    }

    /// The addresses of this machine in the network, IPv4 first.
    static func ofMachine() -> [SocketAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        let entries = sequence(first: first, next: { $0?.pointee.ifa_next }).prefix { $0 != nil }
        let found = entries.compactMap { entry -> SocketAddress? in
            guard let entry = entry?.pointee, let address = entry.ifa_addr,
                entry.ifa_flags & UInt32(IFF_UP) != 0
            else { return nil }
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return SocketAddress(address, socklen_t(MemoryLayout<sockaddr_in>.size))
            case AF_INET6: return SocketAddress(address, socklen_t(MemoryLayout<sockaddr_in6>.size))
            default: return nil
            }
        }
        let useful = found.filter { !$0.isLoopback && !$0.isLinkLocal }
        return useful.filter { $0.family == AF_INET } + useful.filter { $0.family == AF_INET6 }
    }
}
