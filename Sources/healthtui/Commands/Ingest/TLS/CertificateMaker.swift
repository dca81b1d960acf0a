import CHealthtuiTLS
import Foundation
import Glibc
import HealthKit

/// Makes the certificate that `ingest` has where the person names none: signed by its own key.
enum CertificateMaker {
    /// The period of validity, in days.
    ///
    /// Phones refuse certificates that are valid for more than 825 days.
    static let days = 730

    /// The path of the certificate, with its key.
    static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return data + "/healthtui/ingest-certificate.pem"
    }

    /// Reads the certificate, or makes one if there is no file.
    ///
    /// - Parameters:
    ///   - path: The file of certificate and key.
    ///   - addresses: The machine's addresses, for which a new one is made.
    /// - Returns: The certificate, and whether it is new.
    /// - Throws: ``CommandFailure``.
    static func open(_ path: String, addresses: [String]) throws -> (identity: TLSIdentity, isNew: Bool) {
        if let bytes = try PrivateFile.read(path, atMost: PEMFile.limit) { return (try identity(path, bytes), false) }
        if path == standardPath { PrivateFile.makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent().path) }
        let bytes = try make(hostName: Machine.current.hostName, addresses: addresses, from: Date(), path)
        guard try PrivateFile.make(path, bytes) else { return try open(path, addresses: addresses) }
        return (try identity(path, bytes), true)
    }

    private static func identity(_ path: String, _ bytes: [UInt8]) throws -> TLSIdentity {
        let file = PEMFile(path: path, bytes: bytes)
        do { return try TLSIdentity(certificate: file, key: file) } catch let failure as CommandFailure {
            // A person may have verified this one's fingerprint, so it isn't replaced silently.
            throw CommandFailure(failure.what, "\(failure.why); delete the file and a new one is made")
        }
    }

    /// Makes a key and its certificate.
    ///
    /// - Parameters:
    ///   - hostName: The machine's name; omitted if it can't be in a certificate.
    ///   - addresses: Addresses, as numbers.
    ///   - date: The beginning of its validity.
    ///   - path: What an error names.
    /// - Returns: Both in PEM, the key first.
    /// - Throws: ``CommandFailure``.
    static func make(hostName: String, addresses: [String], from date: Date, _ path: String) throws -> [UInt8] {
        func failure() -> CommandFailure { CommandFailure(path, "no certificate can be made: \(PEMFile.reason())") }
        guard let key = tls_make_key() else { throw failure() }
        defer { EVP_PKEY_free(key) }
        guard let certificate = X509_new() else { throw failure() }
        defer { X509_free(certificate) }
        let from = Int64(date.timeIntervalSince1970)
        let isName = !hostName.isEmpty && hostName.utf8.count < 254 && hostName.utf8.allSatisfy(HostName.isByte)
        var names = ["localhost"]
        if isName, hostName != "localhost" {
            names.insert(hostName, at: 0)
            if !hostName.contains(".") { names.append(hostName + ".local") }
        }
        let alternatives = names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
        let extensions = [
            (NID_basic_constraints, "critical,CA:FALSE"), (NID_key_usage, "critical,digitalSignature"),
            (NID_ext_key_usage, "serverAuth"), (NID_subject_key_identifier, "hash"),
            (NID_subject_alt_name, alternatives.joined(separator: ",")),
        ]
        let title = Array("healthtui ingest".utf8)
        guard X509_set_version(certificate, 2) == 1,
            tls_set_serial(certificate, UInt64.random(in: 1...UInt64.max >> 1)) == 1,
            // Clocks of phones may be behind.
            tls_set_validity(certificate, from - 3_600, from + Int64(days) * 86_400) == 1,
            X509_set_pubkey(certificate, key) == 1, let name = X509_get_subject_name(certificate),
            X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, title, Int32(title.count), -1, 0) == 1,
            X509_set_issuer_name(certificate, name) == 1,
            extensions.allSatisfy({ tls_add_extension(certificate, $0.0, $0.1) == 1 }),
            X509_sign(certificate, key, EVP_sha256()) > 0,
            let output = BIO_new(BIO_s_mem())
        else { throw failure() }
        defer { BIO_free(output) }
        var text = [UInt8](repeating: 0, count: 1 << 16)
        guard PEM_write_bio_PrivateKey(output, key, nil, nil, 0, nil, nil) == 1,
            PEM_write_bio_X509(output, certificate) == 1
        else { throw failure() }
        let count = BIO_read(output, &text, Int32(text.count))
        guard count > 0, count < text.count else { throw failure() }
        return Array(text.prefix(Int(count)))
    }
}
