import Foundation
import HealthKit
import HealthKitStore

extension DeviceSync {
    /// Whether something changed since the last sync, in the store or in the folder.
    ///
    /// - Returns: Whether there may be something to sync.
    /// - Throws: ``SyncError``, `HKError`.
    package func hasNews() throws -> Bool {
        let (record, commit) = try database.read { reader in
            (
                try reader.requiredValue(GroupRecord.self, StoreNamespace.devices, GroupRecord.key),
                try reader.store.newestCommit()
            )
        }
        guard let record, let group = Base32.bytes(record.group).flatMap({ SyncID($0) }) else {
            _ = try load()
            return true
        }
        if commit != lastCommit { return true }
        try folders.require(record.folder)
        return try Self.files(folders.folder(of: group, in: record.folder)) != lastFiles
    }

    /// The news by which a program that watches the folder knows whether there is anything to sync.
    func news(syncsItself: Bool) throws -> GroupNews {
        try database.read { reader in
            let record = try reader.requiredValue(GroupRecord.self, StoreNamespace.devices, GroupRecord.key)
            return GroupNews(
                group: record?.group,
                folder: record?.folder,
                commit: try reader.store.newestCommit(),
                syncsItself: syncsItself
            )
        }
    }

    /// All files of a group's folder as they can be told from others, by device.
    static func files(_ folder: some GroupFolder) throws -> [SyncID: Set<FolderFile>] {
        var files: [SyncID: Set<FolderFile>] = [:]
        for device in try folder.devices() { files[device] = Set((try? folder.files(of: device)) ?? []) }
        return files
    }

    /// Watches the store and the folder with all that is in it.
    ///
    /// - Parameter watch: The watch. If it isn't notified of everything, the folder must be checked from time to time.
    /// - Throws: ``SyncError``, `HKError`.
    package func extend(_ watch: ChangeWatch) throws {
        // The system may report a commit's writes before the commit can be read, and doesn't report them again.
        if listening == nil { listening = database.changes.listen { [waking = watch.waking] _ in waking.wake() } }
        let record = try database.read {
            try $0.requiredValue(GroupRecord.self, StoreNamespace.devices, GroupRecord.key)
        }
        guard let record, let group = Base32.bytes(record.group).flatMap({ SyncID($0) }) else { return }
        let folder = DiskFolder(in: record.folder, group: group)
        watch.watch([record.folder] + (try folder.paths()), file: database.path)
    }
}

/// The pauses of a watching program between two syncs.
///
/// It sends at once what was done after a rest, then at most every second, and after a minute of that every half minute.
package struct SyncPace: Sendable {
    private var started: ContinuousClock.Instant?
    private var last: ContinuousClock.Instant?

    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(30)
    private static let minute = Duration.seconds(60)

    /// Begins at rest.
    package init() {}

    /// Notes that something was sent.
    package mutating func sent(at time: ContinuousClock.Instant) {
        let goesOn = last.map { time - $0 < rest(at: $0) * 2 } ?? false
        if !goesOn { started = time }
        last = time
    }

    /// The time to wait before the next sync.
    package func pause(at time: ContinuousClock.Instant) -> Duration {
        guard let last else { return .zero }
        return max(.zero, rest(at: last) - (time - last))
    }

    private func rest(at time: ContinuousClock.Instant) -> Duration {
        guard let started else { return Self.shortest }
        return time - started < Self.minute ? Self.shortest : Self.longest
    }
}
