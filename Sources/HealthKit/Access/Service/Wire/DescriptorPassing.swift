import Foundation
import Glibc

/// Passing open files from one process to another over a socket, along with bytes.
enum DescriptorPassing {
    // Values from the system's headers, where making and reading such messages is done by macros.
    private static let rights: Int32 = 1
    private static let headerSize = 16
    /// The size of a header and one descriptor, with padding.
    private static let roomForOne = 24
    private static let truncated: Int32 = 0x8
    private static let closeOnExec: Int32 = 0x4000_0000

    /// Sends bytes and a copy of a descriptor.
    ///
    /// - Parameters:
    ///   - bytes: At least one byte.
    ///   - descriptor: The descriptor to pass with the first byte.
    ///   - socket: The socket.
    /// - Returns: The number of bytes sent, or a negative number for an error, with the reason in `errno`.
    static func send(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32, over socket: Int32) -> Int {
        var control = [UInt8](repeating: 0, count: roomForOne)
        return control.withUnsafeMutableBytes { control in
            control.storeBytes(of: UInt(headerSize + 4), as: UInt.self)
            control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: rights, toByteOffset: 12, as: Int32.self)
            control.storeBytes(of: descriptor, toByteOffset: headerSize, as: Int32.self)
            return bytes.withUnsafeBytes { bytes in
                var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(socket, &message, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
                }
            }
        }
    }

    /// Data received over a socket.
    struct Received {
        var bytes: [UInt8]
        /// The descriptors received with the bytes, for the receiver to close.
        var descriptors: [Int32]
        /// Whether more descriptors came than there was room for, which the system closed.
        var isTruncated: Bool
    }

    /// Receives bytes with their descriptors, which are closed on exec.
    ///
    /// The space for one descriptor holds two, because of padding: a caller that expects one has to check the number.
    ///
    /// - Parameter socket: The socket.
    /// - Returns: The received data, without bytes at the end of the stream, or `nil` for an error, with the reason in `errno`.
    static func receive(over socket: Int32) -> Received? {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var control = [UInt8](repeating: 0, count: roomForOne)
        return control.withUnsafeMutableBytes { control in
            let received: (count: Int, control: Int, flags: Int32) = bytes.withUnsafeMutableBytes { bytes in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    let count = recvmsg(socket, &message, closeOnExec)
                    return (count, Int(message.msg_controllen), Int32(message.msg_flags))
                }
            }
            guard received.count >= 0 else { return nil }
            return Received(
                bytes: Array(bytes.prefix(received.count)),
                descriptors: descriptors(UnsafeRawBufferPointer(control).prefix(received.control)),
                isTruncated: received.flags & truncated != 0
            )
        }
    }

    private static func descriptors(_ control: Slice<UnsafeRawBufferPointer>) -> [Int32] {
        let control = UnsafeRawBufferPointer(rebasing: control)
        var found: [Int32] = []
        var start = 0
        while start + headerSize <= control.count {
            let length = Int(control.loadUnaligned(fromByteOffset: start, as: UInt.self))
            guard length >= headerSize, start + length <= control.count else { break }
            let level = control.loadUnaligned(fromByteOffset: start + 8, as: Int32.self)
            let type = control.loadUnaligned(fromByteOffset: start + 12, as: Int32.self)
            if level == SOL_SOCKET, type == rights {
                for place in stride(from: start + headerSize, to: start + length - 3, by: 4) {
                    found.append(control.loadUnaligned(fromByteOffset: place, as: Int32.self))
                }
            }
            start += (length + 7) & ~7
        }
        return found
    }
}
