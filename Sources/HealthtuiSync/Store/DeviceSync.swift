import Foundation
import HealthKit
import HealthKitStore

/// Keeps a store in step with the other devices of its group.
///
/// One program at a time does so for a store: another waits. Each change of the store is one transaction, and files are written
/// after it.
package final class DeviceSync {
    let person: PersonAccess
    let database: HealthDatabase
    let clock: () -> Double
    let cost: PassphraseCost
    /// Access to the folder of the group.
    let folders: any GroupFolders
    private let patience: Duration
    /// The number of samples worked on at a time, which determines a sync's memory use.
    let part: Int
    /// The newest commit of the store that is this program's own, and the files that there were when the last sync began.
    var lastCommit: Int64 = -1
    var lastFiles: [SyncID: Set<FolderFile>] = [:]
    /// Held while changes of the store end a wait.
    var listening: ChangeToken?

    /// The time for which an invitation is valid, in seconds.
    package static let invitationSeconds = 3_600.0

    /// Begins.
    ///
    /// - Parameters:
    ///   - person: The person's access to the store.
    ///   - cost: What guessing the code of an invitation costs.
    ///   - folders: Where the group's folder is.
    ///   - patience: How long to wait for another program that syncs the store; then it is ``SyncError`` with code `busy`.
    ///   - part: How many samples are worked on at a time.
    ///   - clock: Seconds since the reference date.
    /// - Throws: `HKError`.
    package init(
        _ person: PersonAccess,
        cost: PassphraseCost = .standard,
        folders: any GroupFolders = DiskFolders(),
        patience: Duration = .seconds(30),
        part: Int = SyncPart.usual,
        clock: @escaping () -> Double = { Date().timeIntervalSinceReferenceDate }
    ) throws {
        self.person = person
        database = try person.store.database()
        self.folders = folders
        self.patience = patience
        self.part = part
        self.cost = cost
        self.clock = clock
    }

    /// Keeps other programs from syncing the store meanwhile.
    func locked<T>(_ body: () throws -> T) throws -> T {
        let lock = try database.path.map { try SyncLock($0, patience) }
        return try withExtendedLifetime(lock) { try body() }
    }

    /// Milliseconds since 1970.
    var milliseconds: Int64 { OutgoingChanges.milliseconds(clock(), or: 0) }

    /// Whether a store is in a group.
    package static func isInGroup(_ person: PersonAccess) throws -> Bool {
        try person.store.database().read { try $0.store.value(StoreNamespace.devices, GroupRecord.key) != nil }
    }

    func load() throws -> LocalGroup {
        guard let group = try database.read({ try LocalGroup.load($0) }) else {
            throw SyncError(
                .notPermitted,
                "This store isn't in a group of machines. healthtui sync init FOLDER begins one, healthtui sync join FOLDER joins one."
            )
        }
        return group
    }

    func requireNoGroup() throws {
        guard let group = try database.read({ try LocalGroup.load($0, readsFiles: false) }) else { return }
        throw SyncError(
            .notPermitted,
            "This store is in a group already, in \(group.record.folder). healthtui sync leave takes it out."
        )
    }

    func save(_ group: inout LocalGroup) throws {
        var kept = group
        lastCommit = try database.write { writer in
            try kept.save(writer)
            return try writer.store.newestCommit() + 1
        }
        group = kept
    }

    /// Writes the finished files, and records that they exist.
    func write(_ group: inout LocalGroup) throws {
        let hasNew = !group.member.unwritten.isEmpty || !group.member.superfluous.isEmpty
        let database = database
        do {
            try group.member.write(to: try folder(of: group)) { device, name in
                try database.read { try $0.store.value(StoreNamespace.deviceFiles, "\(device)/\(name)") }
            }
        } catch let error as SyncError where error.code == .folder {
            // The group's status shows why files wait.
            if group.record.writeProblem != error.message {
                group.record.writeProblem = error.message
                try save(&group)
            }
            throw error
        }
        let hadProblem = group.record.writeProblem != nil
        group.record.writeProblem = nil
        if hasNew || hadProblem { try save(&group) }
    }

    func folder(of group: LocalGroup) throws -> any GroupFolder {
        try folders.require(group.record.folder)
        return folders.folder(of: group.member.group, in: group.record.folder)
    }
}
