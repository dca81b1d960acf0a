import CHealthKitSodium
import Foundation

/// The SHA-256 of a file's contents.
package enum FileDigest {
    private static let pieceSize = 1 << 20

    /// Reads an open file from its beginning, whatever its position is, and leaves that where it was.
    ///
    /// - Parameter descriptor: The file.
    /// - Returns: 32 bytes.
    /// - Throws: ``StoreError/Code/cannotOpen`` for an unreadable file.
    package static func sha256(of descriptor: Int32) throws -> [UInt8] {
        var state = crypto_hash_sha256_state()
        crypto_hash_sha256_init(&state)
        var piece = [UInt8](repeating: 0, count: pieceSize)
        var offset: off_t = 0
        while true {
            let count = pread(descriptor, &piece, piece.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw StoreError(.cannotOpen, "The file can't be read: \(String(cString: strerror(errno))).")
            }
            if count == 0 { break }
            crypto_hash_sha256_update(&state, piece, UInt64(count))
            offset += off_t(count)
        }
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest
    }

    /// The same, in hexadecimal.
    ///
    /// - Parameter descriptor: The file.
    /// - Returns: 64 digits.
    /// - Throws: ``StoreError/Code/cannotOpen`` for an unreadable file.
    package static func hexadecimal(of descriptor: Int32) throws -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = try sha256(of: descriptor).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
