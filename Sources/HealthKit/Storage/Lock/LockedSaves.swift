import HealthKitStore
import Synchronization

/// The saves of apps while a store is locked, and their rights as far as this process knows them.
final class LockedSaves: Sendable {
    let journal: SealedJournal
    /// Serializes locking, unlocking and keeping calls for later.
    let turn = Mutex(())
    /// The sharing rights of this process's apps while it was unlocked, by app and type.
    private let rights = Mutex<[String: [String: HKAuthorizationStatus]]>([:])

    init(_ journal: SealedJournal) { self.journal = journal }

    /// Records a decision about an app's sharing of a type.
    ///
    /// - Returns: Whether it is the first type that the app is known to share.
    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) -> Bool {
        rights.withLock { rights in
            defer { rights[app.account, default: [:]][type] = status }
            return status == .sharingAuthorized
                && rights[app.account]?.values.contains(.sharingAuthorized) != true
        }
    }

    /// Whether this process saw that an app may share anything.
    func mayShare(_ app: AppIdentity) -> Bool {
        rights.withLock { $0[app.account]?.values.contains(.sharingAuthorized) == true }
    }

    /// The last recorded decision; `nil` if there is none.
    func noted(_ app: AppIdentity, _ type: String) -> HKAuthorizationStatus? {
        rights.withLock { $0[app.account]?[type] }
    }
}
