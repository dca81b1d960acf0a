import HealthKitStore
import Synchronization

extension HealthDatabase {
    /// Whether this is a store in memory.
    var isInMemory: Bool {
        if case .inMemory = kind { return true }
        return false
    }

    /// Locks a store in memory like an encrypted one: apps can't read, and their saves wait, sealed (R10.1).
    ///
    /// The person still has access, because a test has no other way to set things up.
    package func lock() {
        guard case .inMemory(let encryption, _) = kind else { return }
        encryption.saves.turn.withLock { _ in
            // An app that isn't recorded can only keep less.
            encryption.noteSharing((try? read { try $0.sharingApps() }) ?? [])
            changes.beginHolding()
            state.setLocked(true)
        }
    }

    /// Unlocks a store in memory: stores the waiting saves in order, and lets apps read again.
    ///
    /// - Returns: The outcome of the waiting saves; `nil` if it was already unlocked.
    @discardableResult
    package func unlock() -> UnlockReport? {
        guard case .inMemory(let encryption, let carryOut) = kind else { return nil }
        let report = encryption.saves.turn.withLock { _ -> UnlockReport? in
            guard state.isLocked else { return nil }
            defer { state.setLocked(false) }
            do {
                let intake = JournalIntake(
                    store: try store,
                    publicKey: encryption.publicKey,
                    secret: encryption.secret,
                    carryOutOne: carryOut
                )
                return try HKError.translating { try intake.run(encryption.saves.journal) }
            } catch {
                var report = UnlockReport()
                report.obstacle = (error as? HKError)?.text ?? "\(error)"
                return report
            }
        }
        if report != nil { changes.endHolding() }
        return report
    }
}
