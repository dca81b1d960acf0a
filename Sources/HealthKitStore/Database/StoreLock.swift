import CHealthKitStoreFileSystem
import Foundation
import Synchronization

/// The parts of an encrypted store that are readable without its key, and the way to the key.
///
/// ```swift
/// if let lock = try StoreLock.read(at: path) {
///     var options = StoreOptions()
///     options.key = try lock.unlock(passphrase: passphrase)
///     let store = try SampleStore(at: .file(path), options: options)
/// }
/// ```
package struct StoreLock: Sendable, Hashable {
    /// The file that was looked at.
    package let path: String
    /// The store's identity, the same in its backups.
    package let storeID: [UInt8]
    /// The file's identity, different in each copy.
    package let fileID: [UInt8]
    /// The way to the key.
    package let slots: KeySlots
    private let fileSystem: StoreFileSystem

    /// Reads the data of a file that is readable without a key, and doesn't change it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - fileSystem: The layer that it is read through.
    /// - Returns: nil when there is no store, or one that isn't encrypted.
    /// - Throws: ``StoreError`` when it can't be read, with code `newerFormat` for one of a later version, and with `cannotOpen` for
    ///   one whose keys were erased.
    package static func read(at path: String, fileSystem: StoreFileSystem = .standard) throws -> StoreLock? {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        if fileSystem.isStandard { guard try StoreFile.requireRegular(path) else { return nil } }
        let fileHeader = try fileSystem.fileHeader(path)
        if fileHeader.kind == STORE_FILE_NEWER { throw StoreError.newerFile(fileHeader).at(path) }
        guard fileHeader.cipher != 0, let slots = try fileSystem.slots(of: path) else { return nil }
        if slots.isErased { throw StoreError.keysErased.at(path) }
        return StoreLock(
            path: path,
            storeID: withUnsafeBytes(of: fileHeader.store) { [UInt8]($0) },
            fileID: withUnsafeBytes(of: fileHeader.file) { [UInt8]($0) },
            slots: slots,
            fileSystem: fileSystem
        )
    }

    /// The public key to which calls saved while the store is locked are sealed; see ``SealedBox``.
    ///
    /// Without the store's key it is impossible to verify that it is still the one that the store was created with.
    package var publicKey: [UInt8] { slots.publicKey }

    /// The key, by the passphrase, which takes about half a second and 128 MiB.
    ///
    /// - Parameter passphrase: The bytes of the passphrase as it was typed.
    /// - Returns: The store's key.
    /// - Throws: ``StoreError`` with code `wrongKey` for a wrong passphrase or a store that has none, `foreignKey` when
    ///   the slot is another store's, `invalidArgument` for an impossible passphrase, `newerFormat` for slots of a later
    ///   version, `damaged` for a slot that none has written.
    package func unlock(passphrase: SecretBytes) throws -> SecretBytes { try unlock(.passphrase, with: passphrase) }

    /// The key, by the recovery key as it was printed.
    ///
    /// - Parameter text: The bytes of the text.
    /// - Returns: The store's key.
    /// - Throws: ``StoreError`` as for a passphrase; `invalidArgument` names the group that is mistyped.
    package func unlock(recoveryKey text: SecretBytes) throws -> SecretBytes {
        try unlock(.recoveryKey, with: RecoveryKey.parse(text))
    }

    private func unlock(_ kind: KeySlots.Kind, with secret: SecretBytes) throws -> SecretBytes {
        let key: SecretBytes
        do {
            key = try slots.open(kind, with: secret)
        } catch let error as StoreError {
            throw error.at(path)
        }
        guard try isKey(key) else {
            // Slots that the key opens were made with it; the only error is that it opens none.
            let isOwn = (try? slots.secretKey(with: key)) != nil
            let name = kind == .passphrase ? "The passphrase" : "The recovery key"
            let what =
                isOwn
                ? "\(name) is right, but the file's header was changed by someone without the store's key."
                : "\(name) opens a slot that holds another store's key: someone changed the file's header."
            throw StoreError(.foreignKey, what + " Restore a backup with: healthtui restore", path: path)
        }
        return key
    }

    /// Whether a key is this store's.
    /// - Throws: ``StoreError`` when the file can't be read.
    package func isKey(_ key: SecretBytes) throws -> Bool {
        guard key.count == Int(STORE_KEY_SIZE) else { return false }
        return try fileSystem.isKey(StoreKeyHandle(key), of: path)
    }

    /// The key that opens data sealed to ``publicKey``.
    /// - Throws: ``StoreError`` with code `wrongKey`.
    package func secretKey(with key: SecretBytes) throws -> SecretBytes { try slots.secretKey(with: key) }
}

/// The provider of keys for stores that are opened without one.
package enum StoreKeys {
    /// Gives the key of an encrypted store, or nil while there is none.
    package typealias Provider = @Sendable (StoreLock) throws -> SecretBytes?

    private static let providers = Mutex<[Provider]>([])

    /// Adds one that is asked when an encrypted store is opened without a key, after those that were added before.
    package static func addProvider(_ new: @escaping Provider) { providers.withLock { $0.append(new) } }

    /// The first key that one of them gives.
    private static func find(_ lock: StoreLock) throws -> SecretBytes? {
        for provider in providers.withLock({ $0 }) {
            if let key = try provider(lock) { return key }
        }
        return nil
    }

    /// The key of a file that was looked at, as the layer knows it; nil for one that isn't encrypted.
    ///
    /// - Throws: ``StoreError`` with code `locked` when the file is encrypted and there is no key, `wrongKey` when it is
    ///   another's, `notEncrypted` for a key to a file that is plain.
    static func handle(
        _ path: String,
        _ fileHeader: store_file_look,
        _ options: StoreOptions
    ) throws -> StoreKeyHandle? {
        guard fileHeader.cipher != 0 else {
            guard let key = options.key else { return nil }
            // A file that was placed here without the key must not be filled by a program with the key.
            guard
                fileHeader.kind == STORE_FILE_ABSENT
                    || (fileHeader.kind == STORE_FILE_OURS && fileHeader.sound_headers == 0)
            else {
                let what = "The store isn't encrypted, but a key was given. Nothing was changed."
                throw StoreError(.notEncrypted, what, path: path)
            }
            return try StoreKeyHandle(key, cipher: options.cipher, slots: options.slots ?? .make(for: key))
        }
        guard let lock = try StoreLock.read(at: path, fileSystem: options.fileSystem) else {
            throw StoreError(.ioError, "The file's header can't be read any more.", path: path)
        }
        guard let key = try options.key ?? find(lock) else { throw StoreError.locked.at(path) }
        let handle = try StoreKeyHandle(key, cipher: options.cipher, slots: lock.slots)
        guard try options.fileSystem.isKey(handle, of: path) else { throw StoreError.wrongKey.at(path) }
        return handle
    }
}

extension StoreError {
    /// The error for a file of a later format.
    static func newerFile(_ fileHeader: store_file_look) -> StoreError {
        let message =
            "The store was written by a newer version (format \(fileHeader.format)); this one reads up to format "
        return StoreError(.newerFormat, message + "\(STORE_LOCKED_FORMAT). Nothing was changed. Use the newer one.")
    }
}
