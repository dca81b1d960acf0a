import Foundation
import HealthStore
import Synchronization

extension HealthDatabase {
    /// Whether the store is encrypted.
    package var isEncrypted: Bool { vault != nil }

    /// Where the agent is that keeps the key.
    package var agent: AgentAddress { vault?.agent ?? StoreKeeper.address }

    /// Begins to follow whether the store is unlocked, and waits for the first word of it.
    func follow() {
        guard let vault else { return }
        let watch = AgentWatch(vault.id, vault.agent) { [weak self] state in
            switch state {
            case .unlocked(let key):
                do {
                    _ = try self?.unlockStore(key)
                    vault.problem.withLock { $0 = nil }
                } catch {
                    vault.problem.withLock { $0 = error as? StoreError }
                }
            case .locked: self?.lockStore()
            }
        }
        vault.watch.withLock { $0 = watch }
        watch.waitForFirst(seconds: 10)
    }

    /// Why the store stays locked although somebody unlocked it, or nobody can; `nil` when there is no such reason.
    package var lockProblem: StoreError? {
        guard let vault else { return nil }
        return vault.problem.withLock { $0 } ?? vault.watch.withLock { $0?.refusal }
    }

    /// Closes the store and forgets the key and what was read; from now on reads fail, and what apps save waits sealed (R10.1).
    ///
    /// When this returns nothing reads the store any more.
    package func lockStore() {
        guard let vault else { return }
        let wasOpen = vault.turn.withLock { _ in
            guard let store = takeStore() else { return false }
            changes.beginHolding()
            state.setLocked(true)
            changes.turn(to: nil)
            vault.lockedSince.withLock { $0 = Date() }
            store.lock()
            forgetWhatWasRead()
            return true
        }
        guard wasOpen else { return }
        ProcessMemory.giveBack()
        HealthLog.debug("lock", ["path": "\(vault.path)"])
        changes.tellLocked()
    }

    /// Opens the store with its key, stores what waited in the order of the saves, and lets everybody read again.
    ///
    /// - Parameter key: The store's key.
    /// - Returns: What became of the saves that waited; `nil` when the store was unlocked already.
    /// - Throws: ``StoreError``; the store stays locked then.
    @discardableResult
    package func unlockStore(_ key: SecretBytes) throws -> UnlockReport? {
        guard let vault else { return nil }
        let report = try vault.turn.withLock { _ -> UnlockReport? in
            if isOpen { return nil }
            var options = StoreOptions()
            options.isReadOnly = vault.isReadOnly
            options.key = key
            let store = try SampleStore(at: .file(vault.path), options: options)
            let report = vault.isReadOnly ? UnlockReport() : takeIn(store, key, vault)
            state.setLocked(false)
            vault.lockedSince.withLock { $0 = nil }
            put(store)
            changes.turn(to: store)
            return report
        }
        guard report != nil else { return nil }
        HealthLog.debug("unlock", ["path": "\(vault.path)", "stored": "\(report?.stored ?? 0)"])
        changes.endHolding()
        return report
    }

    /// Keeps a call of an app, sealed, until the store is unlocked.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - app: The app.
    ///   - time: When it called.
    /// - Returns: Whether it waits: not when the store was unlocked meanwhile.
    /// - Throws: `errorDatabaseInaccessible` when it cannot be kept.
    func keepWaiting<Call: StoreCall>(_ call: Call, _ app: AppIdentity, at time: Date) throws -> Bool {
        guard let vault else { return false }
        let bytes = try WaitingCall(call, app, at: time).bytes
        return try HKError.translating {
            let sealed = try SealedBox.seal(bytes, to: vault.lock.publicKey)
            return try vault.turn.withLock { _ in
                if isOpen { return false }
                try vault.journal.append(sealed)
                return true
            }
        }
    }

    /// How many calls wait, sealed, and since when the store is locked; `nil` when it is not.
    package var lockedState: (since: Date?, waiting: Int)? {
        guard let vault, !isOpen else { return nil }
        return (vault.lockedSince.withLock { $0 }, vault.journal.count)
    }

    private func takeIn(_ store: SampleStore, _ key: SecretBytes, _ vault: StoreVault) -> UnlockReport {
        var report = UnlockReport()
        do {
            let database = HealthDatabase(store)
            try database.upgradeAnchorKey()
            try database.storeJournal()
            try HKError.translating {
                let lock = try StoreLock.look(at: vault.path) ?? vault.lock
                let intake = Intake(
                    store: store,
                    lock: lock,
                    secret: try lock.secretKey(with: key),
                    carryOutOne: carryOut
                )
                report = try vault.journal.takeIn { try intake.run(&$0) } ?? report
            }
        } catch {
            report.obstacle = (error as? HKError)?.text ?? "\(error)"
        }
        return report
    }
}

/// The taking in of what waited.
private struct Intake {
    let store: SampleStore
    let lock: StoreLock
    let secret: SecretBytes
    let carryOutOne: HealthDatabase.CarryOut

    /// The most calls in one transaction.
    private static let groupLimit = 256
    private static let namespace = "journal.taken"

    private struct Waiting {
        var call: WaitingCall
        var end: UInt64
    }

    func run(_ reading: inout SealedJournal.Reading) throws -> UnlockReport {
        var report = UnlockReport()
        // A process that was killed between the last transaction and the removal of the journal leaves both.
        let taken = try store.read { try $0.value(Self.namespace, reading.id.uuidString) }.map(Self.number) ?? 0
        while true {
            var group: [Waiting] = []
            while group.count < Self.groupLimit, let entry = try reading.next() {
                if entry.end <= taken { continue }
                guard
                    let bytes = try? SealedBox.open(entry.sealed, publicKey: lock.publicKey, secretKey: secret),
                    let call = WaitingCall(bytes: bytes)
                else {
                    reading.reject(entry)
                    continue
                }
                group.append(Waiting(call: call, end: entry.end))
            }
            if group.isEmpty { break }
            try store(group[...], of: reading.id, &report)
        }
        report.damaged = reading.damaged
        report.isCut = reading.isCut
        return report
    }

    /// Stores calls in one transaction; when one of them is refused those before it, and then those after it.
    private func store(_ group: ArraySlice<Waiting>, of journal: UUID, _ report: inout UnlockReport) throws {
        var rest = group
        while !rest.isEmpty {
            var next = rest.startIndex
            do {
                try carryOut(rest, of: journal) { next = $0 }
                report.stored += rest.count
                return
            } catch let error as HKError where error.code != .errorDatabaseInaccessible {
                if next > rest.startIndex {
                    try carryOut(rest[..<next], of: journal) { _ in }
                    report.stored += next - rest.startIndex
                }
                report.refused += 1
                rest = rest[(next + 1)...]
            }
        }
    }

    private func carryOut(_ group: ArraySlice<Waiting>, of journal: UUID, _ reached: (Int) -> Void) throws {
        guard let last = group.last else { return }
        try HKError.translating {
            try store.write { writer in
                let writer = ObjectWriter(writer)
                let database = HealthDatabase(store, within: writer)
                for index in group.indices {
                    reached(index)
                    try carryOutOne(group[index].call, database)
                }
                try writer.writer.setValue(Self.bytes(last.end), Self.namespace, journal.uuidString)
            }
        }
    }

    private static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    private static func number(_ bytes: [UInt8]) -> UInt64 {
        bytes.count == 8 ? bytes.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) } : 0
    }
}
