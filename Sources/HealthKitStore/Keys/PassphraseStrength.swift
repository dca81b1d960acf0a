import CHealthKitSodium
import CHealthKitStrength
import Foundation

extension Passphrase {
    /// The part of a long passphrase that is judged, in bytes; the time for judging grows faster than the length.
    private static let judged = 100

    /// The number of guesses that find a passphrase, by its words, names, dates and patterns.
    ///
    /// - Parameter passphrase: The passphrase.
    /// - Returns: The guesses, as a power of 2.
    /// - Throws: ``StoreError`` with code `cannotOpen` where the library for it isn't there.
    package static func guessBits(of passphrase: SecretBytes) throws -> Double {
        var text = [CChar](repeating: 0, count: min(passphrase.count, judged) + 1)
        defer { text.withUnsafeMutableBytes { if let start = $0.baseAddress { sodium_memzero(start, $0.count) } } }
        passphrase.withBytes { bytes in
            // A byte of 0 would end it.
            for (place, byte) in bytes.prefix(judged).enumerated() { text[place] = CChar(bitPattern: max(1, byte)) }
        }
        let bits = ZxcvbnMatch(text, nil, nil)
        if bits >= 0 { return bits }
        throw StoreError(.cannotOpen, strength_problem().map { String(cString: $0) } ?? "libzxcvbn can't be loaded")
    }
}
