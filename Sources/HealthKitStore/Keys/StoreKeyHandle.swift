import CHealthKitStoreFileSystem
import GRDBSQLite

/// The cipher of a store's pages.
package enum StoreCipher: UInt32, Sendable, CaseIterable {
    /// XChaCha20-Poly1305, which every processor can do.
    case xchacha = 1
    /// AES-256-GCM, faster, on processors that have it.
    case aes = 2
}

/// A store's key as the layer below SQLite knows it: by a number, the only part that appears in file names and
/// messages.
///
/// The layer keeps a copy in guarded memory for as long as this and every connection that was opened with it.
final class StoreKeyHandle: Sendable {
    /// The number.
    let number: UInt32

    /// Gives the layer a key.
    ///
    /// - Parameters:
    ///   - key: The store's key.
    ///   - cipher: What files that are made with it are encrypted with, as far as the processor can.
    ///   - slots: The slots in their headers.
    /// - Throws: ``StoreError`` with code `invalidArgument` for a key of another size, `cannotOpen` without memory for it.
    init(_ key: SecretBytes, cipher: StoreCipher = .aes, slots: KeySlots? = nil) throws {
        guard key.count == Int(STORE_KEY_SIZE) else {
            throw StoreError(.invalidArgument, "A store's key has \(STORE_KEY_SIZE) bytes, not \(key.count).")
        }
        var number: UInt32 = 0
        let result = key.withPointer { key in
            guard let slots else { return store_key_add(key, cipher.rawValue, nil, &number) }
            return store_key_add(key, cipher.rawValue, slots.bytes, &number)
        }
        guard result == SQLITE_OK else { throw StoreError.noMemoryForKey }
        self.number = number
    }

    /// Gives the layer the key of another handle again, for files with other slots.
    /// - Throws: ``StoreError/Code/locked`` when the key was forgotten, `cannotOpen` without memory for it.
    init(copying other: StoreKeyHandle, cipher: StoreCipher, slots: KeySlots?) throws {
        var number: UInt32 = 0
        let result = store_key_copy(other.number, cipher.rawValue, slots?.bytes, &number)
        if result == SQLITE_NOTFOUND { throw StoreError.locked }
        guard result == SQLITE_OK else { throw StoreError.noMemoryForKey }
        self.number = number
    }

    /// Wipes the key, also from connections: their later calls fail with ``StoreError/Code/locked``.
    func forget() { store_key_forget(number) }

    deinit { store_key_remove(number) }
}

extension StoreError {
    /// The error for an encrypted store whose key isn't there.
    static var locked: StoreError {
        StoreError(.locked, "The store is locked. Unlock it with its passphrase and try again.")
    }

    /// The error where the system gives no memory that others can't read.
    static var noMemoryForKey: StoreError {
        StoreError(.cannotOpen, "There isn't enough guarded memory for a key.")
    }
}
