import Foundation
import HealthKit
import HealthKitStore

extension DeviceSync {
    /// The state of the group, as far as this device knows.
    ///
    /// - Parameter verifies: Whether the store is held against the group's entries, day by day.
    /// - Returns: The status.
    /// - Throws: ``SyncError``, `HKError`.
    package func status(verifies: Bool = false) throws -> GroupStatus {
        var group = try load()
        var problems: [SyncProblem] = []
        var folderProblem: String?
        var unwritten = 0
        do {
            let folder = try folder(of: group)
            if try folders.state(of: group.member.group, in: group.record.folder) == .readOnly {
                folderProblem = "\(group.record.folder) can't be written: permission denied."
            }
            var found = try group.member.readStatements(folder)
            if verifies { found += try verifyFiles(&group, folder) }
            problems = Self.problems(found, group.member)
            let own = Set(try folder.names(of: group.member.device))
            unwritten =
                group.member.missingStatements().count
                + group.member.replica.log.count { !own.contains(FileName($0).description) }
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
                    ahead: group.record.ahead?[member.device.description],
                    addedBy: group.member.membership.adders[member.device]?.description
                )
            }
        var status = GroupStatus(
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
        status.unwritten = unwritten
        status.unwrittenReason = unwritten > 0 && folderProblem == nil ? group.record.writeProblem : nil
        if verifies { status.differingTotals = try differingTotals(group) }
        return status
    }

    /// Works out the totals of days here, which the others learn with the next sync, and compares them with the others'.
    ///
    /// - Returns: The types of which another machine has other totals of the same samples.
    private func differingTotals(_ group: LocalGroup) throws -> [GroupStatus.DifferingTotals] {
        let member = group.member
        guard member.membership.has(member.device), group.record.anchor != nil else { return [] }
        let own = try database.read { try TotalsOfDays($0).shared(member.device) }
        let known = try database.read { try $0.values(DayTotals.self, StoreNamespace.dayTotals) }
        if known.first(where: { $0.key == member.device.description })?.value != own {
            try database.write { try $0.setValue(own, StoreNamespace.dayTotals, member.device.description) }
        }
        var found: [GroupStatus.DifferingTotals] = []
        for (key, totals) in known {
            guard let device = Base32.bytes(key).flatMap({ SyncID($0) }), device != member.device,
                member.membership.has(device)
            else {
                continue
            }
            for (type, summary) in own.types {
                guard let other = totals.types[type], other.basis == summary.basis, other.totals != summary.totals
                else {
                    continue
                }
                found.append(GroupStatus.DifferingTotals(type: type, device: Self.name(device, member)))
            }
        }
        return found.sorted { ($0.type, $0.device) < ($1.type, $1.device) }
    }

    /// Reads all files of the folder that this device knows.
    ///
    /// - Returns: Those that are damaged. The next sync reads these again and writes them.
    private func verifyFiles(_ group: inout LocalGroup, _ folder: some GroupFolder) throws -> [GroupMember.Problem] {
        group.member.inspect(folder, now: clock(), readsAll: true)
        let ledger = group.member.ledger
        try database.write { writer in
            try writer.writer.setValue(ledger.bytes, StoreNamespace.devices, GroupRecord.ledgerKey)
        }
        return group.member.damagedFiles
    }

    /// The days, in universal time, of samples that the store or the group's entries have alone.
    private func differingDays(_ group: LocalGroup) throws -> [String] {
        let part = part
        return try database.read { reader in
            let segments = StoredSegments(reader.store, of: group.member, part: part)
            var starts: Set<String> = []
            func note(_ start: Double) { starts.insert(StoreComparison.text(day: start)) }
            // Compares the store's objects with the group's; changes since the last sync wait for the next one.
            let changes = try OutgoingChanges(reader, part: part)
            let sent = group.record.anchor ?? 0
            let gone = Set(try changes.deleted(after: sent).map(\.id))
            var check = EntryCheck()
            try changes.forEachPage(through: sent) { objects in
                // Objects that other machines would reject stay here.
                let objects = objects.filter { object in
                    check.flaw(
                        SyncedVersion(
                            name: VersionName(root: object.id, stamp: .imported, id: object.id),
                            origin: object.origin,
                            identifier: object.identifier,
                            content: object.content
                        )
                    ) == nil
                }
                var working = WorkingState()
                try working.load(objects.map { .sample($0.id) }, segments)
                let merged = Set(MergedView(working.state).samples.values.map(\.id))
                for object in objects where !merged.contains(object.id) { note(object.content.start) }
            }
            // Compares the group's objects with the store's.
            for segment in segments.segments {
                let entries = try segments.expandedEntries(of: segment)
                for first in stride(from: 0, to: entries.count, by: part) {
                    var working = WorkingState()
                    let some = entries[first..<min(first + part, entries.count)]
                    try working.load(some.flatMap(\.needs), segments)
                    let merged = MergedView(working.state).samples.values
                    let values = merged.filter { !$0.content.isRecord }
                    let stored = try reader.store.samples(uuids: values.map(\.id.uuid))
                    func waits(_ version: SyncedVersion) -> Bool {
                        gone.contains(version.id) || changes.successors.has(version.id)
                    }
                    for version in values where stored[version.id.uuid] == nil && !waits(version) {
                        note(version.content.start)
                    }
                    for version in merged where version.content.isRecord && !waits(version) {
                        if try reader.store.record(uuid: version.id.uuid) == nil { note(version.content.start) }
                    }
                }
            }
            return starts.sorted()
        }
    }
}
