import Foundation
import HealthKitStore

/// The passphrase of a store; with one the store is encrypted, without one it is plain.
package struct StorePassphrase: Sendable {
    /// The progress of rewriting the store.
    package enum Step: Sendable, Hashable {
        /// The number of bytes of the new file written so far, and their approximate total.
        case writing(Int, of: Int)
        /// The new file is read back.
        case checking
        /// The number of bytes of the old file overwritten so far, and their total; the new one is in its place.
        case overwriting(Int, of: Int)

        init(_ step: RewritingStep) {
            self =
                switch step {
                case .writing(let done, let total): .writing(done, of: total)
                case .checking: .checking
                case .overwriting(let done, let total): .overwriting(done, of: total)
                }
        }
    }

    /// The store's file.
    package let path: String

    /// The address of the agent that keeps its key.
    private let agent: AgentAddress

    /// - Parameter path: The store's file.
    package init(path: String) { self.init(path: path, agent: KeyHolder.address) }

    /// - Parameters:
    ///   - path: The store's file.
    ///   - agent: The address of the agent that keeps its key.
    init(path: String, agent: AgentAddress) {
        self.path = path
        self.agent = agent
    }

    /// Whether there is a passphrase, that is, whether the store is encrypted.
    ///
    /// - Throws: `errorDatabaseInaccessible` for a file that isn't a store, and for a plain one in the place of an encrypted one.
    package var isSet: Bool {
        get throws {
            try HKError.translating {
                if try StoreLock.read(at: path) != nil { return true }
                try known.requirePlain(path, exists: true)
                return false
            }
        }
    }

    /// Checks that a secret can be a passphrase.
    ///
    /// - Parameter secret: The typed text.
    /// - Throws: `errorInvalidArgument` for an empty secret, and for more than 1,024 bytes.
    package static func require(_ secret: StoreSecret) throws {
        try HKError.translating { try Passphrase.require(secret.bytes) }
    }

    /// Removes files left next to a store by programs that were killed while rewriting it: they may contain its plain data.
    ///
    /// - Parameter path: The store's file.
    package static func removeLeftovers(beside path: String) { SampleStore.removeAbandonedFiles(beside: path) }

    /// Whether the same secret was typed twice.
    package static func areEqual(_ left: StoreSecret, _ right: StoreSecret) -> Bool {
        left.bytes.isEqual(to: right.bytes)
    }

    /// Encrypts a plain store.
    ///
    /// - Parameters:
    ///   - passphrase: The passphrase that will unlock it.
    ///   - progress: Called from time to time with the progress; an error that it throws ends the work, until the new file is in
    ///     its place.
    /// - Returns: The recovery key, which also unlocks it and isn't stored anywhere.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`, also while another program has the store open;
    ///   it is then unchanged.
    package func set(
        _ passphrase: StoreSecret,
        progress: (Step) throws -> Void = { _ in }
    ) throws -> String {
        try HKError.translating {
            try Passphrase.require(passphrase.bytes)
            let key = try SecretBytes.random(count: 32)
            let recovery = try RecoveryKey.random()
            var slots = try KeySlots.make(for: key)
            try slots.set(.passphrase, to: passphrase.bytes, key: key)
            try slots.set(.recoveryKey, to: recovery, key: key)
            try SampleStore.encrypt(path, key: key, slots: slots) { try progress(Step($0)) }
            try remember()
            return RecoveryKey.text(recovery)
        }
    }

    /// Replaces the passphrase, even while other programs have the store open.
    ///
    /// - Parameters:
    ///   - old: The current passphrase, or the recovery key.
    ///   - new: The new passphrase.
    /// - Throws: `errorDatabaseInaccessible`; the old one then remains valid.
    package func change(from old: StoreSecret, to new: StoreSecret) throws {
        try HKError.translating {
            try Passphrase.require(new.bytes)
            let key = try unlock(old)
            try changeSlots(key) { try $0.set(.passphrase, to: new.bytes, key: key) }
            try remember()
        }
    }

    /// Encrypts the store with a new key, which a new passphrase and a new recovery key unlock.
    ///
    /// - Parameters:
    ///   - old: The current passphrase, or the recovery key.
    ///   - new: The new passphrase.
    ///   - progress: As for ``set(_:progress:)``.
    /// - Returns: The new recovery key, which isn't stored anywhere.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`, also while another program has the store open
    ///   and while saves wait; the store is then unchanged.
    package func renewKey(
        from old: StoreSecret,
        to new: StoreSecret,
        progress: (Step) throws -> Void = { _ in }
    ) throws -> String {
        try HKError.translating {
            try Passphrase.require(new.bytes)
            let key = try SecretBytes.random(count: 32)
            let recovery = try RecoveryKey.random()
            var slots = try KeySlots.make(for: key)
            try slots.set(.passphrase, to: new.bytes, key: key)
            try slots.set(.recoveryKey, to: recovery, key: key)
            let before = try unlock(old)
            let id = try StoreLock.read(at: path)?.id
            known.expect(slots.publicKey, at: path)
            do {
                try SampleStore.renewKey(path, from: before, to: key, slots: slots) { try progress(Step($0)) }
            } catch {
                known.expect(nil, at: path)
                throw error
            }
            try remember()
            // The agent's key no longer opens anything, and the agent may be gone.
            if let id { _ = try? AgentClient(agent).lock(id) }
            return RecoveryKey.text(recovery)
        }
    }

    /// Accepts the current file in the store's place, where an encrypted store was before.
    ///
    /// - Returns: Whether anything was remembered of the place.
    package func accept() -> Bool { known.forget(path) }

    /// Whether an encrypted store is remembered at the path, and there is a plain one or none.
    package var isReplaced: Bool {
        get throws {
            try HKError.translating {
                guard try StoreLock.read(at: path) == nil else { return false }
                do {
                    try known.requirePlain(path, exists: FileManager.default.fileExists(atPath: path))
                    return false
                } catch let error as StoreError where error.code == .notEncrypted {
                    return true
                }
            }
        }
    }

    /// Replaces the recovery key.
    ///
    /// - Parameter secret: The passphrase, or the current recovery key.
    /// - Returns: The new one, which isn't stored anywhere.
    /// - Throws: `errorDatabaseInaccessible`; the old one then remains valid.
    package func renewRecoveryKey(with secret: StoreSecret) throws -> String {
        try HKError.translating {
            let key = try unlock(secret)
            let recovery = try RecoveryKey.random()
            try changeSlots(key) { try $0.set(.recoveryKey, to: recovery, key: key) }
            try remember()
            return RecoveryKey.text(recovery)
        }
    }

    /// Decrypts the store.
    ///
    /// - Parameters:
    ///   - secret: The passphrase, or the recovery key.
    ///   - progress: As for ``set(_:progress:)``.
    /// - Throws: Any error thrown by `progress`, and `errorDatabaseInaccessible`, also while another program has the store open;
    ///   it is then unchanged.
    package func remove(
        with secret: StoreSecret,
        progress: (Step) throws -> Void = { _ in }
    ) throws {
        try HKError.translating {
            let key = try unlock(secret)
            let (known, path) = (known, path)
            do {
                // If the process is killed from here on, it leaves a plain store that isn't mistaken for another one.
                let expect = { (file: [UInt8]) in known.expect(file, at: path) }
                try SampleStore.decrypt(path, key: key, progress: { try progress(Step($0)) }, willReplace: expect)
            } catch {
                known.expect(nil, at: path)
                throw error
            }
            known.forget(path)
        }
    }

    /// Whether the store is encrypted, even if its keys were erased.
    ///
    /// - Throws: `errorDatabaseInaccessible` if it can't be examined.
    package var isEncrypted: Bool { get throws { try HKError.translating { try SampleStore.isEncrypted(path) } } }

    /// Erases every key of the store: no passphrase and no recovery key opens it again, and no agent has its key.
    ///
    /// - Throws: `errorDatabaseInaccessible`, also while a program has the store open and for a store that isn't encrypted; it is
    ///   then unchanged.
    package func eraseKeys() throws {
        try HKError.translating {
            // A lock that can't be read is reported by the next call. If the keys were erased before, no agent has them.
            if let id = try? StoreLock.read(at: path)?.id { _ = try AgentClient(agent).lock(id) }
            try SampleStore.eraseKeys(path)
        }
    }

    /// The store's other files in its folder that have keys of their own: backups and copies.
    ///
    /// - Throws: `errorDatabaseInaccessible` if the folder can't be searched.
    package func copies() throws -> [String] { try HKError.translating { try SampleStore.copies(beside: path) } }

    private func changeSlots(_ key: SecretBytes, _ change: (inout KeySlots) throws -> Void) throws {
        var options = StoreOptions()
        options.key = key
        let store = try SampleStore(at: .file(path), options: options)
        defer { store.close() }
        try store.changeSlots(change)
    }

    private func unlock(_ secret: StoreSecret) throws -> SecretBytes {
        guard let lock = try StoreLock.read(at: path) else {
            throw StoreError(.notEncrypted, "The store isn't encrypted.", path: path)
        }
        return try secret.key(of: lock, known: known)
    }

    private var known: KnownStores { agent.known }

    /// Remembers the store's current keys.
    private func remember() throws {
        guard let lock = try StoreLock.read(at: path) else { return }
        known.remember(path, store: lock.storeID, slots: lock.slots)
    }
}
