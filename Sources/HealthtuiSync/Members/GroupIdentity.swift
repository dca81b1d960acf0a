import HealthKitStore

/// Names and makes groups, epochs and keys.
package enum GroupIdentity {
    /// The identity of the group that a founding statement begins: it can't be founded again.
    package static func group(nonce: SyncID, keys: MemberKeys) -> SyncID {
        let bytes = Array("hk-sync-group".utf8) + nonce.bytes + keys.signing + keys.receiving
        return SyncID(Blake2b.hash(bytes, count: SyncID.size)) ?? .zero
    }

    /// The identity of an epoch, which its key alone gives.
    package static func epoch(_ key: SecretBytes) -> SyncID {
        SyncID(Blake2b.hash(Array("hk-sync-epoch".utf8), count: SyncID.size, key: key)) ?? .zero
    }
}

/// The secret keys of a device, or of a group's recovery key.
package struct DeviceKeys: Sendable {
    package let signing: SigningKey
    package let receiving: ReceivingKey

    /// The keys that come from a secret.
    /// - Throws: ``StoreError`` with code `cannotOpen` without memory for them.
    package init(secret: SecretBytes) throws {
        let seed = try Blake2b.derive(from: secret, about: Array("hk-sync-sign".utf8))
        signing = try SigningKey(seed: seed)
        receiving = try ReceivingKey(seed: try Blake2b.derive(from: secret, about: Array("hk-sync-receive".utf8)))
    }

    package var keys: MemberKeys { MemberKeys(signing: signing.publicKey, receiving: receiving.publicKey) }
    package var device: SyncID { keys.device }
}
