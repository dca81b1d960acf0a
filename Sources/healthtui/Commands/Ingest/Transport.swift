import Glibc

/// The result of an attempt to move bytes.
enum TransportStep {
    /// So many bytes were moved.
    case moved(Int)
    /// Nothing can be moved before the connection is ready: `POLLIN` or `POLLOUT`.
    case waits(Int32)
    /// The other side disconnected, or sent invalid data.
    case ended
}

/// The way a connection's bytes travel: as they are, or encrypted.
///
/// Nothing here blocks.
protocol Transport: AnyObject {
    /// Agrees with the other side on how bytes travel.
    ///
    /// - Returns: `moved` once that is done.
    /// - Throws: ``HandshakeFailure``.
    func begin() throws -> TransportStep
    /// Reads received bytes.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransportStep
    /// Sends bytes, or some of them.
    func send(_ bytes: UnsafeRawBufferPointer) -> TransportStep
    /// Says that nothing more will be sent.
    func finish()
}

/// The reason no encrypted connection was established.
struct HandshakeFailure: Error {
    /// `nil` if it isn't worth a message, such as a port scan.
    let reason: String?
    /// Whether the other side sent a request that isn't encrypted.
    var isPlain = false
}

/// Bytes as they are.
final class PlainTransport: Transport {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func begin() throws -> TransportStep { .moved(0) }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransportStep {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 { return .moved(count) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .waits(POLLIN) : .ended
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> TransportStep {
        let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        if count >= 0 { return .moved(count) }
        return errno == EAGAIN || errno == EINTR ? .waits(POLLOUT) : .ended
    }

    func finish() {}
}
