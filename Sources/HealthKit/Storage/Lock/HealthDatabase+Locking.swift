import Foundation
import HealthKitStore
import Synchronization

extension HealthDatabase {
    /// Whether the store is encrypted.
    package var isEncrypted: Bool { encryption != nil }

    /// The address of the agent that keeps the key.
    package var agent: AgentAddress { encryption?.agent ?? KeyHolder.address }

    /// Starts tracking whether the store is unlocked, and waits for the first report.
    func follow() {
        guard let encryption else { return }
        let watch = AgentWatch(encryption.id, encryption.agent) { [weak self] state in
            switch state {
            case .unlocked(let key):
                do {
                    _ = try self?.unlockStore(key)
                    encryption.problem.withLock { $0 = nil }
                } catch {
                    encryption.problem.withLock { $0 = error as? StoreError }
                }
            case .locked: self?.lockStore()
            }
        }
        encryption.watch.withLock { $0 = watch }
        watch.waitForFirst(seconds: 10)
    }

    /// The reason the store stays locked although it was unlocked, or can't be; `nil` if there is none.
    package var lockProblem: StoreError? {
        guard let encryption else { return nil }
        if let problem = encryption.problem.withLock({ $0 }) ?? encryption.watch.withLock({ $0?.refusal }) {
            return problem
        }
        do { try encryption.agent.known.requireKey(encryption.lock.publicKey, of: encryption.path) } catch {
            return error as? StoreError
        }
        return nil
    }

    /// Closes the store and discards the key and cached reads; afterward, reads fail and app saves wait, sealed (R10.1).
    ///
    /// On return, nothing reads the store anymore.
    package func lockStore() {
        guard let encryption, closeEncrypted(encryption) else { return }
        HealthLog.debug("lock", ["path": "\(encryption.path)"])
        changes.reportLocked()
    }

    /// Closes an encrypted store and discards its key, without notifying anyone.
    ///
    /// - Parameter encryption: The state kept for the store while it is locked.
    /// - Returns: Whether it was open.
    @discardableResult
    func closeEncrypted(_ encryption: StoreEncryption) -> Bool {
        let wasOpen = encryption.saves.turn.withLock { _ in
            encryption.isTurning.store(true, ordering: .sequentiallyConsistent)
            defer { encryption.isTurning.store(false, ordering: .sequentiallyConsistent) }
            guard let store = takeStore() else { return false }
            changes.beginHolding()
            state.setLocked(true)
            changes.turn(to: nil)
            encryption.lockedSince.withLock { $0 = Date() }
            store.lock()
            forgetWhatWasRead()
            return true
        }
        if wasOpen { ProcessMemory.giveBack() }
        return wasOpen
    }

    /// Opens the store with its key, stores the waiting saves in order, and lets everyone read again.
    ///
    /// - Parameter key: The store's key.
    /// - Returns: The outcome of the waiting saves; `nil` if the store was already unlocked.
    /// - Throws: ``StoreError``; the store then stays locked.
    @discardableResult
    package func unlockStore(_ key: SecretBytes) throws -> UnlockReport? {
        guard case .encrypted(let encryption, let carryOut) = kind else { return nil }
        let report = try encryption.saves.turn.withLock { _ -> UnlockReport? in
            if isOpen || encryption.isEnded.load(ordering: .sequentiallyConsistent) { return nil }
            encryption.isTurning.store(true, ordering: .sequentiallyConsistent)
            defer { encryption.isTurning.store(false, ordering: .sequentiallyConsistent) }
            var options = StoreOptions()
            options.isReadOnly = encryption.isReadOnly
            options.key = key
            let store = try Self.store(at: encryption.path, options)
            let report = takeIn(store, key, encryption, carryOut)
            state.setLocked(false)
            encryption.lockedSince.withLock { $0 = nil }
            put(store)
            changes.turn(to: store)
            return report
        }
        guard let report else { return nil }
        // The agent has no one to report to. The obstacle's text may contain a value.
        HealthLog.debug(
            "unlock",
            [
                "path": "\(encryption.path)", "stored": "\(report.stored)", "refused": "\(report.refused)",
                "damaged": "\(report.damaged)", "later": "\(report.later)", "foreign": "\(report.foreign)",
                "misplaced": "\(report.misplaced)", "cut": "\(report.isCut)", "otherKey": "\(report.isOtherKey)",
                "waitsOn": "\(report.obstacle != nil)",
            ]
        )
        changes.endHolding()
        return report
    }

    /// Opens the store if the agent has its key, in case this process wasn't notified yet or couldn't open it then.
    ///
    /// Once someone unlocks a store, they can read it immediately, in every program.
    ///
    /// - Returns: Whether it is open.
    func openIfUnlocked() -> Bool {
        guard let encryption, !encryption.isTurning.load(ordering: .sequentiallyConsistent) else { return isOpen }
        guard !encryption.isEnded.load(ordering: .sequentiallyConsistent) else { return false }
        let watch = encryption.watch.withLock { $0 }
        guard watch?.refusal == nil else { return false }
        do {
            let isKept = try AgentClient(encryption.agent)
                .lendingKey(of: encryption.id, patience: 1) { key in
                    _ = try unlockStore(key)
                    watch?.noteUnlocked()
                }
            if isKept == false { lockStore() }
            if isKept == true { encryption.problem.withLock { $0 = nil } }
        } catch {
            HealthLog.debug("unlock", ["path": "\(encryption.path)", "error": "\(error)"])
        }
        return isOpen
    }

    /// The error for operations that need the store while it is locked.
    var lockedError: StoreError {
        guard let problem = lockProblem else { return .locked(path) }
        return StoreError(.locked, "The store is locked. \(problem.message)", path: path)
    }

    /// Keeps a call of an app, sealed, until the store is unlocked.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - app: The app.
    ///   - time: The time of the call.
    ///   - key: The change key, if the app may repeat the call.
    /// - Returns: Whether it waits; false if the store was unlocked meanwhile.
    /// - Throws: `errorDatabaseInaccessible` if it can't be kept: because too much waits already, or because the store's public
    ///   key has changed.
    func keepWaiting<Call: StoreCall>(
        _ call: Call,
        _ app: AppIdentity,
        at time: Date,
        key: ChangeKey? = nil
    ) throws -> Bool {
        guard let lockedSaves else { return false }
        let bytes = try WaitingCall(call, app, at: time, key: key).bytes
        return try HKError.translating {
            let publicKey = try requirePublicKey()
            return try lockedSaves.turn.withLock { _ in
                guard state.isLocked else { return false }
                try lockedSaves.journal.append(
                    bytes,
                    of: app.account,
                    isStranger: !mayShare(app),
                    publicKey: publicKey
                )
                return true
            }
        }
    }

    /// The saves that wait while the store is locked; `nil` for a store that is never locked.
    var lockedSaves: LockedSaves? {
        switch kind {
        case .plain, .within: nil
        case .encrypted(let encryption, _): encryption.saves
        case .inMemory(let encryption, _): encryption.saves
        }
    }

    /// The public key that waiting calls are sealed with.
    ///
    /// - Throws: ``StoreError/Code/foreignKey`` if it isn't the store's previous one.
    private func requirePublicKey() throws -> [UInt8] {
        switch kind {
        case .plain, .within: return []
        case .encrypted(let encryption, _):
            try encryption.agent.known.requireKey(encryption.lock.publicKey, of: encryption.path)
            return encryption.lock.publicKey
        case .inMemory(let encryption, _): return encryption.publicKey
        }
    }

    private func mayShare(_ app: AppIdentity) -> Bool {
        switch kind {
        case .plain, .within: false
        case .encrypted(let encryption, _): encryption.mayShare(app)
        case .inMemory(let encryption, _): encryption.mayShare(app)
        }
    }

    /// Records a decision about an app's sharing of a type, for the time when the store is locked.
    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) {
        switch kind {
        case .plain, .within: return
        case .encrypted(let encryption, _): encryption.note(status, app, type)
        case .inMemory(let encryption, _): _ = encryption.saves.note(status, app, type)
        }
    }

    /// The number of waiting calls, sealed, and the time of locking; `nil` if it isn't locked.
    package var lockedState: (since: Date?, waiting: Int)? {
        guard let encryption, !isOpen else { return nil }
        let waiting = encryption.saves.journal.count + SealedJournal.earlier(storePath: encryption.path).count
        return (encryption.lockedSince.withLock { $0 }, waiting)
    }

    /// Records which apps share anything, for saves while the store is locked.
    ///
    /// If that fails, they count as apps that share nothing until the next unlock, and can keep less.
    func noteSharingApps() {
        guard let encryption else { return }
        do {
            encryption.agent.known.setApps(try read { try $0.sharingApps() }, sharingWith: encryption.path)
        } catch {
            HealthLog.debug("known", ["path": "\(encryption.path)", "error": "\(error)"])
        }
    }

    /// Records the store's keys, which its own key has confirmed, and stores the waiting saves.
    private func takeIn(
        _ store: SampleStore,
        _ key: SecretBytes,
        _ encryption: StoreEncryption,
        _ carryOut: @escaping CarryOut
    ) -> UnlockReport {
        var report = UnlockReport()
        do {
            let (lock, secret) = try HKError.translating {
                let lock = try StoreLock.read(at: encryption.path) ?? encryption.lock
                return (lock, try lock.secretKey(with: key))
            }
            let known = encryption.agent.known
            do { try known.requireKey(lock.publicKey, of: encryption.path) } catch { report.isOtherKey = true }
            known.remember(encryption.path, store: lock.storeID, slots: lock.slots)
            if encryption.isReadOnly { return report }
            let database = HealthDatabase(store)
            try database.upgradeAnchorKey()
            HealthLog.attempt("cases") { try database.takeKnownCases() }
            try database.storeJournal()
            try HKError.translating {
                let intake = JournalIntake(
                    store: store,
                    publicKey: lock.publicKey,
                    secret: secret,
                    carryOutOne: carryOut
                )
                let isOtherKey = report.isOtherKey
                report = try intake.run(encryption.path, encryption.saves.journal)
                report.isOtherKey = isOtherKey
            }
            known.setApps(try HealthDatabase(store).read { try $0.sharingApps() }, sharingWith: encryption.path)
        } catch {
            report.obstacle = (error as? HKError)?.text ?? "\(error)"
        }
        return report
    }
}
