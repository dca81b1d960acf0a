import CHealthKitSodium

/// The cost of trying one passphrase, for its owner and for an attacker.
package struct PassphraseCost: Sendable, Hashable {
    /// The number of passes of Argon2id over its memory.
    package var passes: UInt32
    /// The amount of memory that it fills, in kibibytes.
    package var kibibytes: UInt32

    /// Creates a cost.
    package init(passes: UInt32, kibibytes: UInt32) {
        self.passes = passes
        self.kibibytes = kibibytes
    }

    /// The cost in use: 128 MiB, about half a second on an ordinary machine.
    package static let standard = PassphraseCost(passes: 4, kibibytes: 131_072)

    /// The least there is, for tests.
    package static let least = PassphraseCost(passes: 1, kibibytes: 8)

    /// Whether a file may require this much: a forged one could ask for hours.
    var isAllowed: Bool { (1...16).contains(passes) && (8...1_048_576).contains(kibibytes) }
}

/// Passphrases: bytes that a person can remember, used as they were typed.
package enum Passphrase {
    /// The most bytes that one may have.
    package static let longest = 1024

    /// Checks that there is something, and not too much.
    /// - Throws: ``StoreError`` with code `invalidArgument`.
    package static func require(_ passphrase: SecretBytes) throws {
        if passphrase.count == 0 { throw StoreError(.invalidArgument, "A passphrase may not be empty.") }
        if passphrase.count > longest {
            throw StoreError(
                .invalidArgument,
                "A passphrase may have \(longest) bytes at most; this one has \(passphrase.count)."
            )
        }
    }

    /// The size of a salt, in bytes.
    package static let saltSize = 16

    /// The key of 32 bytes that a passphrase gives with a salt of ``saltSize`` bytes, by Argon2id.
    /// - Throws: ``StoreError`` with code `cannotOpen` without the memory that it takes.
    package static func key(from passphrase: SecretBytes, _ cost: PassphraseCost, salt: [UInt8]) throws -> SecretBytes {
        try SecretBytes.made(count: Wrapping.keySize) { target in
            let result = passphrase.withPointer { bytes in
                crypto_pwhash(
                    target,
                    UInt64(Wrapping.keySize),
                    UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self),
                    UInt64(passphrase.count),
                    salt,
                    UInt64(cost.passes),
                    Int(cost.kibibytes) * 1024,
                    crypto_pwhash_ALG_ARGON2ID13
                )
            }
            guard result == 0 else {
                let need = cost.kibibytes / 1024
                throw StoreError(.cannotOpen, "Not enough memory to check the passphrase: it takes \(need) MiB.")
            }
        }
    }
}
