import HealthKitStore
import Synchronization

/// The state that a store in memory keeps while it is locked, as a ``StoreEncryption`` does for an encrypted one: its own keys,
/// and a journal that isn't in a file.
final class MemoryEncryption: Sendable {
    let publicKey: [UInt8]
    let secret: SecretBytes
    /// The saves that wait while it is locked.
    let saves = LockedSaves(.inMemory())
    /// The apps that shared anything when it was locked.
    private let sharing = Mutex<Set<String>>([])

    init() throws {
        let key = try SecretBytes.random(count: 32)
        let slots = try KeySlots.make(for: key)
        (publicKey, secret) = (slots.publicKey, try slots.secretKey(with: key))
    }

    /// Records which apps share anything, because they can keep more waiting.
    func noteSharing(_ apps: [String]) { sharing.withLock { $0 = Set(apps) } }

    /// Whether an app is known to share anything.
    func mayShare(_ app: AppIdentity) -> Bool {
        saves.mayShare(app) || sharing.withLock { $0.contains(app.account) }
    }
}
