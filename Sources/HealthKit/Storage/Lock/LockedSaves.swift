import HealthStore
import Synchronization

/// What apps save while a store is locked, and what this process knows of their rights meanwhile.
final class LockedSaves: Sendable {
    let journal: SealedJournal
    /// Locking, unlocking and keeping calls for later take turns.
    let turn = Mutex(())
    /// What apps of this process were allowed to share while it was unlocked, by app and type.
    private let rights = Mutex<[String: [String: HKAuthorizationStatus]]>([:])

    init(_ journal: SealedJournal) { self.journal = journal }

    /// Notes what is decided about an app's sharing of a type.
    ///
    /// - Returns: Whether it is the first type that the app is known to share.
    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) -> Bool {
        rights.withLock { rights in
            defer { rights[app.account, default: [:]][type] = status }
            return status == .sharingAuthorized
                && rights[app.account]?.values.contains(.sharingAuthorized) != true
        }
    }

    /// Whether this process saw that an app may share something.
    func mayShare(_ app: AppIdentity) -> Bool {
        rights.withLock { $0[app.account]?.values.contains(.sharingAuthorized) == true }
    }

    /// What was noted last; `nil` when nothing was.
    func noted(_ app: AppIdentity, _ type: String) -> HKAuthorizationStatus? {
        rights.withLock { $0[app.account]?[type] }
    }
}
