import CHealthtuiTLS
import Glibc

/// Bytes over TLS, as a server.
final class TLSTransport: Transport {
    private let descriptor: Int32
    private let session: OpaquePointer
    private var isFirst = true
    private var isBroken = false

    /// - Returns: `nil` if there is not enough memory.
    init?(_ descriptor: Int32, _ identity: TLSIdentity) {
        guard let session = SSL_new(identity.context) else { return nil }
        self.session = session
        self.descriptor = descriptor
        // The program ignores SIGPIPE: a write to who has gone fails and does nothing else.
        SSL_set_fd(session, descriptor)
        SSL_set_accept_state(session)
    }

    deinit { SSL_free(session) }

    func begin() throws -> TransportStep {
        if isFirst {
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
            if count < 0, errno == EAGAIN || errno == EINTR { return .waits(POLLIN) }
            guard count > 0 else { throw HandshakeFailure(reason: nil) }
            isFirst = false
            // A method of HTTP; TLS begins with the byte 22.
            if (0x41...0x5A).contains(byte) {
                isBroken = true
                throw HandshakeFailure(reason: "it isn't encrypted", isPlain: true)
            }
        }
        ERR_clear_error()
        let result = SSL_do_handshake(session)
        if result == 1 { return .moved(0) }
        switch step(result) {
        case .waits(let event): return .waits(event)
        default: throw HandshakeFailure(reason: Self.problem())
        }
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TransportStep {
        guard !isBroken else { return .ended }
        ERR_clear_error()
        return step(SSL_read(session, buffer.baseAddress, Int32(clamping: buffer.count)))
    }

    func send(_ bytes: UnsafeRawBufferPointer) -> TransportStep {
        guard !isBroken else { return .ended }
        ERR_clear_error()
        return step(SSL_write(session, bytes.baseAddress, Int32(clamping: bytes.count)))
    }

    func finish() {
        // Only a session that works can be ended in order.
        guard !isBroken, SSL_is_init_finished(session) == 1 else { return }
        ERR_clear_error()
        SSL_shutdown(session)
    }

    private func step(_ result: Int32) -> TransportStep {
        if result > 0 { return .moved(Int(result)) }
        switch SSL_get_error(session, result) {
        case SSL_ERROR_WANT_READ: return .waits(POLLIN)
        case SSL_ERROR_WANT_WRITE: return .waits(POLLOUT)
        default:
            isBroken = true
            return .ended
        }
    }

    /// The reason a handshake failed, for the person.
    private static func problem() -> String {
        let code = ERR_peek_error()
        guard code != 0 else { return "the other side closed the connection; it may not trust the certificate" }
        switch Int32(truncatingIfNeeded: code & 0x7F_FFFF) {
        case SSL_R_TLSV1_ALERT_UNKNOWN_CA, SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE,
            SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE, SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED:
            return "the other side doesn't trust the certificate"
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_NO_SHARED_CIPHER:
            return "the other side knows neither TLS 1.2 nor 1.3"
        case 294:
            // SSL_R_UNEXPECTED_EOF_WHILE_READING, which OpenSSL 1.1 doesn't have.
            return "the other side closed the connection; it may not trust the certificate"
        default:
            return ERR_reason_error_string(code).map { String(cString: $0) } ?? "the handshake failed"
        }
    }
}
