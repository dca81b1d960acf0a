import HealthKitStore

/// The public keys of a device, or of a group's recovery key.
package struct MemberKeys: Hashable, Sendable {
    /// The public key that verifies its signatures: 32 bytes.
    package var signing: [UInt8]
    /// The public key that keys are sealed to: 32 bytes.
    package var receiving: [UInt8]

    /// Creates keys.
    package init(signing: [UInt8], receiving: [UInt8]) {
        self.signing = signing
        self.receiving = receiving
    }

    /// The identity of the device that has them.
    package var device: SyncID { Self.device(signing) }

    /// The identity of the device that has a signing key.
    package static func device(_ signing: [UInt8]) -> SyncID {
        SyncID(Blake2b.hash(signing, count: SyncID.size)) ?? .zero
    }
}

/// A member's statement about members.
package enum StatementBody: Hashable, Sendable {
    /// A group begins: sixteen random bytes, and the keys derived from its recovery key, the first member.
    case found(nonce: SyncID, keys: MemberKeys)
    /// Anyone with the code of this key may join, until a time in milliseconds since 1970.
    case invite(code: [UInt8], expires: Int64, proof: [UInt8])
    /// A device is a member. `invite` is the key of the code that it answered with, or zeros.
    case add(name: [UInt8], keys: MemberKeys, rank: UInt64, invite: [UInt8])
    /// A device is a member no longer; what of its log and its statements counts.
    case remove(device: SyncID, files: [NamedFile], statements: [Digest])
    /// The device itself is a member no longer; what of its log counts.
    case leave(files: [NamedFile])
    /// An epoch's key, sealed to the members who may read its files.
    case epoch(id: SyncID, keys: [SealedKey])
}

/// An epoch's key, sealed to a member.
package struct SealedKey: Hashable, Sendable {
    package var recipient: SyncID
    package var sealed: [UInt8]

    /// Creates one.
    package init(recipient: SyncID, sealed: [UInt8]) {
        self.recipient = recipient
        self.sealed = sealed
    }
}

/// A statement with its metadata.
package struct Statement: Hashable, Sendable {
    package var group: SyncID
    /// The signer's identity.
    package var signer: SyncID
    /// The number in the signer's own chain of statements, from 1 on.
    package var number: UInt64
    /// The hash of the signer's statement before it; `nil` for the first.
    package var previous: Digest?
    package var body: StatementBody
    /// The hash of the file.
    package var hash: Digest

    /// Creates a statement.
    package init(
        group: SyncID,
        signer: SyncID,
        number: UInt64,
        previous: Digest?,
        body: StatementBody,
        hash: Digest
    ) {
        self.group = group
        self.signer = signer
        self.number = number
        self.previous = previous
        self.body = body
        self.hash = hash
    }
}
