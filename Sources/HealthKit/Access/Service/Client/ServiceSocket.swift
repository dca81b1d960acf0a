import Foundation
import Synchronization

/// A socket that one thread at a time reads and others write.
final class ServiceSocket: Sendable {
    private let descriptor: Int32
    /// The system's timeout for reading, in milliseconds; 0 for none.
    private let readingTime = Atomic(0)

    /// - Parameter descriptor: A connected socket, which is closed in the end.
    init(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Writes all bytes; a peer that reads nothing for a minute loses the connection.
    func write(_ bytes: [UInt8]) {
        var written = 0
        bytes.withUnsafeBytes { buffer in
            while written < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[written...])
                let count = Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count > 0 {
                    written += count
                } else if errno != EINTR {
                    // The reading thread notices.
                    return shutDown()
                }
            }
        }
    }

    /// Writes all bytes, and passes a descriptor with the first.
    func write(_ bytes: [UInt8], handingOver handed: Int32) {
        let count = max(0, DescriptorPassing.send(bytes[...], handed, over: descriptor))
        if count < bytes.count { write(Array(bytes[count...])) }
    }

    /// The result of ``read()``.
    enum Reading {
        case bytes([UInt8])
        /// Nothing came in time.
        case nothing
        case end
    }

    /// Waits for the next bytes and returns them.
    func read(seconds: Double, spinWait: SpinWait? = nil) -> Reading {
        let wanted = max(1, Int((seconds * 1_000).rounded(.up)))
        if wanted != readingTime.load(ordering: .relaxed) {
            var most = timeval(tv_sec: wanted / 1_000, tv_usec: wanted % 1_000 * 1_000)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &most, socklen_t(MemoryLayout<timeval>.size))
            readingTime.store(wanted, ordering: .relaxed)
        }
        return withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
            func receive(_ flags: Int32) -> Int { recv(descriptor, buffer.baseAddress, buffer.count, flags) }
            let early = spinWait?
                .look { () -> Int? in
                    let count = receive(Int32(MSG_DONTWAIT))
                    return count < 0 && errno == EAGAIN ? nil : count
                }
            let count = early ?? receive(0)
            if count > 0 { return .bytes(Array(buffer.prefix(count))) }
            return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothing : .end
        }
    }

    /// Limits the time that ``write(_:)`` waits for the other end to read.
    func limitWriting() {
        var most = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &most, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Whether some kilobytes can be written at once.
    var hasRoom: Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&polled, 1, 0) == 1 && polled.revents == Int16(POLLOUT)
    }

    /// The user of the program at the other end, or of the maker of the socket that it listens on.
    var user: uid_t? { ServicePeer(of: descriptor)?.user }

    func shutDown() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
