import Foundation
import Glibc

/// The system's information on the connections within this machine.
enum LocalConnections {
    /// The user whose program has the other end of a connection.
    ///
    /// - Parameters:
    ///   - peer: The address of that end.
    ///   - own: The address of this end.
    /// - Returns: `nil` where the system doesn't say.
    static func user(of peer: SocketAddress, to own: SocketAddress) -> UInt32? {
        let ends = [peer.systemForm, own.systemForm]
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            guard let file = FileHandle(forReadingAtPath: table) else { continue }
            // A file of the kernel has no size by which it could be read at once.
            let text = String(decoding: file.readDataToEndOfFile(), as: UTF8.self)
            for line in text.split(separator: "\n").dropFirst() {
                let words = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
                guard words.count > 7, ends[0].contains(String(words[1])), ends[1].contains(String(words[2])) else {
                    continue
                }
                return UInt32(words[7])
            }
        }
        return nil
    }

    /// Whether nothing has ever come over a connection; `false` where the system doesn't say.
    static func isSilent(_ descriptor: Int32) -> Bool {
        // `tcpi_bytes_received` of Linux's `struct tcp_info`, which the C library's header may not have.
        let place = 128
        var info = [UInt8](repeating: 0, count: place + 8)
        var size = socklen_t(info.count)
        guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0, size == place + 8 else {
            return false
        }
        return info[place...].allSatisfy { $0 == 0 }
    }
}

extension SocketAddress {
    /// The forms in which the system's tables have it: an address of IPv4 as one of IPv6, too.
    fileprivate var systemForm: Set<String> {
        let port = String(format: "%04X", port)
        func text(_ bytes: [UInt8]) -> String {
            // Words of four bytes, in the order of this machine.
            stride(from: 0, to: bytes.count, by: 4)
                .map { start in
                    let word = bytes[start..<start + 4].reversed()
                    return word.map { String(format: "%02X", $0) }.joined()
                }
                .joined() + ":" + port
        }
        if isIPv4 { return [text(network), text([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + network)] }
        return [text(number)]
    }
}
