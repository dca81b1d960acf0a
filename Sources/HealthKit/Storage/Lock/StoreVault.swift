import Foundation
import HealthStore
import Synchronization

/// What a process keeps of an encrypted store whether it is unlocked or not.
final class StoreVault: Sendable {
    let path: String
    let isReadOnly: Bool
    /// Where the agent is that keeps the key.
    let agent: AgentAddress
    /// The file as it was when it was first looked at.
    let lock: StoreLock
    let journal: SealedJournal
    /// Locking, unlocking and keeping calls for later take turns.
    let turn = Mutex(())
    /// Follows the agent, for as long as the database lives.
    let watch = Mutex<AgentWatch?>(nil)
    /// Since when it is locked, as far as this process saw that.
    let lockedSince = Mutex<Date?>(nil)
    /// Whether this thread or another is locking or unlocking.
    let isTurning = Atomic(false)
    /// Why the key that the agent gave did not open the store.
    let problem = Mutex<StoreError?>(nil)
    /// What apps of this process were allowed to share while it was unlocked, by app and type.
    private let rights = Mutex<[String: [String: HKAuthorizationStatus]]>([:])

    init(_ lock: StoreLock, isReadOnly: Bool, agent: AgentAddress) {
        self.agent = agent
        path = lock.path
        self.lock = lock
        self.isReadOnly = isReadOnly
        journal = SealedJournal(storePath: lock.path)
    }

    /// The store's identity, as the agent knows it.
    var id: UUID { lock.id }

    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) {
        let isNews = rights.withLock { rights in
            defer { rights[app.bundleIdentifier, default: [:]][type] = status }
            return status == .sharingAuthorized
                && rights[app.bundleIdentifier]?.values.contains(.sharingAuthorized) != true
        }
        // Programs that begin while the store is locked know it from there.
        if isNews { agent.known.note(app.bundleIdentifier, sharesWith: path) }
    }

    /// Whether an app is known to share something, as far as that can be told while the store is locked.
    func mayShare(_ app: AppIdentity) -> Bool {
        let isNoted = rights.withLock { $0[app.bundleIdentifier]?.values.contains(.sharingAuthorized) == true }
        return isNoted || agent.known.entry(of: path)?.knows(app.bundleIdentifier) == true
    }

    /// What was noted last; `nil` when nothing was.
    func noted(_ app: AppIdentity, _ type: String) -> HKAuthorizationStatus? {
        rights.withLock { $0[app.bundleIdentifier]?[type] }
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
