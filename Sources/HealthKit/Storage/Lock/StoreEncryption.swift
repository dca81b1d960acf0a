import Foundation
import HealthStore
import Synchronization

/// What a process keeps of an encrypted store whether it is unlocked or not.
final class StoreEncryption: Sendable {
    let path: String
    let isReadOnly: Bool
    /// Where the agent is that keeps the key.
    let agent: AgentAddress
    /// The file as it was when it was first looked at.
    let lock: StoreLock
    /// What waits while it is locked.
    let saves: LockedSaves
    /// Follows the agent, for as long as the database lives.
    let watch = Mutex<AgentWatch?>(nil)
    /// Since when it is locked, as far as this process saw that.
    let lockedSince = Mutex<Date?>(nil)
    /// Whether this thread or another is locking or unlocking.
    let isTurning = Atomic(false)
    /// Whether it is closed for good, and nobody opens it any more.
    let isEnded = Atomic(false)
    /// Why the key that the agent gave did not open the store.
    let problem = Mutex<StoreError?>(nil)

    init(_ lock: StoreLock, isReadOnly: Bool, agent: AgentAddress) {
        self.agent = agent
        path = lock.path
        self.lock = lock
        self.isReadOnly = isReadOnly
        saves = LockedSaves(SealedJournal(storePath: lock.path))
    }

    /// The store's identity, as the agent knows it.
    var id: UUID { lock.id }

    /// Notes what is decided about an app's sharing of a type.
    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) {
        // Programs that begin while the store is locked know it from there.
        if saves.note(status, app, type) { agent.known.note(app.account, sharesWith: path) }
    }

    /// Whether an app is known to share something, as far as that can be told while the store is locked.
    func mayShare(_ app: AppIdentity) -> Bool {
        saves.mayShare(app) || agent.known.entry(of: path)?.knows(app.account) == true
    }
}

extension StoreLock {
    /// The store's identity, as the agent knows it.
    package var id: UUID {
        storeID.withUnsafeBytes { bytes in
            var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes.prefix(16)) }
            return UUID(uuid: id)
        }
    }
}
