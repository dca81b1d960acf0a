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
        let sizes = group.member.replica.read.values.flatMap { $0.values.map(\.size) }
        let kept = group
        let (hasUnsent, conflicts) = try database.read { reader in
            let conflicts = try Self.countConflicts(try Self.losingVersions(kept, reader.store), reader.store)
            return (try reader.store.currentAnchor != sent, conflicts)
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
        let part = part
        return try database.read { reader in
            let segments = StoredSegments(reader.store, of: group.member, part: part)
            var starts: Set<String> = []
            func note(_ start: Double) { starts.insert(StoreComparison.text(day: start)) }
            // What the store has, as the group has it.
            let changes = try LocalChanges(reader, part: part)
            try changes.forEachPage { objects in
                var working = WorkingState()
                try working.load(objects.map { .sample($0.id) }, segments)
                let shown = Set(ShownState(working.state).samples.values.map(\.id))
                for object in objects where !shown.contains(object.id) { note(object.content.start) }
            }
            // What the group has, as the store has it.
            for segment in segments.segments {
                let entries = try segments.expandedEntries(of: segment)
                for first in stride(from: 0, to: entries.count, by: part) {
                    var working = WorkingState()
                    let some = entries[first..<min(first + part, entries.count)]
                    try working.load(some.flatMap(\.needs), segments)
                    let shown = ShownState(working.state).samples.values
                    let values = shown.filter { !$0.content.isRecord }
                    let stored = try reader.store.samples(uuids: values.map(\.id.uuid))
                    for version in values where stored[version.id.uuid] == nil { note(version.content.start) }
                    for version in shown where version.content.isRecord {
                        if try reader.store.record(uuid: version.id.uuid) == nil { note(version.content.start) }
                    }
                }
            }
            return starts.sorted()
        }
    }
}
