import Foundation
import HealthStore
import Synchronization

extension HealthDatabase {
    /// Whether the store is encrypted.
    package var isEncrypted: Bool { encryption != nil }

    /// Where the agent is that keeps the key.
    package var agent: AgentAddress { encryption?.agent ?? KeyHolder.address }

    /// Begins to follow whether the store is unlocked, and waits for the first word of it.
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

    /// Why the store stays locked although somebody unlocked it, or nobody can; `nil` when there is no such reason.
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

    /// Closes the store and forgets the key and what was read; from now on reads fail, and what apps save waits sealed (R10.1).
    ///
    /// When this returns nothing reads the store any more.
    package func lockStore() {
        guard let encryption, closeEncrypted(encryption) else { return }
        HealthLog.debug("lock", ["path": "\(encryption.path)"])
        changes.reportLocked()
    }

    /// Closes an encrypted store and forgets its key, without telling anybody.
    ///
    /// - Parameter encryption: What is kept of the store while it is locked.
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

    /// Opens the store with its key, stores what waited in the order of the saves, and lets everybody read again.
    ///
    /// - Parameter key: The store's key.
    /// - Returns: What became of the saves that waited; `nil` when the store was unlocked already.
    /// - Throws: ``StoreError``; the store stays locked then.
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
        // Whoever follows the agent has nobody to give the report to. The obstacle's text may hold a value.
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

    /// Opens the store where the agent has its key by now, and this process was not told yet or could not open it then.
    ///
    /// Whoever has unlocked a store may read it from the next moment on, in every program.
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

    /// The error for what needs the store while it is locked.
    var lockedError: StoreError {
        guard let problem = lockProblem else { return .locked(path) }
        return StoreError(.locked, "The store is locked. \(problem.message)", path: path)
    }

    /// Keeps a call of an app, sealed, until the store is unlocked.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - app: The app.
    ///   - time: When it called.
    ///   - key: What the call is known by, where the app may make it again.
    /// - Returns: Whether it waits: not when the store was unlocked meanwhile.
    /// - Throws: `errorDatabaseInaccessible` when it cannot be kept: when too much waits already, or when the store's public
    ///   key is not the one that it had.
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

    /// What waits while the store is locked; `nil` for one that nobody locks.
    var lockedSaves: LockedSaves? {
        switch kind {
        case .plain, .within: nil
        case .encrypted(let encryption, _): encryption.saves
        case .inMemory(let encryption, _): encryption.saves
        }
    }

    /// The key to which calls are sealed that wait.
    ///
    /// - Throws: ``StoreError/Code/foreignKey`` when it is not the one that the store had.
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

    /// Remembers what is decided about an app's sharing of a type, for the time when the store is locked.
    func note(_ status: HKAuthorizationStatus, _ app: AppIdentity, _ type: String) {
        switch kind {
        case .plain, .within: return
        case .encrypted(let encryption, _): encryption.note(status, app, type)
        case .inMemory(let encryption, _): _ = encryption.saves.note(status, app, type)
        }
    }

    /// How many calls wait, sealed, and since when the store is locked; `nil` when it is not.
    package var lockedState: (since: Date?, waiting: Int)? {
        guard let encryption, !isOpen else { return nil }
        let waiting = encryption.saves.journal.count + SealedJournal.earlier(storePath: encryption.path).count
        return (encryption.lockedSince.withLock { $0 }, waiting)
    }

    /// Notes which apps share something, for those that save while the store is locked.
    ///
    /// Where that fails they count as apps that share nothing until the next unlock: they can keep less.
    func noteSharingApps() {
        guard let encryption else { return }
        do {
            encryption.agent.known.setApps(try read { try $0.sharingApps() }, sharingWith: encryption.path)
        } catch {
            HealthLog.debug("known", ["path": "\(encryption.path)", "error": "\(error)"])
        }
    }

    /// Notes the store's keys, which its key has confirmed, and stores what waited.
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
