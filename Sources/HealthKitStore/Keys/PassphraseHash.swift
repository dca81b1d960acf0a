import Foundation

/// A hash (Argon2id) by which a secret that opens nothing by itself is recognized.
package struct PassphraseHash: Sendable, Hashable, Codable {
    private var passes: UInt32
    private var kibibytes: UInt32
    private var salt: Data
    private var key: Data

    /// Hashes a secret.
    ///
    /// - Parameters:
    ///   - secret: What was typed.
    ///   - cost: What trying one secret costs.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a secret that can't be one, `cannotOpen` without memory.
    package init(of secret: SecretBytes, cost: PassphraseCost = .standard) throws {
        try Passphrase.require(secret)
        let salt = Wrapping.randomBytes(Passphrase.saltSize)
        (passes, kibibytes, self.salt) = (cost.passes, cost.kibibytes, Data(salt))
        key = try Passphrase.key(from: secret, cost, salt: salt).withBytes { Data($0) }
    }

    /// Whether a secret is the one that was hashed.
    ///
    /// - Throws: ``StoreError`` with code `damaged` for an invalid hash, `cannotOpen` without memory.
    package func matches(_ secret: SecretBytes) throws -> Bool {
        let cost = PassphraseCost(passes: passes, kibibytes: kibibytes)
        guard cost.isAllowed, salt.count == Passphrase.saltSize, key.count == Wrapping.keySize else {
            throw StoreError.damaged("a hash of a secret isn't one")
        }
        guard (1...Passphrase.longest).contains(secret.count) else { return false }
        var wanted = [UInt8](key)
        return try Passphrase.key(from: secret, cost, salt: [UInt8](salt)).isEqual(to: SecretBytes(taking: &wanted))
    }
}
