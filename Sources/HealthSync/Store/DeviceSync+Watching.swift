import Foundation
import HealthKit
import HealthStore

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
        try Self.requireFolder(record.folder)
        return try Self.names(DiskFolder(in: record.folder, group: group)) != lastNames
    }

    /// The names of all files of a group's folder, by device.
    static func names(_ folder: DiskFolder) throws -> [SyncID: Set<String>] {
        var names: [SyncID: Set<String>] = [:]
        for device in try folder.devices() { names[device] = Set(try folder.names(of: device)) }
        return names
    }
}
