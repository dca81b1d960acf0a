import Foundation
import HealthKitStore
import Synchronization

/// The state that a process keeps for an encrypted store whether it is locked or unlocked.
final class StoreEncryption: Sendable {
    let path: String
    let isReadOnly: Bool
    /// The address of the agent that keeps the key.
    let agent: AgentAddress
    /// The file's lock information from when it was first examined.
    let lock: StoreLock
    /// The saves that wait while it is locked.
    let saves: LockedSaves
    /// Follows the agent for as long as the database lives.
    let watch = Mutex<AgentWatch?>(nil)
    /// The time of locking, as far as this process saw it.
    let lockedSince = Mutex<Date?>(nil)
    /// Whether any thread is locking or unlocking.
    let isTurning = Atomic(false)
    /// Whether it is closed for good and never opened again.
    let isEnded = Atomic(false)
    /// The reason the agent's key didn't open the store.
    let problem = Mutex<StoreError?>(nil)

    init(_ lock: StoreLock, isReadOnly: Bool, agent: AgentAddress) {
        self.agent = agent
        path = lock.path
        self.lock = lock
        self.isReadOnly = isReadOnly
        saves = LockedSaves(SealedJournal(storePath: lock.path))
    }

    /// The store's identifier, as used by the agent.
    var id: UUID { lock.id }

    /// Records a decision about an app's sharing of a type.
    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) {
        // Programs that start while the store is locked learn it from there.
        if saves.note(status, app, type) { agent.known.note(app.account, sharesWith: path) }
    }

    /// Whether an app is known to share anything, as far as is known while the store is locked.
    func mayShare(_ app: AppIdentity) -> Bool {
        saves.mayShare(app) || agent.known.entry(of: path)?.knows(app.account) == true
    }
}

extension StoreLock {
    /// The store's identifier, as used by the agent.
    package var id: UUID {
        storeID.withUnsafeBytes { bytes in
            var id: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes.prefix(16)) }
            return UUID(uuid: id)
        }
    }
}
