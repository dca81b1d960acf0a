import Foundation
import Synchronization

/// Whether the data of a store can be reached now: shared by all who ask the same database in this process.
///
/// A Linux machine has no lock screen and no guest, so nothing sets this by itself: tests do.
package final class HKStoreState: Sendable {
    /// Whether there is health data at all (R1.19).
    package enum Availability: Sendable, Hashable {
        case available
        /// The machine can have no health data.
        case unavailable
        /// An administrator forbids access to it.
        case restricted
    }

    private struct Values {
        var availability = Availability.available
        var isLocked = false
        var isGuest = false
        var journal: [JournaledSave] = []
    }

    private let values = Mutex(Values())

    package init() {}

    package var availability: Availability {
        get { values.withLock { $0.availability } }
        set { values.withLock { $0.availability = newValue } }
    }

    /// Whether somebody else than the owner uses the machine (R1.16).
    package var isGuest: Bool {
        get { values.withLock { $0.isGuest } }
        set { values.withLock { $0.isGuest = newValue } }
    }

    package var isLocked: Bool { values.withLock { $0.isLocked } }

    fileprivate func lock() { values.withLock { $0.isLocked = true } }

    /// Keeps a save for later; false when the machine was unlocked meanwhile.
    fileprivate func journal(_ save: JournaledSave) throws -> Bool {
        try values.withLock { values in
            guard values.isLocked else { return false }
            let known = values.journal.reduce(into: Set<UUID>()) { $0.formUnion($1.uuids) }
            guard known.isDisjoint(with: save.uuids) else { throw JournaledSave.duplicate }
            values.journal.append(save)
            return true
        }
    }

    /// What was saved while the machine was locked, in order; unlocks when nothing is left.
    fileprivate func takeJournal() -> [JournaledSave] {
        values.withLock { values in
            defer { values.journal = [] }
            if values.journal.isEmpty { values.isLocked = false }
            return values.journal
        }
    }

    func checkAvailable() throws {
        switch availability {
        case .available: return
        case .unavailable:
            throw HKError.error(.errorHealthDataUnavailable, "Health data is unavailable on this device")
        case .restricted:
            throw HKError.error(.errorHealthDataRestricted, "Health data is restricted on this device")
        }
    }

    func checkUnlocked() throws {
        guard isLocked else { return }
        throw HKError.error(.errorDatabaseInaccessible, "Protected health data is inaccessible")
    }

    func checkNotGuest() throws {
        guard isGuest else { return }
        throw HKError.error(.errorNotPermissibleForGuestUserMode, "Health data cannot be changed in Guest User mode")
    }
}

/// A save that waits for the machine to be unlocked.
struct JournaledSave: @unchecked Sendable {
    var objects: [HKObject]
    var revision: HKSourceRevision
    var time: Date

    var uuids: Set<UUID> { Set(objects.map(\.uuid)) }

    static let duplicate = HKError.invalid("An object with the same UUID is stored already")
}

extension HealthDatabase {
    /// From now on apps cannot read, and what they save waits (R10.1).
    package func lock() {
        changes.beginHolding()
        state.lock()
    }

    /// Stores what was saved while the machine was locked, in the order of the saves, and lets apps read again.
    ///
    /// A save that breaks a rule by then, as a lower sync version does, is left out.
    package func unlock() {
        while true {
            let saves = state.takeJournal()
            if saves.isEmpty { return changes.endHolding() }
            for save in saves {
                try? write { try $0.save(save.objects, revision: save.revision, now: save.time) }
            }
        }
    }

    /// Saves objects, or keeps them for later when the machine is locked.
    package func saveOrJournal(_ objects: [HKObject], revision: HKSourceRevision, now: Date) throws {
        let save = JournaledSave(objects: objects, revision: revision, time: now)
        if state.isLocked {
            guard save.uuids.count == objects.count else { throw JournaledSave.duplicate }
            try read { reader in
                for uuid in save.uuids where try reader.sample(uuid: uuid) != nil { throw JournaledSave.duplicate }
            }
            if try state.journal(save) { return }
        }
        try write { try $0.save(objects, revision: revision, now: now) }
    }
}

extension HKHealthStore {
    /// The open database, when there is health data at all.
    ///
    /// - Throws: `errorHealthDataUnavailable`, `errorHealthDataRestricted`, `errorDatabaseInaccessible`.
    func availableDatabase() throws -> HealthDatabase {
        let database = try database()
        if case .app = principal { try database.state.checkAvailable() }
        return database
    }

    /// The open database, when its data can be read now.
    ///
    /// - Throws: `errorHealthDataUnavailable`, `errorHealthDataRestricted`, `errorDatabaseInaccessible`.
    func readableDatabase() throws -> HealthDatabase {
        let database = try availableDatabase()
        if case .app = principal { try database.state.checkUnlocked() }
        return database
    }

    /// The open database, when it can be changed now; a save needs it not unlocked, as it can wait.
    ///
    /// - Throws: `errorHealthDataUnavailable`, `errorHealthDataRestricted`, `errorNotPermissibleForGuestUserMode`,
    ///   `errorDatabaseInaccessible`.
    func writableDatabase(needsUnlocked: Bool = false) throws -> HealthDatabase {
        let database = try needsUnlocked ? readableDatabase() : availableDatabase()
        if case .app = principal { try database.state.checkNotGuest() }
        return database
    }
}
