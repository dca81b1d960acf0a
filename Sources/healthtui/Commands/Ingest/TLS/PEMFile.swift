import CHealthtuiTLS
import Glibc

/// A file of certificates or a key in PEM.
struct PEMFile {
    let path: String
    private let bytes: [UInt8]

    /// The most bytes that are read of a file.
    static let limit = 1 << 20

    init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    /// Reads a file that the person named.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isSecret: Whether other users must not be able to read it.
    /// - Throws: ``CommandFailure``.
    init(path: String, isSecret: Bool) throws {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw CommandFailure(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(path, "not a file")
        }
        // Groups such as ssl-cert may read keys.
        guard !isSecret || status.st_mode & 0o007 == 0 else {
            throw CommandFailure(path, "everybody can read or change it; run chmod 600")
        }
        self.init(path: path, bytes: try PrivateFile.bytes(of: descriptor, path, atMost: Self.limit))
    }

    /// The certificates in the file, which the caller frees.
    ///
    /// - Throws: ``CommandFailure`` if there is none, or one is damaged.
    func certificates() throws -> [OpaquePointer] {
        let source = try memory()
        defer { BIO_free(source) }
        var found: [OpaquePointer] = []
        ERR_clear_error()
        while let certificate = PEM_read_bio_X509(source, nil, nil, nil) { found.append(certificate) }
        // There must not be the beginning of another one after the last.
        let isAtEnd = Int32(truncatingIfNeeded: ERR_peek_last_error() & 0x7F_FFFF) == PEM_R_NO_START_LINE
        guard isAtEnd else {
            found.forEach(X509_free)
            throw CommandFailure(path, "certificate \(found.count + 1) is damaged: \(Self.reason())")
        }
        ERR_clear_error()
        guard !found.isEmpty else {
            throw CommandFailure(path, "no certificate found; it must be in PEM (-----BEGIN CERTIFICATE-----)")
        }
        return found
    }

    /// The private key in the file, which the caller frees.
    ///
    /// - Throws: ``CommandFailure`` if there is none, and for one that is damaged or has a passphrase.
    func privateKey() throws -> OpaquePointer {
        let source = try memory()
        defer { BIO_free(source) }
        ERR_clear_error()
        // The callback avoids OpenSSL's prompt for a passphrase.
        if let key = PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil) { return key }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.contains("ENCRYPTED") {
            throw CommandFailure(path, "the key has a passphrase; remove it with openssl pkey -in FILE -out NEWFILE")
        }
        if text.contains("PRIVATE KEY-----") { throw CommandFailure(path, "the key is damaged: \(Self.reason())") }
        throw CommandFailure(path, "no private key found; it must be in PEM (-----BEGIN PRIVATE KEY-----)")
    }

    private func memory() throws -> OpaquePointer {
        guard let source = BIO_new(BIO_s_mem()),
            bytes.isEmpty || BIO_write(source, bytes, Int32(bytes.count)) == Int32(bytes.count)
        else { throw CommandFailure(path, Self.missing ?? "there isn't enough memory") }
        return source
    }

    /// Why OpenSSL can't be loaded; `nil` where it can.
    private static var missing: String? { tls_problem().map { String(cString: $0) } }

    /// The last error that OpenSSL reported.
    static func reason() -> String {
        missing ?? ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? "unknown error"
    }
}
