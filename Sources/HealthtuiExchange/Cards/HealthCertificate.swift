import Foundation
import HealthKit
import HealthtuiDeflation

/// A digital COVID certificate of the EU: the text of its QR code, `HC1:…`, which is a signed object of CBOR (COSE_Sign1)
/// that was compressed and written in base 45.
struct HealthCertificate: Hashable, Sendable {
    /// The largest unpacked size of a certificate, in bytes; real ones have some hundreds.
    private static let largest = 1 << 20

    /// The prefix of a certificate's text.
    static let mark = "HC1:"

    /// The signature algorithm it names; proof of nothing.
    let algorithm: String?
    /// The identifier of the signing key it names, in base 64.
    let keyIdentifier: String?
    /// The signed bytes: the object and its protected header, combined as the standard specifies.
    let signed: [UInt8]
    let signature: [UInt8]
    private let payload: [UInt8]

    /// Parses a certificate.
    ///
    /// - Parameter text: The text with its mark.
    /// - Throws: `CardFlaw`.
    init(_ text: some StringProtocol) throws {
        guard let packed = Base45.bytes(Array(text.utf8.dropFirst(Self.mark.utf8.count))), !packed.isEmpty else {
            throw CardFlaw(reason: "the text after \(Self.mark) isn't valid base45")
        }
        // Every zlib stream begins with this byte; uncompressed CBOR begins with another one.
        let isCompressed = packed[0] == 0x78
        let plain = isCompressed ? RawDeflate.inflated(packed, hasHeader: true, atMost: Self.largest) : packed
        guard let plain else {
            throw CardFlaw(reason: "the certificate's compressed data is damaged")
        }
        guard let parts = CBORValue(plain)?.untagged.list, parts.count == 4, let protected = parts[0].bytes,
            let payload = parts[2].bytes, let signature = parts[3].bytes
        else { throw CardFlaw(reason: "the certificate isn't a signed CBOR object") }
        // The protected header may be absent, in which case it has no bytes.
        let header = protected.isEmpty ? nil : CBORValue(protected)
        algorithm = (header?[Self.algorithmKey] ?? parts[1][Self.algorithmKey])?.integer.map(Self.name)
        keyIdentifier = (header?[Self.keyKey] ?? parts[1][Self.keyKey])?.bytes
            .map { Data($0).base64EncodedString() }
        signed =
            [0x84] + CBORValue.encoded(Array("Signature1".utf8), isText: true) + CBORValue.encoded(protected)
            + CBORValue.encoded([]) + CBORValue.encoded(payload)
        self.signature = signature
        self.payload = payload
    }

    // The map keys of the standards COSE (RFC 9052), CWT (RFC 8392) and the EU's certificates.
    private static let algorithmKey = 1
    private static let keyKey = 4
    private static let issuerKey = 1
    private static let expiryKey = 4
    private static let issueKey = 6
    private static let certificateKey = -260

    private static func name(_ algorithm: Int) -> String {
        switch algorithm {
        case -7: "ES256"
        case -37: "PS256"
        default: "COSE \(algorithm)"
        }
    }

    /// The certificate's claims.
    ///
    /// - Throws: `CardFlaw`.
    func claims() throws -> CardClaims {
        guard let object = CBORValue(payload)?.untagged, let certificate = object[Self.certificateKey]?[1] else {
            throw CardFlaw(reason: "the signed data isn't a health certificate")
        }
        var claims = CardClaims(issuer: object[Self.issuerKey]?.text ?? "")
        claims.issued = object[Self.issueKey]?.untagged.number
        claims.expires = object[Self.expiryKey]?.untagged.number
        let name = certificate["nam"]
        // The transliterated name, with `<` for spaces, where the name itself is missing.
        let parts: [String] = ["gn", "fn"]
            .compactMap { (key: String) -> String? in
                if let text = name?[key]?.text { return text }
                return name?[key + "t"]?.text?.replacing("<", with: " ")
            }
        claims.name = parts.filter { !$0.isEmpty }.joined(separator: " ")
        claims.birth = certificate["dob"]?.text.flatMap(CardClaims.day)
        for (key, kind) in [
            ("v", HKVerifiableClinicalRecordCredentialType.immunization), ("t", .laboratory), ("r", .recovery),
        ] {
            for entry in certificate[key]?.list ?? [] {
                if claims.types.isEmpty { claims.types = [HKVerifiableClinicalRecordCredentialType.covid19.rawValue] }
                if !claims.types.contains(kind.rawValue) { claims.types.append(kind.rawValue) }
                claims.items.append(CertificateWords.item(key, entry))
                let when = entry["dt"] ?? entry["sc"] ?? entry["fr"]
                if let date = when?.untagged.text.flatMap(CardClaims.date) {
                    claims.happened = max(claims.happened ?? date, date)
                }
                // A country that doesn't name itself as issuer is named here.
                if claims.issuer.isEmpty { claims.issuer = entry["co"]?.text ?? "" }
            }
        }
        return claims
    }
}

/// The meanings of certificates' codes, as readable text.
private enum CertificateWords {
    /// Vaccines by their marketing authorization number.
    private static let vaccines = [
        "EU/1/20/1528": "Comirnaty", "EU/1/20/1507": "Spikevax", "EU/1/21/1529": "Vaxzevria",
        "EU/1/20/1525": "Jcovden", "EU/1/21/1618": "Nuvaxovid", "EU/1/21/1624": "Valneva",
        "EU/1/22/1709": "VidPrevtyn Beta",
        "EU/1/23/1740": "Bimervax",
    ]

    /// Test results by their SNOMED CT codes.
    private static let results = ["260415000": "not detected", "260373001": "detected"]

    static func item(_ kind: String, _ entry: CBORValue) -> String {
        switch kind {
        case "v":
            let code = entry["mp"]?.text ?? ""
            let name = vaccines[code] ?? (code.isEmpty ? "Vaccine" : code)
            guard let dose = entry["dn"]?.integer, let all = entry["sd"]?.integer else { return name }
            return "\(name), dose \(dose) of \(all)"
        case "t":
            let code = entry["tr"]?.text ?? ""
            return "COVID-19 test: \(results[code] ?? (code.isEmpty ? "no result" : code))"
        default: return "Recovery from COVID-19"
        }
    }
}
