import CHealthtuiTLS
import Foundation
import Glibc
import HealthtuiFacts

/// The certificate and key that `ingest` shows to who connects.
final class TLSIdentity: @unchecked Sendable {
    /// The context for new sessions.
    ///
    /// It doesn't change after its creation, so threads can share it.
    let context: OpaquePointer
    private let certificate: OpaquePointer

    /// Makes an identity from a certificate, those of its issuers, and its key.
    ///
    /// - Parameters:
    ///   - file: A file of certificates in PEM, the server's first.
    ///   - key: The file of its private key in PEM; it can be the same file.
    /// - Throws: ``CommandFailure``, which names the file and the problem.
    init(certificate file: PEMFile, key: PEMFile) throws {
        let chain = try file.certificates()
        certificate = chain[0]
        guard let context = SSL_CTX_new(TLS_server_method()), tls_configure(context) == 1 else {
            chain.forEach(X509_free)
            throw CommandFailure("TLS", "OpenSSL can't be set up: \(PEMFile.reason())")
        }
        self.context = context
        var unowned = chain.dropFirst()
        defer { unowned.forEach(X509_free) }
        try Self.checkDates(chain[0], file.path)
        guard SSL_CTX_use_certificate(context, chain[0]) == 1 else {
            throw CommandFailure(file.path, "the certificate can't be used: \(PEMFile.reason())")
        }
        while let issuer = unowned.first {
            guard tls_add_issuer(context, issuer) == 1 else {
                throw CommandFailure(file.path, "an issuer's certificate can't be used: \(PEMFile.reason())")
            }
            unowned.removeFirst()
        }
        let privateKey = try key.privateKey()
        defer { EVP_PKEY_free(privateKey) }
        guard X509_check_private_key(chain[0], privateKey) == 1 else {
            throw CommandFailure(key.path, "isn't the key of the certificate in \(file.path)")
        }
        guard SSL_CTX_use_PrivateKey(context, privateKey) == 1 else {
            throw CommandFailure(key.path, "the key can't be used: \(PEMFile.reason())")
        }
    }

    deinit {
        SSL_CTX_free(context)
        X509_free(certificate)
    }

    private static func checkDates(_ certificate: OpaquePointer, _ path: String) throws {
        let now = Int64(Date().timeIntervalSince1970)
        let (from, until) = (tls_valid_from(certificate), tls_valid_until(certificate))
        guard now >= from else {
            throw CommandFailure(path, "the certificate isn't valid before \(Self.day(from)); check the clock")
        }
        guard now < until else { throw CommandFailure(path, "the certificate expired on \(Self.day(until))") }
    }

    private static func day(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
    }

    /// The last day on which the certificate is valid.
    var lastDay: String { Self.day(tls_valid_until(certificate)) }

    /// Whether it expires within a month.
    var expiresSoon: Bool { Double(tls_valid_until(certificate)) < Date().timeIntervalSince1970 + 30 * 86_400 }

    /// The SHA-256 digest of the certificate, as browsers and phones show it: `AB:CD:…`.
    var fingerprint: String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        X509_digest(certificate, EVP_sha256(), &digest, &count)
        return digest.prefix(Int(count)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined(separator: ":").uppercased()
    }

    /// The first host name that the certificate is for.
    var serverName: String? {
        var buffer = [CChar](repeating: 0, count: 254)
        guard tls_server_name(certificate, &buffer, Int32(buffer.count)) == 1 else { return nil }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.utf8.allSatisfy(HostName.isByte) ? name : nil
    }

    /// Whether the certificate is for an address.
    func isFor(address: String) -> Bool { X509_check_ip_asc(certificate, address, 0) == 1 }
}
