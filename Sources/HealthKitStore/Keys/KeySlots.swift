import CHealthKitSodium
import CHealthKitStoreFileSystem

/// The part of an encrypted file's header by which a person comes to the store's key.
///
/// It holds a public key, its secret key encrypted with the store's key, and up to seven slots. Each slot is the
/// store's key encrypted with another secret: a passphrase or the recovery key. All of it can be read without any key,
/// and is written with the header, which can't be made without the store's key.
///
/// | at | bytes | |
/// |---|---|---|
/// | 0 | 32 | the public key (X25519) |
/// | 32 | 72 | the secret key: nonce, ciphertext, tag (XChaCha20-Poly1305) |
/// | 128 | 7 × 128 | slots: kind (4), Argon2id's passes (4) and KiB (4), zero (4), salt (16), nonce (24), key and tag (48) |
package struct KeySlots: Sendable, Hashable {
    /// The kind of secret that opens a slot.
    package enum Kind: UInt32, Sendable, CaseIterable {
        case passphrase = 1
        case recoveryKey = 2
    }

    /// The bytes as in the header.
    package private(set) var bytes: [UInt8]

    private static let first = 128
    private static let size = 128
    private static let slotCount = 7
    private static let sealedKey = 72

    /// Takes the bytes of a header.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Makes the slots of a new store with this key: a pair of keys, and no slots yet.
    /// - Throws: ``StoreError`` with code `cannotOpen` without memory for it.
    package static func make(for key: SecretBytes) throws -> KeySlots {
        var slots = KeySlots(bytes: [UInt8](repeating: 0, count: Int(STORE_SLOTS_SIZE)))
        var publicKey = [UInt8](repeating: 0, count: SealedBox.publicKeySize)
        let secretKey = try SecretBytes.made(count: SealedBox.secretKeySize) { target in
            crypto_box_keypair(&publicKey, target)
        }
        slots.bytes.replaceSubrange(0..<32, with: publicKey)
        let sealed = try Wrapping.seal(secretKey, with: boxKey(key), about: publicKey)
        slots.bytes.replaceSubrange(32..<32 + sealedKey, with: sealed)
        return slots
    }

    /// Whether they were erased: a store that has keys has a public one.
    var isErased: Bool { bytes.allSatisfy { $0 == 0 } }

    /// The public key to which calls saved while the store is locked are sealed.
    package var publicKey: [UInt8] { Array(bytes[0..<32]) }

    /// The key that opens data sealed to the public one.
    /// - Throws: ``StoreError`` with code `wrongKey` when the store's key doesn't open it.
    package func secretKey(with key: SecretBytes) throws -> SecretBytes {
        let sealed = Array(bytes[32..<32 + KeySlots.sealedKey])
        guard let secret = try Wrapping.open(sealed, with: KeySlots.boxKey(key), about: publicKey) else {
            throw StoreError.wrongKey
        }
        return secret
    }

    private static func boxKey(_ key: SecretBytes) throws -> SecretBytes {
        try Wrapping.derive(from: key, "HealthStore: secret key", [])
    }

    // MARK: - Slots

    private static func range(_ slot: Int) -> Range<Int> { first + slot * size..<first + (slot + 1) * size }

    private func kindNumber(_ slot: Int) -> UInt32 { number(at: KeySlots.range(slot).lowerBound) }

    private func number(at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }

    /// The kinds of the slots that are in use.
    package var kinds: [Kind] { (0..<KeySlots.slotCount).compactMap { Kind(rawValue: kindNumber($0)) } }

    /// Whether there are slots of kinds that a later version made.
    var hasLaterKinds: Bool {
        (0..<KeySlots.slotCount).contains { kindNumber($0) != 0 && Kind(rawValue: kindNumber($0)) == nil }
    }

    /// Puts the store's key into a slot, in place of the slots of that kind.
    ///
    /// - Parameters:
    ///   - kind: By what the slot opens.
    ///   - secret: That passphrase or recovery key.
    ///   - key: The store's key.
    ///   - cost: What trying one passphrase costs.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a passphrase that can't be one, `notPermitted` when all slots
    ///   are in use, `cannotOpen` without memory.
    package mutating func set(
        _ kind: Kind,
        to secret: SecretBytes,
        key: SecretBytes,
        cost: PassphraseCost = .standard
    ) throws {
        if kind == .passphrase { try Passphrase.require(secret) }
        remove(kind)
        guard let free = (0..<KeySlots.slotCount).first(where: { kindNumber($0) == 0 }) else {
            throw StoreError(.notPermitted, "All slots of the store's keys are in use.")
        }
        var slot: [UInt8] = []
        func append(_ number: UInt32) { for shift in [24, 16, 8, 0] { slot.append(UInt8(number >> shift & 255)) } }
        append(kind.rawValue)
        append(kind == .passphrase ? cost.passes : 0)
        append(kind == .passphrase ? cost.kibibytes : 0)
        append(0)
        slot += Wrapping.randomBytes(16)
        let wrapping = try wrappingKey(kind, secret, cost, salt: Array(slot[16..<32]))
        slot += try Wrapping.seal(key, with: wrapping, about: slot)
        slot += [UInt8](repeating: 0, count: KeySlots.size - slot.count)
        bytes.replaceSubrange(KeySlots.range(free), with: slot)
    }

    /// Empties the slots of a kind.
    package mutating func remove(_ kind: Kind) {
        for slot in 0..<KeySlots.slotCount where kindNumber(slot) == kind.rawValue {
            bytes.replaceSubrange(KeySlots.range(slot), with: [UInt8](repeating: 0, count: KeySlots.size))
        }
    }

    /// The content of a slot of a kind, which may not be this store's key.
    ///
    /// - Throws: ``StoreError`` with code `wrongKey` when no slot opens by this, `newerFormat` when there are only slots that a
    ///   later version made, `damaged` for one that asks for more work than any does.
    func open(_ kind: Kind, with secret: SecretBytes) throws -> SecretBytes {
        let slots = (0..<KeySlots.slotCount).filter { kindNumber($0) == kind.rawValue }
        if slots.isEmpty, hasLaterKinds {
            throw StoreError(
                .newerFormat,
                "The store's keys are of kinds that a newer version made. Nothing was changed. Use the newer one."
            )
        }
        if slots.isEmpty { throw StoreError.noSlot(kind) }
        if kind == .passphrase { try Passphrase.require(secret) }
        for slot in slots {
            let start = KeySlots.range(slot).lowerBound
            let cost = PassphraseCost(passes: number(at: start + 4), kibibytes: number(at: start + 8))
            guard kind != .passphrase || cost.isAllowed else {
                throw StoreError.damaged("a slot of its keys asks for more work than any passphrase does")
            }
            let wrapping = try wrappingKey(kind, secret, cost, salt: Array(bytes[start + 16..<start + 32]))
            let sealed = Array(bytes[start + 32..<start + 32 + KeySlots.sealedKey])
            if let key = try Wrapping.open(sealed, with: wrapping, about: Array(bytes[start..<start + 32])) {
                return key
            }
        }
        throw StoreError.wrong(kind)
    }

    private func wrappingKey(
        _ kind: Kind,
        _ secret: SecretBytes,
        _ cost: PassphraseCost,
        salt: [UInt8]
    ) throws -> SecretBytes {
        switch kind {
        case .passphrase: try Passphrase.key(from: secret, cost, salt: salt)
        case .recoveryKey: try Wrapping.derive(from: secret, "HealthStore: recovery key", salt)
        }
    }
}

extension StoreError {
    /// The error for a key, passphrase or recovery key that doesn't open the store.
    static let wrongKey = StoreError(.wrongKey, "The key is not this store's.")

    fileprivate static func wrong(_ kind: KeySlots.Kind) -> StoreError {
        switch kind {
        case .passphrase: StoreError(.wrongKey, "The passphrase is wrong.")
        case .recoveryKey: StoreError(.wrongKey, "The recovery key is not this store's.")
        }
    }

    fileprivate static func noSlot(_ kind: KeySlots.Kind) -> StoreError {
        switch kind {
        case .passphrase: StoreError(.wrongKey, "The store has no passphrase. Use its recovery key.")
        case .recoveryKey: StoreError(.wrongKey, "The store has no recovery key. Use its passphrase.")
        }
    }
}
