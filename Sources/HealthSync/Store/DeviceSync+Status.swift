import Foundation
import HealthKit
import HealthStore

extension DeviceSync {
    /// How the group stands, as far as this device knows.
    ///
    /// - Parameter verifies: Whether the store is held against the group's entries, day by day.
    /// - Returns: The status.
    /// - Throws: ``SyncError``, `HKError`.
    package func status(verifies: Bool = false) throws -> GroupStatus {
        var group = try load()
        var problems: [SyncProblem] = []
        var folderProblem: String?
        do {
            problems = Self.problems(try group.member.readStatements(folder(of: group)), group.member)
        } catch let error as SyncError where error.code == .folder {
            // The rest is known without it.
            folderProblem = error.message
        }
        let sent = group.record.anchor
        let state = group.member.replica.state
        let (hasUnsent, sizes, conflicts) = try database.read { reader in
            let sizes = try reader.store.values(StoreNamespace.deviceFiles).map(\.bytes.count)
            let conflicts = try Self.countConflicts(state, ShownState(state), reader.store)
            return (try reader.store.currentAnchor != sent, sizes, conflicts)
        }
        let missing = Set(group.member.replica.missing.map(\.device))
        let devices = group.member.membership.members.filter { $0.rank > 0 }
            .map { member in
                GroupStatus.Device(
                    id: member.device.description,
                    name: String(decoding: member.name, as: UTF8.self),
                    isThis: member.device == group.member.device,
                    position: Int(clamping: group.member.replica.heads[member.device]?.number ?? 0),
                    heard: group.record.heard[member.device.description]
                        .map { Date(timeIntervalSinceReferenceDate: $0) },
                    hasMissing: missing.contains(member.device),
                    ahead: group.record.ahead?[member.device.description]
                )
            }
        return GroupStatus(
            group: group.member.group.description,
            folder: group.record.folder,
            name: group.record.name,
            state: Self.state(group),
            devices: devices,
            synced: group.record.synced.map { Date(timeIntervalSinceReferenceDate: $0) },
            hasUnsent: hasUnsent,
            folderProblem: folderProblem,
            files: sizes.count,
            bytes: sizes.reduce(0, +),
            problems: problems + Self.keptProblems(group).filter { !problems.contains($0) },
            conflicts: conflicts,
            differing: verifies ? try differingDays(group) : nil
        )
    }

    /// The days, in universal time, of samples that the store or the group's entries have alone.
    private func differingDays(_ group: KeptGroup) throws -> [String] {
        let shown = ShownState(group.member.replica.state).samples
        return try database.read { reader in
            let changes = try LocalChanges(reader, after: 0)
            var ids: Set<SyncID> = []
            var starts: [Double] = []
            for version in shown.values {
                ids.insert(version.id)
                if changes.present[version.id] == nil { starts.append(version.content.start) }
            }
            for (id, object) in changes.present where !ids.contains(id) { starts.append(object.content.start) }
            return Set(starts.map { StoreComparison.text(day: $0) }).sorted()
        }
    }
}
