import HealthStore
import Synchronization

extension HealthDatabase {
    /// Whether it is a store in memory.
    var isInMemory: Bool {
        if case .inMemory = kind { return true }
        return false
    }

    /// Locks a store in memory as an encrypted one is locked: apps can't read, and what they save waits, sealed (R10.1).
    ///
    /// The person still reaches it: a test has no other hand than that to set things with.
    package func lock() {
        guard case .inMemory(let encryption, _) = kind else { return }
        encryption.saves.turn.withLock { _ in
            // An app that is not noted can only keep less.
            encryption.noteSharing((try? read { try $0.sharingApps() }) ?? [])
            changes.beginHolding()
            state.setLocked(true)
        }
    }

    /// Unlocks a store in memory: stores what waited, in the order of the saves, and lets apps read again.
    ///
    /// - Returns: What became of the saves that waited; `nil` when it was unlocked already.
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
