import HealthStore
import Synchronization

/// What a store in memory keeps for the time when it is locked, as a ``StoreEncryption`` does for an encrypted one: keys of its
/// own, and a journal that no file holds.
final class MemoryEncryption: Sendable {
    let publicKey: [UInt8]
    let secret: SecretBytes
    /// What waits while it is locked.
    let saves = LockedSaves(.inMemory())
    /// The apps that shared something when it was locked.
    private let sharing = Mutex<Set<String>>([])

    init() throws {
        let key = try SecretBytes.random(count: 32)
        let slots = try KeySlots.make(for: key)
        (publicKey, secret) = (slots.publicKey, try slots.secretKey(with: key))
    }

    /// Notes which apps share something, since they may keep more waiting.
    func noteSharing(_ apps: [String]) { sharing.withLock { $0 = Set(apps) } }

    /// Whether an app is known to share something.
    func mayShare(_ app: AppIdentity) -> Bool {
        saves.mayShare(app) || sharing.withLock { $0.contains(app.account) }
    }
}
