import HealthKitStore

/// A device's answer to an invitation: its keys, signed with the code's key and its own.
package struct JoinAnswer: Hashable, Sendable {
    static let magic = Array("HKJOIN01".utf8)

    package var group: SyncID
    /// The public key of the code.
    package var invite: [UInt8]
    package var keys: MemberKeys
    /// The device's name.
    package var name: [UInt8]

    /// The most bytes of a name.
    package static let longestName = 200

    /// Creates an answer.
    package init(group: SyncID, invite: [UInt8], keys: MemberKeys, name: [UInt8]) {
        self.group = group
        self.invite = invite
        self.keys = keys
        self.name = Array(name.prefix(Self.longestName))
    }

    /// The file of the answer.
    package func file(code: SigningKey, device: SigningKey) -> [UInt8] {
        var file = SyncByteWriter()
        file.append(Self.magic)
        file.id(group)
        file.append(invite)
        file.keys(keys)
        file.sized(name)
        let signed = Self.signed(file.bytes)
        file.append(device.signature(of: signed))
        file.append(code.signature(of: signed))
        return file.bytes
    }

    /// Reads an answer.
    /// - Throws: ``SyncError``: `damaged`, or `wrongSignature` when one of its two signatures is wrong.
    package static func read(_ file: [UInt8]) throws(SyncError) -> JoinAnswer {
        var reader = SyncByteReader(file)
        guard file.count <= 4096, Array(try reader.take(magic.count)) == magic else {
            throw SyncError(.damaged, "The file isn't an answer to an invitation.")
        }
        let group = try reader.id()
        let invite = Array(try reader.take(SigningKey.publicKeySize))
        let keys = try reader.keys()
        let name = Array(try reader.sized())
        guard reader.remaining == 2 * SigningKey.signatureSize, name.count <= longestName else {
            throw SyncByteReader.damaged
        }
        let signed = signed(Array(file.dropLast(2 * SigningKey.signatureSize)))
        let (own, code) = (
            Array(try reader.take(SigningKey.signatureSize)), Array(try reader.take(SigningKey.signatureSize))
        )
        guard SigningKey.isSigned(signed, by: keys.signing, own), SigningKey.isSigned(signed, by: invite, code) else {
            throw SyncError(.wrongSignature, "The answer isn't signed with the invitation's code.")
        }
        return JoinAnswer(group: group, invite: invite, keys: keys, name: name)
    }

    private static func signed(_ bytes: [UInt8]) -> [UInt8] {
        Array("HKSYNC01 answer".utf8) + Digest(of: bytes).bytes
    }
}
