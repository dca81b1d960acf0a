import Foundation
import HealthKit
import HealthKitStore

/// The state of a group, found without reading its entries: quick, however much it shares.
package struct GroupOverview: Codable, Sendable, Hashable {
    /// A device of the group.
    package struct Device: Codable, Sendable, Hashable {
        package var id: String
        /// The device's name, followed by the beginning of its identifier if another has the same name.
        package var name: String
        package var isThis: Bool
        /// When something new of it was read here last.
        package var heard: Date?
        /// Whether others have read more of its log than this device.
        package var hasMissing: Bool
        /// The time by which its clock is ahead of this device's, in seconds; `nil` for less than a day.
        package var ahead: Double?
        /// Whether it left, or was removed.
        package var isGone: Bool

        /// Creates a device.
        package init(
            id: String,
            name: String,
            isThis: Bool = false,
            heard: Date? = nil,
            hasMissing: Bool = false,
            ahead: Double? = nil,
            isGone: Bool = false
        ) {
            self.id = id
            self.name = name
            self.isThis = isThis
            self.heard = heard
            self.hasMissing = hasMissing
            self.ahead = ahead
            self.isGone = isGone
        }
    }

    /// The reason why the folder can't be used now.
    package enum FolderProblem: String, Codable, Sendable, Hashable {
        /// It isn't there.
        case missing
        /// It has none of the group's files.
        case empty
        /// This device may read it and not write.
        case readOnly
    }

    package var folder: String
    package var name: String
    package var state: SyncReport.State
    /// The devices, also those that are gone, in the order of their ranks.
    package var devices: [Device]
    /// When this device synced last.
    package var synced: Date?
    /// The samples that changed here since then, as far as they are counted.
    package var unsent: Int
    /// Whether there are more of them than were counted.
    package var hasMoreUnsent: Bool
    /// Files that this device made and that aren't in the folder.
    package var unwritten: Int
    package var folderProblem: FolderProblem?
    /// The number of edits that weren't shown at the last sync because another machine's edit of the same sample is later.
    package var conflicts: Int
    /// The files that the last sync couldn't read.
    package var problems: [SyncProblem]

    /// The most changes that are counted.
    package static let mostUnsent = 1_000

    /// Creates an overview of a group in which nothing waits and nothing is wrong.
    package init(
        folder: String,
        name: String,
        state: SyncReport.State,
        devices: [Device],
        synced: Date?
    ) {
        self.folder = folder
        self.name = name
        self.state = state
        self.devices = devices
        self.synced = synced
        (unsent, hasMoreUnsent, unwritten, conflicts) = (0, false, 0, 0)
        problems = []
    }
}

extension DeviceSync {
    package func lastSynced() throws -> Date?? {
        let record = try database.read {
            try $0.requiredValue(GroupRecord.self, StoreNamespace.devices, GroupRecord.key)
        }
        return record.map { $0.synced.map { Date(timeIntervalSinceReferenceDate: $0) } }
    }

    /// The state of the group.
    ///
    /// - Returns: `nil` for a store in no group.
    /// - Throws: ``SyncError``, `HKError`.
    package func overview() throws -> GroupOverview? {
        let read = try database.read { reader -> (LocalGroup, StoreChanges, Set<String>)? in
            guard let group = try LocalGroup.load(reader, readsFiles: false) else { return nil }
            let changes = try reader.store.changes(
                after: group.record.anchor ?? 0,
                limit: GroupOverview.mostUnsent
            )
            return (group, changes, Set(try reader.store.valueKeys(StoreNamespace.deviceFiles)))
        }
        guard let (group, changes, kept) = read else { return nil }
        let own = "\(group.member.device)/"
        let state = try folders.state(of: group.member.group, in: group.record.folder)
        let folder = folders.folder(of: group.member.group, in: group.record.folder)
        // A folder that can't be read is named below, as the folder's problem.
        let written = (try? folder.names(of: group.member.device)).map { Set($0) } ?? []
        let unwritten = kept.filter { $0.hasPrefix(own) && !written.contains(String($0.dropFirst(own.count))) }
        var overview = GroupOverview(
            folder: group.record.folder,
            name: group.record.name,
            state: Self.state(group),
            devices: Self.devices(group),
            synced: group.record.synced.map { Date(timeIntervalSinceReferenceDate: $0) }
        )
        (overview.unsent, overview.hasMoreUnsent) = (changes.items.count, changes.isLimited)
        overview.unwritten = unwritten.count
        overview.folderProblem = GroupOverview.FolderProblem(state)
        overview.conflicts = group.record.conflicts ?? 0
        overview.problems = Self.keptProblems(group)
        return overview
    }

    private static func devices(_ group: LocalGroup) -> [GroupOverview.Device] {
        let missing = Set(group.record.missing ?? [])
        return group.member.membership.everybody.values.filter { $0.rank > 0 }
            .sorted { ($0.rank, $0.device) < ($1.rank, $1.device) }
            .map { member in
                let id = member.device.description
                return GroupOverview.Device(
                    id: id,
                    name: name(member.device, group.member),
                    isThis: member.device == group.member.device,
                    heard: group.record.heard[id].map { Date(timeIntervalSinceReferenceDate: $0) },
                    hasMissing: missing.contains(id),
                    ahead: group.record.ahead?[id],
                    isGone: !group.member.membership.has(member.device)
                )
            }
    }

    /// The files that the last sync couldn't read.
    static func keptProblems(_ group: LocalGroup) -> [SyncProblem] {
        (group.record.problems ?? [])
            .compactMap { kept in
                guard let device = Base32.bytes(kept.device).flatMap({ SyncID($0) }),
                    let error = SyncError.Code(rawValue: kept.error)
                else {
                    return nil
                }
                let name = kept.deviceName ?? name(device, group.member)
                return SyncProblem(device: name, file: kept.name, error: error, flaws: kept.flaws)
            }
    }
}

extension GroupOverview.FolderProblem {
    /// The problem with a folder, or `nil` if it can be used.
    init?(_ state: FolderState) {
        switch state {
        case .usable: return nil
        case .missing: self = .missing
        case .empty: self = .empty
        case .readOnly: self = .readOnly
        }
    }
}
