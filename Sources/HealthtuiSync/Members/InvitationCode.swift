import HealthKitStore

/// The code of an invitation: 80 random bits, in four groups of four signs and a sign that checks them.
package struct InvitationCode: Sendable {
    /// The number of random bytes in a code.
    static let size = 10
    /// The number of groups in its written form.
    static let groups = 4

    private let secret: SecretBytes

    init(secret: SecretBytes) { self.secret = secret }

    /// A new one.
    /// - Throws: ``StoreError`` with code `cannotOpen` without memory for it.
    package static func random() throws -> InvitationCode {
        InvitationCode(secret: try SecretBytes.random(count: size))
    }

    /// The text that a person reads out and types: `7ZK4M-…`.
    package var text: String { CheckedCode.text(secret) }

    /// Reads what a person typed: upper or lower case, with or without dashes and spaces.
    /// - Throws: ``SyncError`` with code `wrongCode` that names the group in which something is mistyped.
    package init(_ text: SecretBytes) throws {
        do {
            secret = try CheckedCode.parse(text, groups: Self.groups, name: "code")
        } catch let error as StoreError where error.code == .invalidArgument {
            throw SyncError(.wrongCode, error.message)
        }
    }

    /// The keys that a code gives in a group: guessing takes as long as a passphrase of a store.
    /// - Throws: ``StoreError`` with code `cannotOpen` without the memory that it takes.
    package func keys(group: SyncID, cost: PassphraseCost = .standard) throws -> InvitationKeys {
        let salt = Blake2b.hash(Array("hk-sync-code".utf8) + group.bytes, count: Passphrase.saltSize)
        let key = try Passphrase.key(from: secret, cost, salt: salt)
        return InvitationKeys(
            signing: try SigningKey(seed: try Blake2b.derive(from: key, about: Array("hk-sync-code-sign".utf8))),
            proof: try Blake2b.derive(from: key, about: Array("hk-sync-code-proof".utf8))
        )
    }
}

/// The keys derived from the code of an invitation: one that signs answers, and one that proves who invites.
package struct InvitationKeys: Sendable {
    package let signing: SigningKey
    fileprivate let proof: SecretBytes

    /// Proves that who invites knows the code, and in which group it is.
    package func proof(group: SyncID, founding: Digest, inviter: SyncID, expires: Int64) -> [UInt8] {
        var about = SyncByteWriter()
        about.append(Array("hk-sync-invite".utf8))
        about.id(group)
        about.digest(founding)
        about.id(inviter)
        about.append(signing.publicKey)
        about.long(UInt64(bitPattern: expires))
        return Blake2b.hash(about.bytes, count: Digest.size, key: proof)
    }
}
