import Foundation
import HealthKitStore

/// A secret that a person types to unlock a store.
package struct StoreSecret: Sendable {
    /// The kind of secret.
    package enum Kind: Sendable, Hashable {
        case passphrase
        case recoveryKey
    }

    package let kind: Kind
    package let bytes: SecretBytes

    /// Whether nothing was typed.
    package var isEmpty: Bool { bytes.count == 0 }

    /// The key of a store that this secret unlocks.
    ///
    /// - Parameters:
    ///   - lock: The store.
    ///   - known: The remembered stores.
    /// - Returns: The key.
    /// - Throws: ``StoreError``, which reports whether the store's header was changed since it was last unlocked.
    func key(of lock: StoreLock, known: KnownStores) throws -> SecretBytes {
        do {
            return switch kind {
            case .passphrase: try lock.unlock(passphrase: bytes)
            case .recoveryKey: try lock.unlock(recoveryKey: bytes)
            }
        } catch let error as StoreError {
            throw known.explain(error, of: lock.path, slots: lock.slots)
        }
    }

    /// A secret while it is typed, or read from a file.
    package final class Entry: Sendable {
        private let builder: SecretBuilder

        /// - Throws: `errorDatabaseInaccessible` when no guarded memory is available.
        package init() throws { builder = try HKError.translating { try SecretBuilder() } }

        /// The number of bytes.
        package var count: Int { builder.count }

        /// Adds a byte; returns false when there are too many.
        package func add(_ byte: UInt8) -> Bool { builder.add(byte) }

        /// Removes the last character; returns false when there is none.
        package func removeLast() -> Bool { builder.removeLast() }

        /// Erases all bytes.
        package func clear() { builder.clear() }

        /// Takes the secret, leaving this empty.
        ///
        /// - Parameter kind: The kind of secret.
        /// - Returns: The secret.
        /// - Throws: `errorDatabaseInaccessible` when no guarded memory is available.
        package func take(_ kind: Kind) throws -> StoreSecret {
            try HKError.translating { StoreSecret(kind: kind, bytes: try builder.take()) }
        }
    }
}

/// The visibility of this program's memory to others.
package enum ProgramMemory {
    /// Keeps memory out of core dumps and hides it from other programs; for programs of this package, which may hold a key.
    package static func forbidDumps() { ProcessMemory.forbidDumps() }

    /// Makes all threads allocate from one heap; must be called before a second thread starts.
    ///
    /// If threads seldom allocate at the same moment, this takes less memory, and less time to grow it.
    package static func shareAmongThreads() { FreedMemory.shareAmongThreads() }

    /// Whether a key may be written to swap, because the system doesn't let this program lock memory.
    package static var isSwappable: Bool { ProcessMemory.isSwappable }

    /// The warning about swap.
    package static let swapWarning =
        "The system doesn't let this program lock memory (ulimit -l), so the store's key may be written to swap. "
        + "Raise the limit, or encrypt the swap"
}
