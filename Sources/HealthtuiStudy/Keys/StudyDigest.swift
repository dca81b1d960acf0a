import HealthKitStore

/// Digests of what studies sign and send, BLAKE2b of 32 bytes in hexadecimal.
package enum StudyDigest {
    /// The digest of bytes.
    package static func of(_ bytes: [UInt8]) -> String { HexText.text(SealedBox.digest(of: bytes, size: 32)) }

    /// The digest of a text.
    package static func of(_ text: String) -> String { of(Array(text.utf8)) }

    /// By what a study calls a person: 16 bytes of the study and the person's public key, in hexadecimal.
    ///
    /// Nobody else can contribute or withdraw under it, and two studies of one person have nothing in common.
    package static func person(study: String, publicKey: [UInt8]) -> String {
        HexText.text(SealedBox.digest(of: Array("healthtui study person\n\(study)\n".utf8) + publicKey, size: 16))
    }
}

/// Bytes as hexadecimal digits, in small letters.
package enum HexText {
    /// The digits of bytes.
    package static func text(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes that digits stand for; `nil` for another count of bytes, and for anything but small digits.
    package static func bytes(_ text: String, count: Int) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 2 * count else { return nil }
        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
