import Foundation
import HealthStore

/// What a person types to unlock a store.
package struct StoreSecret: Sendable {
    /// What it is.
    package enum Kind: Sendable, Hashable {
        case passphrase
        case recoveryKey
    }

    package let kind: Kind
    package let bytes: SecretBytes

    /// Whether nothing was typed.
    package var isEmpty: Bool { bytes.count == 0 }

    /// The key of a store that it unlocks.
    ///
    /// - Parameters:
    ///   - lock: The store.
    ///   - known: What is remembered of it.
    /// - Returns: The key.
    /// - Throws: ``StoreError``, which says so where the store's header was changed since it was unlocked last.
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

        /// - Throws: `errorDatabaseInaccessible` when no guarded memory is to be had.
        package init() throws { builder = try HKError.translating { try SecretBuilder() } }

        /// How many bytes there are.
        package var count: Int { builder.count }

        /// Adds a byte; false when there are too many.
        package func add(_ byte: UInt8) -> Bool { builder.add(byte) }

        /// Takes the last sign away; false when there is none.
        package func removeLast() -> Bool { builder.removeLast() }

        /// Forgets everything.
        package func clear() { builder.clear() }

        /// The secret; it is forgotten here.
        ///
        /// - Parameter kind: What it is.
        /// - Returns: The secret.
        /// - Throws: `errorDatabaseInaccessible` when no guarded memory is to be had.
        package func take(_ kind: Kind) throws -> StoreSecret {
            try HKError.translating { StoreSecret(kind: kind, bytes: try builder.take()) }
        }
    }
}

/// The memory of this program as others see it.
package enum ProgramMemory {
    /// Keeps it out of core dumps and from other programs: for programs of this package, which may hold a key.
    package static func forbidDumps() { ProcessMemory.forbidDumps() }

    /// Has all threads allocate from one heap; to be called before a second thread starts.
    ///
    /// Where threads seldom allocate at the same moment, this takes less memory, and less time to grow it.
    package static func shareAmongThreads() { FreedMemory.shareAmongThreads() }

    /// Whether a key lies in memory that the system may write to its swap, as it lets this program keep none out of it.
    package static var isSwappable: Bool { ProcessMemory.isSwappable }

    /// What to say of that.
    package static let swapWarning =
        "The system doesn't let this program lock memory (ulimit -l), so the store's key may be written to swap. "
        + "Raise the limit, or encrypt the swap"
}
